// Runs one command of src/commands for the npm scripts. With the development packages it compiles the sources in memory (a fraction of a second): it writes
// nothing, and never runs an old build. Without them, as on a server, it runs what `npm run build` has made.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compileFunction } from "node:vm";
import { builtCommands, commandsBundle, root } from "./commands.mjs";

const esbuild = await import("esbuild").catch((e) => {
  if (e.code !== "ERR_MODULE_NOT_FOUND") throw e;
});

if (esbuild && existsSync(path.join(root, "src"))) {
  // Where the built commands are, so that both find the same files; no file of this name exists.
  const filename = path.join(path.dirname(builtCommands), "unbuilt.js");
  const { outputFiles } = await esbuild.build({ ...commandsBundle, write: false });
  const run = compileFunction(outputFiles[0].text, ["module", "exports", "require", "__filename", "__dirname"], { filename });
  const made = { exports: {} };
  run(made, made.exports, createRequire(filename), filename, path.dirname(filename));
} else if (existsSync(builtCommands)) {
  createRequire(import.meta.url)(builtCommands);
} else {
  console.error("The commands are not built. Where the development packages may be installed, type: npm ci && npm run build. Then copy the folder dist here.");
  process.exitCode = 1;
}
