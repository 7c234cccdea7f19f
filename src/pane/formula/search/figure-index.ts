import MiniSearch, { type SearchResult } from "minisearch";
import { searchWords } from "../../../contract/search-words";
import { openCalls, type OpenedCall } from "../open-call";
import { keyOf, type Figure } from "./figure";
import { builtInFigures } from "./figures";
import { OTHER_NAMES } from "./no-figure";
import { SYNONYMS } from "./synonyms";

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

interface Ranked {
  readonly figure: Figure;
  readonly fit: Fit;
  readonly score: number;
}

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
export function search(words: readonly string[], keep: (figure: Figure) => boolean): readonly Ranked[] {
  const { text, figures } = index();
  if (words.length === 0) return [];
  const options = {
    filter: ({ id }: SearchResult) => keep(figures.get(id as string)!),
    // The last word is still being typed.
    prefix: (term: string, at: number, terms: string[]) => term.length > 1 || (at > 0 && at === terms.length - 1),
    fuzzy: (term: string) => (term.length < 4 || /\d/.test(term) ? false : term.length < 8 ? 1 : 2),
  };
  const ranked = (results: readonly SearchResult[], fit: (result: SearchResult) => Fit): Ranked[] =>
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
  return ranked(
    some.filter((result) => result.queryTerms.length * 2 > words.length && isOfPlace(figures.get(result.id as string)!, result, words)),
    () => 3,
  );
}
