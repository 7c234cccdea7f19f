import type { Area } from "../workbook/areas";
import { type Block, cellsIn } from "../workbook/block";
import { addressOf } from "../workbook/cell-address";
import { SHEET_COLUMNS, SHEET_ROWS } from "../workbook/excel-limits";
import type { CellPlace } from "../workbook/cell";
import { EMPTY_CELL, type HeldCell, type SheetEdit, type SheetReading } from "../workbook/edits/sheet-edits";
import { counted } from "../contract/counted";
import { holds, keyedRows, matchTable } from "./match-table";
import type { TableMemory } from "./memory";
import { blockName, notesName, rememberedTables } from "./table-settings";
import { blockOf, cellAt, type CellWrite, type LineEdit, sheetEdit, tableSheet, type TableSheet, joinedWrites } from "./table-sheet";
import { WorkbookRefusal } from "../workbook/workbook-refusal";
import { type Steps, wait } from "./steps";
import type { Blocks, TableBook } from "./table-book";

/** The blocks that a new table takes: its notes, and below them its headings and rows. */
function insertionBlocks(
  { columns, rows, notes, orientation }: TableMemory,
  at: { readonly row: number; readonly column: number },
): { notes: Block; table: Block } {
  const table = blockOf({ line: 0, field: 0, lines: rows.length + 1, fields: columns.length }, orientation);
  return { notes: { ...at, rows: notes.length, columns: 1 }, table: { ...table, row: at.row + notes.length, column: at.column } };
}

/** Writes a new table into empty cells. */
function planInsertion(memory: TableMemory, blocks: { readonly notes: Block; readonly table: Block }): SheetEdit[] {
  const { columns, rows, notes, orientation } = memory;
  const down = orientation === "down";
  const [line, field] = down ? [blocks.table.row, blocks.table.column] : [blocks.table.column, blocks.table.row];
  const fields = columns.length;
  const lines: LineEdit[] = [
    { kind: "write", at: { line, field, lines: 1, fields }, rows: [columns.map((c) => c.heading)] },
    { kind: "look", look: "heading", at: { line, field, lines: 1, fields } },
    // Headings stand over their numbers.
    ...columns.flatMap(({ format }, c): LineEdit[] =>
      format === undefined || !down ? [] : [{ kind: "look", look: "right", at: { line, field: field + c, lines: 1, fields: 1 } }],
    ),
    ...(rows.length === 0
      ? []
      : [
          ...columns.flatMap(({ format }, c): LineEdit[] =>
            format === undefined ? [] : [{ kind: "format", format, at: { line: line + 1, field: field + c, lines: rows.length, fields: 1 } }],
          ),
          { kind: "write" as const, at: { line: line + 1, field, lines: rows.length, fields }, rows },
        ]),
  ];
  return [
    { kind: "write", block: blocks.notes, rows: notes.map((note) => [note]) },
    { kind: "look", look: "title", block: { ...blocks.notes, rows: 1 } },
    { kind: "look", look: "note", block: { ...blocks.notes, row: blocks.notes.row + 1, rows: notes.length - 1 } },
    ...lines.map((edit) => sheetEdit(edit, orientation)),
    { kind: "fit", block: blocks.table },
  ];
}

/** Clears the cells that still hold what the add-in wrote, headings included; the user's own cells stay. */
function planRemoval(memory: TableMemory, sheet: TableSheet): LineEdit[] {
  const matched = matchTable(sheet, memory);
  const rows = keyedRows(memory);
  const cells: CellWrite[] = [];
  const clear = (line: number, field: number): void => void cells.push({ line, field, content: null });
  memory.columns.forEach(({ heading }, c) => {
    const field = matched.fields[c];
    if (field === undefined) return;
    if (matched.heading !== undefined && holds(sheet.at(matched.heading, field).value, heading)) clear(matched.heading, field);
    for (const [key, line] of matched.lines) {
      const { value, formula } = sheet.at(line, field);
      if (formula === "" && value !== null && holds(value, rows.get(key)?.[c] ?? null)) clear(line, field);
    }
  });
  return joinedWrites(cells);
}

export const GONE = "The cells of this table were deleted. Remove it from the list, or insert it again.";

export function blocksOfBook(workbook: TableBook): Blocks {
  if (!workbook.blocks) throw new WorkbookRefusal("This host has no tables.");
  return workbook.blocks;
}

/** Writes a new table with its top left corner at `at`. Rejects and writes nothing if a cell that it needs is not empty. Returns its block. */
export function* placeTable(workbook: TableBook, memory: TableMemory, at: CellPlace): Steps<Area> {
  const blocks = blocksOfBook(workbook);
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
    const isTaken = (cell: HeldCell = EMPTY_CELL): boolean => cell.value !== null || cell.formula !== "";
    const taken = [...cellsIn(notes), ...cellsIn(table)].filter((cell) => isTaken(cellAt(read, cell))).map((cell) => addressOf({ sheet: at.sheet, ...cell }));
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

/** Writes the lines above a table where they still hold what was written, or are empty. */
export function noteEdits(memory: TableMemory, notes: readonly string[], read: SheetReading, block: Area | undefined): SheetEdit[] {
  if (!block || block.sheet !== read.block.sheet || block.row + block.rows > read.block.row) return [];
  return notes.flatMap((note, i): SheetEdit[] => {
    const row = block.row + i;
    const cell = cellAt(read, { row, column: block.column });
    const isOurs = i < block.rows && (!cell || (cell.formula === "" && (cell.value === null || holds(cell.value, memory.notes[i] ?? ""))));
    return isOurs && !(cell && holds(cell.value, note)) ? [{ kind: "write", block: { row, column: block.column, rows: 1, columns: 1 }, rows: [[note]] }] : [];
  });
}

/** What a table's sheet shows, with the other tables on it. */
export function* readTableSheet(workbook: TableBook, memory: TableMemory) {
  const blocks = blocksOfBook(workbook);
  const read = yield* wait(blocks.read(blockName(memory.id)));
  if (!read) throw new WorkbookRefusal(GONE);
  const names = rememberedTables(workbook).flatMap(({ id }) => (id === memory.id ? [] : [blockName(id), notesName(id)]));
  const [notes, ...found] = yield* wait(blocks.find([notesName(memory.id), ...names]));
  const others: Block[] = found.flatMap((area) => (area?.sheet === read.block.sheet ? [area] : []));
  return { blocks, read, notes, sheet: tableSheet(read, others, memory.orientation) };
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
