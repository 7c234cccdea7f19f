import { buildSync } from "esbuild";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type * as Engine from "./engine-entry";

const ROOT = path.resolve(__dirname, "../../..");

/**
 * The engine for Node in one file, as the commands bundle it. Everything that tests compare by identity must come from here too.
 */
export function loadEngine(): typeof Engine {
  mkdirSync(path.join(ROOT, ".build"), { recursive: true });
  const folder = mkdtempSync(path.join(ROOT, ".build", "engine-"));
  const outfile = path.join(folder, "engine.cjs");
  try {
    buildSync({
      absWorkingDir: ROOT,
      entryPoints: ["test/unit/engine/engine-entry.ts"],
      outfile,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      logLevel: "error",
    });
    return createRequire(__filename)(outfile) as typeof Engine;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
