import type { Book, BookCell } from "../../../src/workbook/book";
import { loadEngine } from "./engine-bundle";

const { createHeadlessEngine, dataOfBook } = loadEngine();

type Content = number | string | boolean | null;

/** The values of formulas in column A, with these rows from column B on; a text that starts with `=` is a formula. */
async function valuesOf(formulas: readonly string[], rows: readonly (readonly Content[])[]) {
  const cell = (row: number, column: number, content: Content): BookCell =>
    typeof content === "string" && content.startsWith("=") ? { row, column, value: null, formula: content } : { row, column, value: content };
  const cells = [...formulas.map((f, row) => cell(row, 0, f)), ...rows.flatMap((line, row) => line.map((content, c) => cell(row, c + 1, content)))];
  const book: Book = { sheets: [{ name: "S", cells }], active: 0, names: [], settings: {} };
  const engine = createHeadlessEngine(dataOfBook(book, "book"), { functions: new Map(), metadata: { functions: [] } });
  try {
    await engine.settled();
    return formulas.map((_, row) => engine.cell("S", row, 0).value);
  } finally {
    engine.dispose();
  }
}

// Expected: as Excel stored for such formulas over such cells.
describe("criteria", () => {
  const RANGE: Content[][] = [
    [23, 23],
    ["23", 1],
    [true, -23],
    [1, 1],
  ];

  test("a number also matches a text of it, but <> lets that text through", async () => {
    const formulas = ["=COUNTIF(B1:B4,C1)", '=COUNTIF(B1:B4,CONCAT("=",C1))', '=COUNTIF(B1:B4,CONCAT("<>",C1))', "=COUNTIF(B1:B4,C2)"];
    expect(await valuesOf(formulas, RANGE)).toEqual([2, 2, 3, 1]);
  });

  test("a whole column counts the blank cells that a criterion lets through", async () => {
    expect(await valuesOf(['=COUNTIF(B:B,CONCAT("<>",C1))', '=COUNTIFS(B:B,CONCAT("<>",C1))', '=COUNTIF(B:B,">=1")'], RANGE)).toEqual([
      1_048_575, 1_048_575, 2,
    ]);
  });

  test("errors, truth values and patterns are compared with their like", async () => {
    const rows: Content[][] = [["=NA()"], ["=1/0"], ["#N/A"], [true], ["Steven brown"], ["Brown"], ['=""'], [null]];
    const formulas = [
      "=COUNTIF(B1:B8,NA())",
      '=COUNTIF(B1:B8,"<>#N/A")',
      "=COUNTIF(B1:B8,TRUE)",
      '=COUNTIF(B1:B8,"*brown")',
      '=COUNTIF(B1:B8,"<>*brown")',
      '=COUNTIF(B1:B8,"")',
      '=COUNTIF(B1:B8,"<>")',
      "=COUNTA(B1:B8)",
    ];
    expect(await valuesOf(formulas, rows)).toEqual([1, 7, 1, 2, 6, 2, 7, 7]);
  });

  test("the smallest and largest of nothing is 0, the average of nothing #DIV/0!, and several criteria give several values", async () => {
    const rows: Content[][] = [
      [1, "a"],
      [2, "b"],
      [3, "a"],
    ];
    const formulas = [
      '=MINIFS(B1:B3,C1:C3,"x")',
      '=MAXIFS(B1:B3,C1:C3,"x")',
      '=AVERAGEIFS(B1:B3,C1:C3,"x")',
      '=AVERAGEIF(C1:C3,"a",B1:B3)',
      '=SUMIFS(B1:B3,C1:C3,"a",B1:B3,">1")',
      '=SUM(COUNTIF(C1:C3,{"a","b"}))',
      '=SUMIFS(B1:B3,C1:C2,"a")',
    ];
    expect(await valuesOf(formulas, rows)).toEqual([0, 0, { error: "#DIV/0!" }, 2, 3, 3, { error: "#VALUE!" }]);
  });
});

// Expected: as Excel stored for such formulas over such cells.
describe("XLOOKUP", () => {
  const LIST: Content[][] = [
    [2, "a"],
    [5, "b"],
    [4, "c"],
    [5, "d"],
    [3, "e"],
    [true, "f"],
    ["ala", "g"],
  ];
  test.each<[string, string, unknown]>([
    ["2.1234", ",,-1", "a"],
    ["1.8", ",,-1", { error: "#N/A" }],
    ["1.8", ',"Not found",-1', "Not found"],
    ["4.8", ",,-1", "c"],
    ["5", ",,-1", "b"],
    ["5", ",,-1,-1", "d"],
    ["10", ",,-1", "b"],
    ["10", ",,-1,-1", "d"],
    ["1/0", ",,-1", { error: "#DIV/0!" }],
    ['"qwerty"', ",,-1", "g"],
    ["TRUE", ",,-1", "f"],
    ["FALSE", ",,-1", "g"],
  ])("the value %s with the options %s", async (wanted, options, value) => {
    expect(await valuesOf([`=XLOOKUP(${wanted},B1:B7,C1:C7${options})`], LIST)).toEqual([value]);
  });

  test("a binary search finds the first of equal values, and the last of smaller ones", async () => {
    const rows: Content[][] = [1, 2, 3, 4, 5, 5, 5, 6, 7, 7, 7, 8, 9].map((n, i) => [n, ["aa", ..."abcdefghijkl"][i]!]);
    const formulas = [
      "=XLOOKUP(5,B:B,C:C,,-1,2)",
      "=XLOOKUP(7.1,B:B,C:C,,-1,2)",
      "=XLOOKUP(7.1,B:B,C:C,,1,2)",
      "=XLOOKUP(6.8,B:B,C:C,,-1,2)",
      "=XLOOKUP(1.8,B:B,C:C,,-1,2)",
    ];
    expect(await valuesOf(formulas, rows)).toEqual(["d", "j", "k", "g", "aa"]);
  });
});

// Expected: what Excel stored for the same formulas.
test("a text of a number is rounded, a text argument TRUE is true, and a table of one value has no match", async () => {
  const rows: Content[][] = [
    ["1.745", 1],
    [1.745, "1"],
    ["25", null],
  ];
  const formulas = [
    "=ROUND(B1,C1)",
    "=ROUNDUP(B2,C2)",
    "=ROUNDDOWN(B1,C1)",
    "=SQRT(B3)",
    '=AND("TRUE")',
    '=OR("FALSE")',
    "=VLOOKUP(1,3,1)",
    '=HLOOKUP(1,"Nothing",1)',
  ];
  expect(await valuesOf(formulas, rows)).toEqual([1.7, 1.8, 1.7, 5, true, false, { error: "#N/A" }, { error: "#VALUE!" }]);
});
