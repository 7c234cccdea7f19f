import { traceOf, type TracedCell } from "../../../src/proof/trace-of";
import type { Book } from "../../../src/workbook/book";

const book: Book = {
  active: 0,
  names: [{ name: "Rates", formula: "='My Sheet'!$A:$A" }],
  settings: {},
  sheets: [
    {
      name: "My Sheet",
      cells: [
        {
          row: 0,
          column: 0,
          value: 1,
          spill: [
            [1, 2],
            [3, 4],
          ],
          formula: '=SERVICE.FREDH("DGS10")',
        },
        { row: 5, column: 0, value: null },
        { row: 9, column: 0, value: 7 },
      ],
    },
    {
      name: "S",
      cells: [
        { row: 0, column: 0, value: 4, formula: "='my sheet'!B2" },
        { row: 0, column: 1, value: 10, formula: "=SUM(Rates)+A1" },
      ],
    },
  ],
};

const outline = ({ where, reads, isTracedBefore }: TracedCell): unknown =>
  isTracedBefore ? `${where} again` : reads.length > 0 ? { [where]: reads.map(outline) } : where;

test("a trace follows an array from a cell that it fills, and a name to what its column holds", () => {
  expect(outline(traceOf(book, { cells: {} }, { sheet: "S", row: 0, column: 1 }))).toEqual({
    "S!B1": ["'My Sheet'!A1", { "S!A1": ["'My Sheet'!A1 again"] }, "'My Sheet'!A10"],
  });
});
