import { secondEngine } from "../../../src/commands/refresh/ironcalc-thread";
import { BY_EXAMPLES } from "../../../src/engine/trust/trust";
import type { Book, BookCell } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import { dataOfBook, openedEngine } from "./values-of";

/** Columns of the sheet, from B on. */
const COLUMNS: readonly (readonly number[])[] = [
  [41235, 41247, 41295],
  [38719, 38733],
  [6, 7, 9, 15, 21],
  [20, 28, 31, 38, 40],
  [4, 5, 8, 7, 11, 4, 3],
  [3, 4, 5, 2, 3, 4, 5, 6, 4, 7],
  [1345, 1301, 1368, 1322, 1310, 1370, 1318, 1350, 1303, 1299],
  [1, 3, 2, 4],
  [1, 2, 4, 7, 8, 9, 10, 12],
  [7, 3.5, 3.5, 1, 2],
  [5.6, 4, 4, 3, 2, 4],
  [3, 2, 4, 5, 6],
  [9, 7, 12, 15, 17],
];
/** Examples of Excel's help, with the digits that it shows. */
const EXAMPLES: Readonly<Record<string, CellValue>> = {
  "NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1))": 110,
  "NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1),DATE(2012,11,22))": 109,
  "NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1),B1:B3)": 107,
  "NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,1,31))": 22,
  "NETWORKDAYS.INTL(DATE(2006,2,28),DATE(2006,1,31))": -21,
  "NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),7,C1:C2)": 22,
  'NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),"0010001",C1:C2)': 20,
  "WORKDAY.INTL(DATE(2012,1,1),90,11)": 41013,
  "WORKDAY.INTL(DATE(2012,1,1),30,17)": 40944,
  "WEEKNUM(DATE(2012,3,9))": 10,
  "WEEKNUM(DATE(2012,3,9),2)": 11,
  "DURATION(DATE(2018,7,1),DATE(2048,1,1),0.08,0.09,2,1)": 10.9191453,
  "MDURATION(DATE(2008,1,1),DATE(2016,1,1),0.08,0.09,2,1)": 5.73567,
  "FORECAST(30,D1:D5,E1:E5)": 10.607253,
  "FORECAST.LINEAR(30,D1:D5,E1:E5)": 10.607253,
  "GEOMEAN(F1:F7)": 5.476987,
  "HARMEAN(F1:F7)": 5.028376,
  "SKEW(G1:G10)": 0.359543,
  "SKEW.P(G1:G10)": 0.303193,
  "KURT(G1:G10)": -0.1518,
  'REPLACE("abcdefghijk",6,5,"*")': "abcde*k",
  'REPLACE("2009",3,2,"10")': "2010",
  'REPLACE("123456",1,3,"@")': "@456",
  'DATEDIF(DATE(2001,1,1),DATE(2003,1,1),"Y")': 2,
  'DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"D")': 440,
  'DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"YD")': 75,
  'CODE("A")': 65,
  'CODE("!")': 33,
  'CLEAN(CHAR(9)&"Monthly report"&CHAR(10))': "Monthly report",
  "STDEV(H1:H10)": 27.46391572,
  "STDEVP(H1:H10)": 26.05455814,
  "VAR(H1:H10)": 754.2666667,
  "VARP(H1:H10)": 678.84,
  "PERCENTILE(I1:I4,0.3)": 1.9,
  "QUARTILE(J1:J8,1)": 3.5,
  "RANK(K2,K1:K5,1)": 3,
  "RANK(K1,K1:K5,1)": 5,
  "MODE(L1:L6)": 4,
  "COVAR(M1:M5,N1:N5)": 5.2,
  "NORMDIST(42,40,1.5,TRUE)": 0.9087888,
  "NORMSDIST(1.333333)": 0.908788726,
  "NORMSINV(0.908789)": 1.333335,
  "TDIST(1.959999998,60,2)": 0.054644927,
  "TINV(0.054644927,60)": 1.96,
  "CONFIDENCE(0.05,2.5,50)": 0.692951912,
  "POISSON(2,5,TRUE)": 0.124652019,
  "PRICEDISC(DATE(2008,2,16),DATE(2008,3,1),0.0525,100,2)": 99.79583,
  "YIELDDISC(DATE(2008,2,16),DATE(2008,3,1),99.795,100,2)": 0.052823,
  "RECEIVED(DATE(2008,2,15),DATE(2008,5,15),1000000,0.0575,2)": 1014584.65,
  "PRICEMAT(DATE(2008,2,15),DATE(2008,4,13),DATE(2007,11,11),0.061,0.061,0)": 99.98449888,
  "YIELDMAT(DATE(2008,3,15),DATE(2008,11,3),DATE(2007,11,8),0.0625,100.0123,0)": 0.060954,
  "SUM(TOROW({1,2;3,4}))": 10,
};

test("both engines calculate the examples of Excel's help", async () => {
  const formulas = Object.keys(EXAMPLES);
  const cells = formulas.map((formula, row): BookCell => ({ row, column: 0, value: null, formula: `=${formula}` }));
  const constants = COLUMNS.flatMap((values, c) => values.map((value, row): BookCell => ({ row, column: c + 1, value })));
  const book: Book = { sheets: [{ name: "S", cells: [...cells, ...constants] }], active: 0, names: [], settings: {} };
  const second = await secondEngine(book);
  if (typeof second === "string") throw new Error(second);
  const engine = openedEngine(dataOfBook(book, "book"));
  await engine.settled();
  const wrong = cells.flatMap((cell, row) => {
    const expected = EXAMPLES[formulas[row]!]!;
    const isRight = (given: CellValue | undefined): boolean =>
      typeof expected === "number" && typeof given === "number" ? Math.abs(given - expected) <= 1e-6 * Math.max(1, Math.abs(expected)) : given === expected;
    const given = [engine.cell("S", row, 0).value, second.get(cell)?.[0]?.[0]];
    return given.every(isRight) ? [] : [{ formula: formulas[row], expected, given }];
  });
  expect(wrong).toEqual([]);
  expect(BY_EXAMPLES.filter((name) => !formulas.some((formula) => formula.includes(`${name}(`)))).toEqual([]);
});
