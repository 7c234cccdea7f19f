import { blockIn } from "../../../src/workbook/cell-reference";
import { editAndRefresh, type EditedSheet, type Tally } from "../../conformance/random-edits";
import { many, SEED, TESTED } from "../../corpus";
import { paperBlocks, paperSheet, type PaperSheet } from "./paper-sheet";

function edited(paper: PaperSheet): EditedSheet {
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

const RUNS = many(200, 20);

describe(`100 random edits around tables, with refreshes between them (${TESTED})`, () => {
  it("lose nothing of the user's, and show what is published", async () => {
    const sum: Partial<Tally> = {};
    for (let run = 0; run < RUNS; run++) {
      const tally = await editAndRefresh(edited(paperSheet()), Number(SEED) * 1_000 + run, { edits: 100, rounds: 8 });
      for (const [what, count] of Object.entries(tally)) sum[what as keyof Tally] = (sum[what as keyof Tally] ?? 0) + (count as number);
    }
    const { refreshes = 0, refusals = 0, ...happened } = sum;
    expect(refreshes).toBe(RUNS * 8);
    expect(refusals).toBeLessThan(refreshes / 2);
    expect(Object.values(happened).every((count) => count > 0)).toBe(true);
  });
});
