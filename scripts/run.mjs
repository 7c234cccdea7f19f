// Runs one command of src/commands: compiles it for Node (a fraction of a second) and starts it. Used by the npm scripts.
import { build } from "esbuild";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
// A name of its own for each run: two commands may be started at once.
const outfile = path.join(root, "dist", "commands", `main-${process.pid}.js`);

await build({
  entryPoints: [path.join(root, "src", "commands", "main.ts")],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  packages: "external",
  logLevel: "error",
});

const { main } = createRequire(import.meta.url)(outfile);
rmSync(outfile, { force: true });
process.exitCode = await main(process.argv.slice(2));
