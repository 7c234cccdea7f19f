import { withRanges } from "../../../src/workbook/with-ranges";

const TO = { row: 3, column: 1, rows: 9, columns: 1 };

describe("ranges of a formula", () => {
  it.each([
    ["=SUM(B4:B6)", "=SUM(B4:B12)"],
    ["=sum( $b$4:B$6 ) + B4", "=sum( $B$4:B$12 ) + B4"],
    ["=SUM(B6:B4)", "=SUM(B12:B4)"],
    ["='My sheet'!B4:'My sheet'!B6", "='My sheet'!B4:'My sheet'!B12"],
    ['="B4:B6"&A1', '="B4:B6"&A1'],
    ["=SUM([Book1.xlsx]Data!B4:B6)", "=SUM([Book1.xlsx]Data!B4:B6)"],
    ["=SUM(B:B,4:6)+B4:B5:B6", "=SUM(B:B,4:6)+B4:B5:B6"],
  ])("of %s alone are replaced: %s", (formula, expected) => {
    expect(withRanges(formula, "Sheet1", () => TO)).toBe(expected);
  });

  it("are counted in order, each with its sheet", () => {
    const seen: unknown[] = [];
    withRanges("=SUM(A1:A2,Rates!B1:C2,D1)", "Sheet1", ({ sheet, column }, i) => void seen.push([sheet, column, i]));
    expect(seen).toEqual([
      ["Sheet1", 0, 0],
      ["Rates", 1, 1],
    ]);
  });
});
