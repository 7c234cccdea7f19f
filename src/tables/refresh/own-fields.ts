import { shiftFormula } from "../../workbook/formulas/shift-formula";
import type { HeldCell } from "../../workbook/edits/sheet-edits";
import type { Matched } from "../match-table";
import type { Orientation } from "../memory";
import type { Lines, TableSheet } from "../table-sheet";

export const isEmptyCell = ({ value, formula }: HeldCell): boolean => value === null && formula === "";

/** True if all cells of a rectangle are empty. */
export function isBlankIn(sheet: Pick<TableSheet, "at">, { line, field, lines, fields }: Lines): boolean {
  for (let l = line; l < line + lines; l++) for (let f = field; f < field + fields; f++) if (!isEmptyCell(sheet.at(l, f))) return false;
  return true;
}

/** The fields whose cells move with the table's rows: its own, and the user's beside and between them. */
export interface FieldSpan {
  readonly field: number;
  readonly fields: number;
  /** The user's fields. */
  readonly own: readonly number[];
}

/** True if another table is beside this one in this field. */
export const isTaken = ({ block, others }: TableSheet, field: number): boolean =>
  others.some((o) => field >= o.field && field < o.field + o.fields && o.line < block.line + block.lines && block.line < o.line + o.lines);

/** The table with the user's columns that touch it. A column of another table ends it. */
export function spanOf(sheet: TableSheet, { fields }: Pick<Matched, "fields">): FieldSpan {
  const { block } = sheet;
  const isUsed = (field: number): boolean => !isBlankIn(sheet, { ...block, field, fields: 1 });
  let [left, right] = [block.field, block.field + block.fields - 1];
  while (left > 0 && !isTaken(sheet, left - 1) && isUsed(left - 1)) left--;
  while (right + 1 < sheet.endField && !isTaken(sheet, right + 1) && isUsed(right + 1)) right++;
  const ours = new Set(fields);
  const own = Array.from({ length: right - left + 1 }, (_, i) => left + i).filter((f) => !ours.has(f));
  return { field: left, fields: right - left + 1, own };
}

/** The formula after filling it over so many lines. */
export const shiftedAlong = (formula: string, by: number, orientation: Orientation): string =>
  orientation === "down" ? shiftFormula(formula, by, 0) : shiftFormula(formula, 0, by);
