import { REASON_PREFIX } from "../../core/outcome";
import type { CallResult } from "../../engine/calls/service-function";
import { createAreaIndex } from "../../workbook/area-index";
import { isError, type CellValue } from "../../workbook/cell";
import type { PlannedFormula } from "./book-formulas";
import { filledBlock } from "./plan";

type Values = readonly (readonly CellValue[])[];

const errorIn = (value: CellValue | undefined): string | undefined => (value != null && isError(value) ? value.error : undefined);
const isReason = (value: CellValue): boolean => typeof value === "string" && value.startsWith(REASON_PREFIX);

/** What makes an error in cells that read this one: the error itself, or that it shows another kind of value than before. */
function causeIn(before: CellValue, now: CellValue): string | undefined {
  const error = errorIn(now);
  if (error !== undefined) return error;
  return isReason(now) || (before !== null && now !== null && typeof before !== typeof now) ? "kind" : undefined;
}

/**
 * The formulas that show an error where the file has none, each with the error. Not those whose error follows from an answer, from the same error in a cell
 * that they read, or from a cell that shows another kind of value now.
 *
 * @param results what the engine calculated, or why it is not written
 * @param answersIn the results of the SERVICE calls in a formula
 */
export function newErrors(
  results: ReadonlyMap<PlannedFormula, Values | string>,
  answersIn: (planned: PlannedFormula) => readonly CallResult[],
): ReadonlyMap<PlannedFormula, string> {
  const found = new Map<PlannedFormula, string>();
  const readers = createAreaIndex<PlannedFormula>();
  const before = ({ cell }: PlannedFormula, r: number, c: number): CellValue =>
    cell.spill ? (cell.spill[r]?.[c] ?? null) : r === 0 && c === 0 ? cell.value : null;
  for (const [one, values] of results) {
    if (typeof values === "string" || one.why !== undefined) continue;
    const error = values.flatMap((line, r) => line.flatMap((value, c) => (errorIn(before(one, r, c)) === undefined ? (errorIn(value) ?? []) : [])))[0];
    if (error === undefined) continue;
    if (answersIn(one).some((answer) => answer.values.flat().some((value) => errorIn(value) === error || isReason(value)))) continue;
    found.set(one, error);
    for (const area of one.references.areas) readers.add(area, one);
  }
  if (found.size === 0) return found;
  const searches = new Map<string, ReturnType<typeof readers.search>>();
  const doubtful = new Map(found);
  for (const [one, values] of results) {
    const { row, column } = filledBlock(one.cell);
    const shows = typeof values === "string" ? (one.cell.spill ?? [[one.cell.value]]) : values;
    for (const [r, line] of shows.entries())
      for (const [c, value] of line.entries()) {
        const cause = causeIn(before(one, r, c), value);
        if (cause === undefined) continue;
        let search = searches.get(cause);
        if (!search) searches.set(cause, (search = readers.search()));
        search({ sheet: one.sheet, row: row + r, column: column + c, rows: 1, columns: 1 }, (reader) => {
          if (reader !== one && (cause === "kind" || cause === found.get(reader))) doubtful.delete(reader);
        });
      }
  }
  return doubtful;
}
