import type { DefinedName } from "../workbook/book";
import { tokensOf } from "../workbook/formula-tokens";
import { operationsOf } from "./operations";
import { TRUSTED } from "./trusted-functions";

/** Functions that give the moment of the calculation. Their value is right for the moment of a refresh. */
export const MOMENT: readonly string[] = ["NOW", "TODAY"];

/**
 * Functions whose value is random, or depends on more than the cells in their arguments, so that stored values cannot show whether the engine is right, and
 * the engine cannot know all the cells that they read.
 */
const NOT_REPEATABLE = ["CELL", "INDIRECT", "INFO", "OFFSET", "RAND", "RANDARRAY", "RANDBETWEEN"] as const;

/** Functions whose stored value does not follow from the cells of the book. A comparison with stored values leaves their formulas out. */
export const VOLATILE: ReadonlySet<string> = new Set([...MOMENT, ...NOT_REPEATABLE]);

const trusted: ReadonlySet<string> = new Set([...TRUSTED, ...MOMENT].filter((name) => !(NOT_REPEATABLE as readonly string[]).includes(name)));
const isService = (name: string): boolean => /^SERVICE(?:\.|$)/.test(name);

/**
 * The first function or operation of a formula that the engine is not trusted to calculate as Excel does; undefined if the formula is trusted. The formulas of
 * the names in it count as parts of it. A file gets no calculated value of a formula that is not trusted, and never the value `ENGINE_FAILED` or an empty one.
 */
export function untrustedIn(formula: string, names: readonly DefinedName[] = []): string | undefined {
  const checked = new Set<string>();
  const check = (text: string): string | undefined => {
    const found = operationsOf(text).find((name) => !trusted.has(name) && !isService(name));
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
