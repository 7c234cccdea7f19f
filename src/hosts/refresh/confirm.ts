import { precisionOf, sameResult } from "../../engine/trust/agreement";
import type { SecondEngine } from "../../engine/ironcalc";
import { unconfirmableIn } from "../../engine/trust/trust";
import type { CallResult } from "../../engine/calls/service-function";
import type { Book, BookCell } from "../../workbook/book";
import type { CellValue } from "../../workbook/cell";
import { displayedNumber } from "../../workbook/displayed-number";
import { withSingleCells } from "../../workbook/implicit-intersection";
import { newErrors } from "./new-errors";
import type { PlannedFormula } from "./book-formulas";
import { reduced } from "./reduced";
import { withAnswers } from "./with-answers";

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
