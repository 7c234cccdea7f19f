import { untrustedIn } from "../../../src/engine/trust/trust";
import { withoutUnionCalls, withoutUnions } from "../../../src/workbook/unions";

test.each([
  ["=SUM((A1,B1))", "=SUM(A1,B1)"],
  ["=SUM( (A1:A3,A2:A5), 2)", "=SUM( A1:A3,A2:A5, 2)"],
  ["=AVERAGE(((A1,'My Sheet'!B1),C:C))+MAX((1:2,D4))", "=AVERAGE(A1,'My Sheet'!B1,C:C)+MAX(1:2,D4)"],
  ["=SUBTOTAL(9,(A1,B1))", "=SUBTOTAL(9,A1,B1)"],
  ["=IF(A1>0,COUNT ((A1,B1)),0)", "=IF(A1>0,COUNT (A1,B1),0)"],
  // Functions that take one list of cells.
  ["=LARGE((A1,B1),1)+1", "=LARGE(_xlfn.UNION(A1,B1),1)+1"],
  ["=1+SMALL (((A1:B2,B1),C1), A9 )", "=1+SMALL(_xlfn.UNION(A1:B2,B1,C1), A9 )"],
  ["=RANK(A1,(A1,S!B1),1)", "=RANK.EQ(A1,_xlfn.UNION(A1,S!B1),1)"],
  ["=SUM(IRR((A1,B1:B5)),AREAS((A1,B1,C1:C9)))", "=SUM(IRR(_xlfn.UNION(A1,B1:B5)),3)"],
  // One of the areas.
  ["=INDEX((A1:B2,D1:E2),1,1,2)", "=INDEX(D1:E2,1,1)"],
  ["=INDEX((A1:B2,D1:E2),2)*2", "=INDEX(A1:B2,2)*2"],
  ["=SUM(INDEX((A1:B2,D1:E2),0,2,C1+1))", "=SUM(INDEX(_xlfn.AREA(C1+1,A1:B2,D1:E2),0,2))"],
  ["=INDEX((A1:B2,D1:E2),1,1,3)", "=INDEX(_xlfn.AREA(3,A1:B2,D1:E2),1,1)"],
  // In another argument of such a function, or in brackets that are also for something else.
  ["=LARGE(A1,(A1,B1))", "=LARGE(A1,(A1,B1))"],
  ["=INDEX((A1:B2,D1:E2),1,1,)", "=INDEX((A1:B2,D1:E2),1,1,)"],
  ["=SUM((A1,B1)*2)", "=SUM((A1,B1)*2)"],
  ["=SUM(-(A1,B1))", "=SUM(-(A1,B1))"],
  ["=SUM((A1+B1))", "=SUM((A1+B1))"],
  ["=SUM({1,2},(A1))", "=SUM({1,2},(A1))"],
  ['=SUM("(A1,B1)",A1)', '=SUM("(A1,B1)",A1)'],
])("%s is %s", (formula, as) => {
  expect(withoutUnions(formula)).toBe(as);
});

test("a union is trusted where an engine can do without it, and nowhere else", () => {
  const union = "a union of areas such as (A1,B1)";
  const trusted = ["=SUM((A1,B1))", "=MAX(1,(A1,C1))", "=LARGE((A1,B1),1)", "=IFERROR(RANK((A1),(A1,B1)),0)", "=INDEX((A1,B1),1,1,2)"];
  const not = ["=SUM((A1,B1)*2)", "=(A1,B1)", "=COUNTIF((A1,B1),1)"];
  expect(trusted.map((formula) => untrustedIn(formula))).toEqual(trusted.map(() => undefined));
  expect(not.map((formula) => untrustedIn(formula))).toEqual(not.map(() => union));
});

test("the second engine gets functions that it has in place of unions", () => {
  const fed = ["=SMALL((A1:B2,C1),2)", "=INDEX((A1,B1:B2),1,1,D1)", "=SUM((A1,B1))"].map((formula) => withoutUnionCalls(withoutUnions(formula)));
  expect(fed).toEqual(["=SMALL(VSTACK(TOCOL(A1:B2),TOCOL(C1)),2)", "=INDEX(CHOOSE(D1,A1,B1:B2),1,1)", "=SUM(A1,B1)"]);
});
