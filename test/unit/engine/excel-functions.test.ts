import { ENGINE_FAILED } from "../../../src/engine/engine-errors";
import { formulaIn1900 } from "../../../src/engine/formula-in-1900";
import { type Content, testOf, valuesOf } from "./values-of";
import { grid } from "../../grid";

// Expected: as Excel stored for such formulas over such cells.
describe("criteria", () => {
  const RANGE: Content[][] = grid(2, 23, 23, "23", 1, true, -23, 1, 1);

  testOf("a number also matches a text of it, but <> lets that text through", RANGE, {
    "COUNTIF(B1:B4,C1)": 2,
    'COUNTIF(B1:B4,CONCAT("=",C1))': 2,
    'COUNTIF(B1:B4,CONCAT("<>",C1))': 3,
    "COUNTIF(B1:B4,C2)": 1,
  });

  testOf("a whole column counts the blank cells that a criterion lets through", RANGE, {
    'COUNTIF(B:B,CONCAT("<>",C1))': 1_048_575,
    'COUNTIFS(B:B,CONCAT("<>",C1))': 1_048_575,
    'COUNTIF(B:B,">=1")': 2,
  });

  testOf(
    "errors, truth values and patterns are compared with their like",
    [["=NA()"], ["=1/0"], ["#N/A"], [true], ["Steven brown"], ["Brown"], ['=""'], [null]],
    {
      "COUNTIF(B1:B8,NA())": 1,
      'COUNTIF(B1:B8,"<>#N/A")': 7,
      "COUNTIF(B1:B8,TRUE)": 1,
      'COUNTIF(B1:B8,"*brown")': 2,
      'COUNTIF(B1:B8,"<>*brown")': 6,
      'COUNTIF(B1:B8,"")': 2,
      'COUNTIF(B1:B8,"<>")': 7,
      "COUNTA(B1:B8)": 7,
    },
  );

  testOf(
    "the smallest and largest of nothing is 0, the average of nothing #DIV/0!, and several criteria give several values",
    grid(2, 1, "a", 2, "b", 3, "a"),
    {
      'MINIFS(B1:B3,C1:C3,"x")': 0,
      'MAXIFS(B1:B3,C1:C3,"x")': 0,
      'AVERAGEIFS(B1:B3,C1:C3,"x")': "#DIV/0!",
      'AVERAGEIF(C1:C3,"a",B1:B3)': 2,
      'SUMIFS(B1:B3,C1:C3,"a",B1:B3,">1")': 3,
      'SUM(COUNTIF(C1:C3,{"a","b"}))': 3,
      'SUMIFS(B1:B3,C1:C2,"a")': "#VALUE!",
    },
  );
});

// Expected: as Excel stored for such formulas over such cells.
describe("XLOOKUP", () => {
  testOf("finds equal values, and the next smaller ones", grid(2, 2, "a", 5, "b", 4, "c", 5, "d", 3, "e", true, "f", "ala", "g"), {
    "XLOOKUP(2.1234,B1:B7,C1:C7,,-1)": "a",
    "XLOOKUP(1.8,B1:B7,C1:C7,,-1)": "#N/A",
    'XLOOKUP(1.8,B1:B7,C1:C7,"Not found",-1)': "Not found",
    "XLOOKUP(4.8,B1:B7,C1:C7,,-1)": "c",
    "XLOOKUP(5,B1:B7,C1:C7,,-1)": "b",
    "XLOOKUP(5,B1:B7,C1:C7,,-1,-1)": "d",
    "XLOOKUP(10,B1:B7,C1:C7,,-1)": "b",
    "XLOOKUP(10,B1:B7,C1:C7,,-1,-1)": "d",
    "XLOOKUP(1/0,B1:B7,C1:C7,,-1)": "#DIV/0!",
    'XLOOKUP("qwerty",B1:B7,C1:C7,,-1)': "g",
    "XLOOKUP(TRUE,B1:B7,C1:C7,,-1)": "f",
    "XLOOKUP(FALSE,B1:B7,C1:C7,,-1)": "g",
  });

  const sorted: Content[][] = [1, 2, 3, 4, 5, 5, 5, 6, 7, 7, 7, 8, 9].map((n, i) => [n, ["aa", ..."abcdefghijkl"][i]!]);
  testOf("a binary search finds the first of equal values, and the last of smaller ones", sorted, {
    "XLOOKUP(5,B:B,C:C,,-1,2)": "d",
    "XLOOKUP(7.1,B:B,C:C,,-1,2)": "j",
    "XLOOKUP(7.1,B:B,C:C,,1,2)": "k",
    "XLOOKUP(6.8,B:B,C:C,,-1,2)": "g",
    "XLOOKUP(1.8,B:B,C:C,,-1,2)": "aa",
  });
});

// Expected: what Excel stored for the same formulas.
testOf("a text of a number is rounded, a text argument TRUE is true, and a table of one value has no match", grid(2, "1.745", 1, 1.745, "1", "25", null), {
  "ROUND(B1,C1)": 1.7,
  "ROUNDUP(B2,C2)": 1.8,
  "ROUNDDOWN(B1,C1)": 1.7,
  "SQRT(B3)": 5,
  'AND("TRUE")': true,
  'OR("FALSE")': false,
  "VLOOKUP(1,3,1)": "#N/A",
  'HLOOKUP(1,"Nothing",1)': "#VALUE!",
});

// Expected: what Excel stored for the same formulas.
describe("functions that Univer calculates otherwise", () => {
  const AVERAGED = grid(3, "=NA()", 1, 1, "=1/0", false, 2, -1000, 0, 3, null, true, true, "", "Hola", "2", 3.14, null, null, null, 3, null);
  testOf("averages pass errors on, and convert text that is an argument itself", AVERAGED, {
    "AVERAGE(B1:B7)": "#N/A",
    "AVERAGE(B1,B3)": "#N/A",
    "AVERAGE(B3,B6,B4)": (3.14 - 1000) / 2,
    'AVERAGE("4"&"2")': 42,
    "AVERAGEA(D1:D7)": 1.4,
    "AVERAGEA(D1,D2,D5)": 1,
    "AVERAGE(B4)": "#DIV/0!",
  });

  testOf("dates have a 29 February 1900, an end in 9999 and whole months, and ranges give several", [["45000"], [46000]], {
    "DATE(1900,2,29)": 60,
    "DAY(DATE(1900,2,29))": 29,
    "MONTH(DATE(1900,2,29))": 2,
    "DATE(9999,13,-1)": "#NUM!",
    "YEAR(2958466)": "#NUM!",
    "YEAR(B1)": 2023,
    "EDATE(32112,-235.5)": 24959,
    "EDATE(61,-7)": "#NUM!",
    "EOMONTH(44987,-4.7)": 44895,
    "EOMONTH(44987,-1240.333)": 7274,
    "SUM(YEAR(B1:B2))": 4048,
    "DATE(2026,14,31)": 46449,
    "DATE(126,1,1)": 46023,
    "EDATE(DATE(2024,1,31),1)": 45351,
  });

  testOf("a remainder is exact, and its sign is the divisor's", [], {
    "MOD(5,1E-10)": 9.999981783901343e-11,
    "MOD(5,-1E-10)": expect.closeTo(-1.821609865774887e-16, 20),
    "MOD(10.0000000001,0.1)": expect.closeTo(9.999945316252479e-11, 20),
    "MOD(-4,2)": 0,
    "MOD(-3,2)": 1,
    'MOD("16","7")': 2,
    "MOD(1,0)": "#DIV/0!",
  });

  const TEXTS = grid(3, "Alpha", "1213", 3, "Beta", 1213, "=1/0", "Delta", "x", 5, "Delta", "delta", "ns??i", "Gamma", "Einstein", 1);
  testOf("MATCH finds the last of equal values, SEARCH finds patterns, SUMIF lets errors that do not match pass", TEXTS, {
    'MATCH("delta",B1:B5)': 4,
    "MATCH(C4,$B$1:$B$5,1)": 4,
    'MATCH("delta",B1:B5,0)': 3,
    "SEARCH(D4,C5,D5)": 3,
    'SEARCH("*~?","Late?",1)': 1,
    'SEARCH("~","Hi ~Bang!",1)': 1,
    'SEARCH("~d","My dear",1)': 4,
    'SEARCH("n*s","Einstein",5)': "#VALUE!",
    'SUMIF(C1:C3,"12*",D1:D3)': 3,
  });

  // Least squares over (1,2), (3,5) and (4,9).
  testOf("a correlation leaves out the places where one of both is no number", grid(2, 1, 2, 2, null, 3, 5, "x", 7, 4, 9), {
    "SLOPE(C1:C5,B1:B5)": expect.closeTo(31 / 14, 9),
    "INTERCEPT(C1:C5,B1:B5)": expect.closeTo(16 / 3 - (31 / 14) * (8 / 3), 9),
    "CORREL(B1:B5,C1:C5)^2-RSQ(B1:B5,C1:C5)": expect.closeTo(0, 12),
  });
});

testOf("INDIRECT to a sheet that does not exist is #REF!, and finds sheets in other capitals", [[1], [2]], {
  'INDIRECT("Missing!B1")': "#REF!",
  "INDIRECT(\"'No such'!B1:B2\")": "#REF!",
  'IFERROR(INDIRECT("Missing!B1"),"none")': "none",
  'SUM(INDIRECT("s!B1:B2"))': 3,
  'INDIRECT("S!B2")': 2,
});

/* Expected: by Excel's help, which halves sorted lists. A value that depends on its steps in an unsorted list is not calculated. */

const ROWS: readonly (readonly Content[])[] = [
  // names, numbers with equal ones, other types among them, descending, unsorted, hyphens, the next number
  ["alpha", 10, 8, 9, 5, "coin", 0.1],
  ["bravo", 20, "mid", 7, 1, "co-op", 0.30000000000000004],
  ["bravo", 30, 3, 5, 9, "cop", 0.5],
  ["delta", 30, "zulu", 3, 2, "cow", 0.9],
  ["echo", 50, 5, null, null, null, null],
];

const CASES: readonly (readonly [formula: string, value: number | string | boolean])[] = [
  ['MATCH("bravo",B1:B5)', 3],
  ['MATCH("bravo",B1:B5,0)', 2],
  ['MATCH("BZ",B:B,TRUE)', 3],
  ['MATCH("zz",B:B)', 5],
  ['MATCH("a",B:B)', "#N/A"],
  ['MATCH("ch*",B1:B5)', 3],
  ['MATCH("?cho",B1:B5,0)', 5],
  ['MATCH("br~*",B1:B5,0)', "#N/A"],
  ['VLOOKUP("c",B:C,2)', 30],
  ['VLOOKUP("c",B:C,2,FALSE)', "#N/A"],
  ['VLOOKUP("d*",B:C,2,)', 30],
  ['VLOOKUP("c",B:C,3)', "#REF!"],
  ['VLOOKUP("c",B:C,0)', "#VALUE!"],
  ['HLOOKUP("z",B1:C1,1)', "alpha"],
  ["MATCH(30,C1:C5)", 4],
  ["MATCH(30,C1:C5,0)", 3],
  ["MATCH(29.9,C:C)", 2],
  ["MATCH(9,C1:C5)", "#N/A"],
  ["SUM(MATCH({10,50},C1:C5))", 6],
  ["LOOKUP(45,C1:C5,B1:B5)", "delta"],
  ["LOOKUP(25,B1:C5)", "#N/A"],
  ["LOOKUP(9.99E+307,D:D)", 5],
  ['LOOKUP("zzz",D:D)', "zulu"],
  ['MATCH("n",D1:D5)', 2],
  ["MATCH(4,D3:D5)", 1],
  ['LOOKUP(2,1/(B1:B5="bravo"),C1:C5)', 30],
  ["MATCH(6,E1:E4,-1)", 2],
  ["MATCH(5,E:E,-1)", 3],
  ["MATCH(10,E1:E4,-1)", "#N/A"],
  ["MATCH(0,E1:E4,-1)", 4],
  ["MATCH(10,F1:F4)", 4],
  ["MATCH(0,F1:F4)", "#N/A"],
  ["MATCH(9,F1:F4,0)", 3],
  ["MATCH(0.4,H1:H4)", 2],
  ["MATCH(TRUE,{FALSE,TRUE},0)", 2],
  ['XLOOKUP("bra*",B1:B5,C1:C5,"none",2)', 20],
  ['XLOOKUP("bravo",B1:B5,C1:C5,"none",0,-1)', 30],
  ['XLOOKUP(25,C1:C5,B1:B5,"none",-1)', "bravo"],
  ['XLOOKUP(25,C1:C5,B1:B5,"none",1)', "bravo"],
  ['XLOOKUP(25,C1:C5,B1:B5,"none",-1,2)', "bravo"],
  ["SUM(XLOOKUP({10,20},C1:C5,C1:C5))", 30],
  ["XMATCH(6,E1:E4,1)", 2],
  ["XMATCH(6,E1:E4,-1,-2)", 3],
  ['XMATCH("d",B1:B5,1)', 4],
];

testOf("a lookup finds what Excel finds", ROWS, Object.fromEntries(CASES));

test.each([
  ["an unsorted list", "MATCH(4,F1:F4)"],
  ["an unsorted list in falling order", "MATCH(4,F1:F4,-1)"],
  ["equal values in falling order", "MATCH(30,{50,30,30,10},-1)"],
  ["a number that differs after 15 digits", "MATCH(0.3,H1:H4,0)"],
  ["hyphens that change the order", 'MATCH("coo",G1:G4)'],
  ["a blank cell as what is wanted", "MATCH(E5,{0,1},0)"],
  ["a text among numbers as the next smaller value", 'XLOOKUP("x",C1:C5,B1:B5,"none",-1)'],
  ["a halved unsorted list", "XLOOKUP(4,F1:F4,F1:F4,0,-1,2)"],
  ["results that end before the list", "LOOKUP(45,C1:C5,B1:B2)"],
])("%s is not calculated: %s", async (_, formula) => {
  expect(await valuesOf([`=${formula}`], ROWS)).toEqual([{ error: ENGINE_FAILED }]);
});

test.each([
  ["=YEAR(A1)", "=YEAR(((A1)+1462))"],
  ["=DATE(2024,1,1)+A1", "=(DATE(2024,1,1)-1462)+A1"],
  ["=YEAR(DATE(2024,1,1))", "=YEAR((((DATE(2024,1,1)-1462))+1462))"],
  ["=DAYS(TODAY(),EDATE(A1,1))", "=DAYS((((TODAY()-1462))+1462),(((EDATE(((A1)+1462),1)-1462))+1462))"],
  ['=TEXT(A1,"yyyy")&TEXT(A1,"0.0")', '=TEXT(((A1)+1462),"yyyy")&TEXT(A1,"0.0")'],
  ['=NETWORKDAYS(A1,B1,)&"YEAR(A1)"', '=NETWORKDAYS(((A1)+1462),((B1)+1462),)&"YEAR(A1)"'],
  ["=SUM(A1:A3)*XNPV(0.1,A1:A3,B1:B3)", "=SUM(A1:A3)*XNPV(0.1,A1:A3,B1:B3)"],
])("%s is %s in the 1900 system", (formula, expected) => {
  expect(formulaIn1900(formula)).toBe(expected);
});
