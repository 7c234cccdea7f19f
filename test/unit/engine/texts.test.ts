import { valuesOf } from "./values-of";

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
  expect(
    await valuesOf(
      cases.map(([formula]) => formula),
      NUMBERS.map((one) => [one]),
    ),
  ).toEqual(cases.map(([, value]) => value));
});

test("an array joined with & gives a text for each element", async () => {
  expect(await valuesOf(['=SUM(LEN(B1:B3&"%"))'], [[0.5], [1e20], [2]])).toEqual([4 + 6 + 2]);
});

test("a book with decimal commas writes and reads them, also in the page's engine", async () => {
  const formulas = [
    '=B1&" %"',
    '=TEXT(B1,"0,0")',
    '="1,5"+B1',
    '=COUNTIF(B1:B2,">4,2")',
    "=COUNTIF(B1:B2,B1)",
    "=FIXED(B1*1000,1)",
    '=SUMIF(B1:B2,">"&B2)',
    "=LEN(B1)",
  ];
  const locale = { decimal: ",", group: "." } as const;
  expect(await valuesOf(formulas, [[4.25], [4]], { locale })).toEqual(["4,25 %", "4,3", 5.75, 1, 1, "4.250,0", 4.25, 4]);
});

test("days count from 1904 in a book that is set so, also in names", async () => {
  const formulas = ["=YEAR(B1)", "=DATE(2024,1,1)", "=Start+1", '=TEXT(B1,"yyyy")', "=TODAY()-INT(NOW())", "=YEAR(-1)"];
  const modes = { from1904: true, names: [{ name: "Start", formula: "=DATE(2024,1,1)" }] } as const;
  expect(await valuesOf(formulas, [[43_000]], modes)).toEqual([2021, 43_830, 43_831, "2021", 0, { error: "#NUM!" }]);
});
