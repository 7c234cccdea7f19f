import { isOpposite, movedLine, type LineEdit } from "../../../src/workbook/line-edits";
import { movedFormula, type SheetFate } from "../../../src/workbook/moved-formula";

const insert = (at: number, count: number, along: LineEdit["along"] = "rows"): LineEdit => ({ kind: "insert", along, at, count });
const remove = (at: number, count: number, along: LineEdit["along"] = "rows"): LineEdit => ({ kind: "remove", along, at, count });
const move = (at: number, count: number, to: number, along: LineEdit["along"] = "rows"): LineEdit => ({ kind: "move", along, at, count, to });
const moved = (formula: string, edits: readonly LineEdit[], others: readonly (readonly [string, SheetFate])[] = []): string =>
  movedFormula(formula, "S", new Map([["s", { name: "S", edits }], ...others]));

test.each([
  ["a cell below inserted rows moves", "A3+$A$3+A1", [insert(1, 2)], "A5+$A$5+A1"],
  ["a range around inserted rows grows", "SUM(A1:A9)", [insert(4, 1)], "SUM(A1:A10)"],
  ["a range right above inserted rows stays", "SUM(A1:A4)", [insert(4, 1)], "SUM(A1:A4)"],
  ["a range around removed rows shrinks", "SUM($A$1:A$9)", [remove(0, 3)], "SUM($A$1:A$6)"],
  ["a removed cell is #REF!", "A2*A3", [remove(1, 1)], "#REF!*A2"],
  ["whole rows follow, whole columns stay", "SUM(3:4)+SUM($B:C)", [insert(0, 1)], "SUM(4:5)+SUM($B:C)"],
  ["columns follow inserted columns", "SUM(B:C)+B1", [insert(0, 1, "columns")], "SUM(C:D)+C1"],
  ["a cell in moved rows goes with them", "A2+A5+SUM(A1:A9)", [move(1, 1, 6)], "A6+A4+SUM(A1:A9)"],
  ["a range that is moved as a whole goes with it", "SUM(A2:A3)", [move(1, 2, 9)], "SUM(A8:A9)"],
  ["edits apply in their order", "A3", [insert(0, 1), remove(2, 1), insert(0, 5)], "A8"],
  ["texts and names of functions stay", '"A3"&LOG10(A3)&A3:INDEX(A1,1)', [insert(1, 1)], '"A3"&LOG10(A4)&A4:INDEX(A1,1)'],
] as const)("%s", (_, formula, edits, expected) => {
  expect(moved(formula, edits)).toBe(expected);
});

test("references follow the names of their sheets", () => {
  const others = [
    ["old", { name: "My 'new' one", edits: [insert(0, 1)] }],
    ["gone", undefined],
    ["jan", { name: "Q 1", edits: [] }],
  ] as const;
  expect(moved("Old!A1:Old!B2+'old'!A:A", [], others)).toBe("'My ''new'' one'!A2:B3+'My ''new'' one'!A:A");
  expect(moved("Old!Rate+Gone!Rate*Gone!$A$1:B2+Gone!A:A", [], others)).toBe("'My ''new'' one'!Rate+#REF!*#REF!+#REF!");
  expect(moved("SUM(Jan:Mar!B2)+[1]Old!A1+'[1]Old'!A1+Sales[Old]", [], others)).toBe("SUM('Q 1:Mar'!B2)+[1]Old!A1+'[1]Old'!A1+Sales[Old]");
});

test("an edit and its opposite leave every line in its place", () => {
  for (const [edit, back] of [
    [move(2, 3, 9), move(6, 3, 2)],
    [move(6, 3, 2), move(2, 3, 9)],
  ] as const) {
    expect(isOpposite(edit, back)).toBe(true);
    for (let line = 0; line < 12; line++) expect(movedLine(movedLine(line, edit)!, back)).toBe(line);
  }
  expect(isOpposite(insert(1, 2), remove(1, 2))).toBe(true);
  expect(isOpposite(insert(1, 2), remove(1, 1))).toBe(false);
});
