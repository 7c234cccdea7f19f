import type { FUniver } from "@univerjs/core/facade";
import { bookOfData } from "../../engine/book-data";
import { valueOf } from "../../engine/cell-data";
import type { EngineFunctions } from "../../engine/univer";
import type { Book } from "../../workbook/book";
import type { CellValue } from "../../workbook/cell";
import { formulaCells } from "./sheet-cells";

/** The grid's workbook with the results of its formulas. */
export function bookOfGrid(api: FUniver, functions: EngineFunctions, settings: ReadonlyMap<string, string>): Book {
  const book = api.getActiveWorkbook();
  if (!book) throw new Error("No workbook is open.");
  const unit = book.getId();
  const shared = new Map<string, string>();
  for (const sheet of book.getSheets())
    for (const { row, column, formula, cell } of formulaCells(api, sheet)) if (!cell.f) shared.set(`${sheet.getSheetId()}|${row}|${column}`, formula);
  const spill = (sheet: string, row: number, column: number): CellValue[][] | undefined => {
    const block = functions.spillOf({ unit, sheet, row, column });
    if (!block) return undefined;
    return Array.from({ length: block.endRow - row + 1 }, (_, r) =>
      Array.from({ length: block.endColumn - column + 1 }, (_, c) => valueOf(functions.spilled({ unit, sheet, row: row + r, column: column + c }))),
    );
  };
  return bookOfData({
    data: book.save(),
    activeSheet: book.getActiveSheet().getSheetId(),
    settings: Object.fromEntries(settings),
    sharedFormula: (sheet, row, column) => shared.get(`${sheet}|${row}|${column}`),
    spill,
  });
}
