import type { FWorksheet } from "@univerjs/sheets/facade";
import type { Block, SheetFilter } from "../../workbook/book";
import { columnName } from "../../workbook/cell-address";
import { criterionTest, type FilterCalendar } from "../../workbook/filter-cells";
import type { AppliedFilter } from "../../workbook/sheet-filter";
import { filterCells } from "./filter-column";
import type { GridSheets } from "./grid-sheets";
import { formulaAt } from "./sheet-cells";

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
    columns.some((column) => sheets.shown(sheet, row, column).value !== null || formulaAt(sheet, row, column) !== "") &&
    !columns.some((column) => TOTALS.test(formulaAt(sheet, row, column)));
  while (end <= lastRow && isRow(end)) end++;
  return { ...block, rows: end - block.row };
}
