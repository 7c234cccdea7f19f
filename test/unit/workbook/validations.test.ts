import { formulasAt, isAllowed, ruleAt, type Operand } from "../../../src/workbook/allowed-value";
import type { SheetValidation } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import type { BookEdit } from "../../../src/workbook/edits/moved-areas";
import { readBook } from "../../../src/workbook/xlsx/read/read-book";
import { movedPart } from "../../../src/workbook/xlsx/save/moved-part";
import { movedValidations } from "../../../src/workbook/xlsx/save/rule-areas";
import { smallFile, worksheet } from "./xlsx/small-file";

const rule = (attributes: string, ...formulas: readonly string[]): string =>
  `<dataValidation ${attributes}>${formulas.map((formula, i) => `<formula${i + 1}>${formula}</formula${i + 1}>`).join("")}</dataValidation>`;
const RULES = [
  rule(
    'type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" promptTitle="Side" prompt="Long or_x000a_short" sqref="B3:B6 D4"',
    '"long, Short"',
  ),
  rule('type="list" showDropDown="1" showErrorMessage="1" errorStyle="warning" error="Choose &lt;one&gt;" sqref="C3:C9"', "T!$A$1:$A$3"),
  rule('type="decimal" operator="lessThanOrEqual" showErrorMessage="1" errorStyle="information" sqref="E5"', "E4*2"),
  rule('type="custom" showErrorMessage="1" sqref="F2:F9"', "COUNTIF($F$2:$F$9,F2)=1"),
  rule('type="whole" sqref="G1:G2"', "1", "Top"),
].join("");
const X14 = `<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:dataValidations xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" count="1"><x14:dataValidation type="list" showErrorMessage="1"><x14:formula1><xm:f>T!A1:A2</xm:f></x14:formula1><xm:sqref>H2:H5</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`;
const AFTER = `<dataValidations count="5">${RULES}</dataValidations>${X14}`;
const rulesIn = (after: string): readonly SheetValidation[] => readBook(smallFile({ sheets: { S: "", T: "" }, after })).sheets[0]!.validations ?? [];

test("rules are read with their messages, lists of other sheets and areas", () => {
  const rules = rulesIn(AFTER);
  expect(rules.map(({ sqref, kind, formulas }) => [sqref, kind, ...formulas])).toEqual([
    ["B3:B6 D4", "list", '="long, Short"'],
    ["C3:C9", "list", "=T!$A$1:$A$3"],
    ["E5", "decimal", "=E4*2"],
    ["F2:F9", "custom", "=COUNTIF($F$2:$F$9,F2)=1"],
    ["G1:G2", "whole", "=1", "=Top"],
    ["H2:H5", "list", "=T!A1:A2"],
  ]);
  expect(rules[0]).toMatchObject({ hasArrow: true, allowsBlank: true, refusal: { style: "stop" }, prompt: { title: "Side", text: "Long or\nshort" } });
  expect(rules[1]).toMatchObject({ refusal: { style: "warning", text: "Choose <one>" } });
  expect(rules[1]!.hasArrow).toBeUndefined();
  expect(rules[4]!.refusal).toBeUndefined();
  expect(readBook(smallFile({ sheets: { S: "" }, after: AFTER })).leftOut).toBeUndefined();
  const unknown = smallFile({ sheets: { S: "" }, after: `<dataValidations>${rule('type="odd" sqref="A1"')}</dataValidations>` });
  expect(readBook(unknown).leftOut).toEqual(["1 sheet with data validation"]);
});

const rows = { sheet: "S", axis: "rows", across: [0, Infinity] } as const;
const columns = { sheet: "S", axis: "columns", across: [0, Infinity] } as const;
test.each<readonly BookEdit[]>([
  [{ kind: "insert", ...rows, lines: [3, 4] }],
  [{ kind: "insert", ...columns, lines: [0, 0] }],
  [{ kind: "delete", ...rows, lines: [1, 2] }],
  [{ kind: "delete", ...columns, lines: [4, 4] }],
  [{ kind: "reorder", ...rows, lines: [3, 3], to: 8 }],
  [{ kind: "move", sheet: "S", block: { row: 2, column: 1, rows: 2, columns: 1 }, to: { sheet: "S", row: 20, column: 5 } }],
])("the rules move as those in the file do", (...edits) => {
  const all: readonly BookEdit[] = [...edits, { kind: "rename", sheet: "T", name: "Top list" }];
  const moved = movedPart(worksheet("", AFTER), "x", "S", all);
  const inFile = rulesIn(moved.slice(moved.indexOf("</sheetData>") + "</sheetData>".length).replace("</worksheet>", ""));
  expect(movedValidations(rulesIn(AFTER), "S", all)).toEqual(inFile);
});

const of = (kind: SheetValidation["kind"], more: Partial<SheetValidation> = {}): SheetValidation => ({
  sqref: "A1",
  areas: [{ row: 0, column: 0, rows: 1, columns: 1 }],
  kind,
  operator: "between",
  formulas: [],
  ...more,
});
const one = (value: CellValue): Operand => [[value]];

test("a typed value is allowed as in Excel, and undecided where a bound is unknown", () => {
  const whole = of("whole");
  expect([5, 5.5, "5", true, 11, null].map((value) => isAllowed(whole, value, [one(1), one(10)]))).toEqual([true, false, false, false, false, false]);
  expect(isAllowed(of("whole", { allowsBlank: true }), null, [one(1), one(10)])).toBe(true);
  expect(isAllowed(of("decimal", { operator: "lessThan" }), 4, [one("n/a: no data")])).toBeUndefined();
  expect(isAllowed(of("decimal", { operator: "lessThan" }), 4, [undefined])).toBeUndefined();
  expect(isAllowed(of("decimal", { operator: "lessThan" }), -1, [one(null)])).toBe(true);
  expect(isAllowed(of("decimal", { operator: "lessThan", allowsBlank: true }), 1, [one(null)])).toBe(true);
  expect(isAllowed(of("decimal", { operator: "notBetween" }), 4, [one(1), one(3)])).toBe(true);
  expect(["abc", "abcd", 12.5, true].map((value) => isAllowed(of("textLength", { operator: "equal" }), value, [one(4)]))).toEqual([false, true, true, true]);
  const written = of("list", { formulas: ['="a,B, 3"'] });
  expect(["a", "A", "B", "b", 3, "3", 4].map((value) => isAllowed(written, value, []))).toEqual([true, false, true, false, true, true, false]);
  const range = of("list", { formulas: ["=T!A1:A3"], allowsBlank: true });
  const cells: Operand = [["Long"], [2], [null]];
  expect(["long", 2, "2", "x"].map((value) => isAllowed(range, value, [cells]))).toEqual([true, true, false, false]);
  expect(isAllowed(of("list", { formulas: ["=Sides"], allowsBlank: true }), "x", [cells])).toBeUndefined();
  const custom = of("custom");
  expect([true, 1, 0, false, "TRUE", { error: "#N/A" }].map((given) => isAllowed(custom, 1, [one(given)]))).toEqual([true, true, false, false, false, false]);
  expect(isAllowed(of("none"), "x", [])).toBe(true);
});

test("the formulas of a rule are for its first cell", () => {
  const rules = rulesIn(AFTER);
  expect(formulasAt(ruleAt(rules, 4, 5)!, { row: 4, column: 5 })).toEqual(["=COUNTIF($F$2:$F$9,F5)=1"]);
  expect(formulasAt(ruleAt(rules, 3, 7)!, { row: 3, column: 7 })).toEqual(["=T!A3:A4"]);
  expect(ruleAt(rules, 0, 0)).toBeUndefined();
});
