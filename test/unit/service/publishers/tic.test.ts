import { holderOf } from "../../../../src/service/publishers/tic/tic";
import { itWithSharedData } from "../../../shared-data";
import { readUnchecked } from "./read-as";

const TITLE = "Table 5: Major Foreign Holders of Treasury Securities\t\t\n\t\t\n";
const read = (text: string | Buffer) => readUnchecked("tic", text, "slt_table5.txt").rows;

describe("TIC major holders", () => {
  test("are dated by the month of their column, newest first", () => {
    const rows = read(`${TITLE}Country\t2026-07\t2026-06\nUnited Kingdom\t998.3\t939.9\nGrand Total\t9248.1\tn.a.\n`);
    expect(rows.flatMap((r) => (r.series === "TIC.UnitedKingdom" ? [`${r.date} ${r.value}`] : []))).toEqual(["2026-07-01 998.3", "2026-06-01 939.9"]);
    expect(rows.find((r) => r.series === "TIC.GrandTotal" && r.date === "2026-06-01")?.value).toBeNull();
  });

  test.each([
    ["Of Which: Foreign Official", "ForeignOfficial"],
    ["Korea, South", "KoreaSouth"],
    ["Of Which: Foreign Official T-Bonds & Notes", "ForeignOfficialTBondsAndNotes"],
  ])("name %s in one word, %s", (published, name) => expect(holderOf(published)).toBe(name));

  test.each([
    ["a cut line", "2026-07\t2026-06\nJapan\t1103.9\n", /expected 2 months, got 1/],
    ["a missing total", "2026-07\nJapan\t1103.9\n", /Grand Total is missing/],
    ["values in millions", "2026-07\nJapan\t1103900\nGrand Total\t9248100\n", /check the unit/],
    ["months in words", "Jul 2026\nJapan\t1\n", /months as YYYY-MM/],
    ["a month left out", "2026-07\t2026-05\nGrand Total\t9248.1\t9368.5\n", /consecutive months, newest first, got 2026-05-01 after 2026-07-01/],
    ["a last value that may be cut", "2026-07\nGrand Total\t9248", /without a line end/],
  ])("are refused with %s", (_, table, sentence) => expect(() => read(`${TITLE}Country\t${table}`)).toThrow(sentence));

  test("may end without a line end after a decimal", () => expect(read(`${TITLE}Country\t2026-07\nGrand Total\t9248.1`)).toHaveLength(1));

  itWithSharedData("are served as published, even if parts do not add up to their total", (_, fileIn) => {
    const rows = read(fileIn("tic/slt_table5_excerpt_2026-07.txt"));
    const of = (series: string) => rows.find((r) => r.series === series && r.date === "2026-07-01")?.value;
    expect(of("TIC.ForeignOfficial")).toBe(3773.1);
    expect((of("TIC.ForeignOfficialTreasuryBills") ?? 0) + (of("TIC.ForeignOfficialTBondsAndNotes") ?? 0)).toBeCloseTo(3773.2, 6);
  });
});
