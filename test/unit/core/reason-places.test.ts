import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../../src/commands/io";

/*
 * A cell shows the short reason, everything beside it the full one. Each place that shows a reason is listed with the functions that it uses for it; a new
 * place is added here with its decision.
 */
const CELLS: readonly string[] = [
  "hosts/excel/to-cell.ts",
  "hosts/refresh/to-book-cell.ts",
  "hosts/sheets/words.ts",
  "commands/eval.ts",
  "sources/answer-words.ts",
];

/** They recognise the cell's short text, and show the full one instead. */
const READ_CELLS: readonly string[] = ["hosts/workbench/beside-cell/written-notes.ts", "pane/audit/audit-of.ts", "pane/inspect/call-view.tsx"];

const BESIDE: readonly string[] = [
  ...READ_CELLS,
  // The message of an error value, which Excel shows when the pointer is over it.
  "hosts/excel/to-cell.ts",
  "commands/refresh/trace.ts",
  "core/outcome.ts",
  "pane/formula/preview-box.tsx",
  "pane/inspect/answer-facts.tsx",
  "pane/inspect/citation.tsx",
  "pane/inspect/curve-view.tsx",
  "sources/answer-words.ts",
  "sources/sources-block.ts",
];

const SRC = path.join(ROOT, "src");
const files = (readdirSync(SRC, { recursive: true }) as string[])
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /^(?!service\/).*\.tsx?$/.test(file));
const using = (pattern: RegExp): string[] => files.filter((file) => pattern.test(readFileSync(path.join(SRC, file), "utf8"))).sort();

describe("every place that shows a reason", () => {
  it("shows the short one if it is a cell", () => expect(using(/\breasonInCell\(/)).toEqual([...CELLS, ...READ_CELLS].sort()));

  it("shows the full one if it is beside a cell", () => expect(using(/\b(reasonInFull|whyWords)\(/)).toEqual([...BESIDE].sort()));

  it("reads neither from an answer itself", () =>
    expect(using(/\banswer\.(reason|explanation)\b/)).toEqual(["commands/eval.ts", "core/outcome.ts", "core/reply.ts", "proof/lock-of.ts"]));
});
