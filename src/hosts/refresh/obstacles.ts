import { memoized } from "../../contract/memoized";
import type { Book } from "../../workbook/book";
import { type Block, cellsIn } from "../../workbook/block";
import { addressOf } from "../../workbook/cell-address";
import { hasCell } from "../../workbook/cell-reference";
import { filledBlock } from "./plan";

/** Finds the first cell of a block, outside another one, that holds something. */
export function createObstacles(book: Book): (sheet: string, block: Block, except: Block) => string | undefined {
  const cellsOf = memoized((name: string): ReadonlySet<string> => {
    const cells = new Set<string>();
    const sheet = book.sheets.find((s) => s.name === name);
    const add = (block: Block): void => {
      for (const { row, column } of cellsIn(block)) cells.add(`${row},${column}`);
    };
    for (const cell of sheet?.cells ?? []) if (cell.value !== null || cell.formula !== undefined || cell.lostFormula !== undefined) add(filledBlock(cell));
    sheet?.merges?.forEach(add);
    return cells;
  });
  return (sheet, block, except) => {
    for (const { row, column } of cellsIn(block))
      if (!hasCell(except, row, column) && cellsOf(sheet).has(`${row},${column}`)) return addressOf({ sheet, row, column });
    return undefined;
  };
}
