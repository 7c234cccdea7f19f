import type { ICellData, Nullable } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { InsertDefinedNameCommand, SCOPE_WORKBOOK_VALUE_DEFINED_NAME } from "@univerjs/sheets";
import type { FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import { gridValueOf } from "../../../engine/book/cell-data";
import type { EngineCell } from "../../../engine/calls/calls";
import { generalText } from "../../../engine/general-text";
import type { EngineFunctions } from "../../../engine/univer";
import { groupedBy } from "../../../contract/lists";
import { type Refused, SHEET_GONE } from "../../../pane/workbook";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { type CellPlace, type FormulaCell, isError, type ShownCell } from "../../../workbook/cell";

/** The number format of a cell; undefined if it has none. */
export const patternAt = (sheet: FWorksheet, row: number, column: number): string | undefined =>
  sheet.getSheet().getCellStyle(row, column)?.n?.pattern ?? undefined;

/** A cell's value and displayed text. */
export function shownCell(sheet: FWorksheet, row: number, column: number, cell: Nullable<ICellData>): ShownCell {
  const value = gridValueOf(cell);
  if (value === null) return { value, text: "" };
  if (isError(value)) return { value, text: value.error };
  if (typeof value === "boolean") return { value, text: value ? "TRUE" : "FALSE" };
  if (typeof value === "string") return { value, text: value };
  const pattern = patternAt(sheet, row, column);
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
): FormulaCell => ({ sheet: sheet.getSheetName(), row, column, formula, ...shownCell(sheet, row, column, cell) });

/** The formula of a cell; empty if it has none. */
export const gridFormulaAt = (sheet: FWorksheet, row: number, column: number): string => {
  const cell = sheet.getSheet().getCellRaw(row, column);
  // `getFormula` searches the whole sheet, so it is called only for a shared formula.
  return cell?.f ?? (cell?.si ? sheet.getRange(row, column).getFormula() : "");
};

export type GridSheets = ReturnType<typeof createGridSheets>;

const ANOTHER = "Another workbook was opened, so this has stopped. Start it again in the open workbook.";

/** Selects a cell, and scrolls to it, with some cells above and beside it. */
export function selectCell(book: FWorkbook, sheet: FWorksheet, { row, column }: { readonly row: number; readonly column: number }): void {
  book.setActiveSheet(sheet);
  sheet.getRange(row, column).activate();
  sheet.scrollToCell(Math.max(0, row - 3), Math.max(0, column - 2));
}

/** Defines a name of the whole workbook. False if the grid rejects it. Its own method rejects names of functions, which Excel allows, so the command is used. */
export function insertName(api: FUniver, book: FWorkbook, name: string, formulaOrRefString: string, hidden = false): boolean {
  const scope = { unitId: book.getId(), id: `name-${name}`, localSheetId: SCOPE_WORKBOOK_VALUE_DEFINED_NAME, hidden };
  return api.syncExecuteCommand(InsertDefinedNameCommand.id, { ...scope, name, formulaOrRefString });
}

/** Finds sheets and cells of the workbook that is open now by the pane's addresses. Throws a `WorkbookRefusal` once another one is open. */
export function createGridSheets(api: FUniver, functions: EngineFunctions) {
  const unit = api.getActiveWorkbook()?.getId();
  const book = (): FWorkbook => {
    const open = api.getActiveWorkbook();
    if (!open) throw new WorkbookRefusal("No workbook is open. Open one, or reload the page.");
    if (open.getId() !== unit) throw new WorkbookRefusal(ANOTHER);
    return open;
  };
  const named = (name: string): FWorksheet | undefined =>
    book()
      .getSheets()
      .find((s) => s.getSheetName().toLowerCase() === name.toLowerCase());
  const engineCell = (sheet: FWorksheet, { row, column }: { readonly row: number; readonly column: number }): EngineCell => ({
    unit: book().getId(),
    sheet: sheet.getSheetId(),
    row,
    column,
  });
  /** A cell's own content, or what another cell's formula spilled into it. */
  const content = (sheet: FWorksheet, row: number, column: number): Nullable<ICellData> => {
    const own = sheet.getSheet().getCellRaw(row, column);
    const holds = own && (own.f || own.si || own.p || gridValueOf(own) !== null);
    return holds ? own : (functions.spilled(engineCell(sheet, { row, column })) ?? own);
  };
  return {
    book,
    named,
    /** Throws a `WorkbookRefusal` if there is no sheet of this name. */
    of: ({ sheet: name }: Pick<CellPlace, "sheet">): FWorksheet => {
      const sheet = named(name);
      if (!sheet) throw new WorkbookRefusal(`The sheet ${name} no longer exists. Select a cell, then try again.`);
      return sheet;
    },
    engineCell,
    content,
    shown: (sheet: FWorksheet, row: number, column: number) => shownCell(sheet, row, column, content(sheet, row, column)),
    /** Groups items by sheet, in the given order; adds items of missing sheets to `refused`. */
    grouped: <T>(items: readonly T[], placeOf: (item: T) => CellPlace, refused: Refused[]): Map<FWorksheet, T[]> => {
      const groups = new Map<FWorksheet, T[]>();
      for (const [name, own] of groupedBy(items, (item) => placeOf(item).sheet)) {
        const sheet = named(name);
        if (sheet) groups.set(sheet, own);
        else for (const item of own) refused.push({ place: placeOf(item), why: SHEET_GONE });
      }
      return groups;
    },
  };
}
