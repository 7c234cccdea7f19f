import { ICommandService, type Injector, type IRange, IUniverInstanceService } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { DeleteRangeMoveUpConfirmCommand, InsertRangeMoveDownConfirmCommand } from "@univerjs/preset-sheets-core";
import { DeleteRangeMoveLeftCommand, DeleteRangeMoveUpCommand, InsertRangeMoveDownCommand, InsertRangeMoveRightCommand } from "@univerjs/sheets";
import { SetSheetsFilterRangeMutation, type SheetsFilterService } from "@univerjs/sheets-filter";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { DAYS_1904 } from "../../../contract/dates";
import { modesOf } from "../../../engine/book/book-modes";
import { type GridFilter, gridFilter, sheetFilter } from "../../../engine/book/filter-feature";
import type { Block } from "../../../workbook/block";
import type { FilterCalendar } from "../../../workbook/filter-cells";
import type { AppliedFilter } from "../../../workbook/sheet-filter";
import { replaceCommand } from "../controls/mend-grid-commands";
import type { Grid } from "../page-grid";

/** Commands that move cells, also those of hidden rows, which stay where they are; true for those that move all cells below. */
const SHIFTS = [
  // Univer's refusal of these two has no words.
  [InsertRangeMoveDownConfirmCommand, true],
  [DeleteRangeMoveUpConfirmCommand, true],
  [InsertRangeMoveDownCommand, true],
  [DeleteRangeMoveUpCommand, true],
  [InsertRangeMoveRightCommand, false],
  [DeleteRangeMoveLeftCommand, false],
] as const;

/** True if a filter hides a row of these cells, or with `below` a row under their first. */
export function hasFilteredRows(sheet: FWorksheet, { row, rows }: Pick<Block, "row" | "rows">, below: boolean): boolean {
  const end = below ? sheet.getLastRow() : row + rows - 1;
  for (let at = row; at <= end; at++) if (sheet.getSheet().getRowFiltered(at)) return true;
  return false;
}

/** Refuses to shift cells over rows that a filter hides, as Excel does: other rows would be hidden, or hidden cells deleted. */
export function guardFilteredRows(injector: Injector, api: FUniver, say: (text: string) => void): void {
  for (const [command, below] of SHIFTS)
    replaceCommand(injector.get(ICommandService), command, (params, original) => {
      const { range, unitId, subUnitId } = (params ?? {}) as { readonly range?: IRange; readonly unitId?: string; readonly subUnitId?: string };
      const book = api.getActiveWorkbook();
      const sheet = subUnitId !== undefined && unitId === book?.getId() ? book?.getSheetBySheetId(subUnitId) : book?.getActiveSheet();
      const chosen = range ?? book?.getActiveRange()?.getRange();
      const isCut = sheet && chosen && hasFilteredRows(sheet, { row: chosen.startRow, rows: chosen.endRow - chosen.startRow + 1 }, below);
      if (!isCut) return original();
      say("The cells were not moved, because a filter hides rows among them. Clear the filter, then try again; or insert and delete whole rows.");
      return false;
    });
}

export interface FilterParts extends Grid {
  /** Today as a serial number that counts from 1900. */
  readonly today: () => number;
  /** Says why nothing happened. */
  readonly say: (text: string) => void;
}

export interface SheetPlace {
  readonly unitId: string;
  readonly subUnitId: string;
}

/** Sets a sheet's filter; null removes it. `was` is the filter before, whose cells are calculated again, too. */
export interface SetFilter extends SheetPlace {
  readonly filter: GridFilter | null;
  readonly was: GridFilter | null;
}

/** Univer's mutation of a filter's cells, which sets the whole filter here. */
export const SET = SetSheetsFilterRangeMutation.id;

/** The filter of a sheet as Univer keeps it; null if there is none. */
export const filterOf = (service: SheetsFilterService, { unitId, subUnitId }: SheetPlace): GridFilter | null =>
  (service.getFilterModel(unitId, subUnitId)?.serialize() as GridFilter | undefined) ?? null;

/** A filter as files have it, with the rows that it hides. */
export const applied = ({ cachedFilteredOut, ...filter }: GridFilter): AppliedFilter => ({
  ...sheetFilter({ ...filter, cachedFilteredOut }),
  hidden: [...cachedFilteredOut].sort((a, b) => a - b),
});
export const toGrid = (filter: AppliedFilter | undefined): GridFilter | null => (filter ? gridFilter(filter, filter.hidden) : null);

/** How a workbook counts days, and what is today. */
export function calendarOf(injector: Injector, unit: string, today: () => number): FilterCalendar {
  const from1904 = modesOf(injector.get(IUniverInstanceService), unit).from1904 === true;
  return { from1904, today: from1904 ? today() - DAYS_1904 : today() };
}
