import { smallest } from "../contract/lists";
import { isBlank, type Span } from "./own-fields";
import type { LineEdit, Lines, TableSheet } from "./table-sheet";

/** A line of the refreshed table: one that is on the sheet already, or a new row. */
export type Item = { readonly line: number } | { readonly add: string };

interface LayoutInput {
  readonly sheet: TableSheet;
  readonly span: Span;
  /** Where the rows begin, and the line after the last one. */
  readonly from: number;
  readonly end: number;
  /** The lines to remove. */
  readonly removed: ReadonlySet<number>;
  /** All lines that stay and all rows to add, in order. */
  readonly items: readonly Item[];
  /** Lines by which to move the cells below back up, if they are empty. */
  readonly pull: number;
}

interface Layout {
  readonly edits: readonly LineEdit[];
  /** The line of each item after the edits. */
  readonly at: readonly number[];
  /** The line after the last row. */
  readonly end: number;
  /** Lines by which cells below the table moved down; up if negative. */
  readonly moved: number;
}

/** The lines whose cells below the table cannot move with it, because a block there reaches beside it. */
export interface Torn {
  readonly torn: Lines;
  /** Lines that are missing. */
  readonly missing: number;
}

export const isTorn = (layout: Layout | Torn): layout is Torn => "torn" in layout;

/** Consecutive numbers as pairs of the first and the count. */
function runsOf(numbers: readonly number[]): { first: number; count: number }[] {
  const runs: { first: number; count: number }[] = [];
  for (const n of numbers) {
    const last = runs[runs.length - 1];
    if (last && last.first + last.count === n) last.count++;
    else runs.push({ first: n, count: 1 });
  }
  return runs;
}

const isBlankLine = (sheet: TableSheet, { field, fields }: Span, line: number): boolean => {
  for (let f = field; f < field + fields; f++) if (!isBlank(sheet.at(line, f))) return false;
  return true;
};

/** The first cells below `from` that reach from the span's fields to the fields beside it, or another table that does. */
function tornBelow(sheet: TableSheet, { field, fields }: Span, from: number): Lines | undefined {
  const [left, right] = [field, field + fields - 1];
  for (const other of sheet.others) {
    if (other.line + other.lines <= from) continue;
    const inside = other.field >= left && other.field + other.fields - 1 <= right;
    const apart = other.field > right || other.field + other.fields - 1 < left;
    if (!apart && (!inside || other.line < from)) return other;
  }
  for (let line = from; line < sheet.endLine; line++)
    for (const [edge, beside] of [
      [left, left - 1],
      [right, right + 1],
    ] as const)
      if (beside >= 0 && !isBlank(sheet.at(line, edge)) && !isBlank(sheet.at(line, beside)))
        return { line, field: Math.min(edge, beside), lines: 1, fields: 2 };
  return undefined;
}

/**
 * Makes room for new rows and closes the gaps of removed ones, in the span's fields only. Empty lines below the table are used first, so that cells below
 * move only if there are too few. One empty line stays above such cells if possible.
 */
export function planLayout({ sheet, span, from, end, removed, items, pull }: LayoutInput): Layout | Torn {
  let lastStaying = from - 1;
  for (const item of items) if ("line" in item) lastStaying = Math.max(lastStaying, item.line);
  const tail = lastStaying + 1;
  const middle = runsOf([...removed].filter((line) => line < tail).sort((a, b) => a - b));
  const cleared = runsOf([...removed].filter((line) => line >= tail).sort((a, b) => a - b));
  const lastItem = items.reduce((found, item, i) => ("line" in item ? i : found), -1);
  /** New rows before the line that follows them. */
  const inserted: { before: number; count: number }[] = [];
  let waiting = 0;
  for (const item of items.slice(0, lastItem + 1)) {
    if ("add" in item) {
      waiting++;
      continue;
    }
    if (waiting > 0) inserted.push({ before: item.line, count: waiting });
    waiting = 0;
  }
  const appended = items.length - lastItem - 1;
  const sum = (counts: readonly { count: number }[]): number => counts.reduce((n, { count }) => n + count, 0);
  const net = sum(inserted) - sum(middle);
  const need = net + appended;

  /** Empty lines from the tail on; unlimited if nothing follows. */
  let below = tail;
  while (below < sheet.endLine && (removed.has(below) || isBlankLine(sheet, span, below))) below++;
  const nearest = sheet.others.filter((o) => o.line >= end && o.field < span.field + span.fields && span.field < o.field + o.fields).map((o) => o.line);
  below = smallest(nearest, below);
  const open = below >= sheet.endLine && nearest.length === 0;
  const gap = open ? sheet.maxLines - tail : below - tail;
  const torn = open ? undefined : tornBelow(sheet, span, below);
  const spare = !open && below > end && torn === undefined ? 1 : 0;
  let moved = Math.max(0, need - Math.max(0, gap - spare));
  if (moved > 0 && torn) return { torn, missing: moved };
  if (sheet.endLine + moved > sheet.maxLines) return { torn: { line: sheet.maxLines - 1, field: span.field, lines: 1, fields: span.fields }, missing: moved };
  if (moved === 0 && pull > 0 && !open && torn === undefined) moved = -Math.min(pull, Math.max(0, gap - need));

  const edits: LineEdit[] = [];
  const strip = (line: number, lines: number): Lines => ({ line, lines, field: span.field, fields: span.fields });
  // From the bottom up, so that the lines above keep their numbers.
  const steps = [
    ...middle.map(({ first, count }) => ({ kind: "delete" as const, line: first, count })),
    ...inserted.map(({ before, count }) => ({ kind: "insert" as const, line: before, count })),
  ].sort((a, b) => b.line - a.line);
  for (const { kind, line, count } of steps) edits.push({ kind, at: strip(line, count) });
  const change = open ? 0 : moved - net;
  if (change !== 0) edits.push({ kind: change > 0 ? "insert" : "delete", at: strip(tail + net, Math.abs(change)) });
  // Cells are cleared last: if the host refuses to move cells, nothing is lost.
  for (const { first, count } of cleared) {
    const deleted = Math.min(Math.max(0, tail - change - first), count);
    if (count > deleted)
      edits.push({
        kind: "write",
        at: strip(first + deleted + net + change, count - deleted),
        rows: Array.from({ length: count - deleted }, () => Array.from({ length: span.fields }, () => null)),
      });
  }
  const at = items.map((_, i) => from + i);
  return { edits, at, end: from + items.length, moved };
}
