import fc from "fast-check";
import { CELL_FUNCTIONS } from "../../../src/contract/functions";
import { hasBrokenName, readBrokenNames } from "../../../src/workbook/formulas/broken-names";
import { hasServiceCall, storedName } from "../../../src/workbook/formulas/service-calls";

const healed = (formula: string) => readBrokenNames(formula).healed;

test.each([
  ["as the file stores it", '=_xldudf_SERVICE_FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["in any case", '=_XLDUDF_service_fred ("DGS10")', '=SERVICE.FRED ("DGS10")'],
  ["with an underscore in its function name", '=_xldudf_SERVICE_ONCHAIN_RISK("BTC")', '=SERVICE.ONCHAIN_RISK("BTC")'],
  ["the bare function", '=_xldudf_SERVICE("GME","price")', '=SERVICE("GME","price")'],
  ["SERVICE.GET", '=_xldudf_SERVICE_GET("GME","price")', '=SERVICE.GET("GME","price")'],
  ["linked to another book by its number", '=[2]!_xldudf_SERVICE_RV(A2,"pe")', '=SERVICE.RV(A2,"pe")'],
  ["linked to an add-in's file", String.raw`='C:\Users\a\[Book.xlam]Sheet1'!_xldudf_SERVICE_RV(A2)`, "=SERVICE.RV(A2)"],
  ["linked to a file whose path has an apostrophe", String.raw`='C:\it''s\Book.xlam'!_xldudf_SERVICE_RV(A2)`, "=SERVICE.RV(A2)"],
  ["linked to an open file", "=Book.xlam!SERVICE.RV(A2)", "=SERVICE.RV(A2)"],
  ["linked to a sheet of an open file", "=[Book1.xlsx]Sheet1!SERVICE.RV(A2)", "=SERVICE.RV(A2)"],
  ["treated as an XLL's", '=_xll.SERVICE.FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["treated as an XLL's, stored", '=_xll._xldudf_SERVICE_FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["treated as a newer Excel's", '=_xlfn._xlws.SERVICE.FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["with an @", '=@_xldudf_SERVICE_FRED("DGS10")', '=SERVICE.FRED("DGS10")'],
  ["nested, and more than one", '=IFERROR(_xldudf_SERVICE_FRED(A1)+[1]!_xldudf_SERVICE_YIELD("2Y"),0)', '=IFERROR(SERVICE.FRED(A1)+SERVICE.YIELD("2Y"),0)'],
  ["next to a correct name", '=SERVICE.FRED("A")&_xldudf_SERVICE_FRED("B")', '=SERVICE.FRED("A")&SERVICE.FRED("B")'],
])("repairs the function name in this form: %s", (_, formula, expected) => {
  expect(readBrokenNames(formula)).toEqual({ healed: expected, broken: expect.any(Number) as number, unknown: [] });
  expect(hasBrokenName(formula)).toBe(true);
  expect(hasServiceCall(formula)).toBe(true);
  expect(hasBrokenName(expected)).toBe(false);
});

test("removes the @ of a call, but does not count it as a broken name", () => {
  expect(readBrokenNames('=@SERVICE.FRED("DGS10")+@ SERVICE("GME","price")')).toEqual({
    healed: '=SERVICE.FRED("DGS10")+SERVICE("GME","price")',
    broken: 0,
    unknown: [],
  });
});

test.each([
  ["text", '="_xldudf_SERVICE_FRED(" & A1'],
  ["text with quotes in it", '="say ""_xldudf_SERVICE_FRED(""" & A1'],
  ["a sheet's name", "='_xldudf_SERVICE_FRED(1)'!A1"],
  ["a table's column", "=Table1[_xldudf_SERVICE_FRED(]+Table1[[#This Row],[_xll.SERVICE.FRED(]]"],
  ["another add-in's names", "=_xldudf_CONTOSO_FRED(1)+_xldudf_CONTOSO_SERVICE_FRED(1)+_xldudf_SERVICES(1)+MY.SERVICE.FRED(1)"],
  ["a name defined on a sheet", "=Sheet1!SERVICE.FRED(1)+'My Sheet'!SERVICE.FRED(1)"],
  ["a name without its stored prefix", "=SERVICE_FRED(1)"],
  ["a name that is not called", "=_xldudf_SERVICE_FRED"],
  ["a correct formula", '=SERVICE.FRED("DGS10")*A1'],
])("leaves %s unchanged", (_, formula) => {
  expect(readBrokenNames(formula)).toEqual({ healed: formula, broken: 0, unknown: [] });
});

test("leaves unknown functions unchanged, and lists them", () => {
  const formula = '=_xldudf_SERVICE_FRET("X")+SERVICE.NOPE(1)+_xldudf_SERVICE_FRED("Y")+SERVICE.INSIDER("AAPL")';
  expect(readBrokenNames(formula)).toEqual({
    healed: '=_xldudf_SERVICE_FRET("X")+SERVICE.NOPE(1)+SERVICE.FRED("Y")+SERVICE.INSIDER("AAPL")',
    broken: 1,
    unknown: ["_xldudf_SERVICE_FRET", "SERVICE.NOPE", "SERVICE.INSIDER"],
  });
});

test("every function is restored from its stored form", () => {
  for (const id of ["SERVICE", "SERVICE.GET", ...CELL_FUNCTIONS.map((f) => `SERVICE.${f}`)]) expect(healed(`=1+${storedName(id)}(A1)`)).toBe(`=1+${id}(A1)`);
});

test("changes nothing when any text is repaired a second time", () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    "''",
    "[",
    "]",
    "[2]",
    "!",
    "@",
    "_xll.",
    "_xldudf_",
    "SERVICE",
    "_FRED",
    ".FRED",
    "(",
    ")",
    " ",
    "A1",
    ",",
    "Sheet1",
    "ü",
    "\\",
  );
  expect(healed('=@@SERVICE.FRED("DGS10")')).toBe('=SERVICE.FRED("DGS10")');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const once = healed(`=${pieces.join("")}`);
      expect(healed(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});
