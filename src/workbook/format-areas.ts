import { runsBy, smallest } from "../contract/lists";
import type { Block } from "./block";
import { LAST_COLUMN, LAST_ROW } from "./cell-reference";
import { type BookEdit, lineSpan, withLineSpan } from "./edits/moved-areas";
import { lineAfter } from "./edits/moved-places";

/** An edit of lines. */
export type Strip = Extract<BookEdit, { kind: "insert" | "delete" | "reorder" }>;

/** Lines that stay together in an edit: the first before it, and the first and the last after it. */
interface Run {
  readonly from: number;
  readonly first: number;
  readonly last: number;
}

/** The lines from one to another after an edit, in runs. */
function movedLines([first, last]: readonly [number, number], edit: Strip, grows: boolean): Run[] {
  const [start, end] = edit.lines;
  const count = end - start + 1;
  if (edit.kind === "insert") {
    if (start <= first) return [{ from: first, first: first + count, last: last + count }];
    return [{ from: first, first, last: start <= last + (grows ? 1 : 0) ? last + count : last }];
  }
  const lineNow = (line: number): number | undefined => lineAfter(line, edit.axis, edit.sheet, [{ ...edit, across: [0, Infinity] }]);
  const cuts = edit.kind === "reorder" ? [start, end + 1, edit.to] : [start, end + 1];
  const starts = [first, ...[...new Set(cuts)].filter((cut) => cut > first && cut <= last).sort((a, b) => a - b)];
  const runs = starts.flatMap((from, i): Run[] => {
    const [a, b] = [lineNow(from), lineNow((starts[i + 1] ?? last + 1) - 1)];
    return a === undefined || b === undefined ? [] : [{ from, first: a, last: b }];
  });
  return runs.sort((a, b) => a.first - b.first);
}

const joined = (runs: readonly Run[]): Run[] =>
  runsBy(runs, (before, run) => before.last + 1 === run.first).map((all) => ({ ...all[0], last: all.at(-1)!.last }));

/** The blocks of an area whose lines stay together when lines are moved, each before and after it. */
export function reorderedBlocks(area: Block, edit: Strip): { readonly from: Block; readonly to: Block }[] {
  return movedLines(lineSpan(area, edit.axis), edit, false).map(({ from, first, last }) => ({
    from: withLineSpan(area, edit.axis, [from, from + last - first]),
    to: withLineSpan(area, edit.axis, [first, last]),
  }));
}

/** Areas after an edit of lines; and the line of one of their first cells, before the edit and after it. */
interface FollowedAreas {
  readonly areas: readonly Block[];
  readonly before: number;
  readonly after: number;
}

/**
 * Where the cells of areas are after an edit of lines: each goes with its cells. Whole columns stay whole.
 *
 * @param grows true if lines that are inserted behind the last one belong to the areas, too
 */
export function followedAreas(areas: readonly Block[], edit: Strip, grows: boolean): FollowedAreas {
  const end = edit.axis === "rows" ? LAST_ROW : LAST_COLUMN;
  const all: Run[] = [];
  const now = areas.flatMap((area): Block[] => {
    const span = lineSpan(area, edit.axis);
    const runs = joined(movedLines(span, edit, grows)).filter(({ first }) => first <= end);
    for (const run of runs) all.push(run);
    if (span[0] === 0 && span[1] === end) return [area];
    return runs.map(({ first, last }) => withLineSpan(area, edit.axis, [first, Math.min(last, end)]));
  });
  const after = smallest(all.map(({ first }) => first));
  return { areas: now, before: all.find(({ first }) => first === after)?.from ?? 0, after: all.length > 0 ? after : 0 };
}

/** A block without the cells of another: up to four blocks. */
export function without(block: Block, other: Block): Block[] {
  const [top, bottom] = [Math.max(block.row, other.row), Math.min(block.row + block.rows, other.row + other.rows)];
  const [left, right] = [Math.max(block.column, other.column), Math.min(block.column + block.columns, other.column + other.columns)];
  if (top >= bottom || left >= right) return [block];
  const rest: Block[] = [
    { ...block, rows: top - block.row },
    { row: top, column: block.column, rows: bottom - top, columns: left - block.column },
    { row: top, column: right, rows: bottom - top, columns: block.column + block.columns - right },
    { ...block, row: bottom, rows: block.row + block.rows - bottom },
  ];
  return rest.filter(({ rows, columns }) => rows > 0 && columns > 0);
}

/** The cells that two blocks share; undefined if there are none. */
export function shared(a: Block, b: Block): Block | undefined {
  const [row, column] = [Math.max(a.row, b.row), Math.max(a.column, b.column)];
  const rows = Math.min(a.row + a.rows, b.row + b.rows) - row;
  const columns = Math.min(a.column + a.columns, b.column + b.columns) - column;
  return rows > 0 && columns > 0 ? { row, column, rows, columns } : undefined;
}
