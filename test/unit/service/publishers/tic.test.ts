import { readFileSync } from "node:fs";
import path from "node:path";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { holderOf, tic } from "../../../../src/service/publishers/tic/tic";
import { itWithSharedData } from "../../../shared-data";

const TITLE = "Table 5: Major Foreign Holders of Treasury Securities\t\t\n\t\t\n";
const read = (text: string) => parseByFeed(tic.feeds, { name: "slt_table5.txt", bytes: Buffer.from(text) }).rows;

describe("TIC major holders", () => {
  test("are dated by the month of their column, newest first", () => {
    const rows = read(`${TITLE}Country\t2026-07\t2026-06\nUnited Kingdom\t998.3\t939.9\nGrand Total\t9248.1\tn.a.\n`);
    expect(rows.filter((r) => r.series === "TIC.UnitedKingdom").map((r) => [r.date, r.value])).toEqual([
      ["2026-07-01", 998.3],
      ["2026-06-01", 939.9],
    ]);
    expect(rows.find((r) => r.series === "TIC.GrandTotal" && r.date === "2026-06-01")?.value).toBeNull();
  });

  test("have holder names in one word, such as KoreaSouth", () => {
    expect(["Of Which: Foreign Official", "Korea, South", "Of Which: Foreign Official T-Bonds & Notes"].map(holderOf)).toEqual([
      "ForeignOfficial",
      "KoreaSouth",
      "ForeignOfficialTBondsAndNotes",
    ]);
  });

  test("are refused with a cut line, a missing total, or values in millions", () => {
    expect(() => read(`${TITLE}Country\t2026-07\t2026-06\nJapan\t1103.9\n`)).toThrow(/expected 2 months, got 1/);
    expect(() => read(`${TITLE}Country\t2026-07\nJapan\t1103.9\n`)).toThrow(/Grand Total is missing/);
    expect(() => read(`${TITLE}Country\t2026-07\nJapan\t1103900\nGrand Total\t9248100\n`)).toThrow(/check the unit/);
    expect(() => read(`${TITLE}Country\tJul 2026\nJapan\t1\n`)).toThrow(/months as YYYY-MM/);
  });

  test("are refused with a month left out, or a last value that may be cut", () => {
    expect(() => read(`${TITLE}Country\t2026-07\t2026-05\nGrand Total\t9248.1\t9368.5\n`)).toThrow(
      /consecutive months, newest first, got 2026-05-01 after 2026-07-01/,
    );
    expect(() => read(`${TITLE}Country\t2026-07\nGrand Total\t9248`)).toThrow(/without a line end/);
    expect(read(`${TITLE}Country\t2026-07\nGrand Total\t9248.1`)).toHaveLength(1);
  });

  itWithSharedData("are served as published, even if parts do not add up to their total", (folder) => {
    const rows = read(readFileSync(path.join(folder, "tic/slt_table5_excerpt_2026-07.txt"), "utf8"));
    const of = (series: string) => rows.find((r) => r.series === series && r.date === "2026-07-01")?.value;
    expect(of("TIC.ForeignOfficial")).toBe(3773.1);
    expect((of("TIC.ForeignOfficialTreasuryBills") ?? 0) + (of("TIC.ForeignOfficialTBondsAndNotes") ?? 0)).toBeCloseTo(3773.2, 6);
  });
});
