import { CELL_FUNCTIONS } from "../../contract/functions";
import { groupedBy } from "../../contract/lists";
import type { DefinedName } from "../book";
import { calledInSheets } from "./called-in-sheets";

/** The defined names by name in lower case. Without `memoizedByObject`, which the pane would have to load at its start. */
const byName = new WeakMap<readonly DefinedName[], ReadonlyMap<string, readonly DefinedName[]>>();

/** The names that are written alike, one of the workbook and one of each sheet at most. */
export function namesAlike(names: readonly DefinedName[], word: string): readonly DefinedName[] {
  let known = byName.get(names);
  if (!known) byName.set(names, (known = groupedBy(names, ({ name }) => name.toLowerCase())));
  const lower = word.toLowerCase();
  // A file has `Print_Area` under this name.
  return known.get(lower) ?? known.get(`_xlnm.${lower}`) ?? [];
}

/** What a name means in a formula of a sheet: the name of the sheet, or else that of the workbook. */
export function findName(names: readonly DefinedName[], word: string, sheet: string): DefinedName | undefined {
  const same = namesAlike(names, word);
  return same.find((n) => n.sheet?.toLowerCase() === sheet.toLowerCase()) ?? same.find((n) => n.sheet === undefined);
}

/** True for the formula of a name that is a function of its own, `LAMBDA(…)`. Another name can be written like a function: `Rate` beside `RATE(…)`. */
export const isLambda = (formula: string): boolean => /^=?\s*LAMBDA\s*\(/i.test(formula);
export const isCallable = ({ formula }: DefinedName): boolean => isLambda(formula);

/** The names of the add-in's functions, in capitals. Other similar names are not functions of the add-in. */
export const SERVICE_IDS: ReadonlySet<string> = new Set(["SERVICE", "SERVICE.GET", ...CELL_FUNCTIONS.map((name) => `SERVICE.${name}`)]);

/** The broken SERVICE names of a formula. */
interface BrokenNames {
  /** The formula with corrected names; the same text if all names are right. */
  readonly healed: string;
  /** Number of broken names from another machine or add-in, such as `_xldudf_SERVICE_FRED`. */
  readonly broken: number;
  /** Names that look like SERVICE functions but do not exist, as written; they are not changed. */
  readonly unknown: readonly string[];
}

const STRING = `"(?:[^"]|"")*"`;
const QUOTED = `'(?:[^']|'')*'`;
const BRACKETED = String.raw`\[[^[\]]*\]`;
/** `'C:\path\[Book.xlam]Sheet'!`, `[2]!`, `[Book.xlam]Sheet!`, `Book.xlam!` */
const PLACE = String.raw`(?<place>(?:${QUOTED}|(?:${BRACKETED})?[\p{L}\d_.]+|${BRACKETED})!)`;
/** Excel's prefixes for names of an XLL, of a newer Excel, or of no known function. */
const PREFIXES = String.raw`(?<prefixes>(?:_(?:xll|xlfn|xlws|xludf)\.)*)`;
const NAME = String.raw`(?<stored>_xldudf_)?SERVICE(?<rest>(?:[._][A-Z\d_]+)?)`;

/** Also matches strings, quoted sheets and brackets as a whole, so that nothing in them counts as a call. */
const SCAN = new RegExp(String.raw`${STRING}|(?<![\p{L}\d_.\]])(?<at>(?:@\s*)+)?${PLACE}?${PREFIXES}${NAME}(?=\s*\()|${QUOTED}|${BRACKETED}`, "giu");

/** A sheet prefix may belong to a defined name SERVICE; a workbook or add-in file prefix is a broken link. */
const isBook = (place: string): boolean => /[[\]\\/]|\.xl/i.test(place);

/**
 * Finds names that a workbook has from a save without the add-in, by another add-in, or by Google Sheets. Corrects only names outside strings and only functions of this add-in.
 * Also removes an `@` before a corrected call, because a call returns one value; an `@` alone does not make a name broken.
 */
export function readBrokenNames(formula: string): BrokenNames {
  if (!/service/i.test(formula)) return { healed: formula, broken: 0, unknown: [] };
  const fromSheets = calledInSheets(formula);
  if (fromSheets !== undefined) {
    const { healed, unknown } = readBrokenNames(fromSheets);
    return { healed: formula.trimStart().startsWith("=") ? `=${healed}` : healed, broken: 1, unknown };
  }
  let broken = 0;
  const unknown: string[] = [];
  const healed = formula.replace(SCAN, (whole: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as { at?: string; place?: string; prefixes?: string; stored?: string; rest?: string };
    if (found.rest === undefined) return whole;
    const { stored, place = "", prefixes = "" } = found;
    const end = found.rest.toUpperCase();
    // SERVICE_FRED without the stored prefix is not this add-in's name.
    if (!stored && end.startsWith("_")) return whole;
    if (!stored && place && !isBook(place)) return whole;
    const name = end ? `SERVICE.${end.slice(1)}` : "SERVICE";
    if (!SERVICE_IDS.has(name)) {
      unknown.push(whole.replace(/^(?:@\s*)+/, ""));
      return whole;
    }
    if (stored || place || prefixes) broken++;
    return stored || place || prefixes || found.at ? name : whole;
  });
  return { healed, broken, unknown };
}

/** True if the formula has a broken or unknown SERVICE name. */
export const hasBrokenName = (formula: string): boolean => readBrokenNames(formula).broken > 0;
