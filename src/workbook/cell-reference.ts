import type { Block } from "./block";
import { SHEET_COLUMNS, SHEET_ROWS } from "./excel-limits";

/** The last row and column, counted from zero. */
export const LAST_ROW = SHEET_ROWS - 1;
export const LAST_COLUMN = SHEET_COLUMNS - 1;

/** Zero-based index of column letters: A is 0, XFD 16383. */
export function columnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const [DOLLAR, ZERO, NINE, UPPER_A, UPPER_Z, LOWER_A, LOWER_Z] = [..."$09AZaz"].map((c) => c.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Zero-based place of `B3` or `$B$3`; undefined for anything that is not a cell. Without a regular expression, because large books have millions. */
export function cellIn(reference: string): { readonly row: number; readonly column: number } | undefined {
  let i = reference.charCodeAt(0) === DOLLAR ? 1 : 0;
  let [column, row] = [0, 0];
  for (; ; i++) {
    const code = reference.charCodeAt(i);
    if (code >= UPPER_A && code <= UPPER_Z) column = column * 26 + code - UPPER_A + 1;
    else if (code >= LOWER_A && code <= LOWER_Z) column = column * 26 + code - LOWER_A + 1;
    else break;
    if (column > LAST_COLUMN + 1) return undefined;
  }
  if (column === 0) return undefined;
  if (reference.charCodeAt(i) === DOLLAR) i++;
  if (reference.charCodeAt(i) === ZERO) return undefined;
  const digits = i;
  for (; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    if (code < ZERO || code > NINE) return undefined;
    row = row * 10 + code - ZERO;
    if (row > LAST_ROW + 1) return undefined;
  }
  return i === digits ? undefined : { row: row - 1, column: column - 1 };
}

/** Zero-based block of `B3` or `B3:D9`; undefined for anything else. */
export function blockIn(reference: string): Block | undefined {
  const [from, to = from] = reference.split(":");
  const [a, b] = [cellIn(from ?? ""), cellIn(to ?? "")];
  if (!a || !b) return undefined;
  const [row, column] = [Math.min(a.row, b.row), Math.min(a.column, b.column)];
  return { row, column, rows: Math.abs(a.row - b.row) + 1, columns: Math.abs(a.column - b.column) + 1 };
}

/** Zero-based block of whole columns `A:C` or whole rows `$1:3`; undefined for anything else. */
export function linesIn(reference: string): Block | undefined {
  const m = /^(?:([A-Z]+):([A-Z]+)|(\d+):(\d+))$/i.exec(reference.replaceAll("$", ""));
  if (!m) return undefined;
  const [a, b] = m[1] !== undefined ? [columnIndex(m[1]), columnIndex(m[2]!)] : [Number(m[3]) - 1, Number(m[4]) - 1];
  const [from, count] = [Math.min(a, b), Math.abs(a - b) + 1];
  return m[1] !== undefined ? { row: 0, column: from, rows: LAST_ROW + 1, columns: count } : { row: from, column: 0, rows: count, columns: LAST_COLUMN + 1 };
}

/** True if a block has this cell. */
export const hasCell = ({ row, column, rows, columns }: Block, r: number, c: number): boolean =>
  r >= row && r < row + rows && c >= column && c < column + columns;

/** True if two blocks share a cell. */
export const overlap = (a: Block, b: Block): boolean =>
  a.row < b.row + b.rows && b.row < a.row + a.rows && a.column < b.column + b.columns && b.column < a.column + a.columns;

/** The number of a cell's place in its sheet, by rows, then columns. */
export const placeOf = (row: number, column: number): number => row * SHEET_COLUMNS + column;

const ADDRESS = /^(?:(?:'((?:[^']|'')+)'|([^'!:()"]+))!)?([^'!:]+(?::[^'!:]+)?)$/;

/** Parses `A2`, `A2:A50`, `'My Sheet'!$B$1`, with or without an equals sign; undefined for anything else, whole columns included. Without a sheet, on any. */
export function readBlock(text: string): (Block & { readonly sheet?: string }) | undefined {
  const m = ADDRESS.exec(text.trim().replace(/^=/, ""));
  const block = m && blockIn(m[3]!);
  if (!block) return undefined;
  const sheet = m[1]?.replaceAll("''", "'") ?? m[2]?.trim();
  return { ...(sheet === undefined ? {} : { sheet }), ...block };
}
