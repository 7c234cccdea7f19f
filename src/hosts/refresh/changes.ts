import { isOneCall } from "./earlier";
import { DAYS_1904, serialOf } from "../../contract/dates";
import type { RefreshedFormula } from "../../proof/lock-of";
import type { Book } from "../../workbook/book";
import { type CellValue, sameValue } from "../../workbook/cell";
import { addressOf, blockText } from "../../workbook/cell-address";
import { inSheetsForm } from "../../workbook/formulas/sheets-form";
import type { NewValue } from "../../workbook/xlsx/cell-patch";
import type { Recorded } from "./asking";
import type { PlannedFormula } from "./book-formulas";
import type { KeptReason } from "./calibration";
import { filledBlock, whereOf } from "./plan";

/** A cell whose value a refresh changed. */
export interface Changed {
  /** `Sheet1!B2` */
  readonly where: string;
  readonly before: CellValue;
  readonly after: CellValue;
}

/** A formula whose value a refresh did not write. */
export interface KeptFormula extends KeptReason {
  readonly where: string;
}

/** What was calculated. */
interface Calculated {
  /** A formula's new block of values, by rows; or why it has none. */
  readonly results: ReadonlyMap<PlannedFormula, readonly (readonly CellValue[])[] | string>;
  /** The formulas that do not give their stored values. */
  readonly differing: ReadonlyMap<PlannedFormula, KeptReason>;
}

/** Zero is the same with and without a sign: a cell shows both as 0. */
const same = (a: CellValue, b: CellValue): boolean => sameValue(a, b) || (a === 0 && b === 0);

/** The changes that turn a formula's old block of values into the new one. */
function differences({ cell }: PlannedFormula, result: readonly (readonly CellValue[])[]): readonly (NewValue & { readonly before: CellValue })[] {
  const old = filledBlock(cell);
  const [rows, columns] = [result.length, result[0]?.length ?? 1];
  // In the form of Google Sheets, each cell of an array has a formula of its own, and the first one does not say how many there are.
  const contentOf = (r: number, c: number, value: CellValue): Pick<NewValue, "content"> =>
    cell.inSheetsForm && (r >= old.rows || c >= old.columns) ? { content: { text: inSheetsForm(undefined, value) } } : {};
  const fills = !cell.inSheetsForm && (rows !== old.rows || columns !== old.columns) ? blockText({ ...old, rows, columns }) : undefined;
  const changes: (NewValue & { readonly before: CellValue })[] = [];
  for (let r = 0; r < Math.max(rows, old.rows); r++)
    for (let c = 0; c < Math.max(columns, old.columns); c++) {
      const isOwn = r === 0 && c === 0;
      const before = cell.spill ? (cell.spill[r]?.[c] ?? null) : isOwn ? cell.value : null;
      const value = r < rows && c < columns ? (result[r]?.[c] ?? null) : null;
      if (same(before, value) && !(isOwn && fills !== undefined)) continue;
      changes.push({
        row: cell.row + r,
        column: cell.column + c,
        value,
        before,
        ...contentOf(r, c, value),
        ...(isOwn && fills !== undefined ? { fills } : {}),
      });
    }
  return changes;
}

/** Turns results into values to write, and into what a refresh says of them. A formula with a reason keeps its value. */
export function changesOf(book: Book, planned: readonly PlannedFormula[], { results, differing }: Calculated, { answers, questionsOf }: Recorded) {
  const kept: KeptFormula[] = [];
  const formulas: RefreshedFormula[] = [];
  const formulaOf = (one: PlannedFormula) => ({ where: whereOf(one), formula: one.formula, questions: questionsOf(whereOf(one)) });
  const keeps = (one: PlannedFormula, why: string): void => {
    const differs = differing.get(one)?.differs;
    const reason = { why, ...(differs === undefined ? {} : { differs }) };
    kept.push({ where: whereOf(one), ...reason });
    formulas.push({ ...formulaOf(one), shows: one.cell.spill ?? [[one.cell.value]], ...reason });
  };
  /** True for the answer to a formula that is one call. */
  const isDate = (one: PlannedFormula, value: CellValue): boolean =>
    typeof value === "number" &&
    isOneCall(one.formula) &&
    questionsOf(whereOf(one)).some(
      (key) => answers.get(key)?.kind === "date" && serialOf(String(answers.get(key)!.value)) === (value as number) + (book.from1904 ? DAYS_1904 : 0),
    );
  /** By sheet. */
  const values = new Map<string, NewValue[]>();
  const changed: Changed[] = [];
  for (const one of planned) {
    const result = results.get(one);
    if (one.why !== undefined || typeof result !== "object") {
      keeps(one, one.why ?? "It has no result in this refresh.");
      continue;
    }
    formulas.push({ ...formulaOf(one), shows: result });
    for (const { before, ...change } of differences(one, result)) {
      const list = values.get(one.sheet);
      const written = isDate(one, change.value) ? { ...change, isDate: true as const } : change;
      if (list) list.push(written);
      else values.set(one.sheet, [written]);
      if (!same(before, change.value)) changed.push({ where: addressOf({ sheet: one.sheet, ...change }), before, after: change.value });
    }
  }
  return { values, changed, kept, formulas };
}
