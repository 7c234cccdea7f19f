import { referencesOf } from "../../../src/workbook/areas";
import { autoSums } from "../../../src/workbook/auto-sum";
import type { Book } from "../../../src/workbook/book";
import { subtotalsBeyondValues } from "../../../src/workbook/formulas/subtotals";

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

/** The formulas of column D of a book whose row 3 is hidden on sheet T that are found. */
function found(formulas: readonly string[]): string[] {
  const cells = formulas.map((formula, row) => ({ row, column: 3, value: 1, formula }));
  const sheets = [
    { name: "S", cells },
    {
      name: "T",
      cells: [],
      rows: [
        { row: 2, hidden: true as const },
        { row: 5, height: 20 },
      ],
    },
  ];
  const names = [{ name: "Shown", formula: "=SUBTOTAL(109,T!$A$1:$A$9)" }];
  const book: Book = { sheets, active: 0, names, settings: {} };
  return [
    ...subtotalsBeyondValues(
      book,
      cells.map((cell) => ({ sheet: "S", cell, references: referencesOf(cell.formula, "S", names) })),
    ),
  ].map(({ cell }) => cell.formula);
}

test("a subtotal over hidden rows does not follow from values", () => {
  expect(found(["=SUBTOTAL(9,A1:A9)", "=SUBTOTAL(9,T!A1:A2)", "=SUBTOTAL(9,T!A4:A6)", "=SUM(T!A1:A9)"])).toEqual([]);
  expect(found(["=SUBTOTAL(109,T!A1:A9)", "=1+AGGREGATE(9,5,t!A3)", "=SUBTOTAL(2,T!B:B)", "=Shown*2"])).toEqual([
    "=SUBTOTAL(109,T!A1:A9)",
    "=1+AGGREGATE(9,5,t!A3)",
    "=SUBTOTAL(2,T!B:B)",
    "=Shown*2",
  ]);
});

test("a subtotal over other subtotals does not follow from values; the inner ones do", () => {
  expect(found(["=SUBTOTAL(9,A1:A2)", "=SUBTOTAL(9,A3:A4)", "=SUBTOTAL(9,D1:D2)", "=SUM(D1:D2)"])).toEqual(["=SUBTOTAL(9,D1:D2)"]);
});
