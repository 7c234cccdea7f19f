import { runsBy } from "../../contract/lists";
import type { Area } from "../areas";
import type { Block } from "../block";
import { LAST_COLUMN, LAST_ROW } from "../cell-reference";
import { type Axis, type BookEdit, isOfSheets, movedArea, sameSheet } from "./moved-areas";

/* Where the lines, cells and areas of a sheet are after edits of its workbook. The edits are in their order, and each names sheets as they were called before it. */

type Edits = readonly BookEdit[];

/** What a reference to these cells refers to after edits; undefined if its cells are gone. */
export const areaAfter = (area: Area, edits: Edits): Area | undefined => edits.reduce<Area | undefined>((at, edit) => at && movedArea(at, edit), area);

/** The name of a sheet after edits; undefined if it was deleted. */
export function sheetAfter(sheet: string, edits: Edits): string | undefined {
  let name: string | undefined = sheet;
  for (const edit of edits) {
    if (name === undefined || (edit.kind !== "rename" && edit.kind !== "remove") || !sameSheet(edit.sheet, name)) continue;
    name = edit.kind === "rename" ? edit.name : undefined;
  }
  return name;
}

/** The edits, if one of them moves cells of this sheet, or to it; none otherwise. */
export function editsOfCells(sheet: string, edits: Edits): Edits {
  let name: string | undefined = sheet;
  for (const edit of edits) {
    const touches = !isOfSheets(edit) && name !== undefined && (sameSheet(edit.sheet, name) || (edit.kind === "move" && sameSheet(edit.to.sheet, name)));
    if (touches) return edits;
    name = name === undefined ? undefined : sheetAfter(name, [edit]);
  }
  return [];
}

/** The edits of whole rows and columns, and of sheets. */
export const editsOfLines = (edits: Edits): Edits => edits.filter((edit) => isOfSheets(edit) || (edit.kind !== "move" && edit.across[1] === Infinity));

/** Where a block of a sheet is after edits; undefined if its cells are gone, or on another sheet. */
export function movedBlock(block: Block, sheet: string, edits: Edits): Block | undefined {
  const moved = areaAfter({ ...block, sheet }, edits);
  if (!moved || !sameSheet(moved.sheet, sheetAfter(sheet, edits) ?? "")) return undefined;
  const { row, column, rows, columns } = moved;
  return { row, column, rows, columns };
}

interface CellAt {
  readonly row: number;
  readonly column: number;
}

/** Where a cell of a sheet is after edits; undefined if it is gone, or on another sheet. */
export function movedCell({ row, column }: CellAt, sheet: string, edits: Edits): CellAt | undefined {
  const block = movedBlock({ row, column, rows: 1, columns: 1 }, sheet, edits);
  return block && { row: block.row, column: block.column };
}

/** The same for many cells: of edits of whole rows and columns, each line is looked up once. */
export function cellMover(sheet: string, edits: Edits): (cell: CellAt) => CellAt | undefined {
  if (editsOfLines(edits).length < edits.length) return (cell) => movedCell(cell, sheet, edits);
  const known = { rows: new Map<number, number | undefined>(), columns: new Map<number, number | undefined>() };
  const after = (line: number, axis: Axis): number | undefined => {
    if (!known[axis].has(line)) known[axis].set(line, lineAfter(line, axis, sheet, edits));
    return known[axis].get(line);
  };
  return (cell) => {
    const [row, column] = [after(cell.row, "rows"), after(cell.column, "columns")];
    return row === undefined || column === undefined ? undefined : { row, column };
  };
}

const wholeColumns = (first: number, last: number): Block => ({ row: 0, rows: LAST_ROW + 1, column: first, columns: last - first + 1 });
const wholeRow = (row: number): Block => ({ row, rows: 1, column: 0, columns: LAST_COLUMN + 1 });

/** Where a row or column of a sheet is after edits; undefined if it was deleted. */
export function lineAfter(line: number, axis: Axis, sheet: string, edits: Edits): number | undefined {
  const moved = movedBlock(axis === "rows" ? wholeRow(line) : wholeColumns(line, line), sheet, edits);
  return moved && (axis === "rows" ? moved.row : moved.column);
}

/** Where columns are after edits, as spans. Columns that are inserted between them are not among them. */
export function movedColumns(first: number, last: number, sheet: string, edits: Edits): { readonly from: number; readonly to: number }[] {
  const own = editsOfLines(edits);
  const at = Array.from({ length: last - first + 1 }, (_, i) => lineAfter(first + i, "columns", sheet, own) ?? -1).filter((column) => column >= 0);
  const spans = runsBy(
    at.sort((a, b) => a - b),
    (before, column) => before + 1 === column,
  );
  return spans.map((span) => ({ from: span[0], to: span.at(-1)! }));
}

/** Where a row or column is after edits; for a deleted one, where the next one is. */
export function nextLine(line: number, axis: Axis, sheet: string, edits: Edits): number {
  let [at, name] = [line, sheet];
  for (const edit of edits) {
    if (edit.kind === "delete" && edit.axis === axis && sameSheet(edit.sheet, name) && edit.lines[0] <= at && at <= edit.lines[1]) at = edit.lines[0];
    else at = lineAfter(at, axis, name, [edit]) ?? at;
    name = sheetAfter(name, [edit]) ?? name;
  }
  return at;
}
