import { readFileSync } from "node:fs";
import path from "node:path";
import { readYields } from "./read-as";
import { itWithSharedData } from "../../../shared-data";

const rowsOf = (text: string) => readYields(text).rows;

interface Package {
  unit?: string;
  multiplier?: string;
  identifier?: string;
  id?: string;
  lines?: string;
}
const packageOf = ({
  unit = "Percent:_Per_Year",
  multiplier = "1",
  id = "RIFLGFCY10_N.B",
  identifier = `H15/H15/${id}`,
  lines = "2024-06-18,4.22\n2024-06-19,ND\n",
}: Package = {}) =>
  `"Series Description","Market yield, constant maturity, quoted on investment basis"\n"Unit:","${unit}"\n"Multiplier:","${multiplier}"\n"Currency:","NA"\n"Unique Identifier: ","${identifier}"\n"Time Period","${id}"\n${lines}`;

describe("the Federal Reserve Board's H.15 package", () => {
  it("has daily rows, in which ND is a missing value", () => {
    const { layout, rows } = readYields(packageOf());
    expect(layout.publisher).toBe("board");
    expect(rows).toEqual([
      { series: "DGS10", date: "2024-06-18", value: 4.22, source: "board" },
      { series: "DGS10", date: "2024-06-19", value: null, source: "board" },
    ]);
  });

  it("may lack the rows of units and multipliers, or leave them blank", () => {
    expect(rowsOf("Time Period,RIFLGFCM01_N.B,RIFLGFCY30_N.B\n2024-06-18,5.43,\n")).toEqual([
      { series: "DGS1MO", date: "2024-06-18", value: 5.43, source: "board" },
      { series: "DGS30", date: "2024-06-18", value: null, source: "board" },
    ]);
    expect(rowsOf(packageOf({ unit: "", multiplier: "" }))).toHaveLength(2);
  });

  it.each([
    ["RIFLGFCM01_N.B", "DGS1MO"],
    ["RIFLGFCM03_N.B", "DGS3MO"],
    ["RIFLGFCM06_N.B", "DGS6MO"],
    ["RIFLGFCY01_N.B", "DGS1"],
    ["RIFLGFCY02_N.B", "DGS2"],
    ["RIFLGFCY03_N.B", "DGS3"],
    ["RIFLGFCY05_N.B", "DGS5"],
    ["RIFLGFCY07_N.B", "DGS7"],
    ["RIFLGFCY10_N.B", "DGS10"],
    ["RIFLGFCY20_N.B", "DGS20"],
    ["RIFLGFCY30_N.B", "DGS30"],
    ["RIFLGFCY10_XII_N.B", "DFII10"],
    ["RIFSGFSW04_N.B", "DTB4WK"],
    ["RIFSGFSM03_N.B", "DTB3"],
    ["RIFSGFSM06_N.B", "DTB6"],
    ["RIFSGFSY01_N.B", "DTB1YR"],
    ["RIFSPFF_N.B", "EFFR"],
  ])("has %s, which is stored as %s", (id, series) => {
    expect(rowsOf(packageOf({ id }))[0]).toEqual({ series, date: "2024-06-18", value: 4.22, source: "board" });
  });

  it.each([
    ["another unit", packageOf({ unit: "Currency" }), 'line 2: expected Percent:_Per_Year as unit of RIFLGFCY10_N.B, got "Currency"'],
    ["another multiplier", packageOf({ multiplier: "1000000" }), 'line 3: expected 1 as multiplier of RIFLGFCY10_N.B, got "1000000"'],
    [
      "an identifier over another column",
      packageOf({ identifier: "H15/H15/RIFLGFCY30_N.B" }),
      "line 5: expected the column's own identifier as unique identifier of RIFLGFCY10_N.B",
    ],
    [
      "an unknown identifier, by name",
      packageOf({ id: "RIFSPBLP_N.B" }),
      'line 6: "RIFSPBLP_N.B" is not a column of the Board\'s H.15 package that this service knows; leave it out',
    ],
    [
      "monthly averages",
      packageOf({ id: "RIFLGFCY10_N.M" }),
      'line 6: "RIFLGFCY10_N.M" is not a column of the Board\'s H.15 package that this service knows; it is not the business-day series',
    ],
    ["months for days", packageOf({ lines: "2024-06,4.31\n" }), 'line 7: expected a date as YYYY-MM-DD, got "2024-06"'],
    ["a day that does not exist", packageOf({ lines: "2023-02-29,4.31\n" }), "line 7: 2023-02-29 does not exist"],
    ["N/A, which is the Treasury's word", packageOf({ lines: "2024-06-18,N/A\n" }), 'line 7: expected a number under RIFLGFCY10_N.B, got "N/A"'],
    ["a cut word at the end", packageOf({ lines: "2024-06-18,4.22\n2024-06-19,N" }), 'line 8: expected a number under RIFLGFCY10_N.B, got "N"'],
    ["no line of data", packageOf({ lines: "" }), "there is no line of data under the header"],
    [
      "no row of identifiers",
      '"Series Description","Market yield"\n"Unit:","Percent:_Per_Year"\n',
      "the row Time Period with the series' identifiers is missing",
    ],
    [
      "an unknown row above the data",
      `"Series Description","x"\n"Notes","x"\n"Time Period","RIFLGFCY10_N.B"\n2024-06-18,4.22\n`,
      'line 2: expected a row of the Board\'s H.15 package (Series Description, Unit, Multiplier, Currency, Unique Identifier, Time Period), got "Notes"',
    ],
    [
      "a row of units with another number of cells",
      `"Unit:","Percent:_Per_Year"\n"Time Period","RIFLGFCY10_N.B","RIFLGFCY30_N.B"\n2024-06-18,4.22,4.36\n`,
      "line 1: expected 3 cells, as in the row Time Period, got 2",
    ],
  ])("is refused for %s", (_, text, sentence) => {
    expect(() => rowsOf(text)).toThrow(sentence);
  });
});

describe("an H.15 excerpt with short column names", () => {
  it("has tenors, in which ND and blanks are missing values", () => {
    expect(rowsOf("date,M01,Y02,Y10\n1962-01-02,,,4.06\n1962-02-12,ND,ND,ND\n")).toEqual(
      [
        ["DGS1MO", "1962-01-02", null],
        ["DGS2", "1962-01-02", null],
        ["DGS10", "1962-01-02", 4.06],
        ["DGS1MO", "1962-02-12", null],
        ["DGS2", "1962-02-12", null],
        ["DGS10", "1962-02-12", null],
      ].map(([series, date, value]) => ({ series, date, value, source: "board" })),
    );
  });

  it("is refused for an unknown column, which the message names", () => {
    expect(() => rowsOf("date,Y10,Y50\n2024-06-18,4.22,4.5\n")).toThrow('line 1: "Y50" is not a column of an H.15 excerpt');
  });

  itWithSharedData("is read from the published file", (folder) => {
    const rows = rowsOf(readFileSync(path.join(folder, "treasury/h15_cmt_excerpt.csv"), "utf8"));
    expect(rows).toContainEqual({ series: "DGS10", date: "2024-06-25", value: 4.23, source: "board" });
    expect(rows).toContainEqual({ series: "DGS10", date: "2024-03-29", value: null, source: "board" });
    expect(rows).toContainEqual({ series: "DGS2", date: "1962-01-02", value: null, source: "board" });
  });
});
