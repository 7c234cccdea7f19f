import type { IRange } from "@univerjs/core";
import type { Block } from "../../workbook/block";

export const rangeOfBlock = ({ row, column, rows, columns }: Block): IRange => ({
  startRow: row,
  startColumn: column,
  endRow: row + rows - 1,
  endColumn: column + columns - 1,
});

/** The block of a range of the engine. */
export const blockOfRange = ({ startRow, endRow, startColumn, endColumn }: IRange): Block => ({
  row: startRow,
  column: startColumn,
  rows: endRow - startRow + 1,
  columns: endColumn - startColumn + 1,
});
