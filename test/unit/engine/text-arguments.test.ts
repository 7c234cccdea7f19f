import { ENGINE_FAILED } from "../../../src/engine/engine-errors";
import { isError, type CellValue } from "../../../src/workbook/cell";
import { valuesOf, type Content } from "./values-of";

/* Expected: by the rules of Excel's help for texts, truth values and blanks as arguments, directly and in cells. */

const ROWS: readonly (readonly Content[])[] = [
  ["=SERVICE.REASON()", 1, 2],
  ["5", "x", 4],
  [true, 3, 6],
  [null, true, 8],
  ['=""', null, "n"],
  ["=NA()", "7", 5],
  [5, null, null],
];

const shown = (value: CellValue): Exclude<Content, null> => (isError(value) ? value.error : (value ?? ""));

/** The formulas that do not give the wanted value, with what they give. */
async function faults(wanted: readonly (readonly [formula: string, value: Exclude<Content, null>])[]): Promise<readonly string[]> {
  const values = await valuesOf(
    wanted.map(([formula]) => `=${formula}`),
    ROWS,
  );
  return wanted.flatMap(([formula, value], i) => (shown(values[i]!) === value ? [] : [`${formula}: ${shown(values[i]!)} in place of ${value}`]));
}

/** The pairs of formulas that give different values. */
async function differing(pairs: readonly (readonly [formula: string, same: string])[]): Promise<readonly string[]> {
  const values = await valuesOf(
    pairs.flat().map((formula) => `=${formula}`),
    ROWS,
  );
  return pairs.flatMap(([formula, same], i) => {
    const [a, b] = [shown(values[2 * i]!), shown(values[2 * i + 1]!)];
    const isSame = a === b || (typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b)));
    return isSame ? [] : [`${formula}: ${a}, ${same}: ${b}`];
  });
}

describe("a reason", () => {
  test("is no condition, no number and no place in a list", async () => {
    const wrong =
      'IF(B1,"yes","no")|IF(SERVICE.REASON(),1,2)|IFS(B1,1,TRUE,2)|AND(B1)|NOT(B1)|OR(B1)|XOR(B1)|CHOOSE(B1,1,2)|INDEX(D1:D4,B1)|B1*2|-B1|B1%|B1/0|B1^2|ROUND(B1,2)|DATE(2024,B1,1)|YEAR(B1)|EDATE(B1,1)|WEEKDAY(B1)|' +
      'REPT("x",B1)|PMT(B1,10,1)|MOD(B1,2)|INT(B1)|ISEVEN(B1)|SMALL(D1:D4,B1)|RANK.EQ(B1,D1:D4)|SUMPRODUCT(B1*1)|LEFT("abc",B1)|VLOOKUP(2,D1:D4,B1)|MATCH(2,D1:D4,B1)|SUM(B1&"")|AND(B1&"")|MAX(B1&"",1)';
    const none =
      "MATCH(B1,D1:D4)|MATCH(B1,D1:D4,0)|MATCH(B1,D1:D4,-1)|VLOOKUP(B1,D1:D4,1)|HLOOKUP(B1,D1:D4,1)|LOOKUP(B1,D1:D4)|XLOOKUP(B1,D1:D4,D1:D4)|XMATCH(B1,D1:D4)|SWITCH(B1,1,2)";
    expect(await faults([...wrong.split("|").map((f) => [f, "#VALUE!"] as const), ...none.split("|").map((f) => [f, "#N/A"] as const)])).toEqual([]);
  });

  test("does not count in a range, and stays a text where one is wanted", async () => {
    expect(
      await faults([
        ["SUM(B1,3)", 3],
        ["SUM(IF(TRUE,B1,0),3)", 3],
        ["MAX(B1)", 0],
        ["AVERAGE(B1,1,3)", 2],
        ["AVERAGE(B1)", "#DIV/0!"],
        ["MEDIAN(B1,1,3)", 2],
        ["COUNT(B1)", 0],
        ["OR(B1,FALSE)", false],
        ["AND(B1,TRUE)", true],
        ["N(B1)", 0],
        ["LARGE(B1:B1,1)", "#NUM!"],
        ["SUMPRODUCT(B1,C1)", 0],
        ["SUM(FREQUENCY(B1:B1,D1:D4))", 0],
        ['COUNTIF(D1:D4,"<"&B1)', 0],
        ['TEXT(B1,"0.00")', "n/a: no data"],
        ['IF(B1="",0,1)', 1],
        ['B1&""', "n/a: no data"],
        ['IFERROR(IF(B1,1,2),"error")', "error"],
      ]),
    ).toEqual([]);
  });
});

test("a truth value is wanted: a text has to be TRUE or FALSE, a blank is FALSE", async () => {
  expect(
    await faults([
      ["IF(B2,1,2)", "#VALUE!"],
      ['IF("5",1,2)', "#VALUE!"],
      ['IF("true",1,2)', 1],
      ['IF("FALSE",1,2)', 2],
      ["IF(B4,1,2)", 2],
      ["IF(B5,1,2)", "#VALUE!"],
      ["IF(B6,1,2)", "#N/A"],
      ['NOT("TRUE")', false],
      ["NOT(B2)", "#VALUE!"],
      ['AND("5")', "#VALUE!"],
      ['AND("5",TRUE)', ENGINE_FAILED],
      ['OR("",TRUE)', true],
      ["AND(B4)", "#VALUE!"],
      ["AND(,TRUE)", false],
      ['VLOOKUP(2,D1:D4,1,"FALSE")', 2],
      ['NORM.S.DIST(0,"TRUE")', 0.5],
      ['FILTER(D1:D1,"x")', "#VALUE!"],
    ]),
  ).toEqual([]);
});

test("an argument that is empty or a blank cell is chosen as 0, and one that is left out as FALSE", async () => {
  expect(
    await faults([
      ["IF(TRUE,,1)", 0],
      ["IF(FALSE,1,)", 0],
      ["IF(FALSE,1)", false],
      ["IFS(TRUE,)", 0],
      ["IFS(TRUE,B4)", 0],
      ["SWITCH(1,2,3,)", 0],
      ["SWITCH(1,1,)", 0],
      ["SWITCH(1,1,B4,5)", 0],
      ["SWITCH(B2,5,1,2)", 2],
      ['SWITCH(B4,"",1,2)', 1],
      ['SWITCH(1,2,"x",B4)&"y"', "y"],
      ["CHOOSE(2,1,)", 0],
      ["CHOOSE(B4,1)", "#VALUE!"],
      ["SUM(CHOOSE(2,1,C1:C3))", 4],
      ["MIN(,3)", 0],
      ["COUNT(,3)", 2],
      ['COUNTA("",1,)', 3],
    ]),
  ).toEqual([]);
});

const AGGREGATES =
  "SUM AVERAGE MIN MAX PRODUCT SUMSQ MEDIAN STDEV STDEV.S STDEV.P STDEVP VAR VAR.S VAR.P VARP GEOMEAN HARMEAN AVEDEV DEVSQ KURT SKEW SKEW.P MODE.SNGL".split(
    " ",
  );

test.each(AGGREGATES)("%s leaves out texts, truth values and blanks in cells, and converts those that are arguments", async (name) => {
  const rest = "2,4,4,9";
  const of = (more: string): string => `${name}(${more},${rest})`;
  const same = ["B1", "B2", "B3", "B4", "B5", "B1:B5", '{"a",TRUE}'].map((cell) => [of(cell), `${name}(${rest})`] as const);
  expect(
    await differing([
      ...same,
      [of('"5"'), of("5")],
      [of("TRUE"), of("1")],
      [of('B2&""'), of("5")],
      [of(""), of("0")],
      [of("B7=5"), of("1")],
      [of("C1:C6"), of("1,3")],
    ]),
  ).toEqual([]);
  expect(await faults(['"abc"', 'B1&""', '""', 'B5&""', '"abc",NA()'].map((more) => [of(more), "#VALUE!"] as const))).toEqual([]);
  expect(await faults(["B6", "NA()", "B6:B7", 'NA(),"x"'].map((more) => [of(more), "#N/A"] as const))).toEqual([]);
});

test.each(["AVERAGEA", "MAXA", "MINA", "STDEVA", "STDEVPA", "VARA", "VARPA"])("%s counts a text in a cell as 0 and TRUE as 1", async (name) => {
  const of = (more: string): string => `${name}(${more},2,4,7,9)`;
  expect(
    await differing([
      [of("B1"), of("0")],
      [of("B2"), of("0")],
      [of("B3"), of("1")],
      [of("B4"), `${name}(2,4,7,9)`],
      [of("C1:C6"), of("1,0,3,1,0")],
      [of('"5"'), of("5")],
    ]),
  ).toEqual([]);
  expect(await faults([[of('B1&""'), "#VALUE!"]])).toEqual([]);
});

/** A call of each kind of function of single numbers; the places that are numbers. */
const SINGLE: readonly (readonly [call: string, numbers: readonly number[]])[] = [
  ["SIN(1)", [0]],
  ["POWER(2,3)", [0, 1]],
  ["ROUND(2.345,2)", [0, 1]],
  ["SLN(10000,1000,5)", [0, 1, 2]],
  ["PV(0.01,12,-100,-1000,1)", [0, 1, 2, 3, 4]],
  ["BITAND(5,3)", [0, 1]],
  ["NORM.DIST(42,40,1.5,TRUE)", [0, 1, 2]],
  ['SUBSTITUTE("abcabc","b","x",2)', [3]],
];
/** The same for functions of the former Analysis ToolPak, which take no truth values. */
const TOOLPAK: readonly (readonly [call: string, numbers: readonly number[]])[] = [
  ["CUMIPMT(0.01,12,1000,1,5,0)", [0, 1, 2, 3, 4, 5]],
  ["PRICE(40000,41000,0.05,0.06,100,2,1)", [2, 3, 4, 5, 6]],
  ["DOLLARFR(1.125,16)", [0, 1]],
  ["EFFECT(0.05,4)", [0, 1]],
  ["ISEVEN(4)", [0]],
  ["DEC2BIN(5,5)", [0, 1]],
  ["QUOTIENT(7,2)", [0, 1]],
  ["WORKDAY(45000,5)", [0, 1]],
];

test.each([...SINGLE, ...TOOLPAK])("%s takes a text of a number, and no other text", async (call, numbers) => {
  const [, name = "", list = ""] = /^([A-Z\d.]+)\((.*)\)$/.exec(call)!;
  const given = list.split(",");
  const of = (at: number, value: string): string => `${name}(${given.map((one, i) => (i === at ? value : one)).join(",")})`;
  const each = (values: readonly string[], value: string) => numbers.flatMap((at) => values.map((one) => [of(at, one), value] as const));
  expect(await faults(each(["B1", '"n/a: x"', "B5", '""', 'B1&""'], "#VALUE!"))).toEqual([]);
  expect(await faults(each(["B6", "NA()"], "#N/A"))).toEqual([]);
  expect(await differing(numbers.flatMap((at) => [`"${given[at]}"`, `(${given[at]}&"")`].map((text) => [of(at, text), call] as const)))).toEqual([]);
  if (TOOLPAK.some(([one]) => one === call)) expect(await faults(each(["B3", "TRUE"], "#VALUE!"))).toEqual([]);
  else expect(await differing(numbers.flatMap((at) => ["B3", "TRUE"].map((truth) => [of(at, truth), of(at, "1")] as const)))).toEqual([]);
});

test("operators convert texts before anything else, and the left error comes first", async () => {
  expect(
    await faults([
      ["B2^2", 25],
      ['" 5 "+1', 6],
      ['" 2024-01-10 "+1', "#VALUE!"],
      ["B2*B3", 5],
      ["B5+1", "#VALUE!"],
      ["B1+B6", "#VALUE!"],
      ["B6+B1", "#N/A"],
      ["B7/0", "#DIV/0!"],
      ["SUM(B2:B3*1)", 6],
    ]),
  ).toEqual([]);
});

test("areas have to be of one size, and only places with two numbers count", async () => {
  expect(
    await faults([
      ["SUMPRODUCT(C1:C3,5)", "#VALUE!"],
      ["SUMPRODUCT(C1:C3,C1:D2)", "#VALUE!"],
      ["SUMPRODUCT(C1:C3,D1:D2)", "#VALUE!"],
      ["SUMPRODUCT(B7,5)", 25],
      ["SUMPRODUCT(C1:C6,D1:D6)", 20],
      ["SUMPRODUCT(C1:C3=1,D1:D3)", 0],
      ["SUMPRODUCT(B6,B7)", "#N/A"],
      ["SUMX2MY2(C1:C3,D1:D3)", -30],
      ["SUMX2MY2(C1:C3,D1:D2)", "#N/A"],
      ["CORREL(C1:C3,D1:D2)", "#N/A"],
      ["FORECAST.LINEAR(5,C1:C3,D1:D3)", 2.5],
      ["SUMIFS(D1:D3,C1:C2,1)", "#VALUE!"],
      ["XLOOKUP(2,D1:D3,C1:C2)", "#VALUE!"],
    ]),
  ).toEqual([]);
});
