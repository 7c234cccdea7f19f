// Runs jest for the npm scripts, with enough space for new objects. Programs that allocate as much as the tests collect garbage too often in V8's small default.
// Arguments go to jest.
import { createRequire } from "node:module";

// The workers get them from here.
process.execArgv.push("--min-semi-space-size=32", "--max-semi-space-size=64");
await createRequire(import.meta.url)("jest").run(process.argv.slice(2));
