import { BLANK_CELL, BUSY, GONE_CELL, type CellPlace, type CellValue, type ShownCell } from "../../../workbook/cell";
import { around } from "../../../workbook/block";
import { createSerialDates, isDate } from "../dates";
import { errorText } from "../read-call";
import { isUnsettled } from "../words";
import { isGrid } from "./cell-values";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** A function that reads what Google returns for a cell: dates as serial numbers, error texts as errors. */
export function createValueReader(book: Book): (raw: unknown, shown: string) => CellValue {
  const serialOf = createSerialDates(book.getSpreadsheetTimeZone());
  return (raw, shown) => {
    if (isUnsettled(raw)) return { error: BUSY };
    if (isDate(raw)) return serialOf(raw, () => shown);
    const error = errorText(raw);
    if (error !== undefined) return { error };
    return raw === "" || raw === undefined ? null : (raw as string | number | boolean);
  };
}

/** What the cells of a range show, row by row. */
export function shownIn(book: Book, range: Range): ShownCell[][] {
  const valueOf = createValueReader(book);
  const texts = range.getDisplayValues();
  return (range.getValues() as unknown[][]).map((row, r) =>
    row.map((raw, c): ShownCell => {
      const text = texts[r]?.[c] ?? "";
      return { value: valueOf(raw, text), text };
    }),
  );
}

/** What these cells show, in their order; `#REF!` on a sheet that does not exist. Reads the smallest block around those of each sheet. */
export function shownPlaces(book: Book, places: readonly CellPlace[]): ShownCell[] {
  const blocks = new Map<string, { readonly row: number; readonly column: number; readonly cells: ShownCell[][] }>();
  for (const sheet of new Set(places.map((place) => place.sheet))) {
    const tab = book.getSheetByName(sheet);
    if (!tab || !isGrid(tab)) continue;
    const here = places.filter((place) => place.sheet === sheet && place.row < tab.getMaxRows() && place.column < tab.getMaxColumns());
    const { row, column, rows, columns } = around(here);
    blocks.set(sheet, { row, column, cells: here.length === 0 ? [] : shownIn(book, tab.getRange(row + 1, column + 1, rows, columns)) });
  }
  return places.map(({ sheet, row, column }) => {
    const block = blocks.get(sheet);
    return block ? (block.cells[row - block.row]?.[column - block.column] ?? BLANK_CELL) : GONE_CELL;
  });
}
