import type { Block } from "../../../src/workbook/block";
import type { PlainContent } from "../../../src/workbook/edits/sheet-edits";
import type { TableColumn, TableMemory } from "../../../src/tables/memory";
import { planRefresh, type Planned, type RefreshPlan } from "../../../src/tables/refresh/plan-refresh";
import { blockOf, sheetEdit, tableSheet } from "../../../src/tables/table-sheet";
import { paperSheet, type PaperSheet } from "./paper-sheet";
import { grid } from "../../grid";

const COLUMNS: readonly TableColumn[] = [
  { id: "date", heading: "Date", format: "yyyy-mm-dd", key: true },
  { id: "value", heading: "Value", format: "0.00" },
];
const NAME = "t";
const WHY = "no longer published";
const struck = (...rows: readonly string[]) => rows.map((row) => ({ row, why: WHY }));

const memoryOf = (rows: readonly (readonly PlainContent[])[], orientation: TableMemory["orientation"] = "down"): TableMemory => ({
  id: "t1",
  kind: "history",
  asked: {},
  orientation,
  notes: [],
  gone: [],
  at: 0,
  sample: false,
  columns: COLUMNS,
  rows,
});

/** A sheet with a table whose headings are at B3. */
function inserted(rows: readonly (readonly PlainContent[])[], orientation: TableMemory["orientation"] = "down"): { sheet: PaperSheet; memory: TableMemory } {
  const sheet = paperSheet();
  const lines = [COLUMNS.map((c) => c.heading), ...rows];
  lines.forEach((line, r) => line.forEach((content, c) => (orientation === "down" ? sheet.put(2 + r, 1 + c, content) : sheet.put(2 + c, 1 + r, content))));
  sheet.name(NAME, orientation === "down" ? { row: 2, column: 1, rows: lines.length, columns: 2 } : { row: 2, column: 1, rows: 2, columns: lines.length });
  return { sheet, memory: memoryOf(rows, orientation) };
}

const plan = (sheet: PaperSheet, memory: TableMemory, rows: readonly (readonly PlainContent[])[], others: readonly Block[] = []): Planned =>
  planRefresh({
    memory,
    rows,
    why: () => WHY,
    sheet: tableSheet(sheet.read(NAME), others, memory.orientation),
    on: "Sheet1",
    elsewhere: { formulas: [], names: [] },
  });

function refresh(sheet: PaperSheet, memory: TableMemory, rows: readonly (readonly PlainContent[])[]): { memory: TableMemory; plan: RefreshPlan } {
  const planned = plan(sheet, memory, rows);
  if (planned.kind !== "plan") throw new Error(JSON.stringify(planned));
  sheet.edit(planned.edits.map((edit) => sheetEdit(edit, memory.orientation)));
  sheet.name(NAME, blockOf(planned.block, memory.orientation));
  return { memory: { ...memory, rows: planned.rows, gone: planned.gone, layout: planned.layout }, plan: planned };
}

/** What the cells of a column show, top down. */
const column = (sheet: PaperSheet, c: number, from: number, rows: number): unknown[] =>
  Array.from({ length: rows }, (_, r) => sheet.at(from + r, c).formula || sheet.at(from + r, c).value);

const DAYS = grid(2, 100, 1, 101, 2, 102, 3);

let { sheet, memory } = inserted(DAYS);
beforeEach(() => void ({ sheet, memory } = inserted(DAYS)));

describe("a refresh of a table", () => {
  it("appends new rows, writes revised values and reports both", () => {
    const { plan: done, memory: after } = refresh(sheet, memory, grid(2, 100, 1, 101, 2.5, 102, 3, 103, 4));
    expect(column(sheet, 1, 2, 6)).toEqual(["Date", 100, 101, 102, 103, null]);
    expect(column(sheet, 2, 2, 6)).toEqual(["Value", 1, 2.5, 3, 4, null]);
    expect(done.report).toMatchObject({
      added: ["1900-04-12: 4.00"],
      removed: [],
      revised: [{ row: "1900-04-10", column: "Value", from: 2, to: 2.5 }],
      kept: [],
    });
    expect(after.rows).toEqual(grid(2, 100, 1, 101, 2.5, 102, 3, 103, 4));
    expect(sheet.block(NAME)).toMatchObject({ row: 2, rows: 5 });
  });

  it("changes nothing if nothing changed", () => {
    expect(plan(sheet, memory, DAYS)).toMatchObject({ edits: [], report: { added: [], revised: [], kept: [], restored: 0 } });
  });

  it("puts new rows where the publisher lists them, and moves the user's columns with their rows", () => {
    sheet.put(3, 3, "note on 100");
    sheet.put(5, 3, "note on 102");
    refresh(sheet, memory, grid(2, 99, 0, 100, 1, 101, 2, 101.5, 2.2, 102, 3));
    expect(column(sheet, 1, 3, 5)).toEqual([99, 100, 101, 101.5, 102]);
    expect(column(sheet, 3, 3, 5)).toEqual([null, "note on 100", null, null, "note on 102"]);
  });

  it("keeps a sort by the user, and appends new rows then", () => {
    sheet.sort({ row: 3, column: 1, rows: 3, columns: 2 }, 1);
    sheet.edit([
      {
        kind: "write",
        block: { row: 3, column: 1, rows: 3, columns: 2 },
        rows: grid(2, 102, 3, 101, 2, 100, 1),
      },
    ]);
    const { memory: after } = refresh(sheet, memory, grid(2, 99, 0, 100, 1, 101, 2, 102, 3.5));
    expect(column(sheet, 1, 3, 4)).toEqual([102, 101, 100, 99]);
    expect(column(sheet, 2, 3, 4)).toEqual([3.5, 2, 1, 0]);
    refresh(sheet, after, grid(2, 98, 7, 99, 0, 100, 1, 101, 2, 102, 3.5));
    expect(column(sheet, 1, 3, 5)).toEqual([102, 101, 100, 99, 98]);
  });

  it("keeps a value that the user typed over, reports it, and fills it again after the user has cleared it", () => {
    sheet.put(4, 2, 77);
    const first = refresh(sheet, memory, grid(2, 100, 1, 101, 2.5, 102, 3));
    expect(sheet.at(4, 2).value).toBe(77);
    expect(first.plan.report.kept).toEqual([{ row: "1900-04-10", column: "Value", shown: 77, published: 2.5 }]);
    sheet.put(4, 2, null);
    const second = refresh(sheet, first.memory, grid(2, 100, 1, 101, 2.5, 102, 3));
    expect(sheet.at(4, 2).value).toBe(2.5);
    expect(second.plan.report).toMatchObject({ kept: [], restored: 1 });
  });

  it("fills a formula of the user into new rows if all rows have it", () => {
    for (let r = 3; r < 6; r++) sheet.put(r, 3, { formula: `=C${r + 1}*$F$1` });
    sheet.put(4, 4, { formula: "=C5+1" });
    sheet.put(5, 4, { formula: "=C5+2" });
    const { plan: done } = refresh(sheet, memory, [...DAYS, [103, 4]]);
    expect(column(sheet, 3, 3, 4)).toEqual(["=C4*$F$1", "=C5*$F$1", "=C6*$F$1", "=C7*$F$1"]);
    expect(column(sheet, 4, 3, 4)).toEqual([null, "=C5+1", "=C5+2", null]);
    expect(done.report.notes).toEqual(["A column that you added has different formulas, so new rows have none there."]);
  });

  it("fills a formula whose first rows are empty, but no total beside one row", () => {
    for (let r = 4; r < 6; r++) sheet.put(r, 3, { formula: `=C${r + 1}-C${r}` });
    sheet.put(3, 4, { formula: "=SUM(C4:C6)" });
    refresh(sheet, memory, [...DAYS, [103, 4]]);
    expect(column(sheet, 3, 3, 4)).toEqual([null, "=C5-C4", "=C6-C5", "=C7-C6"]);
    expect(column(sheet, 4, 4, 3)).toEqual([null, null, null]);
  });

  it("removes a row that the publisher removed, unless the user has something beside it or a formula refers to it", () => {
    const rows = [...DAYS, [103, 4], [104, 5]] as const;
    const { sheet, memory } = inserted(rows);
    sheet.put(4, 3, "mine");
    sheet.put(0, 9, { formula: "=C6*2" });
    const { plan: done, memory: after } = refresh(sheet, memory, grid(2, 100, 1, 104, 5));
    expect(column(sheet, 1, 3, 5)).toEqual([100, 104, 101, 102, null]);
    expect(column(sheet, 3, 3, 4)).toEqual([null, null, "mine", null]);
    expect(done.report).toMatchObject({ removed: ["1900-04-12"], struck: struck("1900-04-10", "1900-04-11") });
    expect(done.below).toEqual([
      { row: "1900-04-10", why: WHY, cells: [] },
      { row: "1900-04-11", why: WHY, cells: ["Sheet1!J1"] },
    ]);
    expect(done.edits.flatMap((edit) => (edit.kind === "look" ? [[edit.look, edit.at.line, edit.at.lines]] : []))).toEqual(
      grid(3, "struck", 5, 2, "struck", 5, 2),
    );
    expect(sheet.at(0, 9).formula).toBe("=C7*2");
    sheet.put(5, 3, null);
    const { plan: next } = refresh(sheet, after, grid(2, 100, 1, 104, 5));
    expect(next.report).toMatchObject({ removed: ["1900-04-10"], struck: struck("1900-04-11") });
  });

  it("gives a row that moves below the table the formats of its columns, once", () => {
    sheet.put(5, 3, "mine");
    const formats = ({ edits }: RefreshPlan) => edits.flatMap((edit) => (edit.kind === "format" ? [[edit.at.line, edit.at.lines, edit.format]] : []));
    const earlier = grid(2, 98, 1, 99, 1, 100, 1, 101, 2);
    const { plan: done, memory: after } = refresh(sheet, memory, earlier);
    expect(column(sheet, 1, 3, 6)).toEqual([98, 99, 100, 101, 102, null]);
    expect(formats(done)).toEqual(grid(3, 6, 2, "yyyy-mm-dd", 6, 2, "0.00"));
    expect(refresh(sheet, after, earlier).plan.edits).toEqual([]);
  });

  it("leaves a formula of all rows in place when rows leave, also one that refers to the row before", () => {
    for (let r = 3; r < 6; r++) sheet.put(r, 3, { formula: `=C${r + 1}*2` });
    const { plan: done } = refresh(sheet, memory, grid(2, 101, 2, 102, 3));
    expect(done.report).toMatchObject({ removed: ["1900-04-09"], struck: [] });
    expect(column(sheet, 1, 3, 3)).toEqual([101, 102, null]);
    expect(column(sheet, 3, 3, 3)).toEqual(["=C4*2", "=C5*2", null]);

    const rows = [...DAYS, [103, 4], [104, 5], [105, 6]] as const;
    const other = inserted(rows);
    for (let r = 5; r < 9; r++) other.sheet.put(r, 3, { formula: `=C${r + 1}/C${r - 1}-1` });
    const { plan: rolled } = refresh(other.sheet, other.memory, [...rows.slice(1), [106, 7]]);
    expect(rolled.report).toMatchObject({ removed: ["1900-04-09"], struck: [] });
    expect(column(other.sheet, 1, 3, 7)).toEqual([101, 102, 103, 104, 105, 106, null]);
    expect(column(other.sheet, 3, 3, 7)).toEqual([null, null, "=C6/C4-1", "=C7/C5-1", "=C8/C6-1", "=C9/C7-1", null]);
    expect(rolled.edits.some(({ kind }) => kind === "insert" || kind === "delete")).toBe(false);
  });

  it("refuses if a defined name stands for a row that moves, and reports one over all rows", () => {
    const named = (block: Block) =>
      planRefresh({
        memory,
        rows: [[99, 0], ...DAYS],
        why: () => WHY,
        sheet: tableSheet(sheet.read(NAME), [], "down"),
        on: "Sheet1",
        elsewhere: { formulas: [], names: [{ sheet: "Sheet1", ...block, times: 1, homes: [""] }] },
      });
    expect(named({ row: 5, column: 2, rows: 1, columns: 1 })).toEqual({ kind: "lost", cell: undefined, reference: "C6" });
    const whole = named({ row: 3, column: 2, rows: 3, columns: 1 });
    expect(whole).toMatchObject({ report: { notes: [expect.stringContaining("a defined name has C4:C6 instead of C4:C7") as string] } });
  });

  it("moves the number format of what the user typed with it, and back", () => {
    sheet.put(5, 3, 45_000);
    const { plan: done } = refresh(sheet, memory, [...DAYS.slice(1), [103, 4]]);
    const cell = (line: number) => [{ line, field: 3, lines: 1, fields: 1 }];
    expect(done.edits).toContainEqual(expect.objectContaining({ kind: "carry", from: cell(5), to: cell(4) }));
    expect(done.inverse).toContainEqual(expect.objectContaining({ kind: "carry", from: cell(4), to: cell(5) }));
  });

  it("leaves a column that one formula fills alone, but for its range", () => {
    sheet.put(3, 3, { formula: "=C4:C6*2" });
    // Two cells that the formula fills.
    sheet.put(4, 3, 4);
    sheet.put(5, 3, 6);
    const { plan: done } = refresh(sheet, memory, grid(2, 101, 2, 102, 3, 103, 4, 104, 5));
    expect(column(sheet, 1, 3, 4)).toEqual([101, 102, 103, 104]);
    expect(column(sheet, 3, 3, 4)).toEqual(["=C4:C7*2", 4, 6, null]);
    expect(done.report).toMatchObject({ removed: ["1900-04-09"], struck: [] });
  });

  it("keeps a formula of all rows, also while there are too few rows for it", () => {
    const { sheet, memory } = inserted([...DAYS, [103, 4]]);
    for (let r = 5; r < 7; r++) sheet.put(r, 3, { formula: `=C${r + 1}/C${r - 1}-1` });
    const before = sheet.all();
    const few = refresh(sheet, memory, [[100, 1]]);
    expect(column(sheet, 3, 3, 4)).toEqual([null, null, null, null]);
    const none = refresh(sheet, few.memory, []);
    refresh(sheet, none.memory, memory.rows);
    expect(sheet.all()).toEqual(before);
  });

  it("lets a cell outside that refers to one row follow it, and refuses a range whose rows do not stay together", () => {
    const { sheet, memory } = inserted([...DAYS, [103, 4]]);
    sheet.put(0, 9, { formula: "=C6*2+$B$7" });
    sheet.put(1, 9, { formula: "=SUM(C5:C6)" });
    const now = grid(2, 101, 2, 102, 3, 103, 4, 104, 5);
    refresh(sheet, memory, now);
    expect([sheet.at(0, 9).formula, sheet.at(1, 9).formula]).toEqual(["=C5*2+$B$6", "=SUM(C4:C5)"]);
    expect(plan(sheet, { ...memory, rows: now }, [[102, 3]])).toEqual({ kind: "lost", cell: "Sheet1!J2", reference: "C4:C5" });
  });

  it("empties a row that stays without being published; a cell that a formula refers to says why", () => {
    const { sheet, memory } = inserted([...DAYS, [103, 4]]);
    for (const row of [3, 4, 5]) sheet.put(row, 3, "mine");
    sheet.put(4, 2, 77);
    sheet.put(0, 9, { formula: "=C6*2" });
    const { memory: after } = refresh(sheet, memory, [[103, 4]]);
    expect(column(sheet, 1, 3, 4)).toEqual([103, 100, 101, 102]);
    expect(column(sheet, 2, 3, 4)).toEqual([4, null, 77, "n/a: no longer published"]);
    expect(sheet.at(0, 9).formula).toBe("=C7*2");
    expect(after.rows).toEqual(grid(2, 103, 4, 100, null, 101, null, 102, "n/a: no longer published"));
    // Nothing changes while the rows are away.
    expect(plan(sheet, after, [[103, 4]])).toMatchObject({
      edits: [],
      report: { revised: [], kept: [], struck: struck("1900-04-09", "1900-04-10", "1900-04-11") },
    });
    const { plan: back, memory: last } = refresh(sheet, after, [...DAYS, [103, 4]]);
    expect(column(sheet, 1, 3, 4)).toEqual([100, 101, 102, 103]);
    expect(column(sheet, 2, 3, 4)).toEqual([1, 77, 3, 4]);
    expect(back.report).toMatchObject({
      added: ["1900-04-09: 1.00", "1900-04-10: 2.00", "1900-04-11: 3.00"],
      revised: [],
      kept: [{ shown: 77, published: 2 }],
    });
    expect(last.rows).toEqual([...DAYS, [103, 4]]);
  });

  it("does not strike out new rows beside a row that stays without its values", () => {
    sheet.put(5, 3, "mine");
    const { memory: after } = refresh(sheet, memory, grid(2, 100, 1, 101, 2));
    const { plan: next } = refresh(sheet, after, grid(2, 100, 1, 101, 2, 103, 4, 104, 5));
    const plain = next.edits.flatMap((edit) => (edit.kind === "look" && edit.look === "plain" ? [edit.at] : []));
    expect(plain.map(({ line, lines }) => [line, lines])).toEqual(grid(2, 5, 2, 5, 2));
  });

  it("keeps a total of the user beside a row that leaves the table", () => {
    const { sheet, memory } = inserted([...DAYS, [103, 4]]);
    sheet.put(3, 3, { formula: "=SUM(C4:C7)" });
    sheet.put(4, 3, "a note");
    const { plan: done } = refresh(sheet, memory, grid(2, 101, 2, 102, 3, 103, 4, 104, 5));
    expect(done.report).toMatchObject({ removed: [], struck: struck("1900-04-09") });
    expect(column(sheet, 3, 3, 5)).toEqual(["a note", null, null, null, "=SUM(C4:C7)"]);
  });

  it("shows why a row of texts that stays is empty, in its first text", () => {
    const { sheet, memory } = inserted(grid(2, 100, "Smith", 101, "Jones"));
    sheet.put(3, 3, "mine");
    const { memory: after, plan: done } = refresh(sheet, memory, [[101, "Jones"]]);
    expect(column(sheet, 2, 3, 2)).toEqual(["Jones", "n/a: no longer published"]);
    expect(done.report.struck).toEqual(struck("1900-04-09"));
    expect(plan(sheet, after, [[101, "Jones"]])).toMatchObject({ edits: [] });
    refresh(sheet, after, memory.rows);
    expect(column(sheet, 2, 3, 2)).toEqual(["Smith", "Jones"]);
  });

  it("empties a row that stays without its key, too", () => {
    sheet.put(4, 1, null);
    sheet.put(4, 3, "mine");
    const { memory: after } = refresh(sheet, memory, grid(2, 100, 1, 102, 3));
    expect(column(sheet, 1, 3, 3)).toEqual([100, null, 102]);
    expect(column(sheet, 2, 3, 3)).toEqual([1, null, 3]);
    expect(column(sheet, 3, 3, 3)).toEqual([null, "mine", null]);
    expect(after.gone).toEqual([]);
  });

  it("uses empty lines below before it moves cells, and leaves one empty line", () => {
    sheet.put(9, 1, "below");
    refresh(sheet, memory, [...DAYS, [103, 4], [104, 5]]);
    expect(sheet.at(9, 1).value).toBe("below");
    const { plan: done } = refresh(sheet, { ...memory, rows: [...DAYS, [103, 4], [104, 5]] }, [...DAYS, [103, 4], [104, 5], [105, 6], [106, 7], [107, 8]]);
    expect(done.edits[0]).toMatchObject({ kind: "insert", at: { lines: 3 } });
    expect(sheet.at(12, 1).value).toBe("below");
    expect(column(sheet, 1, 3, 9)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, null]);
  });

  it("leaves the cells below in place when rows are inserted in the middle or removed", () => {
    sheet.put(12, 2, "below");
    const grown = refresh(sheet, memory, [[99, 0], ...DAYS]);
    expect(sheet.at(12, 2).value).toBe("below");
    refresh(sheet, grown.memory, grid(2, 99, 0, 102, 3));
    expect(column(sheet, 1, 3, 4)).toEqual([99, 102, null, null]);
    expect(sheet.at(12, 2).value).toBe("below");
  });

  it("refuses before any change if moving the cells below would tear a block or another table apart", () => {
    for (let c = 0; c < 6; c++) sheet.put(6, c, "model");
    expect(plan(sheet, memory, [...DAYS, [103, 4]])).toMatchObject({ kind: "torn", missing: 1, torn: { line: 6 } });
    const other = inserted(DAYS);
    other.sheet.put(6, 2, "x");
    expect(plan(other.sheet, other.memory, [...DAYS, [103, 4]], [{ row: 6, column: 2, rows: 3, columns: 3 }])).toMatchObject({ kind: "torn" });
  });

  it("follows inserted columns, renamed headings and a deleted column", () => {
    sheet.columns("insert", 2, 1);
    sheet.put(2, 3, "Yield");
    sheet.put(3, 2, "own");
    refresh(sheet, memory, grid(2, 100, 1.5, 101, 2, 102, 3, 103, 4));
    expect(column(sheet, 3, 2, 5)).toEqual(["Yield", 1.5, 2, 3, 4]);
    expect(column(sheet, 2, 2, 5)).toEqual([null, "own", null, null, null]);
    const other = inserted(DAYS);
    other.sheet.columns("delete", 2, 1);
    const { plan: done } = refresh(other.sheet, other.memory, [...DAYS, [103, 4]]);
    expect(column(other.sheet, 1, 3, 4)).toEqual([100, 101, 102, 103]);
    expect(done.report.notes).toEqual(["Left out, because you deleted the column: Value."]);
  });

  it("refuses without the key column", () => {
    sheet.columns("delete", 1, 1);
    expect(plan(sheet, memory, DAYS)).toEqual({ kind: "no key", column: "Date" });
  });

  it("brings deleted rows back, and fills cleared ones in place", () => {
    sheet.rows("delete", 4, 1);
    for (const c of [1, 2]) sheet.put(4, c, null);
    const { plan: done } = refresh(sheet, memory, DAYS);
    expect(column(sheet, 1, 3, 4)).toEqual([100, 101, 102, null]);
    expect(column(sheet, 2, 3, 4)).toEqual([1, 2, 3, null]);
    expect(done.report.restored).toBeGreaterThan(0);
  });

  it("lies across as well, and grows to the right", () => {
    const { sheet, memory } = inserted(DAYS, "across");
    sheet.put(4, 2, "note");
    sheet.put(3, 6, "right");
    refresh(sheet, memory, grid(2, 99, 0, 100, 1, 101, 2, 102, 3, 103, 4));
    const line = (row: number) => Array.from({ length: 9 }, (_, c) => sheet.at(row, c).value);
    expect(line(2)).toEqual([null, "Date", 99, 100, 101, 102, 103, null, null]);
    expect(line(4)).toEqual([null, null, null, "note", null, null, null, null, null]);
    expect(line(3)).toEqual([null, "Value", 0, 1, 2, 3, 4, null, "right"]);
  });

  it("leaves the user's row of formulas in place below a table that lies across", () => {
    const rows = [...DAYS, [103, 4], [104, 5]] as const;
    const { sheet, memory } = inserted(rows, "across");
    ["=E4/C4-1", "=F4/D4-1", "=G4/E4-1"].forEach((formula, i) => sheet.put(4, 4 + i, { formula }));
    sheet.put(5, 3, "a note on 101");
    sheet.put(0, 0, { formula: "=E4+SUM(C4:G4)" });
    const before = sheet.all();
    const { memory: after } = refresh(sheet, memory, [...rows.slice(1), [105, 6], [106, 7]]);
    const line = (row: number) => Array.from({ length: 7 }, (_, c) => sheet.at(row, c + 2).formula || sheet.at(row, c + 2).value);
    expect(line(2)).toEqual([101, 102, 103, 104, 105, 106, null]);
    expect(line(4)).toEqual([null, null, "=E4/C4-1", "=F4/D4-1", "=G4/E4-1", "=H4/F4-1", null]);
    expect(line(5)).toEqual(["a note on 101", null, null, null, null, null, null]);
    expect(sheet.at(0, 0).formula).toBe("=D4+SUM(C4:H4)");
    refresh(sheet, after, rows);
    expect(sheet.all()).toEqual(before);
  });

  it("gives the old sheet back when the old rows return, also after cells below moved", () => {
    sheet.put(6, 1, "below");
    sheet.put(4, 3, "mine");
    const before = sheet.all();
    const { memory: after } = refresh(sheet, memory, grid(2, 99, 0, 101, 2.5, 102, 3, 104, 1, 105, 1));
    expect(sheet.all()).not.toEqual(before);
    refresh(sheet, after, memory.rows);
    expect(sheet.all()).toEqual(before);
  });
});
