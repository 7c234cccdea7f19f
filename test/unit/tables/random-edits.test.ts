import { editAndRefresh, type Tally } from "../../conformance/random-edits";
import { many, SEED, TESTED } from "../../corpus";
import { editedPaper } from "./edited-paper";
import { paperSheet } from "./paper-sheet";

const RUNS = many(200, 20);

describe(`100 random edits around tables, with refreshes between them (${TESTED})`, () => {
  it(
    "lose nothing of the user's, and show what is published",
    async () => {
      const sum: Partial<Tally> = {};
      for (let run = 0; run < RUNS; run++) {
        const tally = await editAndRefresh(editedPaper(paperSheet()), Number(SEED) * 1_000 + run, { edits: 100, rounds: 8 });
        for (const [what, count] of Object.entries(tally)) sum[what as keyof Tally] = (sum[what as keyof Tally] ?? 0) + (count as number);
      }
      const { refreshes = 0, refusals = 0, ...happened } = sum;
      expect(refreshes).toBe(RUNS * 8);
      expect(refusals).toBeLessThan(refreshes / 2);
      expect(Object.values(happened).every((count) => count > 0)).toBe(true);
    },
    many(300_000, 30_000),
  );
});
