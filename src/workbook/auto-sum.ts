import type { Block } from "./block";
import { blockText } from "./cell-address";

/** What a sum needs to know of a cell. */
type CellKind = "number" | "empty" | "other";

/** A cell and the formula that adds its neighbours. */
interface Sum {
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

const sum = (row: number, column: number, block: Block): Sum => ({ row, column, formula: `=SUM(${blockText(block)})` });
const numbers = (length: number): number[] => Array.from({ length }, (_, i) => i);

/**
 * The sums that AutoSum writes for selected cells, all into empty cells. Empty cells alone get the sum of the numbers directly above them, else of those directly to
 * the left. A selection with numbers gets a sum below each column, or to the right of a single row; if its last row or column is empty, the sums go there.
 */
export function autoSums({ row, column, rows, columns }: Block, kindOf: (row: number, column: number) => CellKind): readonly Sum[] {
  const isEmpty = (r: number, c: number): boolean => kindOf(r, c) === "empty";
  const rowIsEmpty = (r: number): boolean => numbers(columns).every((c) => isEmpty(r, column + c));
  const columnIsEmpty = (c: number): boolean => numbers(rows).every((r) => isEmpty(row + r, c));
  if (numbers(rows).every((r) => rowIsEmpty(row + r))) {
    const last = row + rows - 1;
    return numbers(columns).flatMap((c) => ofNeighbours(last, column + c, kindOf) ?? []);
  }
  const [lastRow, lastColumn] = [rows > 1 && rowIsEmpty(row + rows - 1), columns > 1 && columnIsEmpty(column + columns - 1)];
  const height = lastRow ? rows - 1 : rows;
  const width = lastColumn ? columns - 1 : columns;
  const right = lastColumn || (rows === 1 && !lastRow);
  const below = lastRow || !right;
  const hasNumber = (block: Block): boolean =>
    numbers(block.rows).some((r) => numbers(block.columns).some((c) => kindOf(block.row + r, block.column + c) === "number"));
  const columnSums = below ? numbers(width).map((c) => [row + height, column + c, { row, column: column + c, rows: height, columns: 1 }] as const) : [];
  const rowSums = right ? numbers(height).map((r) => [row + r, column + width, { row: row + r, column, rows: 1, columns: width }] as const) : [];
  const corner = below && right && height > 0 && width > 0 ? [[row + height, column + width, { row, column, rows: height, columns: width }] as const] : [];
  return [...columnSums, ...rowSums, ...corner].flatMap(([r, c, block]) => (isEmpty(r, c) && hasNumber(block) ? sum(r, c, block) : []));
}

/** The sum of the numbers directly above a cell, else of those directly to its left. */
function ofNeighbours(row: number, column: number, kindOf: (row: number, column: number) => CellKind): Sum | undefined {
  let top = row;
  while (top > 0 && kindOf(top - 1, column) === "number") top--;
  if (top < row) return sum(row, column, { row: top, column, rows: row - top, columns: 1 });
  let left = column;
  while (left > 0 && kindOf(row, left - 1) === "number") left--;
  return left < column ? sum(row, column, { row, column: left, rows: 1, columns: column - left }) : undefined;
}
