import { createAreaIndex } from "../../workbook/areas";
import type { Book, BookCell } from "../../workbook/book";
import { areasOf, blockOf, type Planned } from "./plan";

/** The book with these formulas only; every other cell that they read is its value, and the rest is left out. */
export function reduced(book: Book, planned: readonly Planned[]): Book {
  const read = createAreaIndex<true>();
  for (const area of areasOf(planned)) read.add(area, true);
  const calculated = new Set(planned.map(({ cell }) => cell));
  return {
    ...book,
    sheets: book.sheets.map(({ name, cells }) => ({
      name,
      cells: cells.flatMap((cell): BookCell[] => {
        if (calculated.has(cell)) return [cell];
        const { rows, columns } = blockOf(cell);
        return Array.from({ length: rows * columns }, (_, i): BookCell => {
          const [r, c] = [Math.floor(i / columns), i % columns];
          const value = cell.spill ? (cell.spill[r]?.[c] ?? null) : cell.value;
          return { row: cell.row + r, column: cell.column + c, value, ...(cell.format ? { format: cell.format } : {}) };
        }).filter(({ row, column, value }) => value !== null && read.has(name, row, column));
      }),
    })),
  };
}
