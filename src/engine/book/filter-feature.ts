import { isNumeric } from "../../workbook/numeric";
import { BooleanNumber, type IRange } from "@univerjs/core";
import type { Book, BookSheet, FilterCriterion, RowSize, SheetFilter } from "../../workbook/book";
import { filteredRows } from "../../workbook/sheet-filter";
import { blockOfRange, rangeOfBlock } from "./ranges";

/** A column of Univer's filter; it keeps the criterion of the file beside its own. */
export interface GridColumn {
  readonly colId: number;
  readonly filters?: { readonly filters?: string[]; readonly blank?: true };
  readonly customFilters?: { readonly and?: BooleanNumber.TRUE; readonly customFilters: { readonly val: string; readonly operator?: string }[] };
  readonly criterion?: FilterCriterion;
}

/** A filter as Univer stores it. Columns and rows are those of the sheet. */
export interface GridFilter {
  readonly ref: IRange;
  readonly filterColumns: readonly GridColumn[];
  readonly cachedFilteredOut: readonly number[];
}

/** A test as Univer's form shows it: one without an operator compares texts. */
function testOf({ operator, value }: { readonly operator: string; readonly value: string }): { val: string; operator?: string } {
  if (operator === "equal") return isNumeric(value) ? { val: value, operator } : { val: value.trim() };
  return { val: value, operator };
}

/** Univer's column of a criterion. Its panel shows what it knows: texts, and one or two tests. */
export function gridColumn(colId: number, criterion: FilterCriterion): GridColumn {
  if (criterion.kind === "tests")
    return { colId, customFilters: { ...(criterion.all ? { and: BooleanNumber.TRUE } : {}), customFilters: criterion.tests.map(testOf) }, criterion };
  const { texts, blank } = criterion.kind === "values" ? criterion : { texts: [] };
  return { colId, filters: { filters: [...texts], ...(blank ? { blank } : {}) }, criterion };
}

/** Univer's filter of a sheet's, with the rows that it hides. */
export const gridFilter = ({ block, columns }: SheetFilter, hidden: readonly number[]): GridFilter => ({
  ref: rangeOfBlock(block),
  filterColumns: columns.map(({ column, criterion }) => gridColumn(block.column + column, criterion)),
  cachedFilteredOut: hidden,
});

export const sheetFilter = ({ ref, filterColumns }: GridFilter): SheetFilter => ({
  block: blockOfRange(ref),
  columns: filterColumns
    .flatMap(({ colId, criterion }) => (criterion ? [{ column: colId - ref.startColumn, criterion }] : []))
    .sort((a, b) => a.column - b.column),
});

/** The rows of a sheet, with those that its filter hides, too. */
function withHidden(rows: readonly RowSize[], hidden: readonly number[]): RowSize[] {
  const all = new Map(rows.map((size) => [size.row, size]));
  for (const row of hidden) all.set(row, { ...all.get(row), row, hidden: true });
  return [...all.values()].sort((a, b) => a.row - b.row);
}

/** Filters among the features of sheets. */
export const FILTER_FEATURE = {
  resource: "SHEET_FILTER_PLUGIN",
  dataOf: ({ sheets }: Book, idOf: (index: number) => string): Record<string, GridFilter> =>
    Object.fromEntries(sheets.flatMap((sheet, i) => (sheet.filter ? [[idOf(i), gridFilter(sheet.filter, filteredRows(sheet))]] : []))),
  fieldsOf: (data: object, id: string, { rows = [] }: BookSheet): Partial<BookSheet> => {
    const filter = (data as Record<string, GridFilter>)[id];
    if (!filter) return {};
    const all = withHidden(rows, filter.cachedFilteredOut);
    return { filter: sheetFilter(filter), ...(all.length > 0 ? { rows: all } : {}) };
  },
};
