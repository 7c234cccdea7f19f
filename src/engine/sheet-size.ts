import type { BookSheet } from "../workbook/book";

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
