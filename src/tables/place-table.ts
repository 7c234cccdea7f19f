import type { Area } from "../workbook/areas";
import type { Block } from "../workbook/book";
import { addressOf } from "../workbook/cell-address";
import { SHEET_COLUMNS, SHEET_ROWS } from "../workbook/excel-limits";
import { isError, sameValue, type CellPlace } from "../workbook/cell";
import { EMPTY_CELL, isSameReading, type Content, type PlainContent, type SheetEdit, type SheetReading } from "../workbook/sheet-edits";
import { counted } from "../contract/counted";
import { joinedWrites } from "./joined-writes";
import { holds } from "./keys";
import type { TableMemory } from "./memory";
import { planInsertion, insertionBlocks, planRemoval } from "./plan-insertion";
import { blockName, notesName } from "./settings";
import { planRefresh, type Planned, type RefreshPlan } from "./plan-refresh";
import { blockOf, sheetEdit, tableSheet } from "./table-sheet";
import { WorkbookRefusal } from "../workbook/workbook-refusal";
import { wait, type Steps } from "./steps";
import type { Blocks, TableBook } from "./table-book";
import { rememberedTables } from "./table-settings";

export const GONE = "The cells of this table were deleted. Remove it from the list, or insert it again.";

export function blocksOf(workbook: TableBook): Blocks {
  if (!workbook.blocks) throw new WorkbookRefusal("This host has no tables.");
  return workbook.blocks;
}

const cellAt = ({ area, cells }: SheetReading, row: number, column: number) => cells[row - area.row]?.[column - area.column];

/** Writes a new table with its top left corner at `at`. Rejects and writes nothing if a cell that it needs is not empty. Returns its block. */
export function* placeTable(workbook: TableBook, memory: TableMemory, at: CellPlace): Steps<Area> {
  const blocks = blocksOf(workbook);
  const { notes, table } = insertionBlocks(memory, at);
  if (table.row + table.rows > SHEET_ROWS || table.column + table.columns > SHEET_COLUMNS)
    throw new WorkbookRefusal(
      `${counted(table.rows, "row")} and ${counted(table.columns, "column")} do not fit below and right of ${addressOf(at)}. Choose another cell.`,
    );
  const area = { sheet: at.sheet, ...table };
  const name = blockName(memory.id);
  yield* wait(blocks.set(name, area));
  try {
    const read = yield* wait(blocks.read(name));
    if (!read) throw new WorkbookRefusal(`The sheet ${at.sheet} no longer exists. Select a cell, then try again.`);
    const taken: string[] = [];
    for (const block of [notes, table])
      for (let row = block.row; row < block.row + block.rows; row++)
        for (let column = block.column; column < block.column + block.columns; column++) {
          const cell = cellAt(read, row, column);
          if (cell && (cell.value !== null || cell.formula !== "")) taken.push(addressOf({ sheet: at.sheet, row, column }));
        }
    if (taken.length > 0)
      throw new WorkbookRefusal(
        `The table needs ${counted(table.rows + notes.rows, "row")} and ${counted(table.columns, "column")}, but ${taken[0] ?? ""}${taken.length > 1 ? ` and ${taken.length - 1} more are` : " is"} not empty. Select a cell with enough empty cells below and to its right.`,
      );
    yield* wait(blocks.edit(name, read, planInsertion(memory, { notes, table }), area));
  } catch (e) {
    yield* wait(blocks.set(name, undefined));
    throw e;
  }
  yield* wait(blocks.set(notesName(memory.id), { sheet: at.sheet, ...notes }));
  return area;
}

/** Where a plan cannot be carried out, in words. */
function refusalOf(planned: Exclude<Planned, RefreshPlan>, memory: TableMemory, sheet: string): string {
  if (planned.kind === "no key")
    return `The column ${planned.column} of this table was deleted, so its rows cannot be found. Undo the deletion, or insert the table again. Nothing was changed.`;
  if (planned.kind === "needs references") return "The workbook's formulas could not be read. Try again.";
  const { row, column } = blockOf(planned.torn, memory.orientation);
  const lines = memory.orientation === "down" ? "row" : "column";
  return `The table needs ${counted(planned.missing, lines)} more, but cells from ${addressOf({ sheet, row, column })} on begin beside the table and extend beyond it, so they would be split. Move them, or insert ${counted(planned.missing, lines)} above them, then refresh. Nothing was changed.`;
}

/** Writes the lines above a table where they still hold what was written, or are empty. */
function noteEdits(memory: TableMemory, notes: readonly string[], read: SheetReading, block: Area | undefined): SheetEdit[] {
  if (!block || block.sheet !== read.block.sheet || block.row + block.rows > read.block.row) return [];
  return notes.flatMap((note, i): SheetEdit[] => {
    const row = block.row + i;
    const cell = cellAt(read, row, block.column);
    const isOurs = i < block.rows && (!cell || (cell.formula === "" && (cell.value === null || holds(cell.value, memory.notes[i] ?? ""))));
    return isOurs && !(cell && holds(cell.value, note)) ? [{ kind: "write", block: { row, column: block.column, rows: 1, columns: 1 }, rows: [[note]] }] : [];
  });
}

/** What a table's sheet shows, with the other tables on it. */
export function* readTableSheet(workbook: TableBook, memory: TableMemory) {
  const blocks = blocksOf(workbook);
  const read = yield* wait(blocks.read(blockName(memory.id)));
  if (!read) throw new WorkbookRefusal(GONE);
  const names = rememberedTables(workbook).flatMap(({ id }) => (id === memory.id ? [] : [blockName(id), notesName(id)]));
  const [notes, ...found] = yield* wait(blocks.find([notesName(memory.id), ...names]));
  const others: Block[] = found.flatMap((area) => (area?.sheet === read.block.sheet ? [area] : []));
  return { blocks, read, notes, sheet: tableSheet(read, others, memory.orientation) };
}

/** A refresh that was done: its plan, and the sheet before and after it, as an exact undo needs them. */
export interface DoneRefresh {
  readonly plan: RefreshPlan;
  /** Missing if it was too large to keep: an undo is then less exact. */
  readonly before?: SheetReading | undefined;
  readonly after?: SheetReading | undefined;
}

/** Changes a table in place to these rows; returns what was done. `why` is the reason for which a row is not among them. */
export function* refreshTable(
  workbook: TableBook,
  memory: TableMemory,
  { rows, notes, why, pull = 0 }: { readonly rows: TableMemory["rows"]; readonly notes: readonly string[]; readonly why: string; readonly pull?: number },
): Steps<DoneRefresh> {
  const { blocks, read, notes: notesBlock, sheet } = yield* readTableSheet(workbook, memory);
  const input = { memory, rows, why, pull, sheet };
  let planned = planRefresh(input);
  if (planned.kind === "needs references") planned = planRefresh({ ...input, references: yield* wait(blocks.references(read.block.sheet)) });
  if (planned.kind !== "plan") throw new WorkbookRefusal(refusalOf(planned, memory, read.block.sheet));
  const edits = [...planned.edits.map((edit) => sheetEdit(edit, memory.orientation)), ...noteEdits(memory, notes, read, notesBlock)];
  if (edits.length === 0) return { plan: planned, before: read, after: read };
  yield* wait(blocks.edit(blockName(memory.id), read, edits, { sheet: read.block.sheet, ...blockOf(planned.block, memory.orientation) }));
  return { plan: planned, before: read, after: yield* wait(blocks.read(blockName(memory.id))) };
}

/** Takes back a refresh exactly, if nothing on the sheet has changed since; false and unchanged otherwise. */
export function* undoRefresh(workbook: TableBook, { id, orientation }: TableMemory, { plan, before, after }: DoneRefresh): Steps<boolean> {
  const blocks = blocksOf(workbook);
  if (!before || !after) return false;
  const name = blockName(id);
  const now = yield* wait(blocks.read(name));
  if (!now || !isSameReading(after, now)) return false;
  if (plan.inverse.length > 0)
    yield* wait(
      blocks.edit(
        name,
        now,
        plan.inverse.map((edit) => sheetEdit(edit, orientation)),
        before.block,
      ),
    );
  const moved = yield* wait(blocks.read(name));
  if (!moved) throw new WorkbookRefusal(GONE);
  const cells: { line: number; field: number; content: Content }[] = [];
  const rows = Math.max(before.area.row + before.area.rows, moved.area.row + moved.area.rows);
  const columns = Math.max(before.area.column + before.area.columns, moved.area.column + moved.area.columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [was, is] = [cellAt(before, row, column) ?? EMPTY_CELL, cellAt(moved, row, column) ?? EMPTY_CELL];
      const isSame = was.formula === is.formula && (was.formula !== "" || sameValue(was.value, is.value));
      // An error that somebody typed is no content of a refresh.
      if (isSame || (was.formula === "" && isError(was.value))) continue;
      const content = was.formula === "" ? (was.value as PlainContent) : { formula: was.formula };
      cells.push({ line: row, field: column, content });
    }
  const edits = joinedWrites(cells).map((edit) => sheetEdit(edit, "down"));
  if (edits.length > 0 || plan.inverse.length === 0) yield* wait(blocks.edit(name, moved, edits, before.block));
  return true;
}

/** Clears a table's cells that still hold what was written. */
export function* clearTable(workbook: TableBook, memory: TableMemory): Steps<void> {
  const { blocks, read, notes, sheet } = yield* readTableSheet(workbook, memory);
  const edits = [
    ...planRemoval(memory, sheet).map((edit) => sheetEdit(edit, memory.orientation)),
    ...noteEdits(
      memory,
      memory.notes.map(() => ""),
      read,
      notes,
    ),
  ];
  if (edits.length > 0) yield* wait(blocks.edit(blockName(memory.id), read, edits, read.block));
}
