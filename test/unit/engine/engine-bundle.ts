import { buildSync } from "esbuild";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(__dirname, "../../..");

/**
 * The engine for Node in one file, as the commands bundle it: jest does not load the ES modules that the packages of the grid are made of.
 * Everything that tests compare by identity must come from here too.
 */
export function loadEngine(): typeof import("../../../src/engine/headless") {
  const folder = mkdtempSync(path.join(ROOT, ".build", "engine-"));
  const outfile = path.join(folder, "engine.cjs");
  try {
    buildSync({
      absWorkingDir: ROOT,
      entryPoints: ["src/engine/headless.ts"],
      outfile,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      logLevel: "error",
    });
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return require(outfile) as typeof import("../../../src/engine/headless");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
