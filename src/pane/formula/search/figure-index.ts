import MiniSearch, { type SearchResult } from "minisearch";
import { nearest } from "../../../contract/nearest";
import { searchWords } from "../../../contract/search-words";
import { capital } from "../../../contract/text";
import { isCurrencyPair, WELL_KNOWN_NAMES, type WellKnownName } from "../../../contract/well-known-names";
import { openCalls, type OpenedCall } from "../call-text";
import { type Figure, keyOf } from "./figure";
import { builtInFigures } from "./figures";
import { SYNONYMS } from "./synonyms";

/** A common name that the service has no figure for. */
export interface NoFigure {
  /** What it is, and what to use. */
  readonly message: string;
  /** The same beside one of the nearest figures. */
  readonly instead: string;
  /** The nearest figures, as synonyms write their calls. */
  readonly calls: readonly string[];
  /** True for a figure of a company. */
  readonly ofCompany: boolean;
}

/** Without underscores and signs: `market_cap`, `S&P 500` and `s&p500` are compared by their letters and digits. €STR is not STR. */
const letters = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9/€]/g, "");

const METRICS = /^[a-z0-9_]+$/;
/** The call of what the table names: a metric, a fund's ticker, or a call. */
function callOf(use: string, { for: kinds }: WellKnownName): string {
  if (use.includes("(")) return use.replace("(ticker", "(");
  return kinds?.includes("metric") && METRICS.test(use) ? `FIN(,"${use}")` : `PRICE("${use}")`;
}

const FUNDS = new Set(["an index", "a metal", "a commodity"]);
const isMissing = ({ is, how, use }: WellKnownName): boolean => how !== undefined || use.length === 0 || FUNDS.has(is);

const MISSING: ReadonlyMap<string, WellKnownName> = new Map(
  WELL_KNOWN_NAMES.filter((entry) => isMissing(entry) && !(entry.for?.length === 1 && entry.for[0] === "ticker")).flatMap((entry) =>
    entry.names.split("|").map((name): [string, WellKnownName] => [letters(name), entry]),
  ),
);
/** Common names of figures that exist, with the call of each. */
const OTHER_NAMES: readonly (readonly [call: string, names: string])[] = WELL_KNOWN_NAMES.filter(
  (entry) => !isMissing(entry) && entry.for === undefined,
).flatMap((entry) => (entry.use[0] === undefined ? [] : [[callOf(entry.use[0], entry), entry.names] as const]));
const NAMES = [...MISSING.keys()].filter((name) => name.length > 4);

const PAIR: WellKnownName = { names: "", is: "an exchange rate", use: ['FRED("DTWEXBGS")'], how: "nearest" };

const differenceOf = (calls: readonly string[]): string => `=${calls.map((call) => `SERVICE.${call}`).join("-")}`;

function messageOf(name: string, { is, use, how }: WellKnownName): string {
  if (use.length === 0) return `${name} is ${is}. The service does not have it, nor a similar figure.`;
  if (how === "sum") return `${name} is ${is}. Insert the figures below and add them.`;
  if (how === "product") return `${name} is ${is}. Insert the figures below and multiply them.`;
  if (how === "difference") return `${name} is ${is}. Type ${differenceOf(use)}, or insert the figures below and subtract them.`;
  return `${name} is ${is}. The service does not have it; the nearest figure is first.`;
}

const messageFor = (name: string, entry: WellKnownName): NoFigure => {
  const calls = entry.use.map((use) => callOf(use, entry));
  const isSame = entry.how !== undefined && entry.how !== "nearest";
  const instead = `${name} is ${entry.is}. ${isSame ? "This is a part of it." : "The service does not have it; this is the nearest figure."}`;
  return {
    message: messageOf(name, entry),
    instead,
    calls: entry.how === "product" ? [...calls].reverse() : calls,
    ofCompany: entry.for?.includes("metric") === true,
  };
};

/** What is missing under this name, and the nearest figures; undefined if it is no such name. */
export function noFigure(typed: string): NoFigure | undefined {
  const text = typed.trim().replace(/ (?:index|curncy|comdty|govt|corp|equity)$/i, "");
  const entry = MISSING.get(letters(text)) ?? (isCurrencyPair(text.toUpperCase()) ? PAIR : undefined);
  return entry && messageFor(typed.trim(), entry);
}

/** A name as the table has it. */
function spelled(name: string): string {
  const own =
    MISSING.get(name)
      ?.names.split("|")
      .find((one) => letters(one) === name) ?? name;
  return capital(own.replaceAll("_", " ").toLowerCase());
}

/** Like `noFigure`, for a name with a typing error, or a longer text that contains the name. */
export function nearlyNoFigure(typed: string): NoFigure | undefined {
  const asked = letters(typed);
  // Short texts are not corrected: they match too many names.
  const near = nearest(asked, NAMES, 3).find((name) => asked.length > 4 && asked.length > name.length * 0.4);
  if (near !== undefined) return messageFor(spelled(near), MISSING.get(near)!);
  const words = typed.trim().split(/\s+/);
  for (let size = words.length - 1; size > 0; size--)
    for (let at = 0; at + size <= words.length; at++) {
      const part = words.slice(at, at + size).join(" ");
      const entry = letters(part).length > 2 ? MISSING.get(letters(part)) : undefined;
      if (entry) return messageFor(part, entry);
    }
  return undefined;
}

export interface Index {
  readonly figures: ReadonlyMap<string, Figure>;
  readonly text: MiniSearch;
  /** Figures by one of their names, its words sorted. Best first. */
  readonly byName: ReadonlyMap<string, readonly Figure[]>;
  readonly names: readonly string[];
  /** Words that name an economy. */
  readonly places: ReadonlySet<string>;
}

/** Figures that are added to the index in one step. */
const STEP = 100;
const inParts = (list: readonly Figure[]): readonly (readonly Figure[])[] =>
  Array.from({ length: Math.ceil(list.length / STEP) }, (_, i) => list.slice(i * STEP, (i + 1) * STEP));

/** Words as a key: their order does not matter. */
export const nameKey = (words: readonly string[]): string => [...words].sort().join(" ");

/** A call as synonyms write it: `FIN(,"revenue")`, `SERVICE(,"var")`. */
export const openedCall = (call: string): OpenedCall | undefined => openCalls(call.startsWith("SERVICE(") ? `=${call}` : `=SERVICE.${call}`)[0];

/** Makes the index in steps, so that a page can draw between them. */
function* createIndex(): Generator<void, Index> {
  const figures = new Map<string, Figure>();
  for (const figure of builtInFigures()) if (!figures.has(figure.key)) figures.set(figure.key, figure);
  yield;
  const byName = new Map<string, Figure[]>();
  const say = (name: string, figure: Figure): void => {
    const words = searchWords(name);
    for (const key of new Set([nameKey(words), words.join("")])) {
      const known = byName.get(key);
      if (!known) byName.set(key, [figure]);
      else if (!known.includes(figure)) known.push(figure);
    }
  };
  const said = new Map<string, string>();
  for (const [call, names] of [...SYNONYMS, ...OTHER_NAMES]) {
    const opened = openedCall(call);
    const figure = opened && figures.get(keyOf(opened.spec.id, opened.inputs));
    if (!figure) throw new Error(`synonyms of an unknown figure: ${call}`);
    said.set(figure.key, `${said.get(figure.key) ?? ""} ${names.replaceAll("|", " ")}`);
    for (const name of names.split("|")) say(name, figure);
  }
  // A series' names find its history, too.
  for (const [key, names] of [...said]) if (key.startsWith("FRED(")) said.set(key.replace("FRED(", "FREDH("), names);
  yield;
  const byWeight = [...figures.values()].sort((a, b) => b.weight - a.weight);
  for (const part of inParts(byWeight)) {
    for (const figure of part) for (const name of figure.names) say(name, figure);
    yield;
  }
  const text = new MiniSearch({
    fields: ["names", "title", "words"],
    idField: "key",
    tokenize: searchWords,
    processTerm: (term) => term,
    searchOptions: { boost: { names: 3, title: 2 }, bm25: { k: 1.2, b: 0.3, d: 0.5 }, weights: { prefix: 0.4, fuzzy: 0.1 } },
  });
  for (const part of inParts(byWeight)) {
    text.addAll(part.map(({ key, names, title, words }) => ({ key, names: `${names.join(" ")} ${said.get(key) ?? ""}`, title, words })));
    yield;
  }
  return { figures, text, byName, names: [...byName.keys()], places: new Set(byWeight.flatMap(({ place }) => place)) };
}

let made: Index | undefined;
let making: Generator<void, Index> | undefined;

/** The next step of making the index; true once it is made. */
function step(): boolean {
  if (made) return true;
  making ??= createIndex();
  const next = making.next();
  if (next.done) made = next.value;
  return next.done === true;
}

/** The index over everything that is known without the service, made once. */
export function index(): Index {
  while (!made) step();
  return made;
}

/** Makes the index between other work, so that the first typed letter does not wait for it. Returns what stops it. */
export function prepareSearch(): () => void {
  let timer = setTimeout(function work() {
    if (!step()) timer = setTimeout(work);
  }, 50);
  return () => clearTimeout(timer);
}

/** How well an entry matches: 0 all words whole, 1 by their beginnings, 2 with a typing error, 3 only some words. */
export type Fit = 0 | 1 | 2 | 3;

function fitOf({ match }: SearchResult, words: readonly string[]): Fit {
  const terms = Object.keys(match);
  if (words.every((word) => terms.includes(word))) return 0;
  return words.every((word) => terms.some((term) => term.startsWith(word))) ? 1 : 2;
}

/** Words of many figures, which tell one only as a part of its title. */
const VAGUE: ReadonlySet<string> = new Set(["rate", "index", "level", "change"]);

/** True unless a figure of an economy matches only by the economy's name, or the words name another economy. */
function isOfPlace({ place }: Figure, { match }: SearchResult, words: readonly string[]): boolean {
  if (place.length === 0) return true;
  const telling = Object.entries(match).some(([term, fields]) => !place.includes(term) && (!VAGUE.has(term) || fields.includes("title")));
  return telling && words.every((word) => place.includes(word) || !index().places.has(word));
}

/** The figures that match these words and are kept, best first. */
export function search(words: readonly string[], keep: (figure: Figure) => boolean) {
  const { text, figures } = index();
  if (words.length === 0) return [];
  const options = {
    filter: ({ id }: SearchResult) => keep(figures.get(id as string)!),
    // The last word is still being typed.
    prefix: (term: string, at: number, terms: string[]) => term.length > 1 || (at > 0 && at === terms.length - 1),
    fuzzy: (term: string) => (term.length < 4 || /\d/.test(term) ? false : term.length < 8 ? 1 : 2),
  };
  const ranked = (results: readonly SearchResult[], fit: (result: SearchResult) => Fit) =>
    results
      .map((result) => {
        const figure = figures.get(result.id as string)!;
        return { figure, fit: fit(result), score: result.score * (1 + figure.weight / 5) };
      })
      .sort((a, b) => a.fit - b.fit || b.score - a.score);
  const query = words.join(" ");
  const all = text.search(query, { ...options, combineWith: "AND" });
  if (all.length > 0 || words.length < 3) return ranked(all, (result) => fitOf(result, words));
  // One word too many still finds something; a match of fewer than half of the words is chance.
  const some = text.search(query, { ...options, fuzzy: false, combineWith: "OR" });
  const enough = some.filter((result) => result.queryTerms.length * 2 > words.length && isOfPlace(figures.get(result.id as string)!, result, words));
  return ranked(enough, () => 3);
}
