import { buildSync } from "esbuild";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type * as Core from "@univerjs/core";
import type * as EngineFormula from "@univerjs/engine-formula";
import type * as BookData from "../../../src/engine/book/book-data";
import type * as FollowEdits from "../../../src/engine/edits/follow-edits";
import type * as Headless from "../../../src/engine/headless";
import type * as NamesInCells from "../../../src/engine/formulas/names-in-cells";

const ROOT = path.resolve(__dirname, "../../..");

/** With what tests of edits need of Univer. */
const CONTENTS = `
  export * from "./src/engine/headless";
  export * from "./src/engine/book/book-data";
  export * from "./src/engine/edits/follow-edits";
  export * from "./src/engine/formulas/names-in-cells";
  export { IDefinedNamesService } from "@univerjs/engine-formula";
  export { ICommandService, IResourceLoaderService, IUniverInstanceService } from "@univerjs/core";
`;

type Engine = typeof Headless &
  typeof BookData &
  typeof FollowEdits &
  typeof NamesInCells &
  Pick<typeof Core, "ICommandService" | "IResourceLoaderService" | "IUniverInstanceService"> &
  Pick<typeof EngineFormula, "IDefinedNamesService">;

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
      stdin: { contents: CONTENTS, resolveDir: ROOT, loader: "ts" },
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
