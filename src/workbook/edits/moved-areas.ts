import type { Area } from "../areas";
import type { Block } from "../block";
import type { CellPlace } from "../cell";
import { LAST_COLUMN, LAST_ROW } from "../cell-reference";

/** Lines of a sheet: rows, or columns. */
export type Axis = "rows" | "columns";

/** The first and the last line. */
type Span = readonly [first: number, last: number];

/** Lines that are inserted or deleted, in all lines of the other axis or some: `rows` 2 to 4 of the columns 0 to Infinity. */
interface Strip {
  readonly sheet: string;
  readonly axis: Axis;
  readonly lines: Span;
  readonly across: Span;
}

/** One change of a workbook's cells or sheets. */
export type BookEdit =
  | ({ readonly kind: "insert" | "delete" } & Strip)
  /** Whole rows or columns are moved to before another one. */
  | ({ readonly kind: "reorder"; readonly to: number } & Strip)
  /** Cells are cut and pasted, or dragged, over other cells. */
  | { readonly kind: "move"; readonly sheet: string; readonly block: Block; readonly to: CellPlace }
  | { readonly kind: "rename"; readonly sheet: string; readonly name: string }
  | { readonly kind: "remove"; readonly sheet: string }
  /** A sheet is copied. References to it stay. */
  | { readonly kind: "copy"; readonly sheet: string; readonly name: string };

export const sameSheet = (a: string, b: string): boolean => a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase());

/** True for an edit that moves no cells. */
export const isOfSheets = (edit: BookEdit): edit is BookEdit & { readonly kind: "rename" | "remove" | "copy" } => /^(?:rename|remove|copy)$/.test(edit.kind);

const other = (axis: Axis): Axis => (axis === "rows" ? "columns" : "rows");
const lastOf = (axis: Axis): number => (axis === "rows" ? LAST_ROW : LAST_COLUMN);
export const lineSpan = (block: Block, axis: Axis): Span =>
  axis === "rows" ? [block.row, block.row + block.rows - 1] : [block.column, block.column + block.columns - 1];
export function withLineSpan<T extends Block>(area: T, axis: Axis, [first, last]: Span): T {
  const [a, b] = lineSpan(area, axis);
  if (a === first && b === last) return area;
  return axis === "rows" ? { ...area, row: first, rows: last - first + 1 } : { ...area, column: first, columns: last - first + 1 };
}
const covers = ([first, last]: Span, [a, b]: Span): boolean => first <= a && b <= last;
export const contains = (outer: Block, inner: Block): boolean =>
  covers(lineSpan(outer, "rows"), lineSpan(inner, "rows")) && covers(lineSpan(outer, "columns"), lineSpan(inner, "columns"));

function afterInsertion([a, b]: Span, [first, last]: Span): Span {
  const count = last - first + 1;
  return [a >= first ? a + count : a, b >= first ? b + count : b];
}

function afterDeletion([a, b]: Span, [first, last]: Span): Span | undefined {
  const count = last - first + 1;
  const from = a < first ? a : a > last ? a - count : first;
  const to = b < first ? b : b > last ? b - count : first - 1;
  return from > to ? undefined : [from, to];
}

/** What is left of a span after other cells were pasted over these lines. Lines within the span, and at one of its ends, do not shorten it. */
function afterPaste([a, b]: Span, [first, last]: Span): Span | undefined {
  if (covers([first, last], [a, b])) return undefined;
  if (first < a && a <= last) return [last + 1, b];
  return first <= b && b < last ? [a, first - 1] : [a, b];
}

/** A span after these lines, cut out across its whole width, were pasted as many lines further: one that loses its first or last lines follows them. */
function afterShift([a, b]: Span, [first, last]: Span, by: number): Span | undefined {
  const [toFirst, toLast] = [first + by, last + by];
  if (covers([first, last], [a, b])) return [a + by, b + by];
  if (first <= a && a <= last) {
    if (by < 0 || toLast < b) return [a + by, b];
    return toFirst > b ? [a, b] : [Math.min(toFirst, last + 1), Math.max(b, toLast)];
  }
  if (first <= b && b <= last) {
    if (by > 0 || toFirst > a) return [a, b + by];
    return toLast < a ? [a, b] : [Math.min(a, toFirst), Math.max(toLast, first - 1)];
  }
  return afterPaste([a, b], [toFirst, toLast]);
}

/** The place is inserted, the lines are moved there, and their old place is deleted. */
function afterReordering(span: Span, [first, last]: Span, to: number): Span | undefined {
  const count = last - first + 1;
  const from = to <= first ? first + count : first;
  const moved = afterShift(afterInsertion(span, [to, to + count - 1]), [from, from + count - 1], to - from);
  return moved && afterDeletion(moved, [from, from + count - 1]);
}

function afterMove(area: Area, { sheet, block, to }: BookEdit & { kind: "move" }): Area | undefined {
  const isCut = sameSheet(area.sheet, sheet);
  const target = { ...block, row: to.row, column: to.column };
  if (isCut && contains(block, area)) return { ...area, sheet: to.sheet, row: area.row + to.row - block.row, column: area.column + to.column - block.column };
  // A whole column has no first or last row.
  const axes = (area.lines ? [area.lines] : ["rows", "columns"]) as readonly Axis[];
  const along = (axis: Axis, span: Span | undefined): Area | undefined => span && withLineSpan(area, axis, span);
  if (isCut && sameSheet(sheet, to.sheet))
    for (const axis of axes) {
      const [from, into] = [lineSpan(block, other(axis)), lineSpan(target, other(axis))];
      if (from[0] !== into[0] || !covers(from, lineSpan(area, other(axis)))) continue;
      const lines = lineSpan(block, axis);
      return along(axis, afterShift(lineSpan(area, axis), lines, lineSpan(target, axis)[0] - lines[0]));
    }
  if (!sameSheet(area.sheet, to.sheet)) return area;
  if (contains(target, area)) return undefined;
  const axis = axes.find((one) => covers(lineSpan(target, other(one)), lineSpan(area, other(one))));
  return axis ? along(axis, afterPaste(lineSpan(area, axis), lineSpan(target, axis))) : area;
}

/** What a reference to these cells refers to after an edit, as in Excel; undefined if its cells are gone. */
export function movedArea(area: Area, edit: BookEdit): Area | undefined {
  if (edit.kind === "move") return afterMove(area, edit);
  if (edit.kind === "copy" || !sameSheet(area.sheet, edit.sheet)) return area;
  if (edit.kind === "rename") return { ...area, sheet: edit.name };
  if (edit.kind === "remove") return undefined;
  const { axis, lines, across } = edit;
  const [first, count] = axis === "rows" ? [area.row, area.rows] : [area.column, area.columns];
  if (edit.kind !== "reorder" && lines[0] >= first + count) return area;
  // Whole columns have all rows, whatever is inserted.
  if ((area.lines ?? axis) !== axis || count > lastOf(axis) || (across[1] !== Infinity && !covers(across, lineSpan(area, other(axis))))) return area;
  const span = lineSpan(area, axis);
  const moved = edit.kind === "reorder" ? afterReordering(span, lines, edit.to) : (edit.kind === "insert" ? afterInsertion : afterDeletion)(span, lines);
  const last = lastOf(axis);
  return !moved || moved[0] > last ? undefined : withLineSpan(area, axis, [moved[0], Math.min(moved[1], last)]);
}
