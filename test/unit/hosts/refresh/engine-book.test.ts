import { engineBook } from "../../../../src/hosts/refresh/engine-book";
import { planOf } from "../../../../src/hosts/refresh/plan";
import type { Book, BookCell } from "../../../../src/workbook/book";
import { refreshed } from "../../../lossless/scripted-service";
import { smallFile } from "../../workbook/xlsx/small-file";

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
  expect(changed.map(({ where, after }) => [where, after])).toEqual([
    ["S!A1", 4.25],
    ["S!B4", 8.5],
    ["S!B5", 4.25],
    ["S!B6", 4.25],
  ]);
});
