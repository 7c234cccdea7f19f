// How the commands of src/commands become one file for Node: kept in .build for `npm run` (run.mjs), in dist/commands for a server (build.mjs).
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** The built commands: `node dist/commands/run.js start`. */
export const builtCommands = path.join(root, "dist", "commands", "run.js");

/** The pages of `npm run build:dev`, `watch` and `dev-server`. dist/web holds what is delivered, and only that. */
export const devPages = path.join(root, "dist", "dev");

/** Options for esbuild. Packages stay outside: they are in node_modules wherever the commands run. */
export const commandsBundle = {
  entryPoints: [path.join(root, "src", "commands", "run.ts")],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  packages: "external",
  // An import at run time becomes a require: code that is compiled in memory has no loader of its own.
  supported: { "dynamic-import": false },
  logLevel: "error",
};
