import { parseLiteralCall } from "../../../src/workbook/formulas/literal";
import { findServiceCalls, hasServiceCall, storedName } from "../../../src/workbook/formulas/service-calls";
import { grid } from "../../grid";

const ids = (formula: string) => findServiceCalls(formula).map((c) => `${c.id}${c.stored ? " stored" : ""}@${c.start}`);

test.each([
  ['=SERVICE.FRED("DGS10")', ["SERVICE.FRED@1"]],
  ['=service.fred ("DGS10")', ["SERVICE.FRED@1"]],
  ['=SUM(SERVICE.FRED("DGS10"),SERVICE("GME","price"))', ["SERVICE.FRED@5", "SERVICE@27"]],
  ['=_xldudf_SERVICE_SHORTINTEREST(A2,"days")', ["SERVICE.SHORTINTEREST stored@1"]],
  ["=[2]!_xldudf_SERVICE_RV(A2)", ["SERVICE.RV stored@5"]],
  ["=_xldudf_SERVICE_ONCHAIN_RISK(A2)", ["SERVICE.ONCHAIN_RISK stored@1"]],
  ["=_xldudf_SERVICE(A2,B2)", ["SERVICE stored@1"]],
  ['="SERVICE.FRED(" & A1', []],
  ["='SERVICE.FRED(1)'!A1", []],
  ["=MYSERVICE.FRED(A1)+MY.SERVICE.FRED(A1)+CONTOSO_SERVICE_FRED(1)", []],
  ["=SERVICES(A1)", []],
  ["=SERVICE", []],
])("finds the SERVICE calls in %s", (formula, expected) => {
  expect(ids(formula)).toEqual(expected);
  expect(hasServiceCall(formula)).toBe(expected.length > 0);
});

test("the stored name of a function has a prefix, and underscores for dots", () => {
  expect([storedName("SERVICE.ONCHAIN_RISK"), storedName("SERVICE")]).toEqual(["_xldudf_SERVICE_ONCHAIN_RISK", "_xldudf_SERVICE"]);
});

test.each<[string, unknown[]]>([
  ["=SERVICE.REGIME()", []],
  ['=SERVICE.FRED("DGS10")', ["DGS10"]],
  ['SERVICE.OSINT("say ""chips""", -1.5e2)', ['say "chips"', -150]],
  ["=SERVICE.FRED(,TRUE, false ,)", [null, true, false, null]],
  ["=SERVICE.FRED(5%)", [0.05]],
  ["=SERVICE.FRED(#n/a)", [{ type: "Error", basicValue: "#N/A" }]],
  ['=SERVICE.FRED({"a",1;"b",2})', [grid(2, "a", 1, "b", 2)]],
])("%s is read as its literal arguments", (formula, args) => {
  expect(parseLiteralCall(formula)).toMatchObject({ ok: true, args });
});

test.each([
  "",
  "=",
  "=1+1",
  '=SERVICE.FRED("DGS10',
  '=SERVICE.FRED("DGS10")+1',
  '=SERVICE.FRED("a" "b")',
  "=SERVICE.FRED({1,2)",
  '=SUM(SERVICE.FRED("DGS10"))',
  "=SERVICE.FRED(TODAY())",
])("%p is refused with a message", (formula) => {
  expect(parseLiteralCall(formula)).toMatchObject({ ok: false, message: expect.stringMatching(/^Expected /) as string });
});
