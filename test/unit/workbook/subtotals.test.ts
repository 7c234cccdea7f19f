import { referencesOf } from "../../../src/workbook/areas";
import type { Book } from "../../../src/workbook/book";
import { subtotalsBeyondValues } from "../../../src/workbook/formulas/subtotals";

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
