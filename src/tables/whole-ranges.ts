import type { Area } from "../workbook/areas";
import type { Block } from "../workbook/book";
import type { CellPlace } from "../workbook/cell";
import { blockText } from "../workbook/cell-address";
import type { SheetReading } from "../workbook/sheet-edits";
import { withRanges } from "../workbook/with-ranges";
import { movedLines } from "./moved-lines";
import type { Orientation } from "./memory";
import { shiftedAlong } from "./own-fields";
import type { RefreshPlan } from "./plan-refresh";
import { blockOf, cellAt, linesOf, type Lines } from "./table-sheet";

/** A table's rows, and how a refresh changes them. */
export interface Body extends Pick<RefreshPlan, "edits" | "body"> {
  readonly sheet: string;
  readonly orientation: Orientation;
}

/** A formula with ranges over all rows of a table. */
export interface WholeFormula {
  /** Its cell after the refresh. */
  readonly cell: CellPlace;
  /** Its text before the refresh; empty for a copy that the refresh fills into a new row. */
  readonly before: string;
  /** Which of its ranges, with their blocks before the refresh. */
  readonly ranges: ReadonlyMap<number, Area>;
}

/** The same fields over other lines. */
export const overLines = (range: Block, { line, lines }: Lines, orientation: Orientation): Block =>
  blockOf({ ...linesOf(range, orientation), line, lines }, orientation);

/** True for a block of exactly all rows, of one or more columns. */
export function isWhole(range: Area, { sheet, orientation, body: { before } }: Body): boolean {
  const { line, lines, field, fields } = linesOf(range, orientation);
  const isInside = field >= before.field && field + fields <= before.field + before.fields;
  return range.sheet.toLowerCase() === sheet.toLowerCase() && isInside && lines > 1 && line === before.line && lines === before.lines;
}

function rangesOf(formula: string, home: string): Area[] {
  const found: Area[] = [];
  withRanges(formula, home, (range) => void found.push(range));
  return found;
}

/** The formulas of a sheet, before the refresh, with ranges over all rows. A range that grows from cell to cell, as of a running sum, is not one of them. */
export function wholeFormulas(read: SheetReading, body: Body): WholeFormula[] {
  const { orientation, edits } = body;
  const { sheet } = read.block;
  const along = (formula: string, by: number): string => shiftedAlong(formula, by, orientation);
  const inCell = (formula: string, row: number, column: number): WholeFormula[] => {
    if (formula === "") return [];
    const all = rangesOf(formula, sheet);
    if (!all.some((range) => isWhole(range, body))) return [];
    const at = linesOf({ row, column, rows: 1, columns: 1 }, orientation);
    const isFilled = [-1, 1].some((by) => along(cellAt(read, blockOf({ ...at, line: at.line + by }, orientation))?.formula ?? "", -by) === formula);
    const next = isFilled ? rangesOf(along(formula, 1), sheet) : all;
    const found = all.flatMap((range, i) => {
      const [here, there] = [range, next[i]].map((r) => r && blockText(r));
      return isWhole(range, body) && here === there ? [[i, range] as const] : [];
    });
    const to = sheet === body.sheet ? movedLines(at, edits) : at;
    if (!to || found.length === 0) return [];
    const place = blockOf(to, orientation);
    return [{ cell: { sheet, row: place.row, column: place.column }, before: formula, ranges: new Map(found) }];
  };
  return read.cells.flatMap((row, r) => row.flatMap(({ formula }, c) => inCell(formula, read.area.row + r, read.area.column + c)));
}

/** The copies of such formulas that a refresh filled into new rows. */
export function filledCopies(formulas: readonly WholeFormula[], after: SheetReading, { sheet, orientation, edits }: Body): WholeFormula[] {
  const textsAt = (place: Block): string[] => rangesOf(cellAt(after, place)?.formula ?? "", sheet).map(blockText);
  return edits.flatMap((edit): WholeFormula[] => {
    if (edit.kind !== "fill") return [];
    const [from, at] = [blockOf(edit.from, orientation), blockOf(edit.at, orientation)];
    const source = formulas.find(({ cell }) => cell.row === from.row && cell.column === from.column);
    if (!source) return [];
    const [there, here] = [textsAt(from), textsAt(at)];
    const ranges = new Map([...source.ranges].filter(([i]) => there[i] === here[i]));
    return [{ cell: { sheet, row: at.row, column: at.column }, before: "", ranges }];
  });
}
