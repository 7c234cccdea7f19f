import { columnName } from "../../../src/workbook/cell-address";
import { plainFormula } from "../../../src/workbook/formulas/plain-formula";

const PARTS = {
  sheets: ["S", "Jan", "Feb 1", "Mar"],
  names: [
    { name: "RATE", formula: "=S!$A$1" },
    { name: "ROW", formula: "=S!$B1" },
    { name: "ABOVE", formula: "=S!XFD1048576" },
    { name: "SUMS", formula: "=RATE+ROW" },
    { name: "LOCAL", formula: "=S!$C$1" },
    { name: "LOCAL", formula: "=Jan!$C$1", sheet: "Jan" },
    { name: "BOTH", formula: "=S!$A$1,S!$A$3" },
    { name: "EACH", formula: "=Jan:Mar!$B$2" },
    { name: "Round", formula: "=0.5" },
    { name: "ADD", formula: "=LAMBDA(x,x+1)" },
    { name: "ADDROW", formula: "=LAMBDA(RATE,RATE+S!$B1)" },
    { name: "LOOP", formula: "=LOOP+1" },
  ],
  lostNames: [{ name: "EXT", formula: "=[1]S!$A$1" }],
  constantAt: ({ sheet, row, column }: { readonly sheet: string; readonly row: number; readonly column: number }) =>
    sheet === "S" && column === 25 ? ["Jan", 2, "Feb 1"][row] : undefined,
};
/** The plain form of a formula in C5. */
const plain = (formula: string) => plainFormula(formula, { sheet: "S", row: 4, column: 2 }, PARTS);

test.each([
  // Names.
  ["=RATE*2", "=S!$A$1*2"],
  ["=ROW&ABOVE", "=S!$B5&S!B4"],
  ["=SUMS^2", "=(S!$A$1+S!$B5)^2"],
  ["=LOCAL+Jan!LOCAL", "=S!$C$1+Jan!$C$1"],
  ["=ROUND(A1,1)+Round", "=ROUND(A1,1)+0.5"],
  ["=ADD(1)+LOOP", "=ADD(1)+(LOOP+1)"],
  ["=ADDROW(RATE)", "=LAMBDA(RATE,RATE+S!$B5)(S!$A$1)"],
  ["=LET(RATE,1,RATE+ROW)", "=LET(RATE,1,RATE+S!$B5)"],
  // Several sheets.
  ["=SUM(Jan:Mar!B2)", "=SUM(Jan!B2,'Feb 1'!B2,Mar!B2)"],
  ["=MAX(1,'Mar:Feb 1'!B2:C3)", "=MAX(1,'Feb 1'!B2:C3,Mar!B2:C3)"],
  ["=LARGE(EACH,2)", "=LARGE(_xlfn.UNION(Jan!$B$2,'Feb 1'!$B$2,Mar!$B$2),2)"],
  ["=SUM(EACH,BOTH)", "=SUM(Jan!$B$2,'Feb 1'!$B$2,Mar!$B$2,S!$A$1,S!$A$3)"],
  // Known references.
  ['=INDIRECT("Jan!B"&ROW())', "=Jan!$B$5"],
  ['=SUM(INDIRECT("\'"&Z3&"\'!A:A"))', "=SUM('Feb 1'!$A:$A)"],
  ["=SUM(OFFSET(Jan!A1,Z2,1,-2,))+1", "=SUM(Jan!$B$2:$B$3)+1"],
  ['=OFFSET(INDIRECT(Z1&"!A1"),2*Z2-1,COLUMNS(A:B))', "=Jan!$C$4"],
  ['=INDIRECT("rate")+INDIRECT("row")', "=$A$1+$B$5"],
  ["=SUM(A1:INDEX(A:C,2,3),A9:OFFSET(A9,1,1))", "=SUM(A1:$C$2,A9:$B$10)"],
  ["=SUM(Jan!A1:Jan!B2,Jan!A1:OFFSET(Jan!A1,1,1))", "=SUM(Jan!A1:B2,Jan!A1:$B$2)"],
  // Nothing of all that.
  ['=SUM(A1:B2)+S!C3&"Jan:Mar!B2"', '=SUM(A1:B2)+S!C3&"Jan:Mar!B2"'],
  ["=IF(TRUE,A:A,1:2)", "=IF(TRUE,A:A,1:2)"],
])("%s is %s", (formula, as) => {
  expect(plain(formula)).toEqual({ formula: as, reach: [] });
});

test.each([
  ["=NOPE+1", "the name NOPE, which this book does not have", "everything"],
  ["=IFERROR(EXT,0)", "the name EXT, which refers to another workbook", "everything"],
  ["=SUM(Jan:Apr!A1)", "no sheet of one of these names", "everything"],
  ["=INDIRECT(A1)", "INDIRECT", "everything"],
  ['=INDIRECT("Jan!"&A1)', "INDIRECT", "Jan!A1:XFD1048576"],
  ["=OFFSET(Jan!B2,A1,1,2,3)", "OFFSET", "Jan!C1:E1048576"],
  ["=OFFSET(Jan!B2:B4,1,A1)", "OFFSET", "Jan!A3:XFD5"],
  ["=OFFSET(Jan!B2,-2,0)", "OFFSET", "Jan!A1:XFD1048576"],
  ['=CELL("contents")', "CELL", "everything"],
])("%s is not known, and what it may read is", (formula, why, may) => {
  const { unknown, reach } = plain(formula);
  const corner = (row: number, column: number): string => `${columnName(column)}${row + 1}`;
  expect(unknown).toContain(why);
  expect(
    reach === "everything"
      ? reach
      : reach.map(({ sheet, row, column, rows, columns }) => `${sheet}!${corner(row, column)}:${corner(row + rows - 1, column + columns - 1)}`).join(),
  ).toBe(may);
});

test("a range between calculated ends reads what lies between", () => {
  expect(plain("=SUM(A1:INDEX(C:C,B9))")).toEqual({
    formula: "=SUM(A1:INDEX(C:C,B9))",
    reach: [{ sheet: "S", row: 0, column: 0, rows: 1_048_576, columns: 3 }],
  });
  const { reach } = plainFormula("=SUM(TOP:B1)", { sheet: "S", row: 4, column: 2 }, { sheets: ["S"], names: [{ name: "TOP", formula: "=S!$A$1:$A$3" }] });
  expect(reach).toEqual([{ sheet: "S", row: 0, column: 0, rows: 3, columns: 2 }]);
});

test("names in names end at a limit of their levels and characters", () => {
  const chain = Array.from({ length: 2_000 }, (_, i) => ({ name: `N_${i}`, formula: i === 1_999 ? "=1" : `=N_${i + 1}` }));
  const wide = Array.from({ length: 30 }, (_, i) => ({ name: `W_${i}`, formula: i === 29 ? "=1" : `=W_${i + 1}+W_${i + 1}` }));
  const of = (formula: string) => plainFormula(formula, { sheet: "S", row: 0, column: 0 }, { sheets: ["S"], names: [...chain, ...wide] });
  expect(of("=N_1500").formula).toBe("=1");
  expect([of("=N_0").unknown, of("=W_0").unknown]).toEqual([
    expect.stringContaining("It uses the name N_1000, which leads to more names, or longer formulas,"),
    expect.stringContaining("It uses the name W_28, which leads to more names, or longer formulas,"),
  ]);
});
