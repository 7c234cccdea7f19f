import { mayGiveArray } from "../../../src/engine/book/cell-data";
import type { Book } from "../../../src/workbook/book";
import { starterBook, templateBooks } from "../../../src/workbook/templates/templates";
import { bookOf } from "../../conformance/book-of";
import { bookOfData, dataOfBook, openedEngine } from "./values-of";

const back = (book: Book): Book => {
  const data = dataOfBook(book, "book");
  return bookOfData({ data, activeSheet: data.sheetOrder[book.active] ?? "", settings: book.settings, sharedFormula: () => undefined, spill: () => undefined });
};

/** Removes the marks that a formula may return an array, which only the file needs, and separates the columns. */
const plain = (book: Book): Book => ({
  ...book,
  sheets: book.sheets.map(({ columns, ...sheet }) => ({
    ...sheet,
    cells: sheet.cells.map(({ spill: _, ...cell }) => cell),
    ...(columns ? { columns: columns.flatMap((c) => Array.from({ length: c.to - c.from + 1 }, (__, i) => ({ ...c, from: c.from + i, to: c.from + i }))) } : {}),
  })),
});

const BOOK: Book = {
  sheets: [
    {
      name: "Q1 '24",
      cells: [
        { row: 0, column: 0, value: "Title", style: { bold: true, size: 16, color: "#0B6A4F" } },
        { row: 1, column: 0, value: 45471, format: "yyyy-mm-dd", style: { horizontal: "right", fill: "#FFF2CC", bottom: { style: "thin", color: "#123456" } } },
        { row: 1, column: 1, value: true },
        { row: 2, column: 0, value: { error: "#N/A" }, formula: '=SERVICE.FRED("X")' },
        { row: 2, column: 1, value: "#N/A", style: { wrap: true, vertical: "top" } },
        { row: 3, column: 0, value: 4.2, formula: "=A2*2", format: "0.00" },
      ],
      columns: [
        { from: 0, to: 1, width: 14 },
        { from: 3, to: 3, hidden: true },
      ],
      rows: [{ row: 4, height: 30 }],
      merges: [{ row: 0, column: 0, rows: 1, columns: 3 }],
      frozen: { rows: 1, columns: 0 },
    },
    { name: "Away", visibility: "veryHidden", cells: [] },
  ],
  active: 0,
  names: [
    { name: "Rate", formula: "='Q1 ''24'!$A$4" },
    { name: "Local", formula: "=1+1", sheet: "Away" },
  ],
  settings: { "service.display": "{}" },
};

test("a workbook read from the engine equals the loaded workbook", () => {
  expect(plain(back(BOOK))).toEqual(plain(BOOK));
});

test.each(templateBooks().map(({ id, book }) => [id, book] as const))("the template %s read from the engine equals the loaded one", (_, book) => {
  expect(plain(back(book))).toEqual(plain(book));
});

test("merges of whole rows and columns are loaded as such, and read back unchanged", () => {
  const merges = [
    { row: 0, column: 0, rows: 1_048_576, columns: 2 },
    { row: 4, column: 0, rows: 2, columns: 16_384 },
    { row: 0, column: 5, rows: 2, columns: 2 },
  ];
  const book: Book = { sheets: [{ name: "S", cells: [], merges }], active: 0, names: [], settings: {} };
  const data = dataOfBook(book, "book");
  expect(data.sheets.s1?.mergeData?.map(({ rangeType }) => rangeType)).toEqual([2, 1, undefined]);
  expect(back(book).sheets[0]?.merges).toEqual(merges);
  openedEngine(data);
});

test("loading a workbook recalculates formulas with #BUSY!, #NAME? or an array, and keeps other values", () => {
  const cell = (value: Book["sheets"][0]["cells"][0]["value"], row: number) => ({ row, column: 0, value, formula: '=SERVICE.FRED("X")' });
  const cells = [cell({ error: "#BUSY!" }, 0), cell({ error: "#NAME?" }, 1), cell({ error: "#N/A" }, 2), cell(4, 3), { ...cell(1, 4), spill: [[1], [2]] }];
  const data = dataOfBook({ sheets: [{ name: "S", cells }], active: 0, names: [], settings: {} }, "book");
  expect(cells.map(({ row }) => data.sheets.s1?.cellData?.[row]?.[0]?.v)).toEqual([null, null, "#N/A", 4, null]);
});

test("formulas on every sheet can use a defined name of the workbook", async () => {
  const book = bookOf({ One: { A1: 21, A2: "=Answer*2" }, Two: { A1: "=Answer+1" } }, [{ name: "Answer", formula: "=One!$A$1" }]);
  const engine = openedEngine(dataOfBook(book, "book"));
  await engine.settled();
  expect([engine.cell("One", 1, 0).value, engine.cell("Two", 0, 0).value]).toEqual([42, 22]);
});

test("the engine knows every function that the starter workbook uses", async () => {
  const formulas = starterBook().sheets.flatMap((sheet) =>
    sheet.cells.flatMap(({ row, column, formula }) => (formula ? [{ sheet: sheet.name, row, column, formula }] : [])),
  );
  const ids = [...new Set(formulas.flatMap(({ formula }) => formula.match(/\bSERVICE(\.\w+)?(?=\()/g) ?? []))];
  const parameters = Array.from({ length: 5 }, (_, i) => ({ name: `p${i}`, type: "any", optional: true }));
  const engine = openedEngine(dataOfBook(starterBook(), "book"), {
    functions: new Map(ids.map((id) => [id, () => 45_000])),
    metadata: { functions: ids.map((id) => ({ id, name: id, parameters })) },
  });
  await engine.settled();
  const unknown = formulas.filter(({ sheet, row, column }) => {
    const { value } = engine.cell(sheet, row, column);
    return value === null || (typeof value === "object" && value.error === "#NAME?");
  });
  expect(ids.length).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});

test.each([
  ["=SUM(A1:A3)", false],
  ["=A1*2", false],
  ['=SERVICE.FRED("a:b")', false],
  ["=VLOOKUP(A1,B1:C9,2,FALSE)", false],
  ["=SUM(A1:A3*B1:B3)", true],
  ["=A1:A3*2", true],
  ["=SORT(A1:A3)", true],
  ["={1,2,3}", true],
  ["=LEN(A1:A3)", true],
])("whether %s may return an array: %s", (formula, is) => {
  expect(mayGiveArray(formula)).toBe(is);
});
