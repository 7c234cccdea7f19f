import { wordsIn } from "../../contract/text";
import type { DefinedName } from "../../workbook/book";
import { isCallable, namesAlike } from "../../workbook/formulas/broken-names";
import { tokensOf } from "../../workbook/formulas/formula-tokens";
import { isServiceName } from "../../workbook/formulas/service-calls";
import { UNION_CALLS, withoutUnions } from "../../workbook/formulas/unions";
import { operationsOf } from "./operations";
import { CONFIRMABLE, TRUSTED } from "./trusted-functions";

/** Functions that give the moment of the calculation. Their value is right for the moment of a refresh. */
export const MOMENT_FUNCTIONS: readonly string[] = ["NOW", "TODAY"];

/** Functions whose value is random, or depends on other cells than those in their arguments, so that the engine cannot know all the cells that they read. */
export const NOT_REPEATABLE = ["CELL", "INDIRECT", "INFO", "OFFSET", "RAND", "RANDARRAY", "RANDBETWEEN"] as const;

/**
 * Functions that read more than the values of cells, which is all that an engine gets in a refresh: formulas, and the list of sheets. And functions that read a
 * text as a date in the language of the user's system: `1/2/2026`.
 */
export const BEYOND_VALUES = ["DATEVALUE", "FORMULATEXT", "ISFORMULA", "SHEET", "SHEETS", "VALUE"] as const;

/** Functions whose stored value does not follow from the cells of the book. A comparison with stored values leaves their formulas out. */
export const VOLATILE: ReadonlySet<string> = new Set([...MOMENT_FUNCTIONS, ...NOT_REPEATABLE]);

/** Functions that the compared workbooks do not have. Both engines calculate the examples of Excel's help; a test has them. */
export const BY_EXAMPLES: readonly string[] = wordsIn(`
  CLEAN CODE CONFIDENCE COVAR DATEDIF DURATION FORECAST FORECAST.LINEAR GEOMEAN HARMEAN KURT MDURATION MODE NETWORKDAYS NETWORKDAYS.INTL NORMDIST
  NORMSDIST NORMSINV PERCENTILE POISSON PRICEDISC PRICEMAT QUARTILE RANK RECEIVED REPLACE SKEW SKEW.P STDEV STDEVP TDIST TINV TOROW VAR VARP WEEKNUM
  WORKDAY.INTL YIELDDISC YIELDMAT`);

/** Functions of the first engine that are its own. A test compares them with values of 20 digits; the second engine has only nine of some. */
export const BY_REFERENCE: readonly string[] = wordsIn(`
  BETA.DIST BETA.INV CHIDIST CHISQ.DIST CHISQ.DIST.RT CONFIDENCE.T ERFC ERFC.PRECISE F.DIST F.DIST.RT F.INV F.INV.RT FDIST FINV GAMMA LOGNORM.DIST
  NORM.DIST NORM.S.DIST NORMDIST NORMSDIST T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T TDIST TINV`);

/** Functions whose time in the second engine grows with a number in a cell, without end. It gets no formula with them. */
const ENDLESS = ["BESSELK", "BESSELY", "BETA.INV", "COMBIN", "COMBINA", "DB", "FACT", "FACTDOUBLE", "MULTINOMIAL", "PERMUT"] as const;

/** Functions of our own that write numbers in the language of the book, tested against Excel's rules. */
export const OWN_TEXTS = ["FIXED"] as const;
/** Functions of our own only in books with decimal commas, because the engines format English numbers only. */
export const WITH_COMMAS: ReadonlySet<string> = new Set(["TEXT"]);

const without = (names: readonly string[], ...left: (readonly string[])[]): ReadonlySet<string> => new Set(names.filter((name) => !left.flat().includes(name)));
/** Calls that stand for unions of areas: both only collect cells. */
const OF_UNIONS: readonly string[] = Object.values(UNION_CALLS).map((name) => name.toUpperCase());
const trusted = without([...TRUSTED, ...BY_REFERENCE, ...MOMENT_FUNCTIONS, ...OWN_TEXTS, ...OF_UNIONS], NOT_REPEATABLE, BEYOND_VALUES);
const confirmable = without(
  [...TRUSTED, ...CONFIRMABLE, ...BY_EXAMPLES, ...BY_REFERENCE, ...MOMENT_FUNCTIONS, ...OF_UNIONS],
  NOT_REPEATABLE,
  BEYOND_VALUES,
  ENDLESS,
);

/** The first function or operation of a formula that is not in the set; the formulas of the names in it count as parts of it. */
function notIn(known: ReadonlySet<string>, formula: string, names: readonly DefinedName[]): string | undefined {
  // Also passes through what is added meanwhile.
  const texts = new Set([formula]);
  for (const own of texts) {
    const text = withoutUnions(own);
    const found = operationsOf(text).find((name) => !known.has(name) && !isServiceName(name) && !namesAlike(names, name).some(isCallable));
    if (found !== undefined || names.length === 0) return found;
    for (const { kind, text: word } of tokensOf(text)) {
      if (kind !== "name" && kind !== "function") continue;
      for (const named of namesAlike(names, word)) {
        if (kind === "function" && !isCallable(named)) continue;
        // The engine does not always prefer the name of the formula's own sheet.
        if (named.sheet !== undefined) return `the name ${named.name} of one sheet`;
        texts.add(named.formula);
      }
    }
  }
  return undefined;
}

/**
 * The first function or operation of a formula that the first engine alone is not trusted to calculate as Excel does; undefined if the formula is trusted. A
 * file gets no calculated value of such a formula unless the second engine confirms it, and never the value `ENGINE_FAILED` or an empty one.
 */
export const untrustedIn = (formula: string, names: readonly DefinedName[] = [], also: ReadonlySet<string> = new Set()): string | undefined =>
  notIn(also.size === 0 ? trusted : new Set([...trusted, ...also]), formula, names);

/**
 * The first function or operation of a formula for which even the same value from both engines is not trusted; undefined if there is none. For formulas that are
 * not trusted alone.
 */
export const unconfirmableIn = (formula: string, names: readonly DefinedName[] = []): string | undefined => notIn(confirmable, formula, names);
