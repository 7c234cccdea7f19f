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

  it("are calculated as one list, or as one of the areas", async () => {
    const formulas = ["LARGE((A1,A3),1)", "RANK(A1,(A1,A3),1)", "INDEX((A1:A2,A3:A4),1,1,2)+A1", "SMALL(BOTH,1)", "IFERROR(LARGE((A1,A3),9),0)+A1", "B1+1"];
    expect(await shown(...formulas)).toEqual(["4.25", "2", "5.25", "1", "4.25", "5.25"]);
    expect(err()).toEqual([]);
  });

  it("keep the other formulas, and what depends on them", async () => {
    expect(await shown("SUM((A1,A3)*2)", "COUNTIF((A1,A3),4.25)", "B1+1")).toEqual(["7", "7", "7"]);
    expect(err()).toEqual([
      "b.xlsx: S!B1 and S!B2 keep their values. It uses a union of areas such as (A1,B1), whose result may differ from Excel's.",
      "b.xlsx: S!B3 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });
});

describe("an error that Excel does not show", () => {
  it("does not come from the size of an array or of the sheet", async () => {
    const formulas = [
      "SUM(_xlfn.SEQUENCE(20000))+A1",
      "COUNT(_xlfn.SEQUENCE(20000))+A1",
      "SUM(_xlfn.SEQUENCE(1,300))+A1",
      "IF(ISBLANK(J20000),A1,0)",
      "ZZ1+A1",
    ];
    expect(await shown(...formulas)).toEqual(["200010004.25", "20004.25", "45154.25", "4.25", "4.25"]);
    expect(err()).toEqual([]);
  });

  it("keeps the value if the second engine gives another, or if the engine cannot calculate it", async () => {
    const formulas = ["INDEX(J:J,20000)+A1", "B1+1", "IFERROR(SUM(_xlfn.SEQUENCE(2000,2000)),0)+A1", "COUNT(_xlfn.MUNIT(2000))+A1"];
    expect(await shown(...formulas)).toEqual(formulas.map(() => "7"));
    expect(err()).toEqual([
      "b.xlsx: S!B1 keeps its value. It would become #REF!, for which two calculations gave different results.",
      "b.xlsx: S!B2 keeps its value. It depends on S!B1, which keeps its value.",
      "b.xlsx: S!B3 and S!B4 keep their values. This refresh cannot calculate it. Open the book in Excel to update it.",
    ]);
  });

  it("is written if both engines give it, or if it follows from an answer", async () => {
    const formulas = [
      "1/(A1-4.25)",
      "MATCH(A1,A3,0)",
      "B1*2",
      "FACT(-A1)",
      'LEN(_xldudf_SERVICE_FRED("NOSUCH"))/0',
      '_xldudf_SERVICE_FRED("NOSUCH")*2',
      "B6+1",
    ];
    expect(await shown(...formulas)).toEqual(["#DIV/0!", "#N/A", "#DIV/0!", "7", "#DIV/0!", "#VALUE!", "#VALUE!"]);
    // FACT of a large number does not end in the second engine, which gets no formula with it.
    expect(err()).toEqual(["b.xlsx: S!B4 keeps its value. It would become #NUM!, which a second calculation could not confirm."]);
  });
});
