import { referencesOf } from "../../src/workbook/areas";
import { ENGINE_FAILED } from "../../src/engine/engine-errors";
import { operationsOf } from "../../src/engine/trust/operations";
import { blockIn, hasCell } from "../../src/workbook/cell-reference";
import type { BookResult, FormulaResult } from "./book-result";

/** What happened with the formulas of one function. */
const noneOf = () => ({
  agree: 0,
  differ: 0,
  /** Formulas for which the second engine differs from Excel. */
  secondDiffers: 0,
  /** Formulas for which both engines give Excel's value, and for which both give the same other value. */
  bothRight: 0,
  bothWrong: 0,
  /** The books with a formula that agrees. */
  books: new Set<string>(),
  /** Some that differ. */
  examples: [] as string[],
});

const EXAMPLES = 5;
const shown = (value: FormulaResult["stored"]): string => (typeof value === "object" && value !== null ? value.error : JSON.stringify(value));

const placeOf = (address: string): { sheet: string; row: number; column: number } => {
  const at = address.lastIndexOf("!");
  const block = blockIn(address.slice(at + 1))!;
  return { sheet: address.slice(0, at).replace(/^'|'$/g, "").replaceAll("''", "'"), row: block.row, column: block.column };
};

/** The formulas of a book that say something about their own functions: not those that differ because they refer to a cell that differs. */
export function telling(formulas: readonly FormulaResult[]): FormulaResult[] {
  const wrong = formulas.filter(({ agrees }) => !agrees).map(({ address }) => placeOf(address));
  return formulas.filter(({ agrees, formula, address }) => {
    if (agrees) return true;
    const own = placeOf(address);
    const isOther = (w: typeof own): boolean => w.sheet !== own.sheet || w.row !== own.row || w.column !== own.column;
    for (const area of referencesOf(formula, own.sheet, []).areas)
      if (wrong.some((w) => isOther(w) && w.sheet.toLowerCase() === area.sheet.toLowerCase() && hasCell(area, w.row, w.column))) return false;
    return true;
  });
}

/** Counts agreement by function; a formula counts for each function and operation in it. Only books that Excel saved. */
export function byFunction(results: readonly BookResult[]): Map<string, ReturnType<typeof noneOf>> {
  const counts = new Map<string, ReturnType<typeof noneOf>>();
  for (const result of results) {
    if ("failed" in result || !/^Microsoft /.test(result.application)) continue;
    for (const { address, formula, stored, got, agrees, second, secondAgrees, enginesAgree } of telling(result.formulas)) {
      for (const name of operationsOf(formula)) {
        if (result.ownFunctions.includes(name)) continue;
        const count = counts.get(name) ?? noneOf();
        counts.set(name, count);
        if (!secondAgrees) count.secondDiffers++;
        if (enginesAgree && agrees) count.bothRight++;
        if (enginesAgree && !agrees) count.bothWrong++;
        if (agrees) {
          count.agree++;
          count.books.add(result.file);
        } else {
          count.differ++;
          if (count.examples.length < EXAMPLES)
            count.examples.push(`${address} ${formula}: Excel ${shown(stored)}, engine ${shown(got)}, second engine ${shown(second)}`);
        }
      }
    }
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a union of areas is calculated follows from the function around it, and not from these workbooks. */
const isMeasured = (name: string): boolean => !name.startsWith("a union of areas");

/** Fewest formulas that have to agree before a function is trusted. */
const ENOUGH = 5;

type ReadBook = Extract<BookResult, { formulas: unknown }>;
const isRead = (result: BookResult): result is ReadBook => !("failed" in result) && /^Microsoft /.test(result.application);
/** The formulas of books that Excel saved, without those that call a function which no workbook but theirs has. */
const judged = (results: readonly BookResult[]): FormulaResult[] =>
  results
    .filter(isRead)
    .flatMap(({ formulas, ownFunctions }) => telling(formulas).filter(({ formula }) => !operationsOf(formula).some((name) => ownFunctions.includes(name))));

/**
 * The functions and operations of formulas with a wrong value. Such a formula counts against all its functions, unless one of them is never right, or is wrong
 * where it is the only one: then only against those.
 */
function blamedFor(wrong: readonly FormulaResult[], neverRight: ReadonlySet<string>): Set<string> {
  const differing = wrong.map(({ formula }) => operationsOf(formula));
  // An error in a formula can be a reference that the reader did not understand. The engine misreads an array constant beside an operator, and some
  // spilled ranges.
  const alone = new Set(["an error value", "an array constant", "a spilled range such as A1#", ...differing.filter((names) => names.length === 1).flat()]);
  for (const name of neverRight) alone.add(name);
  return new Set(differing.flatMap((names) => (names.some((name) => alone.has(name)) ? names.filter((name) => alone.has(name)) : names)));
}

/** The functions and operations that formulas of the books have so often with such an agreement, and none of which is to blame for a wrong value. */
function namesBy(results: readonly BookResult[], agreement: "agree" | "bothRight", least: number, isWrong: (formula: FormulaResult) => boolean): string[] {
  const counts = [...byFunction(results)];
  const neverRight = new Set(counts.filter(([, count]) => count[agreement] === 0).map(([name]) => name));
  const blamed = blamedFor(judged(results).filter(isWrong), neverRight);
  return counts.filter(([name, count]) => isMeasured(name) && !blamed.has(name) && count[agreement] >= least).map(([name]) => name);
}

/** Where the first engine agrees with Excel in every formula of the books, at least five. Where it failed, no value would be written. */
export const trustedBy = (results: readonly BookResult[]): string[] =>
  namesBy(results, "agree", ENOUGH, ({ agrees, got }) => !agrees && !(typeof got === "object" && got?.error === ENGINE_FAILED));

/** Where Excel agrees in every formula of the books for which both engines give the same value, at least one. */
export const confirmableBy = (results: readonly BookResult[]): string[] =>
  namesBy(results, "bothRight", 1, ({ agrees, enginesAgree }) => enginesAgree && !agrees);
