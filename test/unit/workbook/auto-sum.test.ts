import { autoSums } from "../../../src/workbook/auto-sum";

/** The sums for this block of a sheet, as `A5 =SUM(A1:A4)`. Cells beyond the sheet are empty. */
function sums(sheet: readonly (readonly unknown[])[], row: number, column: number, rows = 1, columns = 1): string[] {
  const kindOf = (r: number, c: number) => {
    const value = sheet[r]?.[c] ?? "";
    return typeof value === "number" ? ("number" as const) : value === "" ? ("empty" as const) : ("other" as const);
  };
  return autoSums({ row, column, rows, columns }, kindOf).map((one) => `${"ABCDEF"[one.column]}${one.row + 1} ${one.formula}`);
}

const SHEET = [
  ["k", 1, 2, ""],
  ["l", 3, 4, ""],
  ["m", 5, 6, ""],
  ["", "", "", ""],
  ["", 7, "x", ""],
];

describe("automatic sums", () => {
  it("add the numbers directly above an empty cell, else those to its left", () => {
    expect(sums(SHEET, 3, 1)).toEqual(["B4 =SUM(B1:B3)"]);
    expect(sums(SHEET, 1, 3)).toEqual(["D2 =SUM(B2:C2)"]);
    expect(sums(SHEET, 5, 1)).toEqual(["B6 =SUM(B5)"]);
    expect(sums(SHEET, 3, 1, 1, 2)).toEqual(["B4 =SUM(B1:B3)", "C4 =SUM(C1:C3)"]);
  });

  it("go below each selected column, and to the right of a selected row", () => {
    expect(sums(SHEET, 0, 1, 3, 2)).toEqual(["B4 =SUM(B1:B3)", "C4 =SUM(C1:C3)"]);
    expect(sums(SHEET, 0, 1, 1, 2)).toEqual(["D1 =SUM(B1:C1)"]);
  });

  it("go into the empty last row and column of a selection", () => {
    expect(sums(SHEET, 0, 1, 4, 2)).toEqual(["B4 =SUM(B1:B3)", "C4 =SUM(C1:C3)"]);
    expect(sums(SHEET, 0, 1, 3, 3)).toEqual(["D1 =SUM(B1:C1)", "D2 =SUM(B2:C2)", "D3 =SUM(B3:C3)"]);
    expect(sums(SHEET, 0, 1, 4, 3)).toEqual([...["B4 =SUM(B1:B3)", "C4 =SUM(C1:C3)", "D1 =SUM(B1:C1)", "D2 =SUM(B2:C2)", "D3 =SUM(B3:C3)", "D4 =SUM(B1:C3)"]]);
  });

  it("never overwrite a cell, and are not written without numbers", () => {
    expect(sums(SHEET, 1, 1, 2, 1)).toEqual(["B4 =SUM(B2:B3)"]);
    expect(sums([[1], ["text"]], 0, 0, 1, 1)).toEqual(["B1 =SUM(A1)"]);
    expect(sums([[1, "x"]], 0, 0)).toEqual([]);
    expect(sums(SHEET, 8, 5)).toEqual([]);
    expect(sums([["", "x"]], 0, 0, 1, 2)).toEqual([]);
  });
});
