import { buildSync } from "esbuild";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type * as BookData from "../../../src/engine/book-data";
import type * as Headless from "../../../src/engine/headless";

const ROOT = path.resolve(__dirname, "../../..");

type Engine = typeof Headless & typeof BookData;

/**
 * The engine for Node in one file, as the commands bundle it. Everything that tests compare by identity must come from here too.
 */
export function loadEngine(): Engine {
  mkdirSync(path.join(ROOT, ".build"), { recursive: true });
  const folder = mkdtempSync(path.join(ROOT, ".build", "engine-"));
  const outfile = path.join(folder, "engine.cjs");
  try {
    buildSync({
      absWorkingDir: ROOT,
      stdin: { contents: 'export * from "./src/engine/headless"; export * from "./src/engine/book-data";', resolveDir: ROOT, loader: "ts" },
      outfile,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      logLevel: "error",
    });
    return createRequire(__filename)(outfile) as Engine;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
