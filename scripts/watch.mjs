// `npm run watch`: builds unminified pages into dist/dev, again on every change of a source. Does not serve them: `npm run dev-server` does both.
import { context, stop } from "esbuild";
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { devPages, root } from "./commands.mjs";
import { workbenchBundles, workbenchPageSources, writeWorkbenchPages } from "./workbench.mjs";

const require = createRequire(import.meta.url);
const webpack = require("webpack");
const config = require(path.join(root, "webpack.config.js"))();

const PARTS = 3;
const built = new Set();

/** Prints the result of a part's build. Sends a message to the parent process once every part was built. */
function report(part, errors) {
  console.log(errors.length === 0 ? `Built: ${part}` : `Not built: ${part}\n${errors.join("\n")}`);
  built.add(part);
  if (built.size === PARTS && process.connected) process.send("built", () => process.disconnect());
}

// esbuild's process asks this one every second whether it is there. It stays if this one exits before it answers, which happens while webpack builds.
process.on("exit", () => void stop());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit());

rmSync(devPages, { recursive: true, force: true });
mkdirSync(devPages, { recursive: true });

// esbuild writes into the same folder.
const output = { ...config.output, path: devPages, clean: { keep: /^(workbench|screener)/ } };
// Keeps the last good pages while a source has errors.
const optimization = { emitOnErrors: false };
webpack({ ...config, mode: "development", output, optimization }).watch({ aggregateTimeout: 50 }, (error, stats) => {
  const errors = error ? [error.message] : stats.compilation.errors.map(({ message }) => message);
  report("the add-in (functions, pane, help)", errors);
});

const [page, shim] = workbenchBundles(devPages, { development: true });
for (const [part, options] of [
  ["the workbench", page],
  ["the workbench's replacement of Excel's script", shim],
]) {
  const plugin = {
    name: "report",
    setup(build) {
      // Files that the page needs but no script imports.
      build.onResolve({ filter: /workbench\.tsx$/ }, ({ kind }) => (kind === "entry-point" ? { watchFiles: workbenchPageSources } : undefined));
      build.onEnd(({ errors }) => {
        if (errors.length === 0 && options === page) writeWorkbenchPages(devPages);
        report(
          part,
          errors.map(({ text, location }) => (location ? `${location.file}:${location.line}: ${text}` : text)),
        );
      });
    },
  };
  await (await context({ ...options, logLevel: "silent", plugins: [plugin] })).watch();
}

// npm passes a signal to a shell, which exits without its child, so this process exits when its parent is gone.
const parent = process.ppid;
if (process.platform !== "win32") setInterval(() => process.ppid === parent || process.exit(), 500);
