import { createAreaIndex } from "../../workbook/area-index";
import type { Book, BookCell } from "../../workbook/book";
import { namesThatStay } from "../../workbook/names-in-place";
import type { PlannedFormula } from "./book-formulas";
import { filledBlock } from "./plan";

/** The book with these formulas only, and the names that stay in their plain form; every other cell that they read is its value, and the rest is left out. */
export function reduced(book: Book, planned: readonly PlannedFormula[]): Book {
  const read = createAreaIndex<undefined>();
  for (const { references } of planned) for (const area of references.areas) read.add(area, undefined);
  const calculated = new Set(planned.map(({ cell }) => cell));
  return {
    ...book,
    names: [...namesThatStay(book.names)],
    sheets: book.sheets.map(({ name, cells }) => {
      const kept: BookCell[] = [];
      const keep = (row: number, column: number, value: BookCell["value"], format: string | undefined): void => {
        // Blank cells that an array fills have formats of their own.
        const isShown = value === null && format !== undefined && book.asDisplayed;
        if (isShown || (value !== null && read.has(name, row, column))) kept.push({ row, column, value, ...(format === undefined ? {} : { format }) });
      };
      for (const cell of cells) {
        if (calculated.has(cell)) kept.push(cell);
        else if (cell.spill) {
          const { row, column, rows, columns } = filledBlock(cell);
          for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) keep(row + r, column + c, cell.spill[r]?.[c] ?? null, cell.format);
        } else keep(cell.row, cell.column, cell.value, cell.format);
      }
      return { name, cells: kept };
    }),
  };
}
