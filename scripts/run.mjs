// Runs one command of src/commands for the npm scripts. With the development packages it compiles the sources, in a second or two, and caches the result until
// a source changes, so it never runs an old build. Without them, as on a server, it runs the result of `npm run build`.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compileFunction } from "node:vm";
import { builtCommands, commandsBundle, commitDefinition, root } from "./commands.mjs";
import { cachedBundle } from "./cached-bundle.mjs";

const esbuild = path.join(root, "node_modules", "esbuild", "package.json");

if (existsSync(esbuild) && existsSync(path.join(root, "src"))) {
  // A name next to the built commands, so that both find the same files. The file does not exist.
  const filename = path.join(path.dirname(builtCommands), "unbuilt.js");
  const code = await cachedBundle({
    root,
    file: path.join(root, ".build", "commands.js"),
    options: { ...commandsBundle, define: commitDefinition() },
    also: [esbuild],
  });
  const run = compileFunction(code, ["module", "exports", "require", "__filename", "__dirname"], { filename });
  const made = { exports: {} };
  run(made, made.exports, createRequire(filename), filename, path.dirname(filename));
} else if (existsSync(builtCommands)) {
  createRequire(import.meta.url)(builtCommands);
} else {
  console.error("The commands are not built. Where the development packages may be installed, type: npm ci && npm run build. Then copy the folder dist here.");
  process.exitCode = 1;
}
