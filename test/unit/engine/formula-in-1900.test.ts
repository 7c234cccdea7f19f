import { formulaIn1900 } from "../../../src/engine/formula-in-1900";

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
