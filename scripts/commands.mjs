// Bundles src/commands into one file for Node: cached in .build for `npm run` (run.mjs), or in dist/commands for a server (build.mjs).
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** The built commands: `node dist/commands/run.js start`. */
export const builtCommands = path.join(root, "dist", "commands", "run.js");

/** Folder of the pages of `npm run build:dev`, `watch` and `dev-server`. dist/web has only delivered pages. */
export const devPages = path.join(root, "dist", "dev");

/** The lines that git prints; none outside of a git checkout, or without git. */
function git(...args) {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** Tells the commands which commit they are built from (`src/service/store/version.ts`). `changes` adds whether files differ from it, which takes git longer. */
export function commitDefinition({ changes = false } = {}) {
  const commit = git("rev-parse", "--short=12", "HEAD");
  const changed = changes && commit !== "" && git("status", "--porcelain") !== "";
  return { SERVICE_COMMIT: JSON.stringify(changed ? `${commit} with changes` : commit) };
}

/** Options for esbuild, besides `commitDefinition`. Packages are not bundled: node_modules is available wherever the commands run. */
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
