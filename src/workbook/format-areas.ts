import { smallest } from "../contract/lists";
import type { Block } from "./block";
import { LAST_COLUMN, LAST_ROW } from "./cell-reference";
import { lineAfter, movedLine, type LineEdit } from "./line-edits";

/** The lines from one to another after an edit, each where it is then. Inserted lines have the formats of the line before them, as in Excel. */
function movedLines(first: number, last: number, edit: LineEdit): (readonly [first: number, last: number])[] {
  const { at, count } = edit;
  if (edit.kind === "insert") {
    if (at <= first) return [[first + count, last + count]];
    return [[first, at <= last + 1 ? last + count : last]];
  }
  const cuts = edit.kind === "move" ? [at, at + count, edit.to] : [at, at + count];
  const starts = [first, ...[...new Set(cuts)].filter((cut) => cut > first && cut <= last).sort((a, b) => a - b)];
  const runs: [number, number][] = [];
  starts.forEach((start, i) => {
    const end = (starts[i + 1] ?? last + 1) - 1;
    const [a, b] = [movedLine(start, edit), movedLine(end, edit)];
    if (a !== undefined && b !== undefined) runs.push([a, b]);
  });
  runs.sort((a, b) => a[0] - b[0]);
  return runs.reduce<[number, number][]>((joined, run) => {
    const before = joined.at(-1);
    if (before && before[1] + 1 === run[0]) before[1] = run[1];
    else joined.push([...run]);
    return joined;
  }, []);
}

/** Where the cells of areas are after edits of their sheet: formats go with their cells. Whole columns stay whole. */
export function followedAreas(areas: readonly Block[], edits: readonly LineEdit[]): Block[] {
  let now = [...areas];
  for (const edit of edits) {
    const isRows = edit.along === "rows";
    const end = isRows ? LAST_ROW : LAST_COLUMN;
    now = now.flatMap((area): Block[] => {
      const [from, count] = isRows ? [area.row, area.rows] : [area.column, area.columns];
      if (from === 0 && count === end + 1) return [area];
      return movedLines(from, from + count - 1, edit).flatMap(([first, last]) => {
        if (first > end) return [];
        const lines = Math.min(last, end) - first + 1;
        return [isRows ? { ...area, row: first, rows: lines } : { ...area, column: first, columns: lines }];
      });
    });
  }
  return now;
}

/** Far enough for what a person deletes at once. */
const MOST_LINES = 100_000;

/** How far the cell that comes first after edits was from the one that was first: the formulas of a rule are written for the first. */
export function firstCellShift(areas: readonly Block[], edits: readonly LineEdit[]): readonly [rows: number, columns: number] {
  const after = edits.length === 0 ? [] : followedAreas(areas, edits);
  if (after.length === 0) return [0, 0];
  const shift = (starts: (areas: readonly Block[]) => number, along: LineEdit["along"]): number => {
    const [from, wanted] = [starts(areas), starts(after)];
    for (let line = from; line < from + MOST_LINES; line++) if (lineAfter(line, along, edits) === wanted) return line - from;
    return 0;
  };
  return [shift((all) => smallest(all.map(({ row }) => row)), "rows"), shift((all) => smallest(all.map(({ column }) => column)), "columns")];
}

/** A block without the cells of another: up to four blocks. */
export function without(block: Block, other: Block): Block[] {
  const [top, bottom] = [Math.max(block.row, other.row), Math.min(block.row + block.rows, other.row + other.rows)];
  const [left, right] = [Math.max(block.column, other.column), Math.min(block.column + block.columns, other.column + other.columns)];
  if (top >= bottom || left >= right) return [block];
  const rest: Block[] = [
    { ...block, rows: top - block.row },
    { row: top, rows: bottom - top, column: block.column, columns: left - block.column },
    { row: top, rows: bottom - top, column: right, columns: block.column + block.columns - right },
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
