import { withDecimalCommas } from "../../../src/workbook/formulas/decimal-commas";

it.each([
  ['=SERVICE.YIELD("10Y","2024-06-19")', '=SERVICE.YIELD("10Y";"2024-06-19")'],
  ['=SERVICE.HOLDERS13F("GME",1.5,A1:B2)', '=SERVICE.HOLDERS13F("GME";1,5;A1:B2)'],
  ["=SERVICE.FRED(\"a, 1.5\",'Q1, 1.5'!A1,Prices[a, 1.5])", "=SERVICE.FRED(\"a, 1.5\";'Q1, 1.5'!A1;Prices[a, 1.5])"],
  ["=SUM(A1.5,V1.2.3)*10.25%", "=SUM(A1.5;V1.2.3)*10,25%"],
  ['=SERVICE.BLOCK({"AAPL","GME"})', undefined],
])("%s is typed as %s where the comma is the decimal point", (formula, typed) => {
  expect(withDecimalCommas(formula)).toBe(typed);
});
