import type { Book } from "../../workbook/book";
import type { Block } from "../../workbook/block";
import { addressOf } from "../../workbook/cell-address";
import { hasCell } from "../../workbook/cell-reference";
import { filledBlock } from "./plan";

/** Finds the first cell of a block, outside another one, that holds something. */
export function createObstacles(book: Book): (sheet: string, block: Block, except: Block) => string | undefined {
  const occupied = new Map<string, ReadonlySet<string>>();
  const cellsOf = (name: string): ReadonlySet<string> => {
    const known = occupied.get(name);
    if (known) return known;
    const cells = new Set<string>();
    const sheet = book.sheets.find((s) => s.name === name);
    const add = ({ row, column, rows, columns }: Block): void => {
      for (let r = row; r < row + rows; r++) for (let c = column; c < column + columns; c++) cells.add(`${r},${c}`);
    };
    for (const cell of sheet?.cells ?? []) if (cell.value !== null || cell.formula !== undefined || cell.lostFormula !== undefined) add(filledBlock(cell));
    sheet?.merges?.forEach(add);
    occupied.set(name, cells);
    return cells;
  };
  return (sheet, block, except) => {
    for (let r = block.row; r < block.row + block.rows; r++)
      for (let c = block.column; c < block.column + block.columns; c++)
        if (!hasCell(except, r, c) && cellsOf(sheet).has(`${r},${c}`)) return addressOf({ sheet, row: r, column: c });
    return undefined;
  };
}
