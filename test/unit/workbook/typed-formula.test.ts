import { typedFormula } from "../../../src/workbook/formulas/typed-formula";

const COMMAS = { decimal: ",", list: ";", english: true } as const;

it.each([
  ['=SERVICE.YIELD("10Y","2024-06-19")', '=SERVICE.YIELD("10Y";"2024-06-19")'],
  ['=SERVICE.HOLDERS13F("GME",1.5,A1:B2)', '=SERVICE.HOLDERS13F("GME";1,5;A1:B2)'],
  ["=SERVICE.FRED(\"a, 1.5\",'Q1, 1.5'!A1,Prices[a 1.5])", "=SERVICE.FRED(\"a, 1.5\";'Q1, 1.5'!A1;Prices[a 1.5])"],
  ["=SUM(A1.5,V1.2.3)*10.25%", "=SUM(A1.5;V1.2.3)*10,25%"],
  ['=SERVICE.FRED({"DGS2";"DGS10"})', '=SERVICE.FRED({"DGS2";"DGS10"})'],
  ["=SUM({1.5;2},.5,1E-3)", "=SUM({1,5;2};,5;1E-3)"],
  ['=SERVICE.SHORTINTEREST("GME",{"days","pctfloat"})', undefined],
  ["=SUM({1,2;3,4})", undefined],
  ["=SUM(Prices[[#Headers],[Close]])", undefined],
])("%s is typed as %s where the comma is the decimal point", (formula, typed) => {
  expect(typedFormula(formula, COMMAS)).toBe(typed);
});

it.each([
  ['=SERVICE.FRED("DGS10")*2.5', '=SERVICE.FRED("DGS10")*2,5'],
  ['=service.fred("TRUE")', '=service.fred("TRUE")'],
  ['=IF(A1>0,SERVICE.FRED("DGS10"),0)', undefined],
  ['=SERVICE.CALL("x",TRUE)', undefined],
  ['=SERVICE.CALL("x",#N/A)', undefined],
])("%s is typed as %s where functions have other names", (formula, typed) => {
  expect(typedFormula(formula, { ...COMMAS, english: false })).toBe(typed);
});

it.each(['=IF(A1>0.5,SERVICE.FRED({"a","b";"c","d"}),Prices[[#Headers],[Close]])', "=SUM({1,2.5;3,4},TRUE)"])("%s stays as it is in English", (formula) => {
  expect(typedFormula(formula, { decimal: ".", list: ",", english: true })).toBe(formula);
});
