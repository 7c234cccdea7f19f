import { DAYS_1904 } from "../../contract/dates";
import type { Book } from "../../workbook/book";
import type { PlannedFormula } from "./book-formulas";

const ONLY = /^=\s*(TODAY|NOW)\s*\(\s*\)\s*$/i;

/** True for a formula that is nothing but TODAY or NOW. */
export const isClock = (formula: string): boolean => ONLY.test(formula);

/** What TODAY and NOW gave when the values of a book were calculated. */
interface StoredMoment {
  /** True if a formula with these functions can be calculated for that moment. */
  knows(functions: ReadonlySet<string>): boolean;
  /** As a serial number of the 1900 system. */
  readonly serial: number;
}

/** The moment of the last calculation, by the cells that hold nothing but TODAY or NOW. Unknown if there are none, or if they differ. */
export function storedMoment({ sheets, from1904 }: Book, planned: readonly PlannedFormula[]): StoredMoment {
  const uses = (functions: ReadonlySet<string>): boolean => functions.has("TODAY") || functions.has("NOW");
  const found = { TODAY: new Set<number>(), NOW: new Set<number>() };
  if (planned.some(({ references }) => uses(references.functions)))
    for (const { formula, value } of sheets.flatMap(({ cells }) => cells)) {
      const name = formula === undefined ? undefined : ONLY.exec(formula)?.[1]?.toUpperCase();
      if (name !== undefined && typeof value === "number") found[name as keyof typeof found].add(value);
    }
  const days = new Set([...found.TODAY, ...[...found.NOW].map(Math.floor)]);
  const isOne = days.size === 1 && found.NOW.size <= 1;
  const [now] = found.NOW;
  const [day = 0] = days;
  return {
    serial: (now ?? day) + (from1904 ? DAYS_1904 : 0),
    knows: (functions) => !uses(functions) || (isOne && (now !== undefined || !functions.has("NOW"))),
  };
}
