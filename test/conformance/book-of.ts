import type { Book, BookCell, DefinedName } from "../../src/workbook/book";
import { cellIn } from "../../src/workbook/cell-reference";

/** The cells of a sheet by address: numbers, texts and formulas. */
export type Cells = Readonly<Record<string, number | string>>;

const cellsOf = (cells: Cells): BookCell[] =>
  Object.entries(cells).map(([address, content]) => {
    const { row, column } = cellIn(address)!;
    const isFormula = typeof content === "string" && content.startsWith("=");
    return { row, column, value: isFormula ? null : content, ...(isFormula ? { formula: content } : {}) };
  });

/** Names by their formulas. That of one sheet is written after the sheet's name: `Sheet1!Rate`. */
export const namesOf = (formulas: Readonly<Record<string, string>>): DefinedName[] =>
  Object.entries(formulas).map(([key, formula]) => {
    const [name = "", sheet] = key.split("!").reverse();
    return { name, formula, ...(sheet === undefined ? {} : { sheet }) };
  });

/** A book of these cells and names. */
export const bookOf = (sheets: Readonly<Record<string, Cells>>, names: readonly DefinedName[]): Book => ({
  sheets: Object.entries(sheets).map(([name, cells]) => ({ name, cells: cellsOf(cells) })),
  active: 0,
  names,
  settings: {},
});
