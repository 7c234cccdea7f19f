import type { CellNow } from "../../proof/cell-states";
import type { Book, BookCell } from "../../workbook/book";
import { addressOf } from "../../workbook/cell-address";

/** The formulas of a book, each once, as displayed. */
export const formulaTexts = ({ sheets }: Book): ReadonlySet<string> =>
  new Set(sheets.flatMap(({ cells }) => cells.flatMap(({ formula, lostFormula }) => formula ?? lostFormula ?? [])));

/** Finds the cells of a book by address, `Sheet1!B2`. */
export function cellsNow({ sheets }: Book): (where: string) => CellNow | undefined {
  const cells = new Map<string, CellNow>();
  const nowOf = (where: string, { value, spill, formula, lostFormula }: BookCell): CellNow => {
    const own = formula ?? lostFormula;
    return { where, shows: spill ?? [[value]], ...(own === undefined ? {} : { formula: own }) };
  };
  for (const { name, cells: all } of sheets)
    for (const cell of all) {
      const where = addressOf({ sheet: name, row: cell.row, column: cell.column });
      cells.set(where, nowOf(where, cell));
    }
  return (where) => cells.get(where);
}
