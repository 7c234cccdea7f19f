import { columnName } from "./cell-address";
import { columnIndex, LAST_COLUMN, LAST_ROW } from "./cell-reference";
import { tokensOf } from "./formula-tokens";

const CELL = /^(\$?)([A-Z]+)(\$?)(\d+)$/i;

const column = (fixed: string, letters: string, by: number): string | undefined => {
  const to = columnIndex(letters) + (fixed ? 0 : by);
  return to < 0 || to > LAST_COLUMN ? undefined : `${fixed}${columnName(to)}`;
};
const row = (fixed: string, digits: string, by: number): string | undefined => {
  const to = Number(digits) - 1 + (fixed ? 0 : by);
  return to < 0 || to > LAST_ROW ? undefined : `${fixed}${to + 1}`;
};

/** One side of `A:C` or `1:3`. */
function line(text: string, rows: number, columns: number): string | undefined {
  const m = /^(\$?)(?:([A-Z]+)|(\d+))$/i.exec(text);
  if (!m) return text;
  return m[2] === undefined ? row(m[1]!, m[3]!, rows) : column(m[1]!, m[2], columns);
}

/** Shifts a formula by rows and columns, as filling does: references without `$` move, and become `#REF!` if they leave the sheet. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  return tokensOf(formula)
    .map(({ kind, text }) => {
      if (kind === "cell") {
        const m = CELL.exec(text)!;
        const [c, r] = [column(m[1]!, m[2]!, columns), row(m[3]!, m[4]!, rows)];
        return c === undefined || r === undefined ? "#REF!" : `${c}${r}`;
      }
      if (kind === "lines") {
        const sides = text.split(":").map((side) => line(side, rows, columns));
        return sides.includes(undefined) ? "#REF!" : sides.join(":");
      }
      return text;
    })
    .join("");
}
