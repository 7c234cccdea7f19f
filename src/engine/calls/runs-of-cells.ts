import type { EngineCell } from "./calls";

/** Adjacent cells of one column. */
interface CellRun {
  readonly unit: string;
  readonly sheet: string;
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** Joins cells into column runs, because the engine's merging of dirty ranges takes quadratic time. */
export function runsOfCells(cells: Iterable<EngineCell>): CellRun[] {
  const columns = new Map<string, { readonly at: EngineCell; readonly rows: number[] }>();
  for (const at of cells) {
    const name = `${at.unit}|${at.sheet}|${at.column}`;
    const column = columns.get(name);
    if (column) column.rows.push(at.row);
    else columns.set(name, { at, rows: [at.row] });
  }
  return [...columns.values()].flatMap(({ at: { unit, sheet, column }, rows }) => {
    const runs: { unit: string; sheet: string; column: number; from: number; to: number }[] = [];
    for (const row of rows.sort((a, b) => a - b)) {
      const last = runs.at(-1);
      if (last && row <= last.to + 1) last.to = row;
      else runs.push({ unit, sheet, column, from: row, to: row });
    }
    return runs;
  });
}
