import type { IColumnData } from "@univerjs/core";
import type { BookSheet } from "../../workbook/book";

/** Standard sizes of the grid, in pixels. */
export const ROW_HEIGHT = 20;
export const COLUMN_WIDTH = 64;
/** Line height as a multiple of the font size. */
const LINE = 1.35;

/** Characters of the standard font to pixels, with Excel's five pixels of padding, and back. */
export const pixels = (characters: number): number => Math.round(characters * 7 + 5);
export const characters = (px: number): number => Math.max(0, Math.round(((px - 5) / 7) * 100) / 100);

export const pixelsOfPoints = (points: number): number => (points * 4) / 3;

/** Heights in pixels of the rows without a height of their own whose fonts are larger than the standard font. The engine computes them only on an edit. */
export function heightsOfFonts({ cells }: BookSheet): ReadonlyMap<number, number> {
  const heights = new Map<number, number>();
  for (const { row, style } of cells)
    if (style?.size) heights.set(row, Math.max(heights.get(row) ?? ROW_HEIGHT, Math.round(pixelsOfPoints(style.size) * LINE)));
  return heights;
}

/** Smallest size of a sheet. A formula that refers to a cell beyond the end is #NAME? in the engine. */
export const ROWS = 10_000;
export const COLUMNS = 256;

/** The number of rows and columns of a sheet in the engine. */
export function sheetSizeOf({ cells }: Pick<BookSheet, "cells">): { readonly rows: number; readonly columns: number } {
  let [rows, columns] = [0, 0];
  for (const cell of cells) [rows, columns] = [Math.max(rows, cell.row + 1), Math.max(columns, cell.column + 1)];
  return { rows: Math.max(rows + 1_000, ROWS), columns: Math.max(columns + 26, COLUMNS) };
}

/** Records that a column has this width to fit its contents. */
export const fit = (column: IColumnData, width: number): void => void (column.custom = { ...column.custom, fitted: width });

/** True if a column still has the width that fits its contents, so that nobody has set another one. */
export const isFitted = ({ w, custom }: IColumnData): boolean => w !== undefined && custom?.["fitted"] === w;
