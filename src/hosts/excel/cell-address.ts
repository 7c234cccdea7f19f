/** Column letters of a zero-based column: 0 is A, 26 is AA. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/**
 * One spelling for the address of a cell with its sheet, so that addresses of different origin compare: `'My Sheet'!$B$2`,
 * `[Book1]My Sheet!B2` and `My Sheet!b2` are the same cell.
 */
export function sameAddress(address: string): string {
  const at = address.lastIndexOf("!");
  const quoted = address.slice(0, Math.max(at, 0));
  const sheet = (/^'.*'$/.test(quoted) ? quoted.slice(1, -1).replaceAll("''", "'") : quoted).replace(/^.*\]/, "");
  return `${sheet}!${address.slice(at + 1).replaceAll("$", "")}`.toUpperCase();
}

/** One cell by zero-based row and column. */
export interface CellAt {
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

/** Cells of one column that follow each other. */
export interface Run {
  readonly address: string;
  readonly formulas: readonly string[];
}

/** Joins cells into as few addresses as columns allow: filled-down formulas are one run. */
export function runsOf(cells: readonly CellAt[]): Run[] {
  const sorted = [...cells].sort((a, b) => a.column - b.column || a.row - b.row);
  const runs: CellAt[][] = [];
  for (const cell of sorted) {
    const run = runs[runs.length - 1];
    const last = run?.[run.length - 1];
    if (run && last && last.column === cell.column && last.row + 1 === cell.row) run.push(cell);
    else runs.push([cell]);
  }
  return runs.map((run) => {
    const [first] = run as [CellAt, ...CellAt[]];
    const name = columnName(first.column);
    const top = `${name}${first.row + 1}`;
    return { address: run.length === 1 ? top : `${top}:${name}${first.row + run.length}`, formulas: run.map((c) => c.formula) };
  });
}
