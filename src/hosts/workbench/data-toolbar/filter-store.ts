import { type Injector, IUniverInstanceService } from "@univerjs/core";
import { SetSheetsFilterRangeMutation, type SheetsFilterService } from "@univerjs/sheets-filter";
import { DAYS_1904 } from "../../../contract/dates";
import { modesOf } from "../../../engine/book/book-modes";
import { type GridFilter, gridFilter, sheetFilter } from "../../../engine/book/filter-feature";
import type { Grid } from "../page-grid";
import type { FilterCalendar } from "../../../workbook/filter-cells";
import type { AppliedFilter } from "../../../workbook/sheet-filter";

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
