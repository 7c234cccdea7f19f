import type { Block } from "./book";
import { LAST_COLUMN, LAST_ROW } from "./cell-reference";

/** Rows or columns that were inserted, removed or moved in a sheet. Indices are zero-based, and those before the edit. */
export type LineEdit = { readonly along: "rows" | "columns"; readonly at: number; readonly count: number } & (
  | { readonly kind: "insert" }
  | { readonly kind: "remove" }
  /** Moves them in front of the line `to`. */
  | { readonly kind: "move"; readonly to: number }
);

/** Where a line is after an edit; undefined if it was removed. */
export function movedLine(line: number, edit: LineEdit): number | undefined {
  const { at, count } = edit;
  if (edit.kind === "insert") return line >= at ? line + count : line;
  if (edit.kind === "remove") return line < at ? line : line < at + count ? undefined : line - count;
  if (line >= at && line < at + count) return line - at + (edit.to > at ? edit.to - count : edit.to);
  if (edit.to > at) return line >= at + count && line < edit.to ? line - count : line;
  return line >= edit.to && line < at ? line + count : line;
}

/** Where a line is after these edits; undefined if it was removed. Edits of the other lines, such as those of columns for a row, do not move it. */
export const lineAfter = (line: number, along: LineEdit["along"], edits: readonly LineEdit[]): number | undefined =>
  edits.reduce<number | undefined>((at, edit) => (at === undefined || edit.along !== along ? at : movedLine(at, edit)), line);

/** The first and last line of a range after an edit; undefined if all of it was removed. Lines that move out of it are not part of it any more. */
function movedRange(from: number, to: number, edit: LineEdit): readonly [number, number] | undefined {
  const end = edit.at + edit.count - 1;
  const isOutside = edit.kind === "insert" || end < from || edit.at > to || (edit.at <= from && end >= to && edit.kind === "move");
  const first = isOutside || edit.at > from ? from : end + 1;
  const last = isOutside || end < to ? to : edit.at - 1;
  if (first > last) return undefined;
  const [a, b] = [movedLine(first, edit), movedLine(last, edit)];
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** Where a block of a sheet is after these edits; undefined if all its cells were removed, or moved beyond the end of the sheet. */
export function movedBlock(block: Block, edits: readonly LineEdit[]): Block | undefined {
  let { row, column, rows, columns } = block;
  for (const edit of edits) {
    const isRows = edit.along === "rows";
    const [from, count, end] = isRows ? [row, rows, LAST_ROW] : [column, columns, LAST_COLUMN];
    // Whole columns have all rows, whatever is inserted.
    if (from === 0 && count === end + 1) continue;
    const moved = movedRange(from, from + count - 1, edit);
    if (!moved || moved[0] > end) return undefined;
    const size = Math.min(end, moved[1]) - moved[0] + 1;
    if (isRows) [row, rows] = [moved[0], size];
    else [column, columns] = [moved[0], size];
  }
  return { row, column, rows, columns };
}

/** Where a cell is after these edits; undefined if it was removed. */
export function movedCell(cell: { readonly row: number; readonly column: number }, edits: readonly LineEdit[]): { row: number; column: number } | undefined {
  const block = movedBlock({ ...cell, rows: 1, columns: 1 }, edits);
  return block && { row: block.row, column: block.column };
}

/** True if an edit takes the other back. */
export function isOpposite(a: LineEdit, b: LineEdit): boolean {
  if (a.along !== b.along || a.count !== b.count) return false;
  if (a.kind !== "move" && b.kind !== "move") return a.kind !== b.kind && a.at === b.at;
  if (a.kind !== "move" || b.kind !== "move") return false;
  const back = a.to > a.at ? { at: a.to - a.count, to: a.at } : { at: a.to, to: a.at + a.count };
  return b.at === back.at && b.to === back.to;
}
