import type { CallResult } from "../../../../src/engine/calls/service-function";
import { engineBook } from "../../../../src/hosts/refresh/engine-book";
import { planOf } from "../../../../src/hosts/refresh/plan";
import { selectedAreas } from "../../../../src/hosts/refresh/book-formulas";
import { withAnswers } from "../../../../src/hosts/refresh/confirm";
import type { Book, BookCell } from "../../../../src/workbook/book";
import type { CellValue } from "../../../../src/workbook/cell";
import { addressOf, blockText } from "../../../../src/workbook/cell-address";
import { refreshed } from "../../../lossless/scripted-service";
import { smallFile } from "../../workbook/xlsx/small-file";
import { grid } from "../../../grid";

const CALL: BookCell = { row: 0, column: 0, value: 1, formula: '=SERVICE.FRED("NUM")' };
const book = (formulas: readonly string[], last: number, names: Book["names"] = []): Book => ({
  active: 0,
  names,
  settings: {},
  sheets: [
    { name: "S", cells: [CALL, ...formulas.map((formula, row) => ({ row, column: 1, value: 1, formula }))] },
    { name: "Data", cells: [{ row: last, column: 0, value: 1 }] },
  ],
});
/** The formulas of a book that are too large, each with its reason. Data has values up to row `last`. */
function tooLargeOf(formulas: readonly string[], last = 599_999, names: Book["names"] = []) {
  const { planned } = planOf(book(formulas, last, names));
  return [...engineBook(book(formulas, last, names), planned, "book").tooLarge].map(([{ formula }, why]) => [formula, why]);
}
const reads = (millions: string): string =>
  `It reads ${millions} million cells, more than the 17 million that a refresh calculates. Open the book in Excel to update it.`;

test("a formula that reads more than 17 million cells is too large, also through a name, in whole rows or with another one", () => {
  const large = [
    ["=SUMPRODUCT((C:XFD>$A$1)*1)", "164"],
    ["=SUM(C1:XFD1048576)+A1", "17,178"],
    ["=SUM(D:XFD)+A1", "164"],
    ["=A1+COUNTBLANK(3:1048576)", "17,180"],
    ["=A1*ROWS(All)", "164"],
    ["=A1*SUM(Data!A:M,Data!N:AC)", "18"],
  ] as const;
  const found = tooLargeOf(
    large.map(([formula]) => formula),
    599_999,
    [{ name: "All", formula: "=Data!$1:$100000*S!$C:$XFD" }],
  );
  expect(found.map(([formula]) => formula)).toEqual(large.map(([formula]) => formula));
  expect(tooLargeOf(["=SUMPRODUCT((C:XFD>$A$1)*1)"])).toEqual([["=SUMPRODUCT((C:XFD>$A$1)*1)", reads("164")]]);
});

test("lookups and sums over whole columns are not too large, also in 600,000 rows and beside formulas that read to the end of a sheet or are too large", () => {
  const formulas = [
    "=VLOOKUP(A1,Data!A:Z,5,0)",
    "=IFERROR(VLOOKUP(A1,Data!A:Z,5,0),VLOOKUP(A1,Data!A:Z,6,0))",
    "=A1+SUM(Data!A:A)",
    "=SUMIFS(Data!C:C,Data!A:A,A1,Data!B:B,A1)",
    "=INDEX(Data!A:Z,MATCH(A1,Data!A:A,0),3)",
    "=A1+SUM(Data!A2:A1048576)",
    "=A1+SUM(Data!A1:A1000000)",
    "=A1+SUM(Data!1:2)",
    "=VLOOKUP(A1,Data!$A$2:$Z$1048576,5,0)",
    "=A1+SUMIF(Data!$A$2:$M$1048576,1,Data!$B$1:$N$1048575)",
  ];
  expect(tooLargeOf(formulas)).toEqual([]);
  expect(tooLargeOf([...formulas, "=A1+SUM(Data!A:XFD)"]).map(([formula]) => formula)).toEqual(["=A1+SUM(Data!A:XFD)"]);
});

test("a range to the end of a sheet stays too large where blank cells count", () => {
  const formulas = ["=COUNTIF(Data!$A$2:$Z$1048576,1)+A1", "=SUM(Data!$A$2:$Z$1048576*A1)", "=A1+COUNTBLANK(Data!$A$2:$Z$1048576)"];
  expect(tooLargeOf(formulas).map(([formula]) => formula)).toEqual(formulas);
  // It reads no cell of its range.
  expect(tooLargeOf(["=A1+ROWS(Data!$A$2:$Z$1048576)"])).toEqual([]);
});

test("a refresh keeps the value of a formula that is too large and of what depends on it, and writes the others", async () => {
  const formulas = ["SUMPRODUCT((D:XFD&gt;$A$1)*1)", "SUM(D1:XFD1048576)+A1", "B1+1", "A1*2", "SUM(D9:E20000)+A1", "SUM(A20000,ZZ3,Z20000:AB20004,D:Z)+A1"];
  const rows = formulas.map(
    (formula, r) =>
      `<row r="${r + 1}">${r === 0 ? `<c r="A1"><f>_xldudf_SERVICE_FRED("NUM")</f><v>1</v></c>` : ""}<c r="B${r + 1}"><f>${formula}</f><v>7</v></c></row>`,
  );
  const { changed, kept } = await refreshed(smallFile({ sheets: { S: rows.join("") } }));
  expect(kept).toEqual([
    { where: "S!B1", why: reads("164") },
    { where: "S!B2", why: reads("17,177") },
    { where: "S!B3", why: "It depends on S!B1, which keeps its value." },
  ]);
  expect(changed.map(({ where, after }) => [where, after])).toEqual(grid(2, "S!A1", 4.25, "S!B4", 8.5, "S!B5", 4.25, "S!B6", 4.25));
});

const fred = (...values: CellValue[]): CallResult => ({ id: "SERVICE.FRED", values: values.map((value) => [value]) });

test.each<[CellValue, string]>([
  [4.25, "4.25"],
  [-0.5, "(-0.5)"],
  [1e-7, "1e-7"],
  ['n/a: "x"', '"n/a: ""x"""'],
  ["", '""'],
  [null, '""'],
  [true, "TRUE"],
  [{ error: "#N/A" }, "#N/A"],
])("the answer %j is written as %s", (value, text) => {
  expect(withAnswers('=TEXT(SERVICE.FRED("DGS10"),"0.00")', [fred(value)])).toBe(`=TEXT(${text},"0.00")`);
});

test("several values are an array constant, by rows", () => {
  const values = [
    [46_000, -1],
    ["a", { error: "#N/A" }],
  ];
  expect(withAnswers("=MEDIAN(service.fredh(A1), 2)", [{ id: "SERVICE.FREDH", values }])).toBe('=MEDIAN({46000,-1;"a",#N/A}, 2)');
});

test("calls get their answers by function and in the order in which they end; an inner call goes with the outer one", () => {
  const yields: CallResult = { id: "SERVICE.YIELD", values: [[3]] };
  expect(withAnswers('=SMALL(SERVICE.FRED("A"),SERVICE.YIELD("10Y"))+SERVICE.FRED("B")', [fred(1), yields, fred(2)])).toBe("=SMALL(1,3)+2");
  expect(withAnswers('=TEXT(SERVICE.FRED(SERVICE.FRED("A")),"0")', [fred("DGS10"), fred(4)])).toBe('=TEXT(4,"0")');
  expect(withAnswers('=LEN("SERVICE.FRED(1)")&TEXT(1,"0")', [])).toBe('=LEN("SERVICE.FRED(1)")&TEXT(1,"0")');
});

test("a formula whose calls and answers do not match has no other form", () => {
  expect(withAnswers('=TEXT(SERVICE.FRED("A"),"0")', [])).toBeUndefined();
  expect(withAnswers('=IF(A1,SERVICE.FRED("A"),SERVICE.FRED("B"))&TEXT(1,"0")', [fred(1)])).toBeUndefined();
  expect(withAnswers('=IF(A1,SERVICE.FRED("A"),SERVICE.FRED("B"))&TEXT(1,"0")', [fred(1), fred(2), fred(1)])).toBeUndefined();
});

describe("the areas that --only names", () => {
  const book: Book = {
    sheets: ["Model", "My Sheet", "Q1", "O'Neil"].map((name) => ({ name, cells: [] })),
    active: 0,
    names: [
      { name: "rates", formula: "=Model!$B$1:$B$3,Q1!A1" },
      { name: "dyn", formula: "=OFFSET(Model!$A$1,0,0)" },
      { name: "sum", formula: "=Model!$A$1+1" },
      { name: "loc", formula: "=Model!$A$1", sheet: "Model" },
    ],
    settings: {},
  };
  const textsOf = (...words: readonly string[]): string[] =>
    selectedAreas(book, words).map(({ sheet, ...block }) => `${addressOf({ sheet, row: 0, column: 0 }).slice(0, -2)}${blockText(block)}`);

  it.each([
    ["Model!B2:D9", "Model!B2:D9"],
    ["model!$d$9:b2", "Model!B2:D9"],
    ["B2", "Model!B2"],
    ["Model", "Model!A1:XFD1048576"],
    ["'My Sheet'!A:C", "'My Sheet'!A1:C1048576"],
    ["My Sheet!3:4", "'My Sheet'!A3:XFD4"],
    ["'My Sheet'", "'My Sheet'!A1:XFD1048576"],
    ["'O''Neil'!A1", "'O''Neil'!A1"],
    ["O'Neil!A1", "'O''Neil'!A1"],
    ["Q1", "'Q1'!A1:XFD1048576"],
    ["Model!loc", "Model!A1"],
  ])("%s is %s", (word, area) => {
    expect(textsOf(word)).toEqual([area]);
  });

  it("are those of all words, and all areas of a name", () => {
    expect(textsOf("rates", "C7")).toEqual(["Model!B1:B3", "'Q1'!A1", "Model!C7"]);
  });

  const expected = "expected a range such as Sheet1!B2:D9, a sheet or a defined name";
  it.each([
    ["Modell!A1", "the book has no sheet Modell; did you mean Model?"],
    ["Model!", `${expected}, got no range after the sheet.`],
    ["Model!A1:ZZZZ9", `${expected}, got A1:ZZZZ9 after the sheet.`],
    ["Modle", `${expected}, and the book has none of this name; did you mean Model?`],
    ["dyn", "the name dyn is no range of this book. Name the range itself."],
    ["sum", "the name sum is no range of this book. Name the range itself."],
    ["loc", "the name belongs to the sheet Model. Type Model!loc."],
  ])("%s is refused", (word, why) => {
    expect(() => textsOf(word)).toThrow(`--only ${word}: ${why}`);
  });
});
