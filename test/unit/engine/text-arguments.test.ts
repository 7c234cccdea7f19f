import { ENGINE_FAILED } from "../../../src/engine/engine-errors";
import { type CellValue, isError } from "../../../src/workbook/cell";
import { type Content, valuesOf } from "./values-of";

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

type Wanted = readonly [formula: string, value: Exclude<Content, null>];
/** The formulas, each with this value. */
const are = (value: Wanted[1], formulas: string): Wanted[] => formulas.split("|").map((formula) => [formula, value]);

/** Each formula gives its wanted value. */
async function give(wanted: readonly Wanted[]): Promise<void> {
  const values = await valuesOf(
    wanted.map(([formula]) => `=${formula}`),
    ROWS,
  );
  expect(wanted.flatMap(([formula, value], i) => (shown(values[i]!) === value ? [] : [`${formula}: ${shown(values[i]!)} in place of ${value}`]))).toEqual([]);
}

/** The formulas of each pair give the same value. */
async function giveTheSame(pairs: readonly (readonly [formula: string, same: string])[]): Promise<void> {
  const values = await valuesOf(
    pairs.flat().map((formula) => `=${formula}`),
    ROWS,
  );
  const differing = pairs.flatMap(([formula, same], i) => {
    const [a, b] = [shown(values[2 * i]!), shown(values[2 * i + 1]!)];
    const isSame = a === b || (typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b)));
    return isSame ? [] : [`${formula}: ${a}, ${same}: ${b}`];
  });
  expect(differing).toEqual([]);
}

describe("a reason", () => {
  test("is no condition, no number and no place in a list", async () => {
    const wrong =
      'IF(B1,"yes","no")|IF(SERVICE.REASON(),1,2)|IFS(B1,1,TRUE,2)|AND(B1)|NOT(B1)|OR(B1)|XOR(B1)|CHOOSE(B1,1,2)|INDEX(D1:D4,B1)|B1*2|-B1|B1%|B1/0|B1^2|ROUND(B1,2)|DATE(2024,B1,1)|YEAR(B1)|EDATE(B1,1)|WEEKDAY(B1)|' +
      'REPT("x",B1)|PMT(B1,10,1)|MOD(B1,2)|INT(B1)|ISEVEN(B1)|SMALL(D1:D4,B1)|RANK.EQ(B1,D1:D4)|SUMPRODUCT(B1*1)|LEFT("abc",B1)|VLOOKUP(2,D1:D4,B1)|MATCH(2,D1:D4,B1)|SUM(B1&"")|AND(B1&"")|MAX(B1&"",1)';
    const none =
      "MATCH(B1,D1:D4)|MATCH(B1,D1:D4,0)|MATCH(B1,D1:D4,-1)|VLOOKUP(B1,D1:D4,1)|HLOOKUP(B1,D1:D4,1)|LOOKUP(B1,D1:D4)|XLOOKUP(B1,D1:D4,D1:D4)|XMATCH(B1,D1:D4)|SWITCH(B1,1,2)";
    await give([...are("#VALUE!", wrong), ...are("#N/A", none)]);
  });

  test("does not count in a range, and stays a text where one is wanted", async () => {
    await give([
      ...are(3, "SUM(B1,3)|SUM(IF(TRUE,B1,0),3)"),
      ...are(0, 'MAX(B1)|COUNT(B1)|N(B1)|SUMPRODUCT(B1,C1)|SUM(FREQUENCY(B1:B1,D1:D4))|COUNTIF(D1:D4,"<"&B1)'),
      ...are(2, "AVERAGE(B1,1,3)|MEDIAN(B1,1,3)"),
      ...are("#DIV/0!", "AVERAGE(B1)"),
      ...are(false, "OR(B1,FALSE)"),
      ...are(true, "AND(B1,TRUE)"),
      ...are("#NUM!", "LARGE(B1:B1,1)"),
      ...are("n/a: no data", 'TEXT(B1,"0.00")|B1&""'),
      ...are(1, 'IF(B1="",0,1)'),
      ...are("error", 'IFERROR(IF(B1,1,2),"error")'),
    ]);
  });
});

test("a truth value is wanted: a text has to be TRUE or FALSE, a blank is FALSE", async () => {
  await give([
    ...are("#VALUE!", 'IF(B2,1,2)|IF("5",1,2)|IF(B5,1,2)|NOT(B2)|AND("5")|AND(B4)|FILTER(D1:D1,"x")'),
    ...are(1, 'IF("true",1,2)'),
    ...are(2, 'IF("FALSE",1,2)|IF(B4,1,2)|VLOOKUP(2,D1:D4,1,"FALSE")'),
    ...are("#N/A", "IF(B6,1,2)"),
    ...are(false, 'NOT("TRUE")|AND(,TRUE)'),
    ...are(ENGINE_FAILED, 'AND("5",TRUE)'),
    ...are(true, 'OR("",TRUE)'),
    ...are(0.5, 'NORM.S.DIST(0,"TRUE")'),
  ]);
});

test("an argument that is empty or a blank cell is chosen as 0, and one that is left out as FALSE", async () => {
  await give([
    ...are(0, "IF(TRUE,,1)|IF(FALSE,1,)|IFS(TRUE,)|IFS(TRUE,B4)|SWITCH(1,2,3,)|SWITCH(1,1,)|SWITCH(1,1,B4,5)|CHOOSE(2,1,)|MIN(,3)"),
    ...are(false, "IF(FALSE,1)"),
    ...are(2, "SWITCH(B2,5,1,2)|COUNT(,3)"),
    ...are(1, 'SWITCH(B4,"",1,2)'),
    ...are("y", 'SWITCH(1,2,"x",B4)&"y"'),
    ...are("#VALUE!", "CHOOSE(B4,1)"),
    ...are(4, "SUM(CHOOSE(2,1,C1:C3))"),
    ...are(3, 'COUNTA("",1,)'),
  ]);
});

const AGGREGATES =
  "SUM AVERAGE MIN MAX PRODUCT SUMSQ MEDIAN STDEV STDEV.S STDEV.P STDEVP VAR VAR.S VAR.P VARP GEOMEAN HARMEAN AVEDEV DEVSQ KURT SKEW SKEW.P MODE.SNGL".split(
    " ",
  );

test.each(AGGREGATES)("%s leaves out texts, truth values and blanks in cells, and converts those that are arguments", async (name) => {
  const rest = "2,4,4,9";
  const of = (more: string): string => `${name}(${more},${rest})`;
  const same = ["B1", "B2", "B3", "B4", "B5", "B1:B5", '{"a",TRUE}'].map((cell) => [of(cell), `${name}(${rest})`] as const);
  await giveTheSame([
    ...same,
    [of('"5"'), of("5")],
    [of("TRUE"), of("1")],
    [of('B2&""'), of("5")],
    [of(""), of("0")],
    [of("B7=5"), of("1")],
    [of("C1:C6"), of("1,3")],
  ]);
  await give(['"abc"', 'B1&""', '""', 'B5&""', '"abc",NA()'].map((more) => [of(more), "#VALUE!"] as const));
  await give(["B6", "NA()", "B6:B7", 'NA(),"x"'].map((more) => [of(more), "#N/A"] as const));
});

test.each(["AVERAGEA", "MAXA", "MINA", "STDEVA", "STDEVPA", "VARA", "VARPA"])("%s counts a text in a cell as 0 and TRUE as 1", async (name) => {
  const of = (more: string): string => `${name}(${more},2,4,7,9)`;
  await giveTheSame([
    [of("B1"), of("0")],
    [of("B2"), of("0")],
    [of("B3"), of("1")],
    [of("B4"), `${name}(2,4,7,9)`],
    [of("C1:C6"), of("1,0,3,1,0")],
    [of('"5"'), of("5")],
  ]);
  await give([[of('B1&""'), "#VALUE!"]]);
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
  await give(each(["B1", '"n/a: x"', "B5", '""', 'B1&""'], "#VALUE!"));
  await give(each(["B6", "NA()"], "#N/A"));
  await giveTheSame(numbers.flatMap((at) => [`"${given[at]}"`, `(${given[at]}&"")`].map((text) => [of(at, text), call] as const)));
  if (TOOLPAK.some(([one]) => one === call)) await give(each(["B3", "TRUE"], "#VALUE!"));
  else await giveTheSame(numbers.flatMap((at) => ["B3", "TRUE"].map((truth) => [of(at, truth), of(at, "1")] as const)));
});

test("operators convert texts before anything else, and the left error comes first", async () => {
  await give([
    ...are(25, "B2^2"),
    ...are(6, '" 5 "+1|SUM(B2:B3*1)'),
    ...are("#VALUE!", '" 2024-01-10 "+1|B5+1|B1+B6'),
    ...are(5, "B2*B3"),
    ...are("#N/A", "B6+B1"),
    ...are("#DIV/0!", "B7/0"),
  ]);
});

test("areas have to be of one size, and only places with two numbers count", async () => {
  await give([
    ...are("#VALUE!", "SUMPRODUCT(C1:C3,5)|SUMPRODUCT(C1:C3,C1:D2)|SUMPRODUCT(C1:C3,D1:D2)|SUMIFS(D1:D3,C1:C2,1)|XLOOKUP(2,D1:D3,C1:C2)"),
    ...are(25, "SUMPRODUCT(B7,5)"),
    ...are(20, "SUMPRODUCT(C1:C6,D1:D6)"),
    ...are(0, "SUMPRODUCT(C1:C3=1,D1:D3)"),
    ...are("#N/A", "SUMPRODUCT(B6,B7)|SUMX2MY2(C1:C3,D1:D2)|CORREL(C1:C3,D1:D2)"),
    ...are(-30, "SUMX2MY2(C1:C3,D1:D3)"),
    ...are(2.5, "FORECAST.LINEAR(5,C1:C3,D1:D3)"),
  ]);
});

const NUMBERS = [1 / 3, 4.25e20, 1e-10, 1e15, 1.234_567_890_123_456_7e19, -0.1, 0.30000000000000004, true];

test("& and functions of texts take a number with 15 digits, as Excel does", async () => {
  const cases: readonly (readonly [formula: string, value: unknown])[] = [
    ['=B1&""', "0.333333333333333"],
    ['=B2&" and "&B3', "4.25E+20 and 0.0000000001"],
    ['=B4&"|"&B5', "1000000000000000|12345678901234600000"],
    ["=LEN(B1)", 17],
    ["=LEFT(B2,3)", "4.2"],
    ["=RIGHT(B2,4)", "E+20"],
    ["=MID(B1,3,20)", "333333333333333"],
    ["=CONCAT(B6:B8)", "-0.10.3TRUE"],
    ['=TEXTJOIN("/",TRUE,B6:B8,2)', "-0.1/0.3/TRUE/2"],
    ["=CONCATENATE(B7,1,TRUE)", "0.31TRUE"],
    ['=FIND("E",B2)', 5],
    ['=SEARCH("e+",B2)', 5],
    ['=SUBSTITUTE(B7,".",",")', "0,3"],
    ["=REPLACE(B7,1,1,9)", "9.3"],
    ["=REPT(B7,2)", "0.30.3"],
    ["=EXACT(B7,0.3)", true],
    ['=EXACT(B7,"0.3")', true],
    ['=B7&""="0.3"', true],
    ['=B9&"."', "."],
    ['=IFERROR(NA()&"x","error")', "error"],
    ['=TEXTBEFORE(B7,".")', "0"],
    ["=CODE(B6)", 45],
    ["=UPPER(B2)", "4.25E+20"],
    ['=0*-1&""', "0"],
  ];
  const values = await valuesOf(
    cases.map(([formula]) => formula),
    NUMBERS.map((one) => [one]),
  );
  expect(values).toEqual(cases.map(([, value]) => value));
});

test("an array joined with & gives a text for each element", async () => {
  expect(await valuesOf(['=SUM(LEN(B1:B3&"%"))'], [[0.5], [1e20], [2]])).toEqual([4 + 6 + 2]);
});

test("a book with decimal commas writes and reads them, also in the page's engine", async () => {
  const formulas = '=B1&" %"|=TEXT(B1,"0,0")|="1,5"+B1|=COUNTIF(B1:B2,">4,2")|=COUNTIF(B1:B2,B1)|=FIXED(B1*1000,1)|=SUMIF(B1:B2,">"&B2)|=LEN(B1)'.split("|");
  const locale = { decimal: ",", group: "." } as const;
  expect(await valuesOf(formulas, [[4.25], [4]], { locale })).toEqual(["4,25 %", "4,3", 5.75, 1, 1, "4.250,0", 4.25, 4]);
});

test("days count from 1904 in a book that is set so, also in names", async () => {
  const formulas = ["=YEAR(B1)", "=DATE(2024,1,1)", "=Start+1", '=TEXT(B1,"yyyy")', "=TODAY()-INT(NOW())", "=YEAR(-1)"];
  const modes = { from1904: true, names: [{ name: "Start", formula: "=DATE(2024,1,1)" }] } as const;
  expect(await valuesOf(formulas, [[43_000]], modes)).toEqual([2021, 43_830, 43_831, "2021", 0, { error: "#NUM!" }]);
});
