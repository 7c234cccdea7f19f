import type { Block } from "../../../src/workbook/block";
import { blockText } from "../../../src/workbook/cell-address";
import { blockIn } from "../../../src/workbook/cell-reference";
import type { ConditionalFormat } from "../../../src/workbook/conditional-format";
import { editedFormats } from "../../../src/workbook/edits/edited-cells";
import { editedFormula, type FormulaPlace } from "../../../src/workbook/formulas/edited-formula";
import type { BookEdit } from "../../../src/workbook/edits/moved-areas";
import { renamedName } from "../../../src/workbook/renamed-name";
import { editsOf } from "./book-edits";

const { rows, columns, move, reorder } = editsOf("Sheet1");
const rename = (name: string): BookEdit => ({ kind: "rename", sheet: "Sheet1", name });
const HERE: FormulaPlace = { home: "Sheet1" };
const ELSEWHERE: FormulaPlace = { home: "Uses" };
const NAME: FormulaPlace = { home: "", isName: true };

const CASES: readonly (readonly [what: string, before: string, edit: BookEdit, place: FormulaPlace, after: string])[] = [
  ["rows are inserted above", "=A5+$A$5+A$1", rows("insert", 3, 4), HERE, "=A7+$A$7+A$1"],
  ["rows are inserted within a block", "=SUM(A2:A5)", rows("insert", 3, 3), HERE, "=SUM(A2:A6)"],
  ["rows are inserted at its first row", "=SUM(A2:A5)", rows("insert", 2, 2), HERE, "=SUM(A3:A6)"],
  ["rows are inserted below it", "=SUM(A2:A5)", rows("insert", 6, 6), HERE, "=SUM(A2:A5)"],
  ["rows are inserted on another sheet", "=A5+Uses!A5", rows("insert", 1, 1), ELSEWHERE, "=A5+Uses!A5"],
  ["rows are inserted on the sheet that is referred to", "=A5+sheet1!A5+'Sheet1'!B2:C3", rows("insert", 1, 1), ELSEWHERE, "=A5+sheet1!A6+Sheet1!B3:C4"],
  ["rows are inserted into whole columns", "=SUM(A:A,2:3)", rows("insert", 1, 1), HERE, "=SUM(A:A,3:4)"],
  ["rows are inserted above a block that ends where the sheet does", "=COUNT(A2:B1048576)", rows("insert", 1, 1), HERE, "=COUNT(A3:B1048576)"],
  ["the last row moves off the sheet", "=A1048576", rows("insert", 1, 1), HERE, "=#REF!"],
  ["a row of a block is deleted", "=SUM(A2:A5)", rows("delete", 5, 6), HERE, "=SUM(A2:A4)"],
  ["all rows of a block are deleted", "=SUM($A$2:$A$5)+A9", rows("delete", 1, 5), HERE, "=SUM(#REF!)+A4"],
  ["columns are deleted", "=SUM(B1:D1)+C:C+E:F", columns("delete", 2, 2), HERE, "=SUM(B1:C1)+#REF!+D:E"],
  ["cells are inserted above a part of a block", "=SUM(A2:B5)+A9+C9", rows("insert", 1, 1, [0, 0]), HERE, "=SUM(A2:B5)+A10+C9"],
  ["cells are deleted above all of a block", "=SUM(A2:B5)", rows("delete", 1, 1, [0, 1]), HERE, "=SUM(A1:B4)"],
  ["cells are cut", "=A1+SUM(A1:A2)+SUM(A1:A3)", move("A1:A2", "D7"), HERE, "=D7+SUM(D7:D8)+SUM(A1:A3)"],
  ["cells are cut and pasted on another sheet", "=A1+B1", move("A1", "D7", "Uses"), HERE, "=Uses!D7+B1"],
  ["cells come from another sheet", "=Sheet1!A1+A1", move("A1", "D7", "Uses"), ELSEWHERE, "=Uses!D7+A1"],
  ["a formula is cut with its cells", "=A1+B9+Sheet1!A1", move("A1:B2", "D7", "Uses"), { ...HERE, newHome: "Uses" }, "=D7+Sheet1!B9+Uses!D7"],
  [
    "a formula is cut with a name of its sheet",
    "=Own*2+Rate",
    move("A1:B2", "D7", "Uses"),
    { ...HERE, newHome: "Uses", isOfSheet: (name) => name === "Own" },
    "=Sheet1!Own*2+Rate",
  ],
  ["cells are pasted over", "=D7+SUM(D7:D8)+D8", move("A1", "D7"), HERE, "=#REF!+SUM(D7:D8)+D8"],
  ["a block is pasted over", "=SUM(D7:E8)+D9", move("A1:B3", "D6"), HERE, "=SUM(#REF!)+D9"],
  ["the first cell of a block is dragged on", "=SUM(A2:A5)", move("A2", "A4"), HERE, "=SUM(A4:A5)"],
  ["the last cell of a block is dragged on", "=SUM(A2:A5)", move("A5", "A7"), HERE, "=SUM(A2:A7)"],
  ["the last cell of a block is dragged before it", "=SUM(A2:A5)", move("A5", "A1"), HERE, "=SUM(A2:A5)"],
  ["the first cells of a block are dragged over its end", "=SUM(A2:A5)", move("A2:A3", "A5"), HERE, "=SUM(A4:A6)"],
  ["the end of a block is pasted over", "=SUM(A2:A5)", move("C1:C3", "A4"), HERE, "=SUM(A2:A3)"],
  ["the start of a block is pasted over", "=SUM(A2:A5)", move("C1:C3", "A1"), HERE, "=SUM(A4:A5)"],
  ["cells within a block are pasted over", "=SUM(A2:A5)", move("C1", "A5"), HERE, "=SUM(A2:A5)"],
  ["a part of the width of a block is pasted over", "=SUM(A2:B5)", move("C1:C9", "A1"), HERE, "=SUM(A2:B5)"],
  ["rows are dragged down", "=A2+A4+A6+SUM(A2:A3)", reorder(2, 3, 6), HERE, "=A4+A2+A6+SUM(A4:A5)"],
  ["rows are dragged up", "=A2+A4+A6", reorder(4, 5, 2), HERE, "=A4+A2+A6"],
  ["rows are dragged out of a block", "=SUM(A1:A9)", reorder(4, 5, 12), HERE, "=SUM(A1:A7)"],
  ["a sheet is renamed", "=Sheet1!A1+'Sheet1'!B:B+A1", rename("My data"), ELSEWHERE, "='My data'!A1+'My data'!B:B+A1"],
  ["a sheet is renamed to a name that looks like a cell", "=Sheet1!A1", rename("Q1"), ELSEWHERE, "='Q1'!A1"],
  ["a sheet is renamed that is written before a name", "=Sheet1!Rate+SUM(Sheet1!Own)", rename("It's"), ELSEWHERE, "='It''s'!Rate+SUM('It''s'!Own)"],
  ["a sheet is renamed whose name stands in a text", '=Sheet1!A1&"Sheet1!A1"', rename("New"), ELSEWHERE, '=New!A1&"Sheet1!A1"'],
  ["the first of several sheets is renamed", "=SUM(Sheet1:Sheet3!A1)", rename("Jan"), ELSEWHERE, "=SUM(Jan:Sheet3!A1)"],
  ["the last of several sheets is renamed", "=SUM(Sheet0:Sheet1!A1)", rename("Mar 1"), ELSEWHERE, "=SUM('Sheet0:Mar 1'!A1)"],
  ["one of several quoted sheets is renamed", "=SUM('A 1:Sheet1'!A1:B2)", rename("B"), ELSEWHERE, "=SUM('A 1:B'!A1:B2)"],
  [
    "a sheet of another workbook has the name",
    "=[1]Sheet1!A1+'[Book2.xlsx]Sheet1'!A1+[1]Sheet1!Rate",
    rename("New"),
    ELSEWHERE,
    "=[1]Sheet1!A1+'[Book2.xlsx]Sheet1'!A1+[1]Sheet1!Rate",
  ],
  ["rows are inserted in one of several sheets", "=SUM(Sheet1:Sheet3!A5)", rows("insert", 1, 1), ELSEWHERE, "=SUM(Sheet1:Sheet3!A5)"],
  ["both cells of a block have the sheet", "=SUM(Sheet1!A2:Sheet1!B3)", rows("insert", 1, 1), ELSEWHERE, "=SUM(Sheet1!A3:B4)"],
  ["a column of a table has the sheet's name", "=SUM(Sheet1[Rate])+Sheet1!A1", rename("New"), ELSEWHERE, "=SUM(Sheet1[Rate])+New!A1"],
  ["the sheet is deleted", "=Sheet1!A1+SUM(Sheet1!A1:B2)+A1", { kind: "remove", sheet: "Sheet1" }, ELSEWHERE, "=#REF!+SUM(#REF!)+A1"],
  ["a function has the name of a cell", "=LOG10(A5)", rows("insert", 1, 1), HERE, "=LOG10(A6)"],
  ["a spilled block is referred to", "=SUM(A5#)+@A5:A6", rows("insert", 1, 1), HERE, "=SUM(A6#)+@A6:A7"],
  ["a name is a union", "Sheet1!$A$1,Sheet1!$C$3:$D$4", rows("insert", 2, 2), NAME, "Sheet1!$A$1,Sheet1!$C$4:$D$5"],
  ["a name is an expression", "=Sheet1!$A$2*2+Rate", rows("insert", 1, 1), NAME, "=Sheet1!$A$3*2+Rate"],
  ["a name means another row from each cell", "=Sheet1!$B1", rows("insert", 1, 1), NAME, "=Sheet1!$B1"],
  ["a column is inserted before that of such a name", "=Sheet1!$B1", columns("insert", 0, 0), NAME, "=Sheet1!$C1"],
  ["cells are inserted before such a name", "=Sheet1!$B1", columns("insert", 0, 0, [0, 5]), NAME, "=Sheet1!$B1"],
  ["the sheet of such a name is renamed", "=Sheet1!B$1", rename("New"), NAME, "=New!B$1"],
  ["the sheet of a range is deleted", "=sheet1!$B$2:$B$5+'Other'!A1", { kind: "remove", sheet: "Sheet1" }, ELSEWHERE, "=#REF!+'Other'!A1"],
  [
    "a sheet is deleted that is written before each cell of a range",
    "=SUM(Sheet1!B2:Sheet1!B5,Sheet1!B:C,Sheet1!2:3)*2",
    { kind: "remove", sheet: "Sheet1" },
    ELSEWHERE,
    "=SUM(#REF!,#REF!,#REF!)*2",
  ],
  ["a sheet is deleted that has a name", '=Sheet1!Rate&"Sheet1!A1"', { kind: "remove", sheet: "Sheet1" }, ELSEWHERE, '=#REF!&"Sheet1!A1"'],
  ["the first of several sheets is deleted", "=Sheet11!A1+Sheet1:Sheet3!A1", { kind: "remove", sheet: "Sheet1" }, ELSEWHERE, "=Sheet11!A1+Sheet1:Sheet3!A1"],
  ["the last of several sheets is deleted", "=Sheet0:Sheet1!A1", { kind: "remove", sheet: "Sheet1" }, ELSEWHERE, "=Sheet0:Sheet1!A1"],
  ["a sheet with a quotation mark is deleted", "'Today''s'!A1*2", { kind: "remove", sheet: "Today's" }, ELSEWHERE, "#REF!*2"],
  ["texts and names of functions stay", '=A5&"A5"&LOG10(A5)&A5:INDEX(A1,1)', rows("insert", 2, 2), HERE, '=A6&"A5"&LOG10(A6)&A6:INDEX(A1,1)'],
  ["a name for one sheet has no sheet before its cells", "=$A$5", rows("insert", 1, 1), { home: "Sheet1", isName: true }, "=$A$6"],
];

it.each(CASES)("follows if %s", (_, before, edit, place, after) => {
  expect(editedFormula(before, [edit], place)).toBe(after);
});

it.each([
  ["insert, delete and insert", "=A3", [rows("insert", 1, 1), rows("delete", 3, 3), rows("insert", 1, 5)], HERE, "=A8"],
  [
    "a rename, and an insertion under the new name",
    "=Sheet1!A3+A3",
    [rename("New"), { ...rows("insert", 1, 1), sheet: "New" } as BookEdit],
    ELSEWHERE,
    "=New!A4+A3",
  ],
  ["the same within the sheet", "=Sheet1!A3+A3", [rename("New"), { ...rows("insert", 1, 1), sheet: "New" } as BookEdit], HERE, "=New!A4+A4"],
  [
    "a cut to another sheet, and an insertion there",
    "=Sheet1!A3",
    [move("A3", "B1", "Other"), { ...rows("insert", 1, 1), sheet: "Other" } as BookEdit],
    HERE,
    "=Other!B2",
  ],
  ["a deletion of a sheet, and another sheet of its name", "=Sheet1!A3", [{ kind: "remove", sheet: "Sheet1" }, rows("insert", 1, 1)], ELSEWHERE, "=#REF!"],
  [
    "a rename of two sheets to each other's names",
    "=Sheet1!A1+Uses!A1",
    [rename("x"), { kind: "rename", sheet: "Uses", name: "Sheet1" }, { kind: "rename", sheet: "x", name: "Uses" }],
    { home: "Third" },
    "=Uses!A1+Sheet1!A1",
  ],
] as const satisfies readonly (readonly [string, string, readonly BookEdit[], FormulaPlace, string])[])(
  "follows after %s",
  (_, before, edits, place, after) => {
    expect(editedFormula(before, edits, place)).toBe(after);
  },
);

it("a name is renamed where it means the one that gets the new name", () => {
  const isOfSheet1 = (sheet: string) => sheet === "Sheet1";
  const rate = { from: "Rate", to: "Yield", formula: "=Sheet1!$B$2" };
  expect(renamedName('=rate+Sheet1!Rate+Uses!Rate+[1]Sheet1!Rate+Rate2&"Rate"', rate, "Sheet1", isOfSheet1)).toBe(
    '=Yield+Sheet1!Yield+Uses!Rate+[1]Sheet1!Rate+Rate2&"Rate"',
  );
  expect(renamedName("=Rate+1", rate, "Uses", isOfSheet1)).toBe("=Rate+1");
});

it("a function is renamed with a name only if the name is a function", () => {
  const rename = (formula: string) => renamedName("=RATE(1,2)+Rate", { from: "Rate", to: "Yield", formula }, "Sheet1", () => true);
  expect(rename("=Sheet1!$B$2")).toBe("=RATE(1,2)+Yield");
  expect(rename("=LAMBDA(x,y,x+y)")).toBe("=Yield(1,2)+Yield");
});

const block = (text: string): Block => blockIn(text)!;
const format = (areas: string, formula: string): ConditionalFormat => ({ source: "1", areas: areas.split(" ").map(block), rule: { kind: "formula", formula } });
const words = (formats: readonly ConditionalFormat[]): string[] =>
  formats.map(({ areas, rule, source }) => `${areas.map(blockText).join(" ")}: ${rule.kind === "formula" ? rule.formula : rule.kind}${source ? "" : " (new)"}`);
const { move: cut } = editsOf("S");
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
