import type { Area } from "../../workbook/areas";
import type { Block } from "../../workbook/block";
import { type Referred, withReferences } from "../../workbook/formulas/with-references";
import type { Orientation } from "../memory";
import { shiftedAlong } from "./own-fields";
import { blockOf, type LineEdit, type Lines, linesOf } from "../table-sheet";

/** Where lines are after these edits, as formulas that refer to them follow; undefined if all of them were deleted. Lines that move only in part stay. */
export function movedLines(at: Lines, edits: readonly LineEdit[]): Lines | undefined {
  let [start, end] = [at.line, at.line + at.lines];
  for (const { kind, at: cells } of edits) {
    if ((kind !== "insert" && kind !== "delete") || at.field < cells.field || at.field + at.fields > cells.field + cells.fields) continue;
    const { line, lines } = cells;
    if (kind === "insert") {
      if (line < end) end += lines;
      if (line <= start) start += lines;
    } else {
      const cut = (n: number): number => (n <= line ? n : Math.max(line, n - lines));
      [start, end] = [cut(start), cut(end)];
      if (start === end) return undefined;
    }
  }
  return { ...at, line: start, lines: end - start };
}

/** How the rows of a table move in a refresh. Line numbers end before the last one. */
export interface RowMoves {
  readonly sheet: string;
  readonly orientation: Orientation;
  readonly span: { readonly field: number; readonly fields: number };
  readonly from: number;
  /** Where the rows of the answer ended, and those that stay below them without values. */
  readonly liveEnd: number;
  readonly end: number;
  /** Where the rows of the answer end after the refresh. */
  readonly newEnd: number;
  /** Where the row of a line is after the refresh; undefined if it leaves the table. */
  readonly to: (line: number) => number | undefined;
  /** The row that is in a line after the refresh; undefined for a new row. */
  readonly oldOf: (line: number) => number | undefined;
  /** How many first and last rows of a column of the user's have no formula of its shape. */
  readonly edges: ReadonlyMap<number, { readonly head: number; readonly tail: number }>;
  /** The steps that move cells below the table. */
  readonly edits: readonly LineEdit[];
}

/** What a refresh makes of a formula. */
export interface Followed {
  readonly formula: string;
  /** The references that differ. */
  readonly changed: readonly { readonly from: Block; readonly to: Block; readonly isWhole: boolean }[];
  /** References to rows that leave the table, or that are no longer together. */
  readonly lost: readonly Referred[];
}

/** Where a reference goes: to lines, or nowhere. `isWhole` for a range over all rows. */
type Target = { readonly at: Lines; readonly isWhole: boolean } | "lost";

const isApart = ({ span }: Pick<RowMoves, "span">, { field, fields }: Lines): boolean => field >= span.field + span.fields || span.field >= field + fields;

/** True if an area has cells of the table's rows, in its columns or in the user's beside it. */
export function isInRows(moves: Pick<RowMoves, "sheet" | "orientation" | "span" | "from" | "end">, area: Area): boolean {
  const at = linesOf(area, moves.orientation);
  return area.sheet.toLowerCase() === moves.sheet.toLowerCase() && !isApart(moves, at) && at.line < moves.end && at.line + at.lines > moves.from;
}

const first = (moves: RowMoves, field: number, line: number): boolean => line === moves.from || line === moves.from + (moves.edges.get(field)?.head ?? 0);

/** The line after the last row in the answer for a range that ends there before the refresh; undefined for a range that ends elsewhere. */
function endOf({ edges, liveEnd, end, newEnd }: RowMoves, field: number, line: number): number | undefined {
  const tail = edges.get(field)?.tail ?? 0;
  if (line === liveEnd || line === end) return newEnd;
  return line === liveEnd - tail ? newEnd - tail : undefined;
}

/** Lines of rows that move with their keys; undefined if one leaves, or if another row is among them afterwards. */
function together({ to, oldOf }: RowMoves, from: number, end: number): { line: number; end: number } | undefined {
  let [least, most] = [Infinity, -Infinity];
  for (let line = from; line < end; line++) {
    const there = to(line);
    if (there === undefined) return undefined;
    [least, most] = [Math.min(least, there), Math.max(most, there)];
  }
  for (let line = least; line <= most; line++) {
    const old = oldOf(line);
    if (old !== undefined && (old < from || old >= end)) return undefined;
  }
  return { line: least, end: most + 1 };
}

/** Where a reference of a formula outside the table's own formula columns goes: with its rows, or over all rows if it has all of them. */
function targetOf(moves: RowMoves, reference: Referred): Target {
  const at = linesOf(reference, moves.orientation);
  const moved = movedLines(at, moves.edits);
  if (!isInRows(moves, reference)) return { at: moved ?? at, isWhole: false };
  const [start, stop] = [at.line, at.line + at.lines];
  const lines = (line: number, end: number, isWhole: boolean): Target => (end > line ? { at: { ...at, line, lines: end - line }, isWhole } : "lost");
  if (reference.isRange && (start < moves.from || first(moves, at.field, start))) {
    const end = endOf(moves, at.field, stop);
    // Without any row, the range waits for those to come.
    if (end !== undefined) return end > start ? lines(start, end, true) : { at, isWhole: true };
    if (stop > moves.end) return lines(start, stop + (moved ? moved.lines - at.lines : 0), false);
  }
  const kept = together(moves, Math.max(start, moves.from), Math.min(stop, moves.end));
  if (!kept) return "lost";
  return lines(start < moves.from ? start : kept.line, stop > moves.end ? stop + (moved ? moved.lines - at.lines : 0) : kept.end, false);
}

/** What a `$` fixes along the lines of a table. */
export const along = <T>({ rows, columns }: { readonly rows: T; readonly columns: T }, orientation: Orientation): T =>
  orientation === "down" ? rows : columns;

/** Where a reference of a formula of all rows goes, after the shift to its own row: only what has a `$` follows the table. */
function targetOfShape(moves: RowMoves, reference: Referred): Target {
  const at = linesOf(reference, moves.orientation);
  const [fixedStart, fixedEnd] = along(reference.fixed, moves.orientation);
  if ((!fixedStart && !fixedEnd) || isApart(moves, at)) return { at, isWhole: false };
  if (fixedStart && fixedEnd && reference.isRange) return targetOf(moves, reference);
  const lineOf = (line: number): number | undefined => {
    if (line < moves.from) return line;
    if (line >= moves.end) return movedLines({ ...at, line, lines: 1 }, moves.edits)?.line;
    if (first(moves, at.field, line)) return line;
    const end = endOf(moves, at.field, line + 1);
    return end === undefined ? moves.to(line) : end - 1;
  };
  const [start, last] = [at.line, at.line + at.lines - 1];
  const [a, b] = [fixedStart ? lineOf(start) : start, fixedEnd ? lineOf(last) : last];
  if (a === undefined || b === undefined) return "lost";
  return { at: { ...at, line: Math.min(a, b), lines: Math.abs(b - a) + 1 }, isWhole: false };
}

function follow(formula: string, home: string, moves: RowMoves, target: (reference: Referred) => Target): Followed {
  const changed: { from: Block; to: Block; isWhole: boolean }[] = [];
  const lost: Referred[] = [];
  const text = withReferences(formula, home, (reference) => {
    if (reference.sheet.toLowerCase() !== moves.sheet.toLowerCase()) return undefined;
    const found = target(reference);
    if (found === "lost") {
      lost.push(reference);
      return undefined;
    }
    const { row, column, rows, columns } = reference;
    const to = blockOf(found.at, moves.orientation);
    if (to.row === row && to.column === column && to.rows === rows && to.columns === columns) return undefined;
    if (isInRows(moves, reference)) changed.push({ from: { row, column, rows, columns }, to, isWhole: found.isWhole });
    return to;
  });
  return { formula: text, changed, lost };
}

/** A formula outside the table, or typed into one row of it: each reference to a row follows that row, and one to all rows has all of them. */
export const followRows = (formula: string, home: string, moves: RowMoves): Followed => follow(formula, home, moves, (r) => targetOf(moves, r));

/** The formula of all rows, some lines further down. */
export const followShape = (formula: string, home: string, moves: RowMoves, by: number): Followed =>
  follow(shiftedAlong(formula, by, moves.orientation), home, moves, (r) => targetOfShape(moves, r));

/** A formula as the host leaves it when it moves the cells below the table. */
export function asHostLeaves(formula: string, home: string, { sheet, orientation, edits }: RowMoves): string {
  if (edits.length === 0 || formula === "") return formula;
  return withReferences(formula, home, (reference) => {
    if (reference.sheet.toLowerCase() !== sheet.toLowerCase()) return undefined;
    const moved = movedLines(linesOf(reference, orientation), edits);
    return moved ? blockOf(moved, orientation) : "#REF!";
  });
}
