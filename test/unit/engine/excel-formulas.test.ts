import type { Book, BookCell } from "../../../src/workbook/book";
import { readBook } from "../../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../../src/workbook/xlsx/write-book";
import { grid } from "../../grid";
import { bookOfData, dataOfBook, valuesOf } from "./values-of";

const plain = (formula: string): Partial<BookCell> => ({ formula, takesOneCell: true });

test("a formula without the mark for arrays takes one cell of a range, one with the mark all", async () => {
  const beside = grid(2, 1.234, 10, 2.345, 20, 3.456, 30);
  expect(await valuesOf([plain("=ROUND(B1:B3,1)"), plain("=C:C+1"), plain("=SUM(B1:B3*2)"), { formula: "=SUM(C1:C3*2)" }], beside)).toEqual([
    1.2, 21, 6.912, 120,
  ]);
});

test("a spilled block, @ of a range, and a block that does not exist", async () => {
  expect(await valuesOf(["=SUM(A4#)", "=@B1:B3", "=SUM(B1#)", "=SEQUENCE(3)"], [[5], [6], [7]])).toEqual([6, 6, { error: "#REF!" }, 1]);
});

test("the sheet keeps a formula as stored, and a file without the mark for arrays is written without it", () => {
  const book: Book = {
    sheets: [{ name: "S", cells: [{ row: 0, column: 0, value: 1, formula: "=ROUND(B1:B3,0)", takesOneCell: true }] }],
    active: 0,
    names: [],
    settings: {},
  };
  const data = dataOfBook(book, "book");
  expect(data.sheets["s1"]?.cellData?.[0]?.[0]?.f).toBe("=ROUND(B1:B3,0)");
  const back = bookOfData({ data, activeSheet: "s1", settings: {}, sharedFormula: () => undefined, spill: () => undefined });
  expect(back.sheets[0]?.cells).toEqual(book.sheets[0]?.cells);
  expect(readBook(writeBook(back)).sheets[0]?.cells[0]).toMatchObject({ formula: "=ROUND(B1:B3,0)", takesOneCell: true });
  // Somebody typed another formula over it.
  const cell = data.sheets["s1"]!.cellData![0]![0]!;
  cell.f = "=B1:B3*2";
  const typed = bookOfData({ data, activeSheet: "s1", settings: {}, sharedFormula: () => undefined, spill: () => undefined });
  expect(typed.sheets[0]?.cells[0]).toMatchObject({ spill: [[1]] });
});

test("a formula that the engine cannot calculate is an error of its own cell, and ends nothing", async () => {
  const formulas = ["=2+LET(x,8,LET(x,2,x+x)*x)", "=SUM(OFFSET(C1,0,0,3,1.2))", "=BINOM.DIST(10000000000,1E+30,0.3,TRUE)", "=1+1"];
  expect(await valuesOf(formulas)).toEqual([{ error: "#ERROR!" }, { error: "#ERROR!" }, { error: "#ERROR!" }, 2]);
});

test("a formula whose time or size grows with a number is limited", async () => {
  const large = ["=WORKDAY(2,1E15)", '=WORKDAY(2,"-1E15")', "=WORKDAY.INTL(2,1E15,11)", "=SUM(MUNIT(30000))"];
  // 46346 is Friday, 20 November 2026.
  const usual = ["=WORKDAY(46346,5)", "=WORKDAY.INTL(46346,5,11)", '=WORKDAY.INTL(46346,5,"1000001")', "=SUM(MUNIT(3))"];
  expect(await valuesOf([...large, ...usual])).toEqual([...large.map(() => ({ error: "#ERROR!" })), 46353, 46352, 46353, 3]);
});

test("an array of more than a million cells is not made", async () => {
  const large = ["=SUM(MAKEARRAY(5000,5000,LAMBDA(r,c,A1)))", "=COUNT(RANDARRAY(1048576,2))", "=ROWS(EXPAND(A1,1048576,2))", "=ROWS(EXPAND(A1:D1,300000))"];
  const usual = [
    "=SUM(MAKEARRAY(2,3,LAMBDA(r,c,r*c)))",
    "=COUNT(RANDARRAY(20000))",
    "=COUNT(RANDARRAY())",
    "=ROWS(EXPAND(A1:D1,20000,,0))",
    "=COLUMNS(EXPAND(A1:D1,,5,0))",
  ];
  expect(await valuesOf([...large, ...usual])).toEqual([...large.map(() => ({ error: "#ERROR!" })), 18, 20000, 1, 20000, 5]);
});

// Expected: what Excel stored in a file with these formulas.
test("BINOM.INV of many trials is Excel's, and ISO.CEILING exists", async () => {
  expect(await valuesOf(["=BINOM.INV(100000,0.7,0.8)", "=BINOM.INV(100000,0.1,0.5)", "=BINOM.INV(-10,0.7,0.8)", "=ISO.CEILING(9.87,2)"])).toEqual([
    70122,
    10000,
    { error: "#NUM!" },
    10,
  ]);
});

test("a formula that gives a blank cell shows 0", async () => {
  expect(await valuesOf(["=D1", '=""'])).toEqual([0, ""]);
});

test("comparisons give the errors of their cells, and text is never equal to a number", async () => {
  const beside = [["1", 1]];
  const formulas = '=(1/0)<3 =C1<B1 =B1=C1 =TRUE=1 =TRUE>1 ="abc"="ABC" ="abc"<"bc" =D1=0 =D1="" =0.1+0.2=0.3 =SUM((B1:C1=1)*1)'.split(" ");
  expect(await valuesOf(formulas, beside)).toEqual([{ error: "#DIV/0!" }, true, false, false, true, true, true, true, true, true, 1]);
});

// Expected: what Excel stored for such formulas.
test("IFERROR and IFNA work element by element, and lookups give the error of their arguments", async () => {
  const formulas = ["=SUM(IFERROR(B1:C1/B2:C2,{7,8}))", '=IFERROR(1/0,"x")', "=IFNA(1/0,2)", "=IFNA(NA(),2)", "=HLOOKUP(1,B1:C2,1,1/0)"];
  expect(await valuesOf(formulas, [[6, 1], [2, 0], [4]])).toEqual([11, "x", { error: "#DIV/0!" }, 2, { error: "#DIV/0!" }]);
});

// Expected: what Excel stored for such formulas.
test("IFERROR and IFNA of one value that is no error give one value, also beside several others", async () => {
  const formulas = ["=SUM(IFERROR(7,B1:C1))", "=COUNT(IFNA(7,B1:C2))", "=SUM(IFERROR(1/0,B1:C1))"];
  expect(await valuesOf(formulas, [[6, 1], [2, 0], [4]])).toEqual([7, 1, 7]);
});
