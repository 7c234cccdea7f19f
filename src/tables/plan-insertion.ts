import type { Block } from "../workbook/book";
import type { SheetEdit } from "../workbook/sheet-edits";
import { joinedWrites } from "./joined-writes";
import { holds } from "./keys";
import { keyedRows, matchTable } from "./match-table";
import type { TableMemory } from "./memory";
import { blockOf, sheetEdit, type LineEdit, type TableSheet } from "./table-sheet";

/** The blocks that a new table takes: its notes, and below them its headings and rows. */
export function insertionBlocks(
  { columns, rows, notes, orientation }: TableMemory,
  at: { readonly row: number; readonly column: number },
): { notes: Block; table: Block } {
  const table = blockOf({ line: 0, field: 0, lines: rows.length + 1, fields: columns.length }, orientation);
  return { notes: { ...at, rows: notes.length, columns: 1 }, table: { ...table, row: at.row + notes.length, column: at.column } };
}

/** Writes a new table into empty cells. */
export function planInsertion(memory: TableMemory, blocks: { readonly notes: Block; readonly table: Block }): SheetEdit[] {
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
export function planRemoval(memory: TableMemory, sheet: TableSheet): LineEdit[] {
  const matched = matchTable(sheet, memory);
  const rows = keyedRows(memory);
  const cells: { line: number; field: number; content: null }[] = [];
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
