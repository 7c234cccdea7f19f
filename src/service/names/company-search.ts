import MiniSearch from "minisearch";
import { searchWords } from "../../contract/search-words";
import { WELL_KNOWN_NAMES } from "../../contract/well-known-names";
import { fullOf } from "../answers/answering";
import { untilImport } from "../answers/until-import";
import type { Context } from "../answers/context";
import { UNIVERSE } from "../instruments/universe";
import type { Filer } from "../records/filings";
import { isKnown, readTicker } from "./tickers";
import { legalWords } from "./companies";

/** A company or fund, and the words of a query that name it. */
interface FoundCompany {
  readonly ticker: string;
  /** As filed, if a filing was imported; the ticker if no name is known. */
  readonly name: string;
  /** Words of the query that name it, as `searchWords` writes them. */
  readonly matched: readonly string[];
  /** True if they are its ticker, or whole words of its name; false for the beginning of a word or a typing error. */
  readonly whole: boolean;
}

const EVER = "9999-12-31";

/** Names by which a company is known besides its own: Google is Alphabet. */
const ALSO: ReadonlyMap<string, string> = new Map(
  WELL_KNOWN_NAMES.filter((entry) => entry.for?.[0] === "ticker" && entry.for.length === 1).flatMap(({ names, use: [ticker] }) =>
    ticker === undefined ? [] : [[ticker, names.replaceAll("|", " ").toLowerCase()] as const],
  ),
);

/** Words of a company's name without its legal form. */
const nameWords = (text: string): string[] => searchWords(text).filter((word) => !legalWords.has(word.toUpperCase()));

function indexOf(names: readonly (readonly [ticker: string, name: string])[]) {
  const byTicker = new Map(names.map(([ticker, name]) => [ticker, { ticker, name, words: nameWords(`${name} ${ALSO.get(ticker) ?? ""}`) }]));
  const text = new MiniSearch({ fields: ["words"], idField: "ticker", tokenize: (words) => words.split(" "), processTerm: (term) => term });
  text.addAll([...byTicker.values()].map(({ ticker, words }) => ({ ticker, words: words.join(" ") })));
  // The list of covered names has larger companies first.
  return { byTicker, text, rank: new Map(UNIVERSE.map(({ ticker }, at) => [ticker, at])) };
}

/** Covered names, and names that were imported with filings, which replace them. */
const companies = untilImport(({ store }) =>
  indexOf([
    ...UNIVERSE.map(({ ticker, name }) => [ticker, name] as const),
    ...store.records.across<Filer>("filer", "0001-01-01", EVER, EVER).map(({ entity, body }) => [entity, body.name] as const),
  ]),
);

/** All companies and funds with a known name. */
export const allCompanies = (context: Context): readonly FoundCompany[] =>
  [...companies(context).byTicker.values()].map(({ ticker, name }) => ({ ticker, name, matched: [], whole: false }));

const upperOf = (text: string): string => text.trim().replace(/\s+/g, " ").toUpperCase();

/** Why a ticker in a vendor's notation is refused: its exchange is not covered. Undefined for any other text. */
export function refusedTicker(text: string, { store }: Context): string | undefined {
  const read = readTicker(upperOf(text), store);
  return read && "refused" in read ? fullOf(read.text) : undefined;
}

/** The ticker that the whole text is, in any vendor's notation; undefined if it is none that is covered. */
function tickerIn(text: string, { store }: Context): string | undefined {
  const upper = upperOf(text);
  const read = readTicker(upper, store);
  const ticker = read && "name" in read ? read.name : upper;
  return isKnown(ticker, store) ? ticker : undefined;
}

/** Most words of a query that are read. */
const MOST_WORDS = 8;

/**
 * Companies and funds that a query names, best first: by ticker in any vendor's notation, or by words of the name, with typing errors. Words that name no
 * company are ignored, so `apple eps` finds Apple.
 */
export function searchCompanies(query: string, context: Context, most: number): FoundCompany[] {
  const { byTicker, text, rank } = companies(context);
  const whole = tickerIn(query, context);
  const all = searchWords(query).slice(0, MOST_WORDS);
  const found = new Map<string, FoundCompany>();
  const add = (one: FoundCompany): void => void (found.has(one.ticker) || found.set(one.ticker, one));
  const nameOf = (ticker: string): string => byTicker.get(ticker)?.name ?? ticker;
  if (whole !== undefined) add({ ticker: whole, name: nameOf(whole), matched: all, whole: true });
  const words = all.filter((word) => !legalWords.has(word.toUpperCase()));
  const legal = all.filter((word) => legalWords.has(word.toUpperCase()));
  // Neighbours are also read as one word.
  const joined = words.slice(1).map((word, i) => ({ word: `${words[i]}${word}`, of: [words[i]!, word] }));
  const covers = (term: string): readonly string[] => joined.find((j) => j.word === term)?.of ?? [term];
  const isJoined = new Set(joined.map((j) => j.word));
  const matching = (shortest: number) =>
    text.search([...words, ...joined.map((j) => j.word)].join(" "), {
      prefix: (term) => term.length > 1,
      // With a typing error, two words as one would be a name and a figure: `microsoftpe`.
      fuzzy: (term) => (term.length < shortest || isJoined.has(term) ? false : term.length < 8 ? 1 : 2),
      weights: { prefix: 0.4, fuzzy: 0.2 },
    });
  const sure = matching(5);
  // One wrong letter of four makes too many other words, unless there is nothing else.
  const results = sure.length > 0 ? sure : matching(4);
  const named = results.slice(0, 500).map((result) => {
    const ticker = result.id as string;
    const own = new Set(byTicker.get(ticker)?.words);
    const matched = [...new Set(result.queryTerms.flatMap(covers))];
    const wholeWords = new Set(result.queryTerms.filter((term) => own.has(term)).flatMap(covers));
    const isWhole = matched.every((word) => wholeWords.has(word));
    return { ticker, matched, wholeWords: [...wholeWords], isWhole, others: own.size - matched.length, score: result.score };
  });
  named.sort(
    (a, b) =>
      b.matched.length - a.matched.length ||
      Number(b.isWhole) - Number(a.isWhole) ||
      a.others - b.others ||
      (rank.get(a.ticker) ?? Infinity) - (rank.get(b.ticker) ?? Infinity) ||
      b.score - a.score,
  );
  const byName = named.map(({ ticker, matched, wholeWords, isWhole }): FoundCompany => {
    const some = !isWhole && wholeWords.length > 0 && wholeWords.length < matched.length && matched.length < words.length;
    return { ticker, name: nameOf(ticker), matched: [...(some ? wholeWords : matched), ...legal], whole: isWhole || some };
  });
  const [best] = byName;
  if (best && words.every((word) => best.matched.includes(word))) for (const one of byName.slice(0, most)) add(one);
  // A part of the query may be a ticker: "GME days to cover", "AAPL US Equity PX_LAST".
  const typed = query.trim().split(/\s+/).slice(0, MOST_WORDS);
  for (const size of [3, 2, 1])
    for (const [at, word] of typed.entries()) {
      const part = [word, ...typed.slice(at + 1, at + size)].join(" ");
      const ticker = at + size > typed.length ? undefined : tickerIn(part, context);
      if (ticker !== undefined) add({ ticker, name: nameOf(ticker), matched: searchWords(part), whole: true });
    }
  for (const one of byName) add(one);
  return [...found.values()].slice(0, most);
}
