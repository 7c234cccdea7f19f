import { extractPureTextFromCell } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import type { GridColumn } from "../../../engine/book/filter-feature";
import type { FilterCriterion, FilterDate, SheetFilter } from "../../../workbook/book";
import type { OrderOperator } from "../../../workbook/conditional-format";
import type { Block } from "../../../workbook/block";
import { columnName } from "../../../workbook/cell-address";
import { criterionTest, dateOfSerial, type FilterCalendar, type FilterCell } from "../../../workbook/filter-cells";
import { type AppliedFilter, filterRows } from "../../../workbook/sheet-filter";
import { showsDay } from "../../../workbook/xlsx/number-formats";
import { typedNumber } from "../numbers/typed-text";
import { gridFormulaAt, type GridSheets, patternAt } from "../workbook/grid-sheets";

/** A cell as the filter's panel lists it. */
interface ListedCell extends FilterCell {
  readonly row: number;
  /** Its text in the panel. */
  readonly listed: string;
}

/** The cells of a filter's column, below its heading. */
export function filterCells(sheets: GridSheets, sheet: FWorksheet, block: Block, column: number): readonly ListedCell[] {
  const { first, last } = filterRows(block);
  const cells: ListedCell[] = [];
  for (let row = first; row <= last; row++) {
    const pattern = patternAt(sheet, row, column);
    const listed = extractPureTextFromCell(sheet.getSheet().getCell(row, column));
    cells.push({ ...sheets.shown(sheet, row, column), row, listed, isDay: pattern !== undefined && showsDay(pattern) });
  }
  return cells;
}

const dayOf = (serial: number, from1904: boolean): FilterDate => {
  const { year, month, day } = dateOfSerial(serial, from1904);
  return { year, month, day };
};

/** The criterion of texts that were chosen in the panel: dates are stored as dates, as Excel does, which compares no texts of them. */
function chosen(texts: readonly string[], blank: boolean, cells: readonly ListedCell[], from1904: boolean): FilterCriterion {
  const wanted = new Set(texts);
  const found = new Set<string>();
  const dates = new Map<string, FilterDate>();
  for (const { listed, text, value, isDay } of cells) {
    if (!wanted.has(listed)) continue;
    if (isDay && typeof value === "number") {
      const date = dayOf(value, from1904);
      dates.set(JSON.stringify(date), date);
    } else if (text !== "") found.add(text);
  }
  return { kind: "values", texts: [...found], ...(blank ? { blank: true } : {}), ...(dates.size > 0 ? { dates: [...dates.values()] } : {}) };
}

/** A test as it was typed into the panel: `5%` and `2024-06-28` are numbers, unless texts are compared. */
function typedTest({ val, operator }: { readonly val: string; readonly operator?: string }, from1904: boolean) {
  const text = String(val);
  if (operator === undefined) return { operator: "equal" as const, value: text };
  if (text.trim() === "") return { operator: operator as OrderOperator, value: operator === "notEqual" ? " " : "" };
  const typed = typedNumber(text, from1904);
  return { operator: operator as OrderOperator, value: typed ? String(typed.value) : text };
}

/**
 * The criterion that a user chose in the panel.
 *
 * @param cells those of the column
 */
export function criterionOf({ filters, customFilters }: GridColumn, cells: readonly ListedCell[], from1904: boolean): FilterCriterion | undefined {
  if (filters) return chosen(filters.filters ?? [], filters.blank === true, cells, from1904);
  const tests = customFilters?.customFilters.map((one) => typedTest(one, from1904));
  return tests && { kind: "tests", ...(customFilters?.and ? { all: true } : {}), tests };
}

/** A filter with the rows that its criteria hide now, or the sheet's column whose criterion this page cannot apply. */
type Applied = AppliedFilter | { readonly cannot: string };

/** Applies a filter's criteria to its cells as they are now. */
export function applyFilter(sheets: GridSheets, sheet: FWorksheet, filter: SheetFilter, calendar: FilterCalendar): Applied {
  const hidden = new Set<number>();
  for (const { column, criterion } of filter.columns) {
    const at = filter.block.column + column;
    const cells = filterCells(sheets, sheet, filter.block, at);
    const test = criterionTest(criterion, cells, calendar);
    if (!test) return { cannot: columnName(at) };
    for (const cell of cells) if (!test(cell)) hidden.add(cell.row);
  }
  return { ...filter, hidden: [...hidden].sort((a, b) => a - b) };
}

const TOTALS = /\b(?:SUBTOTAL|AGGREGATE)\(/i;

/** A filter's block with the rows that were filled below it since, up to an empty row or to totals of what is shown, which Excel leaves out too. */
export function extended(sheets: GridSheets, sheet: FWorksheet, block: Block): Block {
  const lastRow = sheet.getLastRow();
  const columns = Array.from({ length: block.columns }, (_, c) => block.column + c);
  let end = block.row + block.rows;
  const isRow = (row: number): boolean =>
    columns.some((column) => sheets.shown(sheet, row, column).value !== null || gridFormulaAt(sheet, row, column) !== "") &&
    !columns.some((column) => TOTALS.test(gridFormulaAt(sheet, row, column)));
  while (end <= lastRow && isRow(end)) end++;
  return { ...block, rows: end - block.row };
}
