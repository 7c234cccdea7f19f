import type { CallResult } from "../../../../src/engine/calls/service-function";
import { withAnswers } from "../../../../src/hosts/refresh/confirm";
import type { CellValue } from "../../../../src/workbook/cell";

const fred = (...values: CellValue[]): CallResult => ({ id: "SERVICE.FRED", values: values.map((value) => [value]) });

test.each<[CellValue, string]>([
  [4.25, "4.25"],
  [-0.5, "(-0.5)"],
  [1e-7, "1e-7"],
  ['n/a: "x"', '"n/a: ""x"""'],
  ["", '""'],
  [null, '""'],
  [true, "TRUE"],
  [{ error: "#N/A" }, "#N/A"],
])("the answer %j is written as %s", (value, text) => {
  expect(withAnswers('=TEXT(SERVICE.FRED("DGS10"),"0.00")', [fred(value)])).toBe(`=TEXT(${text},"0.00")`);
});

test("several values are an array constant, by rows", () => {
  const values = [
    [46_000, -1],
    ["a", { error: "#N/A" }],
  ];
  expect(withAnswers("=MEDIAN(service.fredh(A1), 2)", [{ id: "SERVICE.FREDH", values }])).toBe('=MEDIAN({46000,-1;"a",#N/A}, 2)');
});

test("calls get their answers by function and in the order in which they end; an inner call goes with the outer one", () => {
  const yields: CallResult = { id: "SERVICE.YIELD", values: [[3]] };
  expect(withAnswers('=SMALL(SERVICE.FRED("A"),SERVICE.YIELD("10Y"))+SERVICE.FRED("B")', [fred(1), yields, fred(2)])).toBe("=SMALL(1,3)+2");
  expect(withAnswers('=TEXT(SERVICE.FRED(SERVICE.FRED("A")),"0")', [fred("DGS10"), fred(4)])).toBe('=TEXT(4,"0")');
  expect(withAnswers('=LEN("SERVICE.FRED(1)")&TEXT(1,"0")', [])).toBe('=LEN("SERVICE.FRED(1)")&TEXT(1,"0")');
});

test("a formula whose calls and answers do not match has no other form", () => {
  expect(withAnswers('=TEXT(SERVICE.FRED("A"),"0")', [])).toBeUndefined();
  expect(withAnswers('=IF(A1,SERVICE.FRED("A"),SERVICE.FRED("B"))&TEXT(1,"0")', [fred(1)])).toBeUndefined();
  expect(withAnswers('=IF(A1,SERVICE.FRED("A"),SERVICE.FRED("B"))&TEXT(1,"0")', [fred(1), fred(2), fred(1)])).toBeUndefined();
});
