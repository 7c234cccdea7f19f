import type { Area } from "../../workbook/areas";

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Largest gap of unwanted cells that is read too, because a further range costs more. */
const GAP = 8;

/** Covers these cells with few rectangles and few other cells: runs down each column, with equal runs of adjacent columns joined. */
export function blocksAround(sheet: string, cells: readonly Cell[]): Area[] {
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
