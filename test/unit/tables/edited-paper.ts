import { blockIn } from "../../../src/workbook/cell-reference";
import type { EditedSheet } from "../../conformance/random-edits";
import { paperBlocks, type PaperSheet } from "./paper-sheet";

/** A sheet in memory as a user edits it. */
export function editedPaper(paper: PaperSheet): EditedSheet {
  let saved = paper.save();
  return {
    blocks: paperBlocks(paper),
    put: async (cells) => {
      saved = paper.save();
      for (const [address, content] of Object.entries(cells)) {
        const { row, column } = blockIn(address)!;
        paper.put(row, column, typeof content === "string" && content.startsWith("=") ? { formula: content } : content);
      }
    },
    resize: async (kind, along, at, count) => {
      saved = paper.save();
      if (along === "rows") paper.rows(kind, at, count);
      else paper.columns(kind, at, count);
    },
    undo: async () => paper.restore(saved),
  };
}
