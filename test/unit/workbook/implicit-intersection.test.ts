import { mayTakeSeveralCells, withSingleCells } from "../../../src/workbook/formulas/implicit-intersection";

const ROW_5 = { row: 4, column: 6 };

test.each([
  ["=ROUND(J2:J7,2)", "=ROUND(J5,2)"],
  ["=L:L", "=L5"],
  ["=$A1:$A10*2", "=A5*2"],
  ["=$E$2:$K$2", "=G2"],
  ["='My Sheet'!A1:A9&\"x\"", "='My Sheet'!A5&\"x\""],
  ["=SUM(A1:A9*2)", "=SUM(A5*2)"],
  ["=SUM(ROUND(A1:A9,0),B1:B9)", "=SUM(ROUND(A5,0),B1:B9)"],
  ["=VLOOKUP(A:A,C:D,2,FALSE)", "=VLOOKUP(A5,C:D,2,FALSE)"],
  ["=COUNTIFS(A:A,B:B,C:C,D:D)", "=COUNTIFS(A:A,B5,C:C,D5)"],
  ["=SUMIFS(A:A,B:B,C:C,D:D,E:E)", "=SUMIFS(A:A,B:B,C5,D:D,E5)"],
  ["=IF(A1:A9>1,B1:B9,C1)", "=IF(A5>1,B5,C1)"],
  ["=SUM(IF(A1>1,B1:B9,C1))", "=SUM(IF(A1>1,B1:B9,C1))"],
  ["=-Rates", "=-_xlfn.SINGLE(Rates)"],
  ["=INDEX(A1:B9,0,1)", "=_xlfn.SINGLE(INDEX(A1:B9,0,1))"],
  ["=SERVICE.FRED(A5:A9)*2", "=SERVICE.FRED(A5)*2"],
  ["=SERVICE.FRED(A4:A9)", "=SERVICE.FRED(_xlfn.SINGLE())"],
  ["=SUM(SERVICE.FRED(A5:A9))", "=SUM(SERVICE.FRED(_xlfn.SINGLE()))"],
])("without the mark for arrays, %s in G5 calculates %s", (formula, single) => {
  expect(mayTakeSeveralCells(formula)).toBe(true);
  expect(withSingleCells(formula, ROW_5)).toBe(single);
});

test.each([
  "=SUM(A1:A9)",
  "=SUMPRODUCT(A1:A9*B1:B9)",
  "=SUMPRODUCT(LEN(A1:A9))",
  "=MYOWN(A1:A9)",
  "=SUM(Rates)",
  "=XIRR(A1:A9,B1:B9)",
  "=ROUND(A1,2)",
  "=A1*TRUE",
])("%s is the same with and without the mark for arrays", (formula) => {
  expect(withSingleCells(formula, ROW_5)).toBe(formula);
});

test.each([
  ["=ROUND(J7:J9,2)", "=ROUND(#VALUE!,2)"],
  ["=A1:B3", "=#VALUE!"],
])("a range without a cell in the row or column of the formula is #VALUE!: %s", (formula, single) => {
  expect(withSingleCells(formula, ROW_5)).toBe(single);
});

test.each(["=A1+B2*SUM(C1,2)", '="a:b"&A1', "=Sheet1!A1", "='a:b'!A1", "=TRUE", "=PI()"])("%s refers to no more than single cells", (formula) => {
  expect(mayTakeSeveralCells(formula)).toBe(false);
});
