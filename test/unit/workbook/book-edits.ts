import { blockIn, cellIn } from "../../../src/workbook/cell-reference";
import type { BookEdit } from "../../../src/workbook/edits/moved-areas";

export const ALL = [0, Infinity] as const;

/** Edits of a sheet: rows as numbered in it, columns from 0. */
export const editsOf = (sheet: string) => ({
  rows: (kind: "insert" | "delete", first: number, last: number, across: readonly [number, number] = ALL): BookEdit => {
    return { kind, sheet, axis: "rows", lines: [first - 1, last - 1], across };
  },
  columns: (kind: "insert" | "delete", first: number, last: number, across: readonly [number, number] = ALL): BookEdit => {
    return { kind, sheet, axis: "columns", lines: [first, last], across };
  },
  move: (from: string, to: string, into = sheet, source = sheet): BookEdit => {
    return { kind: "move", sheet: source, block: blockIn(from)!, to: { sheet: into, ...cellIn(to)! } };
  },
  reorder: (first: number, last: number, before: number): BookEdit => {
    return { kind: "reorder", sheet, axis: "rows", lines: [first - 1, last - 1], across: ALL, to: before - 1 };
  },
});
