import { bookOf, refreshDesk } from "./refresh-desk";

const { put, err, rowsOf, run, importSeries } = refreshDesk();
const NAMES = '<definedNames><definedName name="BOTH">S!$A$1,S!$A$3</definedName></definedNames>';

/** Refreshes a book whose A1 becomes 4.25, with 1 in A3, and these formulas in column B, whose value is 7. Returns what they show. */
async function shown(...formulas: readonly string[]): Promise<readonly string[]> {
  await importSeries("DGS10", { "2026-11-18": 4.25 });
  const cell = (row: number): string => `<c r="B${row}"><f>${formulas[row - 1]!.replaceAll("<", "&lt;")}</f><v>7</v></c>`;
  const own = ['<c r="A1"><f>_xldudf_SERVICE_FRED("DGS10")</f><v>1</v></c>', "", '<c r="A3"><v>1</v></c>'];
  put(
    "b.xlsx",
    bookOf(
      Array.from({ length: Math.max(3, formulas.length) }, (_, i) => `${own[i] ?? ""}${i < formulas.length ? cell(i + 1) : ""}`),
      { workbook: NAMES },
    ),
  );
  expect(await run("b.xlsx")).toBe(0);
  return rowsOf("b.xlsx").flatMap((row) => /<c r="B\d+"[^>]*>.*?<v>([^<]*)<\/v>/.exec(row)?.[1] ?? []);
}

describe("areas in brackets", () => {
  it("are calculated where each area could be an argument", async () => {
    const formulas = ["SUM((A1,A3))", "AVERAGE((A1,A3))", "COUNT((A1:A3,A2:A3))", "MAX(BOTH)", "SUM(BOTH,((A1,A1),A3))", "MEDIAN((A1,A3))"];
    expect(await shown(...formulas)).toEqual(["5.25", "2.625", "3", "4.25", "14.75", "2.625"]);
    expect(err()).toEqual([]);
  });

  it("keep the other formulas, and what depends on them", async () => {
    const formulas = ["LARGE((A1,A3),1)", "RANK(A1,(A1,A3))", "INDEX((A1:A2,A3:A4),1,1,2)+A1", "SMALL(BOTH,1)", "IFERROR(LARGE((A1,A3),9),0)+A1", "B1+1"];
    expect(await shown(...formulas)).toEqual(["7", "7", "7", "7", "7", "7"]);
    expect(err()).toEqual([
      "b.xlsx: S!B1, S!B2, S!B3, S!B4 and S!B5 keep their values. It uses a union of areas such as (A1,B1), whose result may differ from Excel's.",
      "b.xlsx: S!B6 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });
});
