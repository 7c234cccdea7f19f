import { memoized } from "../../contract/memoized";
import { quoted } from "../../contract/text";
import { REASON_PREFIX } from "../../core/outcome";
import type { CallResult } from "../../engine/calls/service-function";
import type { SecondEngine } from "../../engine/ironcalc";
import { precisionOf, sameResult } from "../../engine/trust/agreement";
import { unconfirmableIn } from "../../engine/trust/trust";
import { createAreaIndex } from "../../workbook/area-index";
import type { Book, BookCell } from "../../workbook/book";
import { callTexts } from "../../workbook/formulas/call-texts";
import { type CellValue, isError } from "../../workbook/cell";
import { withSingleCells } from "../../workbook/formulas/implicit-intersection";
import { displayedNumber } from "../../workbook/plain-section";
import { findServiceCalls, visibleText } from "../../workbook/formulas/service-calls";
import type { PlannedFormula } from "./book-formulas";
import { reduced } from "./engine-book";
import { filledBlock } from "./plan";

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
function newErrors(
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
  /** One search for each cause: it finds each reader once. */
  const searchFor = memoized((_cause: string) => readers.search());
  const doubtful = new Map(found);
  for (const [one, values] of results) {
    const { row, column } = filledBlock(one.cell);
    const shows = typeof values === "string" ? (one.cell.spill ?? [[one.cell.value]]) : values;
    for (const [r, line] of shows.entries())
      for (const [c, value] of line.entries()) {
        const cause = causeIn(before(one, r, c), value);
        if (cause === undefined) continue;
        searchFor(cause)({ sheet: one.sheet, row: row + r, column: column + c, rows: 1, columns: 1 }, (reader) => {
          if (reader !== one && (cause === "kind" || cause === found.get(reader))) doubtful.delete(reader);
        });
      }
  }
  return doubtful;
}

function literal(value: CellValue): string {
  if (value === null) return '""';
  if (isError(value)) return value.error;
  if (typeof value === "string") return quoted(value);
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function literals(values: CallResult["values"]): string {
  const [first = null] = values[0] ?? [];
  if (values.length === 1 && values[0]?.length === 1) return typeof first === "number" && first < 0 ? `(${first})` : literal(first);
  return `{${values.map((line) => line.map(literal).join(",")).join(";")}}`;
}

/**
 * A formula with the results of its SERVICE calls in place of the calls. Undefined if it is not certain which result belongs to which call, as with a call that
 * is calculated several times, or not at all.
 *
 * @param answers in the order in which the calls ended: an inner call before the outer one
 */
export function withAnswers(formula: string, answers: readonly CallResult[]): string | undefined {
  const calls = [...callTexts(formula, findServiceCalls(formula), visibleText(formula))].sort((a, b) => a.end - b.end);
  const found = calls.map((call) => {
    const [same, given] = [calls.filter(({ id }) => id === call.id), answers.filter(({ id }) => id === call.id)];
    return same.length === 1 ? given.at(-1) : same.length === given.length ? given[same.indexOf(call)] : undefined;
  });
  let text = formula;
  let from = formula.length;
  for (let i = calls.length - 1; i >= 0; i--) {
    const { start, end } = calls[i]!;
    const answer = found[i];
    // Inside of a call that is replaced already.
    if (start >= from) continue;
    if (!answer) return undefined;
    text = text.slice(0, start) + literals(answer.values) + text.slice(end);
    from = start;
  }
  return text;
}

type Values = readonly (readonly CellValue[])[];

interface Calculation {
  readonly book: Book;
  readonly planned: readonly PlannedFormula[];
  /** What the first engine calculated, for each formula that it did. */
  readonly results: ReadonlyMap<PlannedFormula, Values | string>;
  /** The results of the SERVICE calls in a formula, in the order in which they ended. */
  readonly answersIn: (planned: PlannedFormula) => readonly CallResult[];
}

/** The cell as the second engine calculates it: without calls of SERVICE, which it does not have. Undefined if that is not possible. */
function fedCell({ plain, cell: { row, column, spill, fixedBlock, takesOneCell } }: PlannedFormula, answers: readonly CallResult[]): BookCell | undefined {
  const fed = withAnswers(takesOneCell ? withSingleCells(plain, { row, column }) : plain, answers);
  return fed === undefined ? undefined : { row, column, value: null, formula: fed, ...(spill ? { spill } : {}), ...(fixedBlock ? { fixedBlock } : {}) };
}

/** The book with the first engine's values, and only the doubtful formulas as formulas. */
function fedBook({ book, results }: Calculation, doubtful: ReadonlyMap<BookCell, BookCell>): Book {
  const known = new Map([...results].map(([{ cell }, values]) => [cell, values]));
  const fed = ({ formula: _, ...cell }: BookCell, values: Values | string | undefined): BookCell =>
    values === undefined || typeof values === "string" ? cell : { ...cell, value: values[0]?.[0] ?? null, spill: values };
  return {
    ...book,
    sheets: book.sheets.map((sheet) => ({ ...sheet, cells: sheet.cells.map((cell) => doubtful.get(cell) ?? fed(cell, known.get(cell))) })),
  };
}

const sameBlock = (formula: string, a: Values, b: Values): boolean => {
  const precision = precisionOf(formula);
  return (
    a.length === b.length && a.every((line, r) => line.length === b[r]?.length && line.every((value, c) => sameResult(value, b[r]![c] ?? null, precision)))
  );
};

/** What a cell displays of a second result, in a book that calculates so. A block keeps its digits, and agrees if all of them are displayed. */
function displayedIn({ asDisplayed }: Book, { cell }: PlannedFormula, given: Values | undefined): Values | undefined {
  const value = given?.[0]?.[0];
  if (!asDisplayed || typeof value !== "number" || given!.length > 1 || given![0]!.length > 1) return given;
  return [[displayedNumber(value, cell.format) ?? value]];
}

/**
 * The formulas with a doubtful function, or with an error that is new and follows from no answer, that a second engine does not confirm, each with the reason
 * in a sentence. The engine is called only if there are such formulas. It calculates them alone, from the first engine's values of everything else.
 */
export async function unconfirmed(calculation: Calculation, second: SecondEngine): Promise<ReadonlyMap<PlannedFormula, string>> {
  const errors = newErrors(calculation.results, calculation.answersIn);
  const doubtful = calculation.planned.filter(
    (one) => one.why === undefined && (one.doubt !== undefined || errors.has(one)) && Array.isArray(calculation.results.get(one)),
  );
  if (doubtful.length === 0) return new Map();
  const fed = new Map(
    doubtful.flatMap((one) => {
      // The second engine may not end with some functions that the first one is trusted with.
      const cell = unconfirmableIn(one.plain, calculation.book.names) === undefined ? fedCell(one, calculation.answersIn(one)) : undefined;
      return cell ? [[one, cell] as const] : [];
    }),
  );
  const book = fedBook(calculation, new Map([...fed].map(([{ cell }, as]) => [cell, as])));
  const blocks = await second(
    reduced(
      book,
      [...fed].map(([one, cell]) => ({ ...one, cell })),
    ),
  );
  const why = new Map<PlannedFormula, string>();
  for (const one of doubtful) {
    const given = typeof blocks === "string" ? undefined : displayedIn(calculation.book, one, blocks.get(fed.get(one)!));
    const what = one.doubt === undefined ? `It would become ${errors.get(one)}` : `It uses ${one.doubt}`;
    if (blocks === "late") why.set(one, `${what}. The second calculation, which confirms such formulas, did not end in time for this book.`);
    else if (given === undefined) why.set(one, `${what}, ${one.doubt === undefined ? "which" : "whose result"} a second calculation could not confirm.`);
    else if (!sameBlock(one.formula, calculation.results.get(one) as Values, given))
      why.set(one, `${what}, for which two calculations gave different results.`);
  }
  return why;
}
