import { createIronCalc } from "../../../src/commands/refresh/ironcalc-thread";
import type { Book, BookCell, DefinedName } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";

const formula = (row: number, column: number, text: string, rest: Partial<BookCell> = {}): BookCell => ({ row, column, value: null, formula: text, ...rest });

const never = () => () => undefined;
const second = createIronCalc(never);

/** The blocks of the formulas of sheets of cells, in their order. */
async function blocksOf(sheets: Readonly<Record<string, readonly BookCell[]>>, names: readonly DefinedName[] = []) {
  const book: Book = { sheets: Object.entries(sheets).map(([name, cells]) => ({ name, cells })), active: 0, names, settings: {} };
  const blocks = await second(book);
  if (typeof blocks === "string") throw new Error(blocks);
  return book.sheets.flatMap(({ cells }) => cells.flatMap((cell) => (cell.formula === undefined ? [] : [blocks.get(cell)])));
}

test("values keep their type and every digit, also texts that look like numbers, dates, errors and formulas", async () => {
  const texts = ["5", "-5", "1e5", "0012", "5%", "$5", "1/2/2026", "12:30", "TRUE", "#N/A", "=1+1", "+1", "'a", "'", "", " a ", "a\nb", '"q"', "{1,2}", "é😀"];
  const numbers = [0, 0.1 + 0.2, 1 / 3, -1.5e-7, 46000.123456789, 1e21, 123456789012345];
  const errors = ["#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!"].map((error) => ({ error }));
  const values: CellValue[] = [...texts, ...numbers, ...errors, true, false];
  const cells = values.flatMap((value, row): BookCell[] => [{ row, column: 0, value }, formula(row, 1, `=A${row + 1}`)]);
  const given = (await blocksOf({ S: cells })).map((block) => block![0]![0]!);
  const wrong = values.flatMap((value, i) => {
    const got = given[i]!;
    const isSame =
      typeof value === "number" && typeof got === "number" ? Math.abs(got - value) <= 1e-14 * Math.abs(value) : JSON.stringify(got) === JSON.stringify(value);
    return isSame ? [] : [{ value, got }];
  });
  expect(wrong).toEqual([]);
});

test("arrays have their block, also a fixed one; a formula without the mark for arrays takes one cell", async () => {
  const column = [3, 1, 2].map((value, row): BookCell => ({ row, column: 0, value }));
  const cells = [
    ...column,
    formula(0, 1, "=SORT(A1:A3)"),
    formula(0, 2, "=A1:A2*2", { spill: [[0], [0]], fixedBlock: true }),
    formula(1, 3, "=ROUND(A1:A3,0)", { takesOneCell: true }),
  ];
  expect(await blocksOf({ S: cells })).toEqual([[[1], [2], [3]], [[6], [2]], [[1]]]);
});

test("sheets may have each other's first names, and defined names are known", async () => {
  const sheets = { Sheet2: [formula(0, 0, "=Sheet1!A1&Rate")], Sheet1: [{ row: 0, column: 0, value: "x" }], "It's": [formula(0, 0, "=Sheet1!A1&1")] };
  expect(await blocksOf(sheets, [{ name: "Rate", formula: "=Sheet1!$A$1" }])).toEqual([[["xx"]], [["x1"]]]);
});

/** A book with one formula. */
const bookWith = (text: string, sheet = "S"): Book => ({ sheets: [{ name: sheet, cells: [formula(0, 0, text)] }], active: 0, names: [], settings: {} });

/** The values of the formulas, or why there are none. */
const valuesOf = (given: Awaited<ReturnType<typeof second>>) => (typeof given === "string" ? given : [...given.values()]);

/** The rest of an expression that is too deep for IronCalc. */
const DEEP = "(".repeat(100_000);

test("a sheet that it refuses, and a formula that breaks it, are failures; later books are calculated", async () => {
  const books = [bookWith("=1+1", "a/b"), bookWith("=1+1"), bookWith(`=${DEEP}`), bookWith("=2+2")];
  const given = [];
  for (const book of books) given.push(valuesOf(await second(book)));
  expect(given).toEqual(["failed", [[[2]]], "failed", [[[4]]]]);
});

test("books that are given at once are calculated one after the other, and each has its own limit", async () => {
  const ends = new Set<() => void>();
  let mostAtOnce = 0;
  const own = createIronCalc((_, then) => {
    ends.add(then);
    mostAtOnce = Math.max(mostAtOnce, ends.size);
    return () => ends.delete(then);
  });
  const given = await Promise.all(["=1", '="two"', "=3"].map((text) => own(bookWith(text))));
  expect([given.map(valuesOf), mostAtOnce, ends.size]).toEqual([[[[[1]]], [[["two"]]], [[[3]]]], 1, 0]);
});

test("a formula without end is ended at the limit, and the next book is calculated", async () => {
  let isLimited = true;
  const own = createIronCalc((ms, then) => {
    expect(ms).toBeGreaterThanOrEqual(10_000);
    if (isLimited) setImmediate(then);
    return () => undefined;
  });
  const given = [valuesOf(await own(bookWith("=WORKDAY(2,1E15)")))];
  isLimited = false;
  given.push(valuesOf(await own(bookWith("=1+1"))));
  expect(given).toEqual(["late", [[[2]]]]);
});
