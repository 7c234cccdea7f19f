import { columnName } from "../../workbook/cell-address";
import { columnIndex, LAST_COLUMN, LAST_ROW } from "../../workbook/cell-reference";

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
    const column = columnIndex(letters) + (fixedColumn ? 0 : columns);
    const row = Number(digits) - 1 + (fixedRow ? 0 : rows);
    const isReference = columnIndex(letters) <= LAST_COLUMN;
    const inside = column >= 0 && column <= LAST_COLUMN && row >= 0 && row <= LAST_ROW;
    shifted += formula.slice(from, m.index);
    shifted += !isReference ? found : inside ? `${fixedColumn}${columnName(column)}${fixedRow}${row + 1}` : "#REF!";
    from = m.index + found.length;
  }
  return shifted + formula.slice(from);
}
