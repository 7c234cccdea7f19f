import { CELL_FUNCTIONS } from "../contract/functions";

/** What can be said of a formula whose SERVICE functions do not work. */
interface BrokenNames {
  /** The formula with every known function under its own name; the same text where its names are right. */
  readonly healed: string;
  /** How many names another machine or another add-in left behind, such as `_xldudf_SERVICE_FRED`. */
  readonly broken: number;
  /** Names that read like SERVICE functions and are none, as written; they are left as they are. */
  readonly unknown: readonly string[];
}

const KNOWN: ReadonlySet<string> = new Set(["SERVICE", "SERVICE.GET", ...CELL_FUNCTIONS.map((name) => `SERVICE.${name}`)]);

const STRING = `"(?:[^"]|"")*"`;
const QUOTED = `'(?:[^']|'')*'`;
const BRACKETED = String.raw`\[[^[\]]*\]`;
/** `'C:\path\[Book.xlam]Sheet'!`, `[2]!`, `[Book.xlam]Sheet!`, `Book.xlam!` */
const PLACE = String.raw`(?<place>(?:${QUOTED}|(?:${BRACKETED})?[\p{L}\d_.]+|${BRACKETED})!)`;
/** What Excel puts before names that it takes for an XLL's, a newer Excel's, or nobody's. */
const PREFIXES = String.raw`(?<prefixes>(?:_(?:xll|xlfn|xlws|xludf)\.)*)`;
const NAME = String.raw`(?<stored>_xldudf_)?SERVICE(?<rest>(?:[._][A-Z\d_]+)?)`;

/** Strings, quoted sheets and brackets come as a match of their own, so that nothing inside of them is taken for a call. */
const SCAN = new RegExp(String.raw`${STRING}|(?<![\p{L}\d_.\]])(?<at>@\s*)?${PLACE}?${PREFIXES}${NAME}(?=\s*\()|${QUOTED}|${BRACKETED}`, "giu");

/** Another sheet may have a name of its own that is called SERVICE; another book or an add-in's file is a broken link. */
const isBook = (place: string): boolean => /[[\]\\/]|\.xl/i.test(place);

/**
 * Reads a formula for names that a workbook keeps when it was saved without the add-in, or touched by another one. Names are healed outside of strings
 * only, and only those that this add-in has. An `@` before a call goes as well: a call gives one value. An `@` alone makes no name broken.
 */
export function readBrokenNames(formula: string): BrokenNames {
  if (!/service/i.test(formula)) return { healed: formula, broken: 0, unknown: [] };
  let broken = 0;
  const unknown: string[] = [];
  const healed = formula.replace(SCAN, (whole: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as { at?: string; place?: string; prefixes?: string; stored?: string; rest?: string };
    if (found.rest === undefined) return whole;
    const { stored, place = "", prefixes = "" } = found;
    const end = found.rest.toUpperCase();
    // SERVICE_FRED without the stored prefix is somebody else's name.
    if (!stored && end.startsWith("_")) return whole;
    if (!stored && place && !isBook(place)) return whole;
    const name = end ? `SERVICE.${end.slice(1)}` : "SERVICE";
    if (!KNOWN.has(name)) {
      unknown.push(whole.replace(/^@\s*/, ""));
      return whole;
    }
    if (stored || place || prefixes) broken++;
    return stored || place || prefixes || found.at ? name : whole;
  });
  return { healed, broken, unknown };
}

/** Whether a SERVICE function of this formula stands under a name that does not work. */
export const hasBrokenName = (formula: string): boolean => readBrokenNames(formula).broken > 0;
