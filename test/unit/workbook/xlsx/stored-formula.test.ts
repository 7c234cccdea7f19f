import fc from "fast-check";
import { CELL_FUNCTIONS } from "../../../../src/contract/functions";
import { needsArray, toSeenFormula, toStoredFormula, unstorable } from "../../../../src/workbook/formulas/stored-formula";

describe("a formula as displayed and as stored", () => {
  test.each([
    ["=SERVICE.FRED(A2)", "_xldudf_SERVICE_FRED(A2)"],
    ["=SERVICE.ONCHAIN_RISK($A$2)*2", "_xldudf_SERVICE_ONCHAIN_RISK($A$2)*2"],
    ['=SERVICE("GME","price")', '_xldudf_SERVICE("GME","price")'],
    ['=SERVICE.GET(A1,"odds")', '_xldudf_SERVICE_GET(A1,"odds")'],
    ['=IFERROR(SERVICE.FRED("X")-SERVICE.FRED("Y"),"SERVICE.FRED(1)")', 'IFERROR(_xldudf_SERVICE_FRED("X")-_xldudf_SERVICE_FRED("Y"),"SERVICE.FRED(1)")'],
    ["=SERVICE.NOPE(1)", "SERVICE.NOPE(1)"],
    ["=MYSERVICE.FRED(A1)", "MYSERVICE.FRED(A1)"],
    ["='SERVICE.FRED(1)'!A1", "'SERVICE.FRED(1)'!A1"],
    ["=XLOOKUP(1,A:A,B:B)", "_xlfn.XLOOKUP(1,A:A,B:B)"],
    ["=SORT(FILTER(A1:A9,B1:B9>0))", "_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A9,B1:B9>0))"],
    ["=STDEV.S(A1:A9)", "_xlfn.STDEV.S(A1:A9)"],
    ["=GAMMALN(2)+GAMMA(2)", "GAMMALN(2)+_xlfn.GAMMA(2)"],
    ["=SUM(A1#)", "SUM(_xlfn.ANCHORARRAY(A1))"],
    ["=SUM('My Sheet'!$A$1#)+dyn#", "SUM(_xlfn.ANCHORARRAY('My Sheet'!$A$1))+_xlfn.ANCHORARRAY(dyn)"],
    ["=@A1:A10", "_xlfn.SINGLE(A1:A10)"],
    ["=@INDEX(A1:A10,2)+1", "_xlfn.SINGLE(INDEX(A1:A10,2))+1"],
    ["=LET(x,A1,y,x*2,x+y)", "_xlfn.LET(_xlpm.x,A1,_xlpm.y,_xlpm.x*2,_xlpm.x+_xlpm.y)"],
    ["=MAP(A1:A3,LAMBDA(v,SERVICE.FRED(v)))", "_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.v,_xldudf_SERVICE_FRED(_xlpm.v)))"],
    ["=LET(f,LAMBDA(x,x+1),f(2))", "_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1),_xlpm.f(2))"],
    ["=LAMBDA(entity,path,SERVICE.GET(entity,path))", "_xlfn.LAMBDA(_xlpm.entity,_xlpm.path,_xldudf_SERVICE_GET(_xlpm.entity,_xlpm.path))"],
    ["=1.5E+3+#N/A", "1.5E+3+#N/A"],
    ['=Sheet1!A1&"""x"""', 'Sheet1!A1&"""x"""'],
  ])("%s is stored as %s and displayed unchanged", (seen, stored) => {
    expect(toStoredFormula(seen)).toBe(stored);
    expect(toSeenFormula(stored)).toBe(seen);
  });

  test.each([
    ["=service.fred(a2)", "_xldudf_SERVICE_FRED(a2)"],
    ["=SERVICE.FRED (A2)", "_xldudf_SERVICE_FRED(A2)"],
    ["=xlookup(1,A:A,B:B)", "_xlfn.XLOOKUP(1,A:A,B:B)"],
  ])("%s in another spelling is stored as %s", (seen, stored) => expect(toStoredFormula(seen)).toBe(stored));

  test.each([
    ["[2]!_xldudf_SERVICE_RV(A2)", "=SERVICE.RV(A2)"],
    ["_xlfn.SINGLE(_xldudf_SERVICE_FRED(A2))", "=SERVICE.FRED(A2)"],
    ["_xldudf_CONTOSO_ADD(1,2)", "=_xldudf_CONTOSO_ADD(1,2)"],
    ["_xll.SERVICE.FRED(A2)", "=SERVICE.FRED(A2)"],
  ])("%s, as other programs leave it, is displayed as %s", (stored, seen) => expect(toSeenFormula(stored)).toBe(seen));

  test("a call of a name SERVICE that the workbook defines is stored unchanged", () => {
    expect(toStoredFormula('=SERVICE(A1,"price")+SERVICE.GET(A1,"price")', { ownService: true })).toBe('SERVICE(A1,"price")+_xldudf_SERVICE_GET(A1,"price")');
  });

  test("any stored formula is displayed unchanged", () => {
    const reference = fc.constantFrom("A1", "$B$2", "C$3", "Data!D4", "'It''s 1'!E5", "A1:B9", "F:F", "2:3", "G7#", "rate", "@A1:A3");
    const literal = fc.oneof(
      fc.nat(9999).map(String),
      fc.string({ maxLength: 12 }).map((s) => `"${s.replaceAll('"', '""')}"`),
      fc.constantFrom("TRUE", "#N/A", "0.5", "{1,2;3,4}", '"SERVICE.FRED(A1)"', '"_xlfn.LET("'),
    );
    const name = fc.constantFrom(
      ...CELL_FUNCTIONS.map((f) => `SERVICE.${f}`),
      "SERVICE",
      "SERVICE.GET",
      "SUM",
      "IF",
      "XLOOKUP",
      "FILTER",
      "UNIQUE",
      "CONCAT",
      "T.TEST",
    );
    const { formula } = fc.letrec<{ formula: string; call: string; binary: string; let: string; leaf: string }>((tie) => ({
      leaf: fc.oneof(reference, literal),
      call: fc.tuple(name, fc.array(tie("formula"), { maxLength: 3 })).map(([n, args]) => `${n}(${args.join(",")})`),
      binary: fc.tuple(tie("formula"), fc.constantFrom("+", "-", "*", "/", "&", "<=", "^"), tie("formula")).map((parts) => parts.join("")),
      let: fc.tuple(tie("formula"), tie("leaf")).map(([value, last]) => `LET(part,${value},part+${last})`),
      formula: fc.oneof({ depthSize: "small", withCrossShrink: true }, tie("leaf"), tie("call"), tie("binary"), tie("let")),
    }));
    fc.assert(
      fc.property(formula, (text) => {
        const seen = `=${text}`;
        const stored = toStoredFormula(seen);
        expect(toSeenFormula(stored)).toBe(seen);
        expect(unstorable(seen)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("any text is stored and displayed without an exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => typeof toSeenFormula(toStoredFormula(`=${text}`)) === "string"),
      { numRuns: 2000 },
    );
  });
});

describe("dynamic array formulas", () => {
  test.each([
    "=SERVICE.FRED(A1)",
    '=IFERROR(SERVICE.FRED("X"),0)',
    "=SORT(A1:A9)",
    "=A1:A3",
    "=SUM(A1:A3*B1:B3)",
    "=SUM(--(A1:A3>1))",
    "=A1#",
    "={1,2}",
    "=@A1:A3",
    "=Data!A1:A3*2",
  ])("%s is stored as a dynamic array", (formula) => expect(needsArray(formula)).toBe(true));
  test.each(["=A1+B1", "=SUM(A1:A9)", "=SUM(A1:A9)*2", '="SERVICE.FRED(A1)"', "=VLOOKUP(A1,B:C,2,FALSE)", '=IF(A1>1,"a:b","#")', "=RANK(C7,C$7:C$20)"])(
    "%s is not stored as a dynamic array",
    (formula) => expect(needsArray(formula)).toBe(false),
  );
});

test.each(["=", "=SUM(", "=1)", '="a', "=Sales[Amount]", "=[Book.xlsx]Sheet1!A1", "={1,2", "=A1+"])("%s cannot be stored", (formula) => {
  expect(unstorable(formula)).toEqual(expect.any(String));
});
