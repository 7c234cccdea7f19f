import type { Answer } from "../core/outcome";
import { isSampleFigure } from "./answer-words";
import { REASON_PREFIX } from "../core/outcome";
import { createAreaIndex } from "../workbook/area-index";
import { referencesOf, type Area } from "../workbook/areas";
import type { DefinedName } from "../workbook/book";
import type { CellValue } from "../workbook/cell";
import { readBlock } from "../workbook/cell-reference";

/** A formula with what it asked and what it shows. */
export interface AnsweredFormula {
  /** `Sheet1!B2` */
  readonly where: string;
  /** In displayed form. */
  readonly formula: string;
  /** Keys of its questions, each once. */
  readonly questions: readonly string[];
  /** By rows. */
  readonly shows: readonly (readonly CellValue[])[];
  /** Why it keeps an earlier value. */
  readonly why?: string;
}

interface Placed {
  readonly formula: AnsweredFormula;
  readonly area: Area;
}

/** The cells that a formula fills; undefined if its address is none. */
export function areaOf({ where, shows }: AnsweredFormula): Area | undefined {
  const at = readBlock(where);
  if (at?.sheet === undefined) return undefined;
  return { sheet: at.sheet, row: at.row, column: at.column, rows: Math.max(1, shows.length), columns: Math.max(1, shows[0]?.length ?? 1) };
}

const isFigure = (value: CellValue): boolean => typeof value === "number" || (typeof value === "string" && value !== "" && !value.startsWith(REASON_PREFIX));

/**
 * The cells that show sample data, by sheet: those whose formula was answered with sample data, and those that depend on one. Cells that show a reason, an error
 * or a truth value are left out.
 */
export function samplePlaces(
  formulas: readonly AnsweredFormula[],
  answers: ReadonlyMap<string, Answer>,
  names: readonly DefinedName[],
): ReadonlyMap<string, readonly { readonly row: number; readonly column: number }[]> {
  const readers = createAreaIndex<Placed>();
  const roots: Placed[] = [];
  for (const formula of formulas) {
    const area = areaOf(formula);
    if (!area) continue;
    const placed = { formula, area };
    for (const read of referencesOf(formula.formula, area.sheet, names).areas) readers.add(read, placed);
    const isSample = formula.questions.some((key) => {
      const answer = answers.get(key);
      return answer !== undefined && isSampleFigure(answer);
    });
    if (isSample) roots.push(placed);
  }
  const found = new Set(roots);
  const readersOf = readers.search();
  for (const { area } of found) readersOf(area, (reader) => void found.add(reader));

  const places = new Map<string, { row: number; column: number }[]>();
  for (const { formula, area } of found)
    for (const [r, row] of formula.shows.entries())
      for (const [c, value] of row.entries()) {
        if (!isFigure(value)) continue;
        const list = places.get(area.sheet);
        const place = { row: area.row + r, column: area.column + c };
        if (list) list.push(place);
        else places.set(area.sheet, [place]);
      }
  return places;
}
