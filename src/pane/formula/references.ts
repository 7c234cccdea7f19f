import { columnName } from "../../workbook/cell-address";

const columnOf = (letters: string): number => [...letters.toUpperCase()].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1;

const LAST_ROW = 1_048_575;
const LAST_COLUMN = 16_383;

/** A block of cells; without a sheet, on the formula's own sheet. */
export interface Block {
  readonly sheet?: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

const BLOCK = /^(?:(?:'((?:[^']|'')+)'|([^'!:()"]+))!)?\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i;

/** Parses `A2`, `A2:A50`, `'My Sheet'!$B$1`; undefined for anything else, whole columns included. */
export function readBlock(text: string): Block | undefined {
  const m = BLOCK.exec(text.trim().replace(/^=/, ""));
  if (!m) return undefined;
  const sheet = m[1]?.replaceAll("''", "'") ?? m[2]?.trim();
  const [c1, r1] = [columnOf(m[3] ?? ""), Number(m[4]) - 1];
  const [c2, r2] = m[5] === undefined ? [c1, r1] : [columnOf(m[5]), Number(m[6]) - 1];
  const [row, column] = [Math.min(r1, r2), Math.min(c1, c2)];
  const [lastRow, lastColumn] = [Math.max(r1, r2), Math.max(c1, c2)];
  if (row < 0 || column < 0 || lastRow > LAST_ROW || lastColumn > LAST_COLUMN) return undefined;
  return { ...(sheet === undefined ? {} : { sheet }), row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 };
}

const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^[\]]*\]/g;
const REFERENCE = /(?<![\p{L}\d_.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\p{L}\d_.(!])/giu;

/**
 * Shifts a formula as filling down does: references without `$` move, others stay. A reference that leaves the sheet becomes `#REF!`, as in Excel. Strings
 * and sheet names do not change.
 */
export function shiftReferences(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  const visible = formula.replace(QUOTED, (quoted) => " ".repeat(quoted.length));
  let shifted = "";
  let from = 0;
  for (const m of visible.matchAll(REFERENCE)) {
    const [found, fixedColumn = "", letters = "", fixedRow = "", digits = ""] = m;
    const column = columnOf(letters) + (fixedColumn ? 0 : columns);
    const row = Number(digits) - 1 + (fixedRow ? 0 : rows);
    const isReference = columnOf(letters) <= LAST_COLUMN;
    const inside = column >= 0 && column <= LAST_COLUMN && row >= 0 && row <= LAST_ROW;
    shifted += formula.slice(from, m.index);
    shifted += !isReference ? found : inside ? `${fixedColumn}${columnName(column)}${fixedRow}${row + 1}` : "#REF!";
    from = m.index + found.length;
  }
  return shifted + formula.slice(from);
}
