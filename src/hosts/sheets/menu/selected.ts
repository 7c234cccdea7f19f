import { addressOf } from "../../../workbook/cell-address";
import { readSheetsCalls } from "../../../workbook/sheets-calls";
import { withSemicolons } from "../../../workbook/separators";
import type { Selected } from "../sidebar-calls";
import { isGrid } from "./is-grid";
import { messageOf, Refusal } from "./refusal";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** The active cell. Throws a `Refusal` on a tab without cells. */
export function currentCell(book: Book): Range {
  if (!isGrid(book.getActiveSheet())) throw new Refusal("This tab has no cells. Select a cell on another tab.");
  return book.getCurrentCell() ?? book.getActiveSheet().getRange(1, 1);
}

/** A cell's address with its sheet: `'My Sheet'!B2`. */
const addressIn = (cell: Range): string => addressOf({ sheet: cell.getSheet().getName(), row: cell.getRow() - 1, column: cell.getColumn() - 1 });

export function selected(book: Book): Selected {
  const cell = currentCell(book);
  const range = book.getActiveRange() ?? cell;
  return { address: addressIn(cell), cell: cell.getA1Notation(), range: range.getA1Notation(), formula: cell.getFormula() };
}

/** Inserts a formula into the active cell; returns its address. Throws a `Refusal` if the cell is not empty, unless `over`. */
export function insert(book: Book, formula: string, over: boolean): string {
  if (!formula.startsWith("=") || readSheetsCalls(formula).length === 0)
    throw new Refusal("This is not a SERVICE formula. Choose a function and fill in its arguments.");
  const cell = currentCell(book);
  const address = addressIn(cell);
  if (!over && (cell.getFormula() !== "" || cell.getValue() !== ""))
    throw new Refusal(`${address} is not empty, so nothing was written. Select an empty cell, or choose Overwrite.`);
  try {
    cell.setFormula(withSemicolons(formula));
  } catch (e) {
    throw /protected|permission/i.test(messageOf(e)) ? new Refusal(`${address} is protected. Select another cell, or get edit access from the owner.`) : e;
  }
  return address;
}
