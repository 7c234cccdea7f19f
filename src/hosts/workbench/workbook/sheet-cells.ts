import type { FUniver } from "@univerjs/core/facade";
import type { ICellData, Nullable } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { valueOf } from "../../../engine/book/cell-data";
import { generalText } from "../../../engine/general-text";
import { isError, type FormulaCell, type ShownCell } from "../../../workbook/cell";

/** A cell's value and displayed text. */
export function shownCell(sheet: FWorksheet, row: number, column: number, cell: Nullable<ICellData>): ShownCell {
  const value = valueOf(cell);
  if (value === null) return { value, text: "" };
  if (isError(value)) return { value, text: value.error };
  if (typeof value === "boolean") return { value, text: value ? "TRUE" : "FALSE" };
  if (typeof value === "string") return { value, text: value };
  const pattern = sheet.getSheet().getCellStyle(row, column)?.n?.pattern;
  if (!pattern || pattern === "General") return { value, text: generalText(value) };
  // Only the grid's view of a cell has its formatted text.
  return { value, text: String(sheet.getSheet().getCell(row, column)?.v ?? "") };
}

/**
 * Every formula cell of a sheet by rows and columns. A filled-down formula is stored once, and the other cells have its id; each formula is returned as it
 * would be typed in its own cell.
 */
export function* gridFormulas(
  api: FUniver,
  sheet: FWorksheet,
): Generator<{ readonly row: number; readonly column: number; readonly formula: string; readonly cell: ICellData }> {
  const found: { row: number; column: number; cell: ICellData }[] = [];
  const masters = new Map<string, { readonly row: number; readonly column: number; readonly formula: string }>();
  sheet
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      if (!cell || (!cell.f && !cell.si)) return;
      found.push({ row, column, cell });
      if (cell.f && cell.si) masters.set(cell.si, { row, column, formula: cell.f });
    });
  const formulas = api.getFormula();
  for (const { row, column, cell } of found) {
    const master = cell.si ? masters.get(cell.si) : undefined;
    const formula = cell.f ?? (master && formulas.moveFormulaRefOffset(master.formula, column - master.column, row - master.row));
    if (formula?.startsWith("=")) yield { row, column, formula, cell };
  }
}

export const formulaCellOf = (
  sheet: FWorksheet,
  { row, column, formula, cell }: { row: number; column: number; formula: string; cell: ICellData },
): FormulaCell => ({
  sheet: sheet.getSheetName(),
  row,
  column,
  formula,
  ...shownCell(sheet, row, column, cell),
});

/** The formula of a cell; empty if it has none. */
export const gridFormulaAt = (sheet: FWorksheet, row: number, column: number): string => {
  const cell = sheet.getSheet().getCellRaw(row, column);
  // `getFormula` searches the whole sheet, so it is called only for a shared formula.
  return cell?.f ?? (cell?.si ? sheet.getRange(row, column).getFormula() : "");
};
