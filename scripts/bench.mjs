// `npm run bench`: measures medians and ratios in one run. Times differ between machines: compare the ratios.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ensureBrowser } from "./ensure-browser.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Bundles a file of test/bench. Returns the bundle's path. */
async function bundled(name) {
  const outfile = path.join(root, "dist", "bench", `${name}.js`);
  await build({
    entryPoints: [path.join(root, "test", "bench", `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // Packages that are loaded late are loaded as by the commands.
    supported: { "dynamic-import": false },
    external: ["libsql", "fastify", "@fastify/*", "playwright-core", "@univerjs/*", "@ironcalc/wasm"],
    logLevel: "error",
  });
  return outfile;
}
const bench = async (name) => createRequire(import.meta.url)(await bundled(name));

const out = (line) => console.log(line);
// Memory is measured after a garbage collection.
setFlagsFromString("--expose-gc");
globalThis.gc = runInNewContext("gc");
await (await bench("own-cost")).ownCost(out, await bundled("bare-server"));
await (await bench("ten-thousand")).tenThousand(out);
(await bench("other-imports")).otherImports(out);
await (await bench("search-typing")).searchTyping(out, root);
await (await bench("refresh")).refreshes(out, await bundled("large-book-process"));
await (await bench("ten-million")).tenMillion(out);

const chrome = ensureBrowser();
if (!chrome) console.log("\nNo Chrome, Edge or Chromium found: the pages are not measured. Install one, or set CHROME_PATH to it.");
else if (spawnSync(process.execPath, [path.join(root, "scripts", "build.mjs")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] }).status === 0) {
  await (await bench("first-paint")).firstPaints(out, { root, chrome });
  await (await bench("workbench-page")).workbenchPage(out, { root, chrome });
}
