import type { Block } from "../../../src/workbook/block";
import { blockText } from "../../../src/workbook/cell-address";
import { blockIn } from "../../../src/workbook/cell-reference";
import type { ConditionalFormat } from "../../../src/workbook/conditional-format";
import { editedFormats } from "../../../src/workbook/edits/edited-cells";
import type { BookEdit } from "../../../src/workbook/edits/moved-areas";

const block = (text: string): Block => blockIn(text)!;
const format = (areas: string, formula: string): ConditionalFormat => ({ source: "1", areas: areas.split(" ").map(block), rule: { kind: "formula", formula } });
const words = (formats: readonly ConditionalFormat[]): string[] =>
  formats.map(({ areas, rule, source }) => `${areas.map(blockText).join(" ")}: ${rule.kind === "formula" ? rule.formula : rule.kind}${source ? "" : " (new)"}`);
const cut = (from: string, to: string, sheet = "S"): BookEdit => ({
  kind: "move",
  sheet: "S",
  block: block(from),
  to: { sheet, row: block(to).row, column: block(to).column },
});
const shift = (kind: "insert" | "delete", axis: "rows" | "columns", lines: readonly [number, number], across: readonly [number, number]): BookEdit => ({
  kind,
  sheet: "S",
  axis,
  lines,
  across,
});
const all = [0, Infinity] as const;

it.each<[string, string, string, BookEdit, string[]]>([
  ["inserted rows within take part", "A1:A4", "A1>$B$3", shift("insert", "rows", [2, 2], all), ["A1:A5: A1>$B$4"]],
  ["inserted rows have the formats of the row before", "A1:A4", "A1>1", shift("insert", "rows", [4, 5], all), ["A1:A6: A1>1"]],
  ["inserted columns before move the rule", "B1:B4", "A1>B1", shift("insert", "columns", [0, 0], all), ["C1:C4: B1>C1"]],
  ["the formula is for the first cell that is left", "A1:A4", "A1>B1", shift("delete", "rows", [0, 1], all), ["A1:A2: A1>B1"]],
  ["a rule without cells is gone", "A1:A4", "A1>1", shift("delete", "columns", [0, 0], all), []],
  ["a moved row keeps its rule", "A2:A4", "A2>1", { ...shift("insert", "rows", [2, 2], all), kind: "reorder", to: 9 } as BookEdit, ["A2:A3 A9: A2>1"]],
  ["cells that shift down take their part along", "A1:B2", "A1>1", shift("insert", "rows", [0, 0], [1, 1]), ["A1:A2 B2:B3: A1>1"]],
  ["cells that are cut take their rule along", "A1:A4", "A1>1", cut("A2", "D7"), ["A1 A3:A4 D7: A1>1"]],
  ["a formula that refers to other cells stays with them", "A1:A4", "B1>1", cut("A2", "D7"), ["A1 A3:A4: B1>1", "D7: B2>1 (new)"]],
  ["a rule that is cut whole keeps being itself", "A1:A4", "$A1>$B1", cut("A1:B4", "D7"), ["D7:D10: $D7>$E7"]],
  ["cells that are pasted over lose their rule", "A1:A4", "A1>1", cut("C1", "A2"), ["A1 A3:A4: A1>1"]],
  ["a renamed sheet is renamed in formulas", "A1:A4", "A1>Other!A1", { kind: "rename", sheet: "Other", name: "My sheet" }, ["A1:A4: A1>'My sheet'!A1"]],
  ["a deleted sheet leaves #REF!", "A1:A4", "A1>Other!A1", { kind: "remove", sheet: "Other" }, ["A1:A4: A1>#REF!"]],
  [
    "other sheets' rows move references only",
    "A1:A4",
    "A1>Other!$A$5",
    { ...shift("insert", "rows", [0, 0], all), sheet: "Other" } as BookEdit,
    ["A1:A4: A1>Other!$A$6"],
  ],
  ["whole columns stay whole", "A1:A1048576", "A1>1", shift("delete", "rows", [3, 9], all), ["A1:A1048576: A1>1"]],
])("%s", (_, areas, formula, edit, expected) => {
  expect(words(editedFormats([format(areas, formula)], edit, "S").formats)).toEqual(expected);
});

it("cells that are cut to another sheet take their rule there", () => {
  const { formats, gone } = editedFormats([format("A1:A4", "A1>$B$1")], cut("A2", "D7", "Other"), "S");
  expect(words(formats)).toEqual(["A1 A3:A4: A1>$B$1"]);
  expect(words(gone)).toEqual(["D7: D7>S!$B$1 (new)"]);
});
