// `npm run bench`: medians and ratios, side by side in one run. Machines are noisy: compare the ratios.
import { build } from "esbuild";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const outfile = path.join(root, "dist", "bench", "ten-thousand.js");
await build({
  entryPoints: [path.join(root, "test", "bench", "ten-thousand.ts")],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["libsql", "fastify", "@fastify/*"],
  logLevel: "error",
});
const { tenThousand } = createRequire(import.meta.url)(outfile);
await tenThousand((line) => console.log(line));
