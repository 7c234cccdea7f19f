import type { FUniver } from "@univerjs/core/facade";
import { bookOfData, sheetIndex } from "../../../engine/book/book-data";
import { gridValueOf } from "../../../engine/book/cell-data";
import type { EngineFunctions } from "../../../engine/univer";
import type { CellValue } from "../../../workbook/cell";
import type { EditedBook } from "../../../workbook/xlsx/save/edited-book";
import { gridFormulas } from "../workbook/grid-sheets";

/** The grid's workbook with the results of its formulas, and which of its sheets are those of the book that was opened. */
export function bookOfGrid(api: FUniver, functions: EngineFunctions, settings: ReadonlyMap<string, string>): EditedBook {
  const book = api.getActiveWorkbook();
  if (!book) throw new Error("No workbook is open.");
  const unit = book.getId();
  const shared = new Map<string, string>();
  for (const sheet of book.getSheets())
    for (const { row, column, formula, cell } of gridFormulas(api, sheet)) if (!cell.f) shared.set(`${sheet.getSheetId()}|${row}|${column}`, formula);
  const spill = (sheet: string, row: number, column: number): CellValue[][] | undefined => {
    const block = functions.spillOf({ unit, sheet, row, column });
    if (!block) return undefined;
    return Array.from({ length: block.endRow - row + 1 }, (_, r) =>
      Array.from({ length: block.endColumn - column + 1 }, (_, c) => gridValueOf(functions.spilled({ unit, sheet, row: row + r, column: column + c }))),
    );
  };
  const data = book.save();
  const edited = bookOfData({
    data,
    activeSheet: book.getActiveSheet().getSheetId(),
    settings: Object.fromEntries(settings),
    sharedFormula: (sheet, row, column) => shared.get(`${sheet}|${row}|${column}`),
    spill,
  });
  return { book: edited, origins: data.sheetOrder.map(sheetIndex) };
}
