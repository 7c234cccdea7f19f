import { refreshBesideOwnColumns, type OwnTally } from "../../conformance/own-columns";
import { many, SEED, TESTED } from "../../corpus";
import { editedPaper } from "./edited-paper";
import { paperSheet } from "./paper-sheet";

const runs = async (count: number, back: boolean): Promise<OwnTally[]> => {
  const tallies: OwnTally[] = [];
  for (let run = 0; run < count; run++)
    tallies.push(await refreshBesideOwnColumns(editedPaper(paperSheet()), Number(SEED) * 1_000 + run, { rounds: back ? 3 : 8, back }));
  return tallies;
};
const kindsOf = (tallies: readonly OwnTally[]): number => new Set(tallies.flatMap(({ columns }) => Object.keys(columns))).size;

const MOST_MS = many(600_000, 60_000);

describe(`random columns of the user's beside a table (${TESTED})`, () => {
  it(
    "hold what a model of them says, while the table's rows move, grow and shrink",
    async () => {
      const tallies = await runs(many(1_000, 60), false);
      expect(kindsOf(tallies)).toBeGreaterThan(9);
      expect(tallies.some(({ below }) => below > 0)).toBe(true);
    },
    MOST_MS,
  );

  it(
    "are as they were after a day of the past and back",
    async () => {
      expect(kindsOf(await runs(many(500, 40), true))).toBeGreaterThan(9);
    },
    MOST_MS,
  );
});
