import { sheetOf } from "../areas";
import { columnName } from "../cell-address";
import { columnIndex, LAST_COLUMN, LAST_ROW } from "../cell-reference";
import { type Token, tokensOf } from "./formula-tokens";

const partsOf = (formula: string): string[] =>
  tokensOf(formula.replace(/^=/, "")).flatMap((token) => {
    if (token.kind === "blank") return [];
    return token.kind === "string" ? [token.text] : [token.kind === "sheet" ? `${sheetOf(token).toLowerCase()}!` : token.text.toUpperCase()];
  });

/** True if two formulas are the same but for blanks, letter case, and quotes around the names of sheets. */
export function sameFormula(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const [one, other] = [partsOf(a), partsOf(b)];
  return one.length === other.length && one.every((part, i) => part === other[i]);
}

/** A line moved by so many; undefined beyond the sheet, or the line that follows at its other side. */
function moved(line: number, by: number, last: number, wraps: boolean): number | undefined {
  const to = line + by;
  if (to >= 0 && to <= last) return to;
  return wraps ? ((to % (last + 1)) + last + 1) % (last + 1) : undefined;
}

/** A cell `$A1`, or one side of `A:C` or `1:3`; undefined beyond the sheet. */
function shiftedSide(text: string, rows: number, columns: number, wraps: boolean): string | undefined {
  const [, fixedColumn = "", letters, fixedRow = "", digits] = /^(?:(\$?)([A-Z]+))?(?:(\$?)(\d+))?$/i.exec(text) ?? [];
  const column = letters === undefined ? 0 : moved(columnIndex(letters), fixedColumn ? 0 : columns, LAST_COLUMN, wraps);
  const row = digits === undefined ? 0 : moved(Number(digits) - 1, fixedRow ? 0 : rows, LAST_ROW, wraps);
  if (column === undefined || row === undefined) return undefined;
  return `${letters === undefined ? "" : fixedColumn + columnName(column)}${digits === undefined ? "" : fixedRow + String(row + 1)}`;
}

/** True for a reference that moves with its formula: without `$` before a row or a column. */
export const isRelative = ({ kind, text }: Token): boolean =>
  (kind === "cell" && !/^\$[A-Z]+\$\d+$/i.test(text)) || (kind === "lines" && !/^\$[^:]+:\$/.test(text));

/** The text of a token, with its reference shifted as by `shiftFormula`. */
export function shiftedText({ kind, text }: Token, rows: number, columns: number, wraps = false): string {
  if (kind !== "cell" && kind !== "lines") return text;
  const sides = text.split(":").map((side) => shiftedSide(side, rows, columns, wraps));
  return sides.includes(undefined) ? "#REF!" : sides.join(":");
}

/**
 * Shifts a formula by rows and columns, as filling does: references without `$` move, and become `#REF!` if they leave the sheet.
 *
 * @param wraps beyond an end of the sheet, references go on at the other one, as those of names do
 */
export function shiftFormula(formula: string, rows: number, columns: number, wraps = false): string {
  if (rows === 0 && columns === 0) return formula;
  return tokensOf(formula)
    .map((token) => shiftedText(token, rows, columns, wraps))
    .join("");
}
