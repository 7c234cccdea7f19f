import { runsBy } from "../contract/lists";
import type { Block } from "./block";
import type { CellPlace } from "./cell";

/** Column letters of a zero-based column: 0 is A, 26 is AA. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

const PLAIN = /^[\p{L}_][\p{L}\d_.]*$/u;

/** A cell of A1 (`Q1`), the start of a cell, row or column of R1C1 (`R`, `R10y`, `C1_prices`), or a truth value: Excel refuses such a name without quotes. */
const LIKE_REFERENCE = /^(?:[A-Z]{1,3}\d+$|(?:RC?|C)(?:\d|$)|(?:TRUE|FALSE)$)/i;

const isPlain = (sheet: string): boolean => PLAIN.test(sheet) && !LIKE_REFERENCE.test(sheet);

/** What is before a reference to a sheet, or to the sheets from one to another: `Sheet1!`, `'My Sheet'!`, `Jan:Mar!`. */
export function sheetPrefix(...sheets: readonly string[]): string {
  const text = sheets.join(":");
  return sheets.every(isPlain) ? `${text}!` : `'${text.replaceAll("'", "''")}'!`;
}

/**
 * The start of a cell, row or column of R1C1 in some language of Excel: the first letters of the functions ROW and COLUMN there, such as Z1S1 in German, L1C1 in
 * French, F1C1 in Spanish, W1K1 in Polish.
 */
const LIKE_LOCAL_REFERENCE = /^(?:[RZLFWS][CSKO]?|[CSKO])(?:\d|$)/i;

/** The same in a formula that Excel is given, whatever its language is: files and addresses are always in English, and have quotes only where Excel has them. */
export const localSheetPrefix = (sheet: string): string => (LIKE_LOCAL_REFERENCE.test(sheet) ? `'${sheet}'!` : sheetPrefix(sheet));

/** A cell's address within its sheet: `B2`. */
export const refOf = ({ row, column }: Pick<CellPlace, "row" | "column">): string => `${columnName(column)}${row + 1}`;

/** A cell's address with its sheet: `Sheet1!B2`, `'My Sheet'!B2`. */
export const addressOf = (cell: CellPlace): string => `${sheetPrefix(cell.sheet)}${refOf(cell)}`;

/** A block's address within its sheet: `A1:B3`, or `A1` for one cell. */
export function blockText(block: Block): string {
  const { row, column, rows, columns } = block;
  return rows === 1 && columns === 1 ? refOf(block) : `${refOf(block)}:${columnName(column + columns - 1)}${row + rows}`;
}

/** The same with `$` before its rows and columns: `$A$1:$B$3`. */
export const fixedText = (block: Block): string => blockText(block).replace(/([A-Z]+)(\d+)/g, "$$$1$$$2");

/** A block's address with its sheet: `Sheet1!A1:B3`. */
export function areaText(area: Block & Pick<CellPlace, "sheet">): string {
  const last = blockText(area).split(":")[1];
  return `${addressOf(area)}${last === undefined ? "" : `:${last}`}`;
}

/** One cell by zero-based row and column. */
export interface CellAt {
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

/** Adjacent cells of one column. */
interface Run<T extends CellAt> {
  readonly address: string;
  readonly formulas: readonly string[];
  readonly cells: readonly T[];
}

/** Joins adjacent cells of a column into runs, such as filled-down formulas. */
export function runsOf<T extends CellAt>(cells: readonly T[]): Run<T>[] {
  const sorted = [...cells].sort((a, b) => a.column - b.column || a.row - b.row);
  return runsBy(sorted, (before, cell) => before.column === cell.column && before.row + 1 === cell.row).map((run) => {
    const [first] = run;
    const name = columnName(first.column);
    const top = `${name}${first.row + 1}`;
    return { address: run.length === 1 ? top : `${top}:${name}${first.row + run.length}`, formulas: run.map((c) => c.formula), cells: run };
  });
}
