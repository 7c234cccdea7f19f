import type { FormChoice } from "../../../pane/formula/form-spec";
import type { Catalog, KnownArgument, KnownFunction } from "./catalog";

/** The call whose arguments the caret is in. */
interface OpenCall {
  /** As typed. */
  readonly name: string;
  /** Index of the argument at the caret. */
  readonly argument: number;
}

/** What is being typed in a formula. Offsets are in the text with its equals sign. */
export interface AtCaret {
  /** The innermost call around the caret. */
  readonly call: OpenCall | undefined;
  /** The word before the caret, without its quote. */
  readonly word: string;
  /** What an accepted suggestion replaces: the whole word or text, with its quotes. */
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
  /** True if the argument begins with the word, so that an allowed value can stand there. */
  readonly first: boolean;
}

const WORD = /[\p{L}\p{N}_.$\\]/u;
const WORDS = /^\s*[\p{L}\p{N}]+(?:\s+[\p{L}\p{N}]+)+\s*$/u;
const OPENING = /[({]/;
const CLOSING = /[)}]/;

/** The end of a text from its opening quote, or undefined if nothing closes it. `""` is a quote within the text. */
function endOfText(formula: string, quote: number): number | undefined {
  const mark = formula[quote];
  for (let i = quote + 1; i < formula.length; i++) {
    if (formula[i] !== mark) continue;
    if (formula[i + 1] !== mark) return i;
    i++;
  }
  return undefined;
}

/** Reads a formula up to the caret; undefined if the text is no formula, or the caret is in a sheet's name or before the equals sign. */
export function atCaret(formula: string, caret: number): AtCaret | undefined {
  if (!formula.startsWith("=") || caret < 1) return undefined;
  /** Open brackets; undefined for one that is not a call's. */
  const open: ({ readonly name: string; argument: number } | undefined)[] = [];
  const call = (): OpenCall | undefined => open.filter((o) => o !== undefined).at(-1);
  /** Start of the word before position `i`, and start of the argument containing it. */
  let word = 1;
  let start = 1;
  const isFirst = (from: number): boolean => formula.slice(start, from).trim() === "";
  for (let i = 1; i < caret; i++) {
    const c = formula[i]!;
    if (c === '"' || c === "'") {
      const end = endOfText(formula, i);
      if (end === undefined || end >= caret) {
        if (c === "'") return undefined;
        // A text without an end, or one that ends at a later text's quote, ends with its argument.
        const rest = formula.slice(caret, end ?? formula.length);
        const isOwn = end !== undefined && !/[,()"]/.test(rest);
        const to = isOwn ? end + 1 : caret + (/^[^,()"]*/.exec(rest)?.[0].length ?? 0);
        return { call: call(), word: formula.slice(i + 1, caret), from: i, to, quoted: true, first: isFirst(i) };
      }
      i = end;
      word = i + 1;
    } else if (OPENING.test(c)) {
      const name = formula.slice(word, i);
      open.push(c === "(" && name !== "" ? { name, argument: 0 } : undefined);
      word = start = i + 1;
    } else if (CLOSING.test(c)) {
      open.pop();
      word = i + 1;
    } else if (c === "," || c === ";") {
      const inner = open.at(-1);
      if (inner) inner.argument++;
      word = start = i + 1;
    } else if (!WORD.test(c)) word = i + 1;
  }
  // Several words without quotes, such as a company's name, are one value.
  const phrase = open.at(-1) && WORDS.exec(formula.slice(start, caret));
  if (phrase) word = caret - phrase[0].trimStart().length;
  let to = caret;
  while (to < formula.length && WORD.test(formula[to]!)) to++;
  return { call: call(), word: formula.slice(word, caret), from: word, to, quoted: false, first: isFirst(word) };
}

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
