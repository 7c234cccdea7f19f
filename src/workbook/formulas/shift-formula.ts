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

const CELL = /^(\$?)([A-Z]+)(\$?)(\d+)$/i;

/** A line moved by so many; undefined beyond the sheet, or the line that follows at its other side. */
function moved(line: number, by: number, last: number, wraps: boolean): number | undefined {
  const to = line + by;
  if (to >= 0 && to <= last) return to;
  return wraps ? ((to % (last + 1)) + last + 1) % (last + 1) : undefined;
}

const column = (fixed: string, letters: string, by: number, wraps: boolean): string | undefined => {
  const to = moved(columnIndex(letters), fixed ? 0 : by, LAST_COLUMN, wraps);
  return to === undefined ? undefined : `${fixed}${columnName(to)}`;
};
const row = (fixed: string, digits: string, by: number, wraps: boolean): string | undefined => {
  const to = moved(Number(digits) - 1, fixed ? 0 : by, LAST_ROW, wraps);
  return to === undefined ? undefined : `${fixed}${to + 1}`;
};

/** One side of `A:C` or `1:3`. */
function line(text: string, rows: number, columns: number, wraps: boolean): string | undefined {
  const m = /^(\$?)(?:([A-Z]+)|(\d+))$/i.exec(text);
  if (!m) return text;
  return m[2] === undefined ? row(m[1]!, m[3]!, rows, wraps) : column(m[1]!, m[2], columns, wraps);
}

/** True for a reference that moves with its formula: without `$` before a row or a column. */
export const isRelative = ({ kind, text }: Token): boolean =>
  (kind === "cell" && !/^\$[A-Z]+\$\d+$/i.test(text)) || (kind === "lines" && !/^\$[^:]+:\$/.test(text));

/** The text of a token, with its reference shifted as by `shiftFormula`. */
export function shiftedText({ kind, text }: Token, rows: number, columns: number, wraps = false): string {
  if (kind === "cell") {
    const m = CELL.exec(text)!;
    const [c, r] = [column(m[1]!, m[2]!, columns, wraps), row(m[3]!, m[4]!, rows, wraps)];
    return c === undefined || r === undefined ? "#REF!" : `${c}${r}`;
  }
  if (kind !== "lines") return text;
  const sides = text.split(":").map((side) => line(side, rows, columns, wraps));
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
