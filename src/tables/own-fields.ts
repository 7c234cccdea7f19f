import { shiftFormula } from "../workbook/shift-formula";
import type { HeldCell } from "../workbook/sheet-edits";
import type { Matched } from "./match-table";
import type { Orientation } from "./memory";
import type { TableSheet } from "./table-sheet";

export const isBlank = ({ value, formula }: HeldCell): boolean => value === null && formula === "";

/** The fields whose cells move with the table's rows: its own, and the user's beside and between them. */
export interface Span {
  readonly field: number;
  readonly fields: number;
  /** The user's fields. */
  readonly own: readonly number[];
}

/** The table with the user's columns that touch it. A column of another table ends it. */
export function spanOf(sheet: TableSheet, { fields }: Pick<Matched, "fields">): Span {
  const { block, others } = sheet;
  const taken = (field: number): boolean =>
    others.some((o) => field >= o.field && field < o.field + o.fields && o.line < block.line + block.lines && block.line < o.line + o.lines);
  const isUsed = (field: number): boolean => {
    for (let line = block.line; line < block.line + block.lines; line++) if (!isBlank(sheet.at(line, field))) return true;
    return false;
  };
  let [left, right] = [block.field, block.field + block.fields - 1];
  while (left > 0 && !taken(left - 1) && isUsed(left - 1)) left--;
  while (right + 1 < sheet.endField && !taken(right + 1) && isUsed(right + 1)) right++;
  const ours = new Set(fields);
  const own = Array.from({ length: right - left + 1 }, (_, i) => left + i).filter((f) => !ours.has(f));
  return { field: left, fields: right - left + 1, own };
}

/** A formula as filling it over so many lines makes it. */
export const shiftedAlong = (formula: string, by: number, orientation: Orientation): string =>
  orientation === "down" ? shiftFormula(formula, by, 0) : shiftFormula(formula, 0, by);

/**
 * The user's fields whose cells have the same formula, relative to their lines; new rows get it too. Lines at one end may be empty, as the first ones of a change
 * or of an average over several rows. A single total beside one of several rows is not filled.
 */
export function filledFields(sheet: TableSheet, span: Span, lines: readonly number[], orientation: Orientation): ReadonlySet<number> {
  const filled = new Set<number>();
  const sorted = [...lines].sort((a, b) => a - b);
  for (const field of span.own) {
    const used = sorted.flatMap((line, i) => (isBlank(sheet.at(line, field)) ? [] : [{ i, line, formula: sheet.at(line, field).formula }]));
    const [first, last] = [used[0], used[used.length - 1]];
    if (!first || !last || used.length < Math.min(2, sorted.length)) continue;
    const isOneRun = last.i - first.i === used.length - 1 && (first.i === 0 || last.i === sorted.length - 1);
    const isSame = used.every(({ line, formula }) => formula !== "" && shiftedAlong(first.formula, line - first.line, orientation) === formula);
    if (isOneRun && isSame) filled.add(field);
  }
  return filled;
}
