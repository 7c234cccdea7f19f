#!/usr/bin/env node
// The package's command `service-refresh`: refreshes workbooks from any folder, like `npm run -s refresh`.
process.argv.splice(2, 0, "refresh");
// npm sets INIT_CWD for the scripts of every package. It is the folder in which somebody typed npm, not the one in which this command was started.
delete process.env.INIT_CWD;
await import("./run.mjs");
