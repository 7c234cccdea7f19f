import { withoutBareCalls } from "../../../src/workbook/formulas/service-calls";

test.each([
  ['=SERVICE("NVDA","PRICE")', '=SERVICE.GET("NVDA","PRICE")'],
  ["=service (A1,B1)+SERVICE(A2,SERVICE(A3,B3))", "=SERVICE.GET(A1,B1)+SERVICE.GET(A2,SERVICE.GET(A3,B3))"],
  ['=_xldudf_SERVICE("NVDA","PRICE")', '=SERVICE.GET("NVDA","PRICE")'],
  ['=IF(A1="SERVICE(x)",SERVICE.FRED("DGS10"),SERVICE("a","b"))', '=IF(A1="SERVICE(x)",SERVICE.FRED("DGS10"),SERVICE.GET("a","b"))'],
])("rewrites %s", (formula, expected) => expect(withoutBareCalls(formula)).toBe(expected));

test.each(['=SERVICE.GET("NVDA","PRICE")', '=_xldudf_SERVICE_FRED("DGS10")', "=MYSERVICE(1)", '="SERVICE(1)"'])("leaves %s", (formula) =>
  expect(withoutBareCalls(formula)).toBeUndefined(),
);
