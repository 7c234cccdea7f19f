import { withSeparators } from "../contract/counted";
import { largest, smallest } from "../contract/lists";

/** Why a block was not written: these of its cells are not empty. */
export function notEmptyWords([first = "", ...others]: readonly string[], { rows, columns }: Pick<Block, "rows" | "columns">): string {
  const what = others.length > 0 ? `${first} and ${withSeparators(others.length)} more are` : `${first} is`;
  const where = rows * columns === 1 ? "Select an empty cell" : "Select a cell with enough empty cells below and to its right";
  return `${what} not empty, so nothing was written. ${where}, or clear ${others.length > 0 ? "these" : "it"}.`;
}

/** A block of cells, by zero-based row and column. */
export interface Block {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** The cells of a block, row by row. */
export function* cellsIn({ row, column, rows, columns }: Block): Generator<Pick<Block, "row" | "column">> {
  for (let r = row; r < row + rows; r++) for (let c = column; c < column + columns; c++) yield { row: r, column: c };
}

/** The smallest block that has all these blocks, or cells. */
export function around(blocks: readonly (Pick<Block, "row" | "column"> & Partial<Block>)[]): Block {
  const [row, column] = [smallest(blocks.map((block) => block.row)), smallest(blocks.map((block) => block.column))];
  const rows = largest(blocks.map((block) => block.row + (block.rows ?? 1))) - row;
  return { row, column, rows, columns: largest(blocks.map((block) => block.column + (block.columns ?? 1))) - column };
}
