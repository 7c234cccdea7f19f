import fc from "fast-check";
import { CELL_FUNCTIONS } from "../../../src/contract/functions";
import { untrustedIn } from "../../../src/engine/trust/trust";
import { hasBrokenName, readBrokenNames } from "../../../src/workbook/formulas/broken-names";
import { columnName } from "../../../src/workbook/cell-address";
import { mayTakeSeveralCells, withSingleCells } from "../../../src/workbook/formulas/implicit-intersection";
import { plainFormula } from "../../../src/workbook/formulas/plain-formula";
import { hasServiceCall, storedName } from "../../../src/workbook/formulas/service-calls";
import { withoutUnionCalls, withoutUnions } from "../../../src/workbook/formulas/unions";

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

const healed = (formula: string) => readBrokenNames(formula).healed;

test.each([
  ["as the file stores it", '=_xldudf_SERVICE_FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["in any case", '=_XLDUDF_service_fred ("DGS10")', '=SERVICE.FRED ("DGS10")'],
  ["with an underscore in its function name", '=_xldudf_SERVICE_ONCHAIN_RISK("BTC")', '=SERVICE.ONCHAIN_RISK("BTC")'],
  ["the bare function", '=_xldudf_SERVICE("GME","price")', '=SERVICE("GME","price")'],
  ["SERVICE.GET", '=_xldudf_SERVICE_GET("GME","price")', '=SERVICE.GET("GME","price")'],
  ["linked to another book by its number", '=[2]!_xldudf_SERVICE_RV(A2,"pe")', '=SERVICE.RV(A2,"pe")'],
  ["linked to an add-in's file", String.raw`='C:\Users\a\[Book.xlam]Sheet1'!_xldudf_SERVICE_RV(A2)`, "=SERVICE.RV(A2)"],
  ["linked to a file whose path has an apostrophe", String.raw`='C:\it''s\Book.xlam'!_xldudf_SERVICE_RV(A2)`, "=SERVICE.RV(A2)"],
  ["linked to an open file", "=Book.xlam!SERVICE.RV(A2)", "=SERVICE.RV(A2)"],
  ["linked to a sheet of an open file", "=[Book1.xlsx]Sheet1!SERVICE.RV(A2)", "=SERVICE.RV(A2)"],
  ["treated as an XLL's", '=_xll.SERVICE.FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["treated as an XLL's, stored", '=_xll._xldudf_SERVICE_FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["treated as a newer Excel's", '=_xlfn._xlws.SERVICE.FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["with an @", '=@_xldudf_SERVICE_FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["nested, and more than one", '=IFERROR(_xldudf_SERVICE_FRED(A1)+[1]!_xldudf_SERVICE_YIELD("2Y"),0)', '=IFERROR(SERVICE.FRED(A1)+SERVICE.YIELD("2Y"),0)'],
  ["next to a correct name", '=SERVICE.FRED("A")&_xldudf_SERVICE_FRED("B")', '=SERVICE.FRED("A")&SERVICE.FRED("B")'],
])("repairs the function name in this form: %s", (_, formula, expected) => {
  expect(readBrokenNames(formula)).toEqual({ healed: expected, broken: expect.any(Number) as number, unknown: [] });
  expect(hasBrokenName(formula)).toBe(true);
  expect(hasServiceCall(formula)).toBe(true);
  expect(hasBrokenName(expected)).toBe(false);
});

test("removes the @ of a call, but does not count it as a broken name", () => {
  expect(readBrokenNames('=@SERVICE.FRED("DGS10")+@ SERVICE("GME","price")')).toEqual({
    healed: '=SERVICE.FRED("DGS10")+SERVICE("GME","price")',
    broken: 0,
    unknown: [],
  });
});

test.each([
  ["text", '="_xldudf_SERVICE_FRED(" & A1'],
  ["text with quotes in it", '="say ""_xldudf_SERVICE_FRED(""" & A1'],
  ["a sheet's name", "='_xldudf_SERVICE_FRED(1)'!A1"],
  ["a table's column", "=Table1[_xldudf_SERVICE_FRED(]+Table1[[#This Row],[_xll.SERVICE.FRED(]]"],
  ["another add-in's names", "=_xldudf_CONTOSO_FRED(1)+_xldudf_CONTOSO_SERVICE_FRED(1)+_xldudf_SERVICES(1)+MY.SERVICE.FRED(1)"],
  ["a name defined on a sheet", "=Sheet1!SERVICE.FRED(1)+'My Sheet'!SERVICE.FRED(1)"],
  ["a name without its stored prefix", "=SERVICE_FRED(1)"],
  ["a name that is not called", "=_xldudf_SERVICE_FRED"],
  ["a correct formula", '=SERVICE.FRED("DGS10")*A1'],
])("leaves %s unchanged", (_, formula) => {
  expect(readBrokenNames(formula)).toEqual({ healed: formula, broken: 0, unknown: [] });
});

test("leaves unknown functions unchanged, and lists them", () => {
  const formula = '=_xldudf_SERVICE_FRET("X")+SERVICE.NOPE(1)+_xldudf_SERVICE_FRED("Y")+SERVICE.INSIDER("AAPL")';
  expect(readBrokenNames(formula)).toEqual({
    healed: '=_xldudf_SERVICE_FRET("X")+SERVICE.NOPE(1)+SERVICE.FRED("Y")+SERVICE.INSIDER("AAPL")',
    broken: 1,
    unknown: ["_xldudf_SERVICE_FRET", "SERVICE.NOPE", "SERVICE.INSIDER"],
  });
});

test("every function is restored from its stored form", () => {
  for (const id of ["SERVICE", "SERVICE.GET", ...CELL_FUNCTIONS.map((f) => `SERVICE.${f}`)]) expect(healed(`=1+${storedName(id)}(A1)`)).toBe(`=1+${id}(A1)`);
});

test("changes nothing when any text is repaired a second time", () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    "''",
    "[",
    "]",
    "[2]",
    "!",
    "@",
    "_xll.",
    "_xldudf_",
    "SERVICE",
    "_FRED",
    ".FRED",
    "(",
    ")",
    " ",
    "A1",
    ",",
    "Sheet1",
    "ü",
    "\\",
  );
  expect(healed('=@@SERVICE.FRED("DGS10")')).toBe('=SERVICE.FRED("DGS10")');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const once = healed(`=${pieces.join("")}`);
      expect(healed(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["=SUM((A1,B1))", "=SUM(A1,B1)"],
  ["=SUM( (A1:A3,A2:A5), 2)", "=SUM( A1:A3,A2:A5, 2)"],
  ["=AVERAGE(((A1,'My Sheet'!B1),C:C))+MAX((1:2,D4))", "=AVERAGE(A1,'My Sheet'!B1,C:C)+MAX(1:2,D4)"],
  ["=SUBTOTAL(9,(A1,B1))", "=SUBTOTAL(9,A1,B1)"],
  ["=IF(A1>0,COUNT ((A1,B1)),0)", "=IF(A1>0,COUNT (A1,B1),0)"],
  // Functions that take one list of cells.
  ["=LARGE((A1,B1),1)+1", "=LARGE(_xlfn.UNION(A1,B1),1)+1"],
  ["=1+SMALL (((A1:B2,B1),C1), A9 )", "=1+SMALL(_xlfn.UNION(A1:B2,B1,C1), A9 )"],
  ["=RANK(A1,(A1,S!B1),1)", "=RANK.EQ(A1,_xlfn.UNION(A1,S!B1),1)"],
  ["=SUM(IRR((A1,B1:B5)),AREAS((A1,B1,C1:C9)))", "=SUM(IRR(_xlfn.UNION(A1,B1:B5)),3)"],
  // One of the areas.
  ["=INDEX((A1:B2,D1:E2),1,1,2)", "=INDEX(D1:E2,1,1)"],
  ["=INDEX((A1:B2,D1:E2),2)*2", "=INDEX(A1:B2,2)*2"],
  ["=SUM(INDEX((A1:B2,D1:E2),0,2,C1+1))", "=SUM(INDEX(_xlfn.AREA(C1+1,A1:B2,D1:E2),0,2))"],
  ["=INDEX((A1:B2,D1:E2),1,1,3)", "=INDEX(_xlfn.AREA(3,A1:B2,D1:E2),1,1)"],
  // In another argument of such a function, or in brackets that are also for something else.
  ["=LARGE(A1,(A1,B1))", "=LARGE(A1,(A1,B1))"],
  ["=INDEX((A1:B2,D1:E2),1,1,)", "=INDEX((A1:B2,D1:E2),1,1,)"],
  ["=SUM((A1,B1)*2)", "=SUM((A1,B1)*2)"],
  ["=SUM(-(A1,B1))", "=SUM(-(A1,B1))"],
  ["=SUM((A1+B1))", "=SUM((A1+B1))"],
  ["=SUM({1,2},(A1))", "=SUM({1,2},(A1))"],
  ['=SUM("(A1,B1)",A1)', '=SUM("(A1,B1)",A1)'],
])("%s is %s", (formula, as) => {
  expect(withoutUnions(formula)).toBe(as);
});

test("a union is trusted where an engine can do without it, and nowhere else", () => {
  const union = "a union of areas such as (A1,B1)";
  const trusted = ["=SUM((A1,B1))", "=MAX(1,(A1,C1))", "=LARGE((A1,B1),1)", "=IFERROR(RANK((A1),(A1,B1)),0)", "=INDEX((A1,B1),1,1,2)"];
  const not = ["=SUM((A1,B1)*2)", "=(A1,B1)", "=COUNTIF((A1,B1),1)"];
  expect(trusted.map((formula) => untrustedIn(formula))).toEqual(trusted.map(() => undefined));
  expect(not.map((formula) => untrustedIn(formula))).toEqual(not.map(() => union));
});

test("the second engine gets functions that it has in place of unions", () => {
  const fed = ["=SMALL((A1:B2,C1),2)", "=INDEX((A1,B1:B2),1,1,D1)", "=SUM((A1,B1))"].map((formula) => withoutUnionCalls(withoutUnions(formula)));
  expect(fed).toEqual(["=SMALL(VSTACK(TOCOL(A1:B2),TOCOL(C1)),2)", "=INDEX(CHOOSE(D1,A1,B1:B2),1,1)", "=SUM(A1,B1)"]);
});

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
