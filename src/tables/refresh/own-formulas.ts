import { referredIn } from "../../workbook/formulas/with-references";
import type { HeldCell } from "../../workbook/edits/sheet-edits";
import type { Orientation, OwnColumn } from "../memory";
import { isEmptyCell, isTaken, shiftedAlong, type FieldSpan } from "./own-fields";
import { along } from "./row-moves";
import { linesOf, type TableSheet } from "../table-sheet";

/** A cell of a column of the user's, in its line. */
interface CellInLine extends HeldCell {
  readonly line: number;
}

/** The rows of a table that are in the answer: their lines, in order, and their keys. */
interface Rows {
  readonly lines: readonly number[];
  readonly keyAt: ReadonlyMap<number, string>;
}

/** A column of the user's whose rows have one formula, with the cells of its first and last rows that the formula does not reach. */
export interface OwnFormula {
  readonly field: number;
  /** The formula as it is in this line. */
  readonly formula: string;
  readonly line: number;
  /** True if no row shows it: the table had too few rows for it. */
  readonly isHidden: boolean;
  readonly head: readonly CellInLine[];
  readonly tail: readonly CellInLine[];
}

/** How many rows a formula looks back and ahead, within the table and the columns beside it. */
function reachOf(formula: string, line: number, { field, fields }: FieldSpan, orientation: Orientation): { back: number; ahead: number } {
  let [back, ahead] = [0, 0];
  if (/\bOFFSET\(/i.test(formula)) return { back: Infinity, ahead: Infinity };
  for (const reference of referredIn(formula, "")) {
    const at = linesOf(reference, orientation);
    if (reference.sheet !== "" || at.field >= field + fields || field >= at.field + at.fields) continue;
    const [fixedStart, fixedEnd] = along(reference.fixed, orientation);
    if (!fixedStart) back = Math.max(back, line - at.line);
    if (!fixedEnd) ahead = Math.max(ahead, at.line + at.lines - 1 - line);
  }
  return { back, ahead };
}

/** True if a formula refers to a row of the table relative to its own. */
function refersToRows(formula: string, block: { readonly field: number; readonly fields: number }, orientation: Orientation): boolean {
  return referredIn(formula, "").some((reference) => {
    const at = linesOf(reference, orientation);
    const isFixed = along(reference.fixed, orientation).every(Boolean);
    return reference.sheet === "" && !isFixed && at.field < block.field + block.fields && block.field < at.field + at.fields;
  });
}

/**
 * The formula that the rows of a column have, relative to their lines; undefined if they have several, typed values, or a single total beside one of several rows.
 */
function formulaOf(
  sheet: TableSheet,
  span: FieldSpan,
  field: number,
  { lines, keyAt }: Rows,
  orientation: Orientation,
  remembered?: OwnColumn,
): OwnFormula | undefined {
  const cells = lines.map((line): CellInLine => ({ line, ...sheet.at(line, field) }));
  const anchored = (formula: string, line: number): string => (formula === "" ? "" : shiftedAlong(formula, sheet.maxLines / 2 - line, orientation));
  const texts = cells.map(({ line, formula }) => anchored(formula, line));
  const edges = remembered ? remembered.head.length + remembered.tail.length : 0;
  // Too few rows for the formula: what they show is what it does not reach.
  if (remembered && cells.length <= edges) return recalled(remembered, field, cells);
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  const known = remembered && [anchored(remembered.formula, remembered.line), cells.length === edges + 1 ? texts[remembered.head.length] : ""];
  const expected = known?.find((text) => text !== undefined && counts.has(text));
  const text = expected ?? [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0] as const)[0];
  const count = counts.get(text) ?? 0;
  if (count === 0) {
    const empty = new Set(remembered?.empty);
    const isOwn = (one: CellInLine): boolean => !isEmptyCell(one) || empty.has(keyAt.get(one.line) ?? "");
    return remembered && cells.slice(remembered.head.length, cells.length - remembered.tail.length).every(isOwn)
      ? recalled(remembered, field, cells)
      : undefined;
  }
  if (count === 1 && cells.length > 1 && expected === undefined) return undefined;
  const [first, last] = [texts.indexOf(text), texts.lastIndexOf(text)];
  const { line, formula } = cells[first]!;
  const { back, ahead } = reachOf(formula, line, span, orientation);
  const head = cells.slice(0, Math.min(first, back));
  const tail = cells.slice(cells.length - Math.min(cells.length - 1 - last, ahead));
  const filled = texts.slice(head.length, texts.length - tail.length).filter((_, i) => !isEmptyCell(cells[head.length + i]!)).length;
  const isMost = count * 2 >= filled && count * 4 >= cells.length - head.length - tail.length;
  // A column that was begun late, or ends early.
  const isOneRun = last - first + 1 === count && (first === 0 || last === cells.length - 1) && filled === count;
  return expected !== undefined || isMost || isOneRun ? { field, formula, line, isHidden: false, head, tail } : undefined;
}

/** A column's formula that no row shows, because the table has too few rows for it. */
function recalled({ formula, line, head, tail }: OwnColumn, field: number, cells: readonly CellInLine[]): OwnFormula {
  const held = (there: readonly CellInLine[], known: OwnColumn["head"], at: number): CellInLine[] =>
    known.map((one, i) => there[i - at] ?? { line: one.line, value: one.value, formula: one.formula });
  return {
    field,
    formula,
    line,
    isHidden: true,
    head: held(cells, head, 0),
    tail: held(cells.slice(Math.max(0, cells.length - tail.length)), tail, Math.max(0, tail.length - cells.length)),
  };
}

/** The columns of the user's with a formula of all rows, by field. */
export function ownFormulas(
  sheet: TableSheet,
  span: FieldSpan,
  rows: Rows,
  orientation: Orientation,
  remembered: ReadonlyMap<number, OwnColumn>,
): ReadonlyMap<number, OwnFormula> {
  const found = span.own.flatMap((field) => formulaOf(sheet, span, field, rows, orientation, remembered.get(field)) ?? []);
  return new Map(found.map((one) => [one.field, one]));
}

/** Columns without cells between a table and a column of formulas beside it. */
const MOST_BLANK = 5;

/** The span with the columns of formulas beside it that refer to the rows of the table, also behind empty columns. */
export function withFormulasBeside(
  sheet: TableSheet,
  span: FieldSpan,
  rows: Rows,
  orientation: Orientation,
  remembered: ReadonlyMap<number, OwnColumn>,
): FieldSpan {
  const isUsed = (field: number): boolean => rows.lines.some((line) => !isEmptyCell(sheet.at(line, field)));
  const farthest = (edge: number, by: 1 | -1): number => {
    let found = edge;
    for (let field = edge + by; field >= 0 && !isTaken(sheet, field) && Math.abs(field - found) <= MOST_BLANK + 1; field += by) {
      if (!isUsed(field) && !remembered.has(field)) continue;
      const formula = formulaOf(sheet, span, field, rows, orientation, remembered.get(field))?.formula;
      if (formula === undefined || !refersToRows(formula, sheet.block, orientation)) break;
      found = field;
    }
    return found;
  };
  const [left, right] = [farthest(span.field, -1), farthest(span.field + span.fields - 1, 1)];
  const more = Array.from({ length: right - left + 1 }, (_, i) => left + i).filter((f) => f < span.field || f >= span.field + span.fields);
  return { field: left, fields: right - left + 1, own: [...span.own, ...more].sort((a, b) => a - b) };
}
