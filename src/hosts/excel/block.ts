import { addressOf, columnName } from "../../workbook/cell-address";

/** A rectangle of cells of one sheet, counted from zero. */
export interface Block {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

const lastCell = ({ row, column, rows, columns }: Block): string => (rows * columns === 1 ? "" : `:${columnName(column + columns - 1)}${row + rows}`);

/** Its address with the sheet: `'My sheet'!A1:B3`. */
export const blockAddress = (block: Block): string => addressOf(block) + lastCell(block);

export function overlap(a: Block, b: Block): Block | undefined {
  const row = Math.max(a.row, b.row);
  const column = Math.max(a.column, b.column);
  const rows = Math.min(a.row + a.rows, b.row + b.rows) - row;
  const columns = Math.min(a.column + a.columns, b.column + b.columns) - column;
  return a.sheet === b.sheet && rows > 0 && columns > 0 ? { sheet: a.sheet, row, column, rows, columns } : undefined;
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Largest gap of unwanted cells that is read too, because a further range costs more. */
const GAP = 8;

/** Covers these cells with few rectangles and few other cells: runs down each column, with equal runs of adjacent columns joined. */
export function blocksAround(sheet: string, cells: readonly Cell[]): Block[] {
  const sorted = [...cells].sort((a, b) => a.column - b.column || a.row - b.row);
  const runs: { row: number; column: number; rows: number; columns: number }[] = [];
  for (const { row, column } of sorted) {
    const last = runs[runs.length - 1];
    if (last && last.column === column && row <= last.row + last.rows + GAP) last.rows = Math.max(last.rows, row - last.row + 1);
    else runs.push({ row, column, rows: 1, columns: 1 });
  }
  const open = new Map<string, (typeof runs)[number]>();
  const joined: typeof runs = [];
  for (const run of runs) {
    const key = `${run.row}:${run.rows}`;
    const left = open.get(key);
    if (left && left.column + left.columns === run.column) left.columns++;
    else {
      open.set(key, run);
      joined.push(run);
    }
  }
  return joined.map((run) => ({ sheet, ...run }));
}
