import type { CellPlace, CellValue, Refused, Selection } from "../../../workbook/cell";
import { areaText } from "../../../workbook/cell-address";
import { readSheetsCalls } from "../../../workbook/formulas/sheets-calls";
import type { ArgumentValue } from "../../../workbook/script-results";
import { createCellValues, isGrid } from "./cell-values";
import { recalculate } from "./recalculate";
import { RECALCULATE_MS } from "./refresh";
import { MenuRefusal } from "./refusal";
import { areaOfRange } from "./sheet-blocks";
import { serviceFormulasIn, withoutWrapper } from "./service-formulas";
import { createValueReader, shownIn } from "./shown-cells";

/** The value of an expression as an argument of a formula on this sheet, for a range that of its first filled cell; `known: false` if only the sheet can calculate it. */
export function argument(book: Book, text: string, sheet: string): ArgumentValue {
  const formula = `=SERVICE(${text.trim().replace(/^=/, "")})`;
  const [call] = readSheetsCalls(formula);
  const [first, second] = call?.args ?? [];
  const raw = first && second === undefined && call?.end === formula.length ? createCellValues(book).of(first, sheet) : undefined;
  if (raw === undefined) return { known: false };
  const read = createValueReader(book);
  const values = (Array.isArray(raw) ? raw.flat() : [raw]).map((value): CellValue => read(value, ""));
  return { known: true, value: values.find((value) => value !== null) ?? null };
}

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** The active cell. Throws a `MenuRefusal` on a tab without cells. */
export function currentCell(book: Book): Range {
  if (!isGrid(book.getActiveSheet())) throw new MenuRefusal("This tab has no cells. Select a cell on another tab.");
  return book.getCurrentCell() ?? book.getActiveSheet().getRange(1, 1);
}

export const placeOfRange = (cell: Range): CellPlace => ({ sheet: cell.getSheet().getName(), row: cell.getRow() - 1, column: cell.getColumn() - 1 });

/** The user's formula of a cell, without the wrapper that an interrupted refresh may have left. */
export function formulaIn(cell: Range): string {
  const stored = cell.getFormula();
  return withoutWrapper(stored) ?? stored;
}

export function selected(book: Book): Selection {
  const cell = currentCell(book);
  const area = areaOfRange(book.getActiveRange() ?? cell);
  const { rows, columns } = area;
  const [[shown] = []] = shownIn(book, cell);
  return { address: areaText(area), rows, columns, active: placeOfRange(cell), formula: formulaIn(cell), shown: shown! };
}

/** A tab with cells. Throws a `MenuRefusal` if there is none of this name. */
export function tabOf(book: Book, sheet: string): Tab {
  const tab = book.getSheetByName(sheet);
  if (!tab || !isGrid(tab)) throw new MenuRefusal(`The sheet ${sheet} no longer exists. Select another cell, then try again.`);
  return tab;
}

export const goTo = (book: Book, { sheet, row, column }: CellPlace): null => {
  book.setActiveRange(tabOf(book, sheet).getRange(row + 1, column + 1));
  return null;
};

/** Recalculates the SERVICE formulas of these cells. Returns the cells that were not, and why. */
export function recalculateCells(book: Book, places: readonly CellPlace[]): Refused[] {
  const values = createCellValues(book);
  const key = ({ sheet, row, column }: CellPlace): string => `${sheet}\n${row}\n${column}`;
  const wanted = new Set(places.map(key));
  const sheets = new Set(places.map(({ sheet }) => sheet));
  const formulas = [...sheets].flatMap((sheet) => serviceFormulasIn(tabOf(book, sheet), values)).filter((formula) => wanted.has(key(formula)));
  const { done, refused } = recalculate(formulas, Date.now() + RECALCULATE_MS);
  const [why = "The cell was edited or moved at the same time. Try again."] = refused.keys();
  const written = new Set(done.map(key));
  return places.flatMap((place) => (written.has(key(place)) ? [] : [{ place, why }]));
}
