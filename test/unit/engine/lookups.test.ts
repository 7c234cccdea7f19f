import { ENGINE_FAILED } from "../../../src/engine/engine-errors";
import { isError } from "../../../src/workbook/cell";
import { valuesOf, type Content } from "./values-of";

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

test.each(CASES)("%s is %s", async (formula, value) => {
  const [found] = await valuesOf([`=${formula}`], ROWS);
  expect(isError(found!) ? found.error : found).toBe(value);
});

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
