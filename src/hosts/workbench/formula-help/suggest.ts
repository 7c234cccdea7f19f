import type { FormChoice } from "../../../pane/formula/form-spec";
import type { AtCaret } from "./at-caret";
import type { Catalog, KnownArgument, KnownFunction } from "./catalog";

/** An entry of the list. */
export interface Suggestion {
  /** What is typed in the formula, without quotes or bracket. */
  readonly label: string;
  /** Its meaning; may be empty. */
  readonly about: string;
  /** The text that replaces the word at the caret. */
  readonly text: string;
}

/** What the box shows. */
export interface Suggested {
  /** `values` are those of the argument at the caret; functions may follow them. */
  readonly list: readonly Suggestion[];
  /** The number of allowed values that the list leaves out. */
  readonly more: number;
  /** True if Enter accepts the first entry: something was typed that it matches. */
  readonly eager: boolean;
  readonly call: { readonly fn: KnownFunction; readonly argument: number; readonly parameter: KnownArgument | undefined } | undefined;
}

const MOST = 50;
const MOST_FUNCTIONS = 12;

const CELL = /^\$?[a-z]{1,3}\$?\d+$/i;
const NUMBER = /^[\d.]+(e\d*)?$/i;
const LITERALS = new Set(["TRUE", "FALSE"]);

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Rank of a match, lower is better; undefined if nothing matches. `names` are tried before the words of `about`. */
function rankOf(typed: string, name: string, about: string, more = ""): number | undefined {
  const lower = name.toLowerCase();
  if (lower === typed) return 0;
  const short = lower.replace(/^service\./, "");
  if (short === typed) return 0.5;
  if (lower.startsWith(typed) || short.startsWith(typed)) return 1;
  const words = typed.split(/\s+/).filter((w) => w !== "");
  const startsAll = (text: string): boolean => {
    const own = wordsOf(text);
    return words.length > 0 && words.every((w) => own.some((o) => o.startsWith(w)));
  };
  if (startsAll(lower)) return 2;
  if (startsAll(about)) return 3;
  if (startsAll(more)) return 4;
  if (lower.includes(typed)) return 5;
  return typed.length >= 3 && `${about} ${more}`.toLowerCase().includes(typed) ? 6 : undefined;
}

/** The matching items, best first; equal ones keep their order. */
function ranked<T>(items: Iterable<T>, rank: (item: T) => number | undefined): T[] {
  const found: { readonly item: T; readonly rank: number }[] = [];
  for (const item of items) {
    const at = rank(item);
    if (at !== undefined) found.push({ item, rank: at });
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const functionSuggestion = ({ name, title }: KnownFunction): Suggestion => ({ label: name, about: title, text: `${name}(` });
const valueSuggestion = ({ value, about }: FormChoice): Suggestion => ({ label: value, about, text: `"${value.replaceAll('"', '""')}"` });

function functionsFor(typed: string, catalog: Catalog): Suggestion[] {
  const found = ranked(catalog.values(), ({ name, title, search, own }) => {
    const rank = own ? rankOf(typed, name, title, search) : rankOf(typed, name, "");
    // A SERVICE function comes before an equal match of the engine's hundreds.
    return rank === undefined ? undefined : rank + (own ? 0 : 0.2);
  });
  return found.slice(0, MOST_FUNCTIONS).map(functionSuggestion);
}

/** Finds the allowed values of an argument that match what was typed: all if nothing was. */
const valuesFor = (typed: string, values: readonly FormChoice[]): FormChoice[] =>
  typed === "" ? [...values] : ranked(values, ({ value, about }) => rankOf(typed, value, about));

/**
 * Suggestions and help for what is typed at the caret. `companies` gives the tickers with names that the service knows,
 * empty until they are loaded; it is called only for an argument that takes one. `names` are
 * names that the workbook defines, in capitals.
 */
export function suggest(at: AtCaret, catalog: Catalog, companies: () => readonly FormChoice[], names: ReadonlySet<string>): Suggested {
  const fn = at.call && catalog.get(at.call.name.toUpperCase());
  const argument = at.call?.argument ?? 0;
  const last = fn?.parameters.at(-1);
  const parameter = fn ? (fn.parameters[argument] ?? (last?.repeating ? last : undefined)) : undefined;
  const call = fn && { fn, argument, parameter };
  const none: Suggested = { list: [], more: 0, eager: false, call };
  const typed = at.word.trim().toLowerCase();
  if (!at.quoted && (CELL.test(typed) || typed.includes("$") || LITERALS.has(at.word.toUpperCase()))) return none;
  const isNumber = NUMBER.test(typed);
  if (typed === "" && !at.first) return none;
  // The companies are fetched as soon as the caret is in the argument. They are listed once a letter or a quote is typed: until then the arrow keys choose a cell.
  const tickers = parameter?.ticker ? companies() : [];
  const known = parameter?.values ?? (typed !== "" || at.quoted ? tickers : []);
  // Without quotes, a number is a number, unless an allowed value begins with it, such as 10Y.
  const values = !at.first ? [] : !at.quoted && isNumber ? known.filter(({ value }) => value.toLowerCase().startsWith(typed)) : valuesFor(typed, known);
  const functions = at.quoted || isNumber || typed === "" ? [] : functionsFor(typed, catalog);
  const list = [...values.slice(0, MOST).map(valueSuggestion), ...functions];
  return { list, more: Math.max(0, values.length - MOST), eager: typed !== "" && !names.has(at.word.toUpperCase()), call };
}
