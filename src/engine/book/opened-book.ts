import type { Book } from "../../workbook/book";
import { bookOfData, dataOfBook } from "./book-data";

const UNIT = "opened";

/** A book that was read from a file, as the grid shows it before anything is calculated or edited, with the results of arrays that its file has. */
export function openedBook(read: Book): Book {
  const data = dataOfBook(read, UNIT);
  const arrays = new Map(
    read.sheets.flatMap(({ cells }, i) =>
      cells.flatMap(({ row, column, spill }) => (spill ? [[`${data.sheetOrder[i]}|${row}|${column}`, spill] as const] : [])),
    ),
  );
  return bookOfData({
    data,
    activeSheet: data.sheetOrder[read.active] ?? "",
    settings: read.settings,
    sharedFormula: () => undefined,
    spill: (sheet, row, column) => arrays.get(`${sheet}|${row}|${column}`),
  });
}
