import { untrustedIn } from "../../../src/engine/trust";
import { withoutUnions } from "../../../src/workbook/unions";

test.each([
  ["=SUM((A1,B1))", "=SUM(A1,B1)"],
  ["=SUM( (A1:A3,A2:A5), 2)", "=SUM( A1:A3,A2:A5, 2)"],
  ["=AVERAGE(((A1,'My Sheet'!B1),C:C))+MAX((1:2,D4))", "=AVERAGE(A1,'My Sheet'!B1,C:C)+MAX(1:2,D4)"],
  ["=SUBTOTAL(9,(A1,B1))", "=SUBTOTAL(9,A1,B1)"],
  ["=IF(A1>0,COUNT ((A1,B1)),0)", "=IF(A1>0,COUNT (A1,B1),0)"],
  // In brackets that are also for something else, or of functions that take one union.
  ["=LARGE((A1,B1),1)", "=LARGE((A1,B1),1)"],
  ["=INDEX((A1:B2,D1:E2),1,1,2)", "=INDEX((A1:B2,D1:E2),1,1,2)"],
  ["=LARGE(((A1,B1),C1),1)", "=LARGE((A1,B1,C1),1)"],
  ["=SUM((A1,B1)*2)", "=SUM((A1,B1)*2)"],
  ["=SUM(-(A1,B1))", "=SUM(-(A1,B1))"],
  ["=SUM((A1+B1))", "=SUM((A1+B1))"],
  ["=SUM({1,2},(A1))", "=SUM({1,2},(A1))"],
  ['=SUM("(A1,B1)",A1)', '=SUM("(A1,B1)",A1)'],
])("%s is %s", (formula, as) => {
  expect(withoutUnions(formula)).toBe(as);
});

test("a union is trusted as arguments, and nowhere else, also under a name", () => {
  const names = [
    { name: "BOTH", formula: "=S!$A$1,S!$A$3" },
    { name: "ONE", formula: "=S!$A$1" },
    { name: "CONSTANT", formula: "={1,2}" },
  ];
  const union = "a union of areas such as (A1,B1)";
  const trusted = ["=SUM((A1,B1))", "=SUM(both)", "=MAX(BOTH,(A1,ONE))", "=SUM(ONE)", "=COUNT(1,A1)"];
  const not = ["=LARGE((A1,B1),1)", "=LARGE(BOTH,1)", "=IFERROR(RANK.EQ(A1,(A1,B1)),0)", "=SUM(BOTH*2)", "=SUM((A1,B1)*2)", "=(A1,B1)", "=BOTH"];
  expect(trusted.map((formula) => untrustedIn(formula, names))).toEqual(trusted.map(() => undefined));
  expect(not.map((formula) => untrustedIn(formula, names))).toEqual(not.map(() => union));
});
