// Bundles src/commands into one file for Node: cached in .build for `npm run` (run.mjs), or in dist/commands for a server (build.mjs).
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** The built commands: `node dist/commands/run.js start`. */
export const builtCommands = path.join(root, "dist", "commands", "run.js");

/** Folder of the pages of `npm run build:dev`, `watch` and `dev-server`. dist/web has only delivered pages. */
export const devPages = path.join(root, "dist", "dev");

/** Options for esbuild. Packages are not bundled: node_modules is available wherever the commands run. */
export const commandsBundle = {
  entryPoints: [path.join(root, "src", "commands", "run.ts")],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  packages: "external",
  // Compiles import() to require(), because code compiled in memory has no module loader.
  supported: { "dynamic-import": false },
  logLevel: "error",
};
