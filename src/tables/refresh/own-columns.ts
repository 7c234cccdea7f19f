import type { Matched } from "../match-table";
import { referredIn } from "../../workbook/formulas/with-references";
import type { Orientation, OwnColumn, TableMemory } from "../memory";
import { ownFormulas, withFormulasBeside, type OwnFormula } from "./own-formulas";
import { isEmptyCell, shiftedAlong, spanOf, type FieldSpan } from "./own-fields";
import { linesOf, type TableSheet } from "../table-sheet";

/** The user's columns beside a table: those with one formula in all rows stay in place, the cells of the others belong to their rows. */
export interface Beside {
  readonly span: FieldSpan;
  readonly formulas: ReadonlyMap<number, OwnFormula>;
  /** Those that one formula at the first row, or at the heading, fills. */
  readonly arrays: ReadonlySet<number>;
  /** What was remembered of these columns. */
  readonly remembered: ReadonlyMap<number, OwnColumn>;
  /** The lines of the rows that are in the answer before the refresh, in order. */
  readonly live: readonly number[];
  /** The keys of these rows by line. */
  readonly keyAt: ReadonlyMap<number, string>;
  /** True for a cell that belongs to the formula of all rows: it has the formula, or is one of the first or last cells without. */
  isOfShape(line: number, field: number): boolean;
  readonly notes: readonly string[];
}

export function formulasBeside(sheet: TableSheet, memory: TableMemory, matched: Matched): Beside {
  const { orientation, gone, layout } = memory;
  const below = new Set(gone);
  const keyAt = new Map([...matched.lines].flatMap(([key, line]) => (below.has(key) ? [] : [[line, key] as const])));
  const live = [...keyAt.keys()].sort((a, b) => a - b);
  const rows = { lines: live, keyAt };
  const remembered = new Map<number, OwnColumn>();
  const notes: string[] = [];
  const ours = new Set(matched.fields);
  for (const column of layout?.own ?? []) {
    const { field, from, heading, head, tail, formula } = column;
    const isThere = from === matched.from && !ours.has(field) && (matched.heading === undefined || headingAt(sheet, matched.heading, field) === heading);
    if (isThere) remembered.set(field, column);
    else if (live.length <= head.length + tail.length)
      notes.push(
        `${heading === "" ? "A column" : `The column ${heading}`} beside the table was moved while it had too few rows for its formula, which was ${formula} in line ${column.line + 1}. Fill it again.`,
      );
  }
  const span = withFormulasBeside(sheet, spanOf(sheet, matched), rows, orientation, remembered);
  const arrays = new Set(span.own.filter((field) => isFilledByOne(sheet, field, matched, live, orientation)));
  const formulas = ownFormulas(sheet, { ...span, own: span.own.filter((field) => !arrays.has(field)) }, rows, orientation, remembered);
  const cells = new Map<number, ReadonlySet<number>>();
  for (const [field, { formula, line, head, tail }] of formulas) {
    const lines = new Set([...head, ...tail].map((cell) => cell.line));
    for (let at = matched.from; at < matched.end; at++) {
      const there = sheet.at(at, field).formula;
      if (there !== "" && there === shiftedAlong(formula, at - line, orientation)) lines.add(at);
    }
    cells.set(field, lines);
  }
  const isOfShape = (line: number, field: number): boolean => arrays.has(field) || cells.get(field)?.has(line) === true;
  return { span, formulas, arrays, remembered, live, keyAt, notes, isOfShape };
}

/**
 * True if one formula fills a column: it has a range over rows of the table, and all cells below it hold values. No host says of a cell in time that a formula
 * above fills it.
 */
function isFilledByOne(sheet: TableSheet, field: number, { heading, from }: Matched, live: readonly number[], orientation: Orientation): boolean {
  const end = (live[live.length - 1] ?? -1) + 1;
  const isValue = (line: number): boolean => sheet.at(line, field).formula === "" && !isEmptyCell(sheet.at(line, field));
  return [from, ...(heading === undefined ? [] : [heading])].some((anchor) => {
    const { formula } = sheet.at(anchor, field);
    if (formula === "" || end - anchor < 2) return false;
    for (let line = anchor + 1; line < end; line++) if (!isValue(line)) return false;
    return referredIn(formula, "").some((reference) => {
      const { line, lines } = linesOf(reference, orientation);
      return reference.isRange && lines > 1 && line + lines === end;
    });
  });
}

/** The heading of a column of the user's as text; empty if it has none. */
export const headingAt = (sheet: TableSheet, line: number, field: number): string => {
  const { value } = sheet.at(line, field);
  return typeof value === "string" ? value : "";
};
