import { blockIn, cellIn } from "../../../../src/workbook/cell-reference";
import type { BookEdit } from "../../../../src/workbook/edits/moved-areas";
import { cellAreasAfter, referencesAfter } from "../../../../src/workbook/xlsx/save/rule-areas";

const ALL = [0, Infinity] as const;
const rows = (kind: "insert" | "delete", first: number, last: number, across: readonly [number, number] = ALL): BookEdit => ({
  kind,
  sheet: "S",
  axis: "rows",
  lines: [first - 1, last - 1],
  across,
});
const cut = (from: string, to: string, sheet = "S", source = "S"): BookEdit => ({
  kind: "move",
  sheet: source,
  block: blockIn(from)!,
  to: { sheet, ...cellIn(to)! },
});
const drag = (first: number, last: number, before: number): BookEdit => ({
  kind: "reorder",
  sheet: "S",
  axis: "rows",
  lines: [first - 1, last - 1],
  across: ALL,
  to: before - 1,
});

type Case = readonly [what: string, areas: string, edits: readonly BookEdit[], areasNow: string | undefined, ...isLeft: true[]];

const CASES: readonly Case[] = [
  ["all its cells are cut", "A1:A5", [cut("A1:B9", "D11")], "D11:D15"],
  ["some of its cells are cut", "A1:A5", [cut("A2:A3", "D7")], "A1 A4:A5 D7:D8"],
  ["a column of its cells is cut", "A1:C5", [cut("B1:B5", "E1")], "A1:A5 C1:C5 E1:E5"],
  ["other cells are pasted over its first ones", "A1:A5", [cut("F1:F2", "A1")], "A3:A5"],
  ["other cells are pasted over all of it", "A1:A5", [cut("F1:F9", "A1")], undefined],
  ["its cells are cut to another sheet", "A1:A5 C1", [cut("A1:A5", "A1", "T")], "C1", true],
  ["all its cells are cut to another sheet", "A1:A5", [cut("A1:A5", "A1", "T")], undefined, true],
  ["cells of another sheet are pasted into it", "A1:A5", [cut("F1:F2", "A4", "S", "T")], "A1:A3"],
  ["cells are inserted above some of its columns", "A2:B5", [rows("insert", 1, 1, [0, 0])], "B2:B5 A3:A6"],
  ["cells are deleted above some of its columns", "A2:B5", [rows("delete", 1, 1, [0, 0])], "B2:B5 A1:A4"],
  ["rows are inserted in it", "A1:A5 C9", [rows("insert", 3, 4)], "A1:A7 C11"],
  ["rows are dragged out of it", "A1:A9", [drag(4, 5, 12)], "A1:A7 A10:A11"],
  ["rows are dragged into it", "A1:A9", [drag(12, 12, 4)], "A1:A3 A5:A10"],
  ["rows are dragged within it", "A1:A9", [drag(2, 3, 8)], "A1:A9"],
  ["a whole column is cut through", "C:C", [rows("insert", 1, 1)], "C:C"],
  ["edits follow each other, with a rename between", "A1:A5", [{ kind: "rename", sheet: "S", name: "T" }, cut("A1:A5", "C1", "T", "T")], "C1:C5"],
];

it.each(CASES.map(([what, areas, edits, text, ...isLeft]) => ({ what, areas, edits, text, isLeft: isLeft.length > 0 })))(
  "a rule's areas go with their cells if $what",
  ({ areas, edits, text, isLeft }) => {
    expect(cellAreasAfter(areas, [], "S", edits)).toMatchObject({ text, isLeft });
  },
);

it("a rule that means other cells from each of its cells stays if only some of them go, and says so", () => {
  const after = (formula: string, edit: BookEdit) => cellAreasAfter("A1:A5", [formula], "S", [edit]);
  expect(after("A1>A$9", cut("A2:A3", "D7"))).toEqual({ text: "A1:A5", formulas: ["A1>A$9"], isLeft: true });
  expect(after("B1>1", cut("A2:A3", "D7"))).toEqual({ text: "A1:A5", formulas: ["B1>1"], isLeft: true });
  expect(after("A1>1", cut("A2:A3", "D7"))).toEqual({ text: "A1 A4:A5 D7:D8", formulas: ["A1>1"], isLeft: false });
  expect(after("A1>A2", drag(2, 3, 9))).toMatchObject({ text: "A1:A5", isLeft: true });
  expect(after("A1>B1", drag(2, 3, 9))).toMatchObject({ text: "A1:A3 A7:A8", isLeft: false });
  expect(after("A1>B1", cut("A1:A5", "D7"))).toEqual({ text: "D7:D11", formulas: ["D7>B1"], isLeft: false });
});

it("only conditional formats get lines that are inserted behind their last one, and whole columns keep the formula of their first row", () => {
  expect(cellAreasAfter("A1:A5", [], "S", [rows("insert", 6, 7)], true).text).toBe("A1:A7");
  expect(cellAreasAfter("A1:A5", [], "S", [rows("insert", 6, 7)]).text).toBe("A1:A5");
  expect(cellAreasAfter("A:A", ["A1>B1"], "S", [rows("insert", 1, 2)]).formulas).toEqual(["A1>B1"]);
  expect(cellAreasAfter("A:A", ["A1>B1"], "S", [rows("delete", 1, 2)]).formulas).toEqual(["A1>B1"]);
});

it.each([
  ["its first rows are deleted", "A2:A9", "B2>$C$9", [rows("delete", 1, 3)], "B1>$C$6"],
  ["other cells are pasted over its first ones", "A1:A5", "B1>1", [cut("F1:F2", "A1")], "B3>1"],
  ["all its cells are cut", "A1:A5", "B1>A1", [cut("A1:A5", "D7")], "B1>D7"],
  ["cells before it are inserted, then its first row is deleted", "A1:A5", "B1>1", [rows("insert", 1, 1), rows("delete", 2, 2)], "B2>1"],
] as const)("a rule's formula is for its first cell if %s", (_, areas, formula, edits, expected) => {
  expect(cellAreasAfter(areas, [formula], "S", edits).formulas).toEqual([expected]);
});

it("areas that are references keep cells that are cut out of them", () => {
  expect(referencesAfter("A1:A5 C1", "S", [cut("A2:A3", "D7")])).toBe("A1:A5 C1");
  expect(referencesAfter("A1:A5 C:C", "S", [cut("A1:A5", "D7")])).toBe("D7:D11 C:C");
  expect(referencesAfter("A1:A5", "S", [cut("A1:A5", "D7", "T")])).toBeUndefined();
});
