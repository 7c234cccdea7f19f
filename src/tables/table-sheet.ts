import { runsBy } from "../contract/lists";
import type { Block } from "../workbook/block";
import { SHEET_COLUMNS, SHEET_ROWS } from "../workbook/excel-limits";
import { type Content, EMPTY_CELL, type HeldCell, type SheetEdit, type SheetReading } from "../workbook/edits/sheet-edits";
import type { Orientation } from "./memory";

/** A cell to write. */
export type CellWrite = Pick<Lines, "line" | "field"> & { readonly content: Content };

/** Writes of single cells, joined down each field. */
export function joinedWrites(cells: readonly CellWrite[]): LineEdit[] {
  const sorted = [...cells].sort((a, b) => a.field - b.field || a.line - b.line);
  return runsBy(sorted, (before, cell) => before.field === cell.field && before.line + 1 === cell.line).map((run) => ({
    kind: "write",
    at: { line: run[0].line, field: run[0].field, lines: run.length, fields: 1 },
    rows: run.map(({ content }) => [content]),
  }));
}

/** Consecutive lines as one block. */
export function strips(lines: Iterable<number>): { line: number; lines: number }[] {
  const sorted = [...lines].sort((a, b) => a - b);
  return runsBy(sorted, (before, line) => before + 1 === line).map((run) => ({ line: run[0], lines: run.length }));
}

/** A rectangle in the table's own directions: `line` counts the rows of the table, `field` its columns, whichever way the table lies on the sheet. */
export type Lines = Readonly<Record<"line" | "field" | "lines" | "fields", number>>;

/** The sheet in the table's own directions. */
export interface TableSheet {
  readonly block: Lines;
  /** Other tables on the sheet. */
  readonly others: readonly Lines[];
  at(line: number, field: number): HeldCell;
  /** The lines and fields after the last ones in use. */
  readonly endLine: number;
  readonly endField: number;
  readonly maxLines: number;
}

export const linesOf = ({ row, column, rows, columns }: Block, orientation: Orientation): Lines =>
  orientation === "down" ? { line: row, field: column, lines: rows, fields: columns } : { line: column, field: row, lines: columns, fields: rows };

export const blockOf = ({ line, field, lines, fields }: Lines, orientation: Orientation): Block =>
  orientation === "down" ? { row: line, column: field, rows: lines, columns: fields } : { row: field, column: line, rows: fields, columns: lines };

/** A cell of a reading; undefined outside its used cells. */
export const cellAt = ({ area, cells }: SheetReading, { row, column }: Pick<Block, "row" | "column">): HeldCell | undefined =>
  cells[row - area.row]?.[column - area.column];

export function tableSheet({ block, area, cells }: SheetReading, others: readonly Block[], orientation: Orientation): TableSheet {
  const down = orientation === "down";
  const used = linesOf(area, orientation);
  const get = (row: number, column: number): HeldCell => cells[row - area.row]?.[column - area.column] ?? EMPTY_CELL;
  return {
    block: linesOf(block, orientation),
    others: others.map((other) => linesOf(other, orientation)),
    at: (line, field) => (down ? get(line, field) : get(field, line)),
    endLine: used.line + used.lines,
    endField: used.field + used.fields,
    maxLines: down ? SHEET_ROWS : SHEET_COLUMNS,
  };
}

/** An edit in the table's own directions. */
export type LineEdit =
  | { readonly kind: "insert" | "delete"; readonly at: Lines }
  | { readonly kind: "fill"; readonly at: Lines; readonly from: Lines }
  | (Pick<Extract<SheetEdit, { kind: "write" }>, "kind" | "rows"> & { readonly at: Lines })
  | { readonly kind: "carry"; readonly at: Lines; readonly from: readonly Lines[]; readonly to: readonly Lines[] }
  | { readonly kind: "format"; readonly at: Lines; readonly format: string }
  | (Pick<Extract<SheetEdit, { kind: "look" }>, "kind" | "look"> & { readonly at: Lines });

const turned = <T>(rows: readonly (readonly T[])[]): T[][] => (rows[0] ?? []).map((_, c) => rows.map((row) => row[c] as T));

export function sheetEdit(edit: LineEdit, orientation: Orientation): SheetEdit {
  const block = blockOf(edit.at, orientation);
  switch (edit.kind) {
    case "insert":
    case "delete":
      return { kind: edit.kind, block, along: orientation === "down" ? "rows" : "columns" };
    case "fill":
      return { kind: "fill", block, from: blockOf(edit.from, orientation) };
    case "write":
      return { kind: "write", block, rows: orientation === "down" ? edit.rows : turned(edit.rows) };
    case "carry": {
      const blocks = (cells: readonly Lines[]): Block[] => cells.map((cell) => blockOf(cell, orientation));
      return { kind: "carry", block, from: blocks(edit.from), to: blocks(edit.to) };
    }
    default: {
      const { at: _, ...rest } = edit;
      return { ...rest, block };
    }
  }
}
