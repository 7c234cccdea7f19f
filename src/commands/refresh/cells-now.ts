import type { CellNow } from "../../proof/cell-states";
import type { Book, BookCell } from "../../workbook/book";
import { addressOf } from "../../workbook/cell-address";
import { hasServiceCall } from "../../workbook/service-calls";

interface CellsNow {
  at(where: string): CellNow | undefined;
  /** The cells that ask the service. */
  readonly calls: readonly CellNow[];
}

/** The cells of a book, by address. */
export function cellsNow({ sheets }: Book): CellsNow {
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
  return { at: (where) => cells.get(where), calls: [...cells.values()].filter(({ formula }) => formula !== undefined && hasServiceCall(formula)) };
}
