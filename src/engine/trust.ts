import type { DefinedName } from "../workbook/book";
import { tokensOf } from "../workbook/formula-tokens";
import { operationsOf } from "./operations";
import { CONFIRMABLE, TRUSTED } from "./trusted-functions";

/** Functions that give the moment of the calculation. Their value is right for the moment of a refresh. */
export const MOMENT: readonly string[] = ["NOW", "TODAY"];

/**
 * Functions whose value is random, or depends on more than the cells in their arguments, so that stored values cannot show whether the engine is right, and
 * the engine cannot know all the cells that they read.
 */
const NOT_REPEATABLE = ["CELL", "INDIRECT", "INFO", "OFFSET", "RAND", "RANDARRAY", "RANDBETWEEN"] as const;

/** Functions whose stored value does not follow from the cells of the book. A comparison with stored values leaves their formulas out. */
export const VOLATILE: ReadonlySet<string> = new Set([...MOMENT, ...NOT_REPEATABLE]);

const measured = (names: readonly string[]): ReadonlySet<string> =>
  new Set([...names, ...MOMENT].filter((name) => !(NOT_REPEATABLE as readonly string[]).includes(name)));
const trusted = measured(TRUSTED);
const confirmable = measured([...TRUSTED, ...CONFIRMABLE]);
const isService = (name: string): boolean => /^SERVICE(?:\.|$)/.test(name);

/** The first function or operation of a formula that is not in the set; the formulas of the names in it count as parts of it. */
function notIn(known: ReadonlySet<string>, formula: string, names: readonly DefinedName[]): string | undefined {
  const checked = new Set<string>();
  const check = (text: string): string | undefined => {
    const found = operationsOf(text).find((name) => !known.has(name) && !isService(name));
    if (found !== undefined || names.length === 0) return found;
    for (const token of tokensOf(text)) {
      const name = token.text.toLowerCase();
      if (token.kind !== "name" || checked.has(name)) continue;
      checked.add(name);
      for (const defined of names) {
        if (defined.name.toLowerCase() !== name) continue;
        // The engine does not always prefer the name of the formula's own sheet.
        if (defined.sheet !== undefined) return `the name ${defined.name} of one sheet`;
        const inside = check(defined.formula);
        if (inside !== undefined) return inside;
      }
    }
    return undefined;
  };
  return check(formula);
}

/**
 * The first function or operation of a formula that the first engine alone is not trusted to calculate as Excel does; undefined if the formula is trusted. A
 * file gets no calculated value of such a formula unless the second engine confirms it, and never the value `ENGINE_FAILED` or an empty one.
 */
export const untrustedIn = (formula: string, names: readonly DefinedName[] = []): string | undefined => notIn(trusted, formula, names);

/** The first function or operation of a formula for which even the same value from both engines is not trusted; undefined if there is none. */
export const unconfirmableIn = (formula: string, names: readonly DefinedName[] = []): string | undefined => notIn(confirmable, formula, names);
