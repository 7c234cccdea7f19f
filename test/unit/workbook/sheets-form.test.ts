import { calledInSheets, sheetsForm } from "../../../src/workbook/formulas/called-in-sheets";
import { inSheetsForm, readsToTheEnd, sheetsBlocks, withEnds, withFormulaInSheetsForm } from "../../../src/workbook/formulas/sheets-form";
import { hasServiceCall } from "../../../src/workbook/formulas/service-calls";
import { toSeenFormula } from "../../../src/workbook/formulas/stored-formula";
import { brokenCall } from "../../../src/pane/words/broken-call";
import type { CellValue } from "../../../src/workbook/cell";

const inForm = (texts: string, value: string): string => `IFERROR(__xludf.DUMMYFUNCTION(${texts}),${value})`;

test.each<[string, string | undefined]>([
  [inForm('"SERVICE_FRED(""DGS10"")"', "1.11"), '=SERVICE.FRED("DGS10")'],
  [inForm('"SERVICE_ONCHAIN_RISK(A2)*2"', "759.0"), "=SERVICE.ONCHAIN_RISK(A2)*2"],
  [inForm('"IFNA(SERVICE(A2,""macro/"" & B2),""no"")"', '"n/a: a ""text"""'), '=IFNA(SERVICE(A2,"macro/" & B2),"no")'],
  [inForm('"ARRAYFORMULA(SERVICE_FRED(A2:A9))"', '"#N/A"'), "=SERVICE.FRED(A2:A9)"],
  [inForm('"ARRAYFORMULA(SERVICE_FRED(A2:A9))+(1)"', "TRUE"), "=ARRAYFORMULA(SERVICE.FRED(A2:A9))+(1)"],
  [inForm('"SERVICE_FRED(""DGS"" & "&"""10"")"', "1.5E-7"), '=SERVICE.FRED("DGS" & "10")'],
  [inForm('"=SERVICE_FRED(\n  A2\n)"', '""'), "=SERVICE.FRED(\n  A2\n)"],
  // As LibreOffice writes it again, and as Excel shows it.
  ['IFERROR(__xludf.dummyfunction("SERVICE_FRED(A2)"),1)', "=SERVICE.FRED(A2)"],
  ['=IFERROR(@__xludf.DUMMYFUNCTION("SERVICE_FRED(A2)"), 1)', "=SERVICE.FRED(A2)"],
  // Not a call, or not only this form.
  [inForm('"QUERY(A1:A3,""select SERVICE_FRED(A2)"")"', "1.0"), undefined],
  [inForm('"""COMPUTED_VALUE"""', "1.0"), undefined],
  [inForm('"MYSERVICE_FRED(A2)"', "1.0"), undefined],
  ['IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED(A2)"),A1)', undefined],
])("%s is the call %s", (stored, seen) => {
  const called = calledInSheets(stored);
  expect(called === undefined ? undefined : `=${called}`).toBe(seen);
  expect(hasServiceCall(stored)).toBe(seen !== undefined);
  if (seen !== undefined) expect(toSeenFormula(stored.replace(/^=/, ""))).toBe(seen);
});

test.each<[CellValue, string]>([
  [4.25, "4.25"],
  [759, "759.0"],
  [-0.0000001, "-1E-7"],
  [1e21, "1E21"],
  [true, "TRUE"],
  ['n/a: "x"', '"n/a: ""x"""'],
  [{ error: "#N/A" }, '"#N/A"'],
  [null, '""'],
  ["x".repeat(300), `"${"x".repeat(255)}"&"${"x".repeat(45)}"`],
])("the value %j is written as %s", (value, literal) => {
  const stored = inSheetsForm('SERVICE_FRED("DGS10")', value);
  expect(stored).toBe(inForm('"SERVICE_FRED(""DGS10"")"', literal));
  const { formula, parts } = sheetsForm(stored)!;
  expect([formula, parts[3]]).toEqual(['SERVICE_FRED("DGS10")', literal]);
  expect(withFormulaInSheetsForm(parts, 'X("a")')).toBe(inForm('"X(""a"")"', literal));
});

test.each<[string, string]>([
  ["A2:A", "A2:A1048576"],
  ["SUM($A$2:B)", "SUM($A$2:B1048576)"],
  ["'My Sheet'!A2:5", "'My Sheet'!A2:XFD5"],
  ["B:C5", "B1:C5"],
  ["2:B5", "A2:B5"],
])("%s has no end: %s", (formula, ended) => {
  expect([readsToTheEnd(formula), withEnds(formula)]).toEqual([true, ended]);
});
test.each(["A2:B9", "A:B", "2:9", '"A2:A"', "'A2:A'!B1", "A2:OFFSET(A2,1,1)", "$A2:$A9"])("%s has an end", (formula) => {
  expect([readsToTheEnd(formula), withEnds(formula)]).toEqual([false, formula]);
});

describe("the cells that an array fills", () => {
  /** Blocks by first cell, of a map of a sheet: `F` is a formula, `v` a cell that an array fills. */
  const blocksOf = (...lines: readonly string[]): readonly string[] =>
    [
      ...sheetsBlocks(
        lines.flatMap((line, row) =>
          [...line].flatMap((mark, column) =>
            mark === "." ? [] : [{ row, column, text: inSheetsForm(mark === "F" ? "X()" : mark === "S" ? "ROUND(SERVICE_FRED(A1),1)" : undefined, 1) }],
          ),
        ),
      ),
    ]
      .map(([, { row, column, rows, columns }]) => `${row},${column}: ${rows} × ${columns}`)
      .sort();
  it("are those to the right and below", () => {
    expect(blocksOf("Fv.", "vv.", "..F")).toEqual(["0,0: 2 × 2", "2,2: 1 × 1"]);
  });
  it("are not those of an array beside it", () => {
    expect(blocksOf(".F", ".v", "Fv", ".v")).toEqual(["0,1: 4 × 1", "2,0: 1 × 1"]);
    expect(blocksOf("FFv", "vvv")).toEqual(["0,0: 2 × 1", "0,1: 2 × 2"]);
  });
  it("are not those of a formula that has one value", () => {
    expect(blocksOf(".S", "Fv", "vv")).toEqual(["0,1: 1 × 1", "1,0: 2 × 2"]);
  });
  it("are none if they may be those of the array above or beside", () => {
    expect(blocksOf(".F", "Fv", "vv")).toEqual(["0,1: 1 × 1", "1,0: 1 × 1"]);
  });
});

test("Audit lists such a call as a broken name, and repairs it", () => {
  expect(brokenCall({ formula: `=${inForm('"SERVICE_FRED(""DGS10"")"', "4.2").replace("(__", "(@__")}`, value: 4.2 })).toEqual({
    words: 'Google Sheets has stored this formula, so Excel only shows its old value. Repair changes it to =SERVICE.FRED("DGS10")',
    heals: '=SERVICE.FRED("DGS10")',
  });
  expect(brokenCall({ formula: `=${inForm('"SERVICE_FRDE(A1)"', "4.2")}`, value: 4.2 })?.words).toBe(
    "SERVICE.FRDE is not a function of this add-in. Correct the name, perhaps to SERVICE.FRED.",
  );
});

test("formulas that are nearly in this form are read in a moment", () => {
  const many = (text: string): string => text.repeat(300_000);
  // With a time that grows with the square of the length, the test would exceed its limit.
  for (const formula of [
    `${many(" ")}DUMMYFUNCTION`,
    `IFERROR(${many(" ")}DUMMYFUNCTION`,
    `${inForm(`"a"${many('&"a"')}`, "1")}x`,
    inForm(`"${many('""')}`, "1"),
  ])
    expect(calledInSheets(formula)).toBeUndefined();
});
