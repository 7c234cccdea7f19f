import { own } from "../../../contract/json";
import type { Instrument } from "../../instruments/universe";
import type { Market } from "../../records/prediction";

/** Names by which questions call a coin. */
const COIN_NAMES: Readonly<Record<string, readonly string[]>> = { BTC: ["Bitcoin", "BTC"], ETH: ["Ethereum", "Ether", "ETH"], SOL: ["Solana", "SOL"] };
export const namesOfCoin = (coin: string): readonly string[] => COIN_NAMES[coin] ?? [coin];

/** What a company's name has and a question leaves out. */
const ENDING = /(?: Class [A-Z]|\.com|,? (?:Inc|Corp|Corporation|Co|Ltd|plc|PLC|Holdings)\.?)+$/;
/** Shorter tickers are also words and initials. */
const LEAST_TICKER = 3;

/** Names by which questions call a company: its name, and its ticker if that is no common word. */
export function namesOfCompany({ ticker, name }: Pick<Instrument, "ticker" | "name">): readonly string[] {
  const short = name.replace(ENDING, "");
  return [...(short === ticker ? [] : [short]), ...(ticker.length >= LEAST_TICKER ? [ticker] : [])];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns whether a market's question or event has one of the names, whole and with its capitals: a target is not Target. */
export function about(names: readonly string[]): (market: Pick<Market, "question" | "event">) => boolean {
  if (names.length === 0) return () => false;
  const named = new RegExp(`(?<![\\p{L}\\d])(?:${names.map(escaped).join("|")})(?![\\p{L}\\d])`, "u");
  return ({ question, event }) => named.test(question) || named.test(event);
}

/** Stop words. They do not distinguish markets. */
const STOP_WORDS = new Set(
  "a an the will would is are be been being do does did has have had of in on at by to for from with and or than that this it its as if".split(" "),
);

/** Scales and units directly after a number: "100k" is "100,000", "25bps" is "25 bps", "4.5pct" is "4.5 %". */
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3, thousand: 1e3, m: 1e6, mm: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9, t: 1e12, tn: 1e12, trillion: 1e12,
}; // prettier-ignore
const UNITS: Readonly<Record<string, string>> = { bps: "bps", bp: "bps", pct: "%", percent: "%", y: "year", yr: "year" };

const NUMBER = String.raw`(?<digits>\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?<decimals>\.\d+)?(?:(?<letters>[a-z]{1,7})|\s(?<word>thousand|million|billion|trillion))?(?![\p{L}\d])`;
const TOKEN = new RegExp(String.raw`\p{L}+(?:&\p{L}+)+|${NUMBER}|%|[\p{L}\d]+(?:'\p{L}+)?`, "gu");

const NOT_PLURAL = /(?:ss|us|is|news)$/;

/** Removes a possessive or plural ending: "China's" becomes "china", "cuts" "cut", "parties" "party". */
function stem(word: string): string {
  const bare = word.replace(/'s$/, "").replace(/'/g, "");
  if (bare.length < 4 || !bare.endsWith("s") || NOT_PLURAL.test(bare)) return bare;
  if (bare.endsWith("ies")) return `${bare.slice(0, -3)}y`;
  return /(?:x|z|ch|sh|ss)es$/.test(bare) ? bare.slice(0, -2) : bare.slice(0, -1);
}

function tokensOf({ 0: text, groups }: RegExpMatchArray): string[] {
  const { digits, decimals = "", letters, word } = groups ?? {};
  if (digits === undefined) return [own(UNITS, text) ?? stem(text)];
  const suffix = letters ?? word;
  const number = Number(digits.replaceAll(",", "") + decimals);
  if (suffix === undefined) return [String(number)];
  const scale = own(SCALES, suffix);
  if (scale !== undefined) return [String(Number((number * scale).toPrecision(15)))];
  const unit = own(UNITS, suffix);
  return unit === undefined ? [text] : [String(number), unit];
}

/**
 * The distinct words of a text in normal form, without stop words: case, accents, points of abbreviations, plural and possessive endings and the spelling of numbers
 * are ignored.
 *
 * @example wordsOf("Will the Fed's rate cuts in the U.S. be 25bps?") // ["fed", "rate", "cut", "us", "25", "bps"]
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/(?<![\p{L}\d])(?:\p{L}\.){2,}/gu, (abbreviation) => abbreviation.replaceAll(".", ""))
    .replace(/(?<=(?<!\p{L})\p{L})\s*&\s*(?=\p{L}(?!\p{L}))/gu, "&");
  const words = [...plain.matchAll(TOKEN)].flatMap(tokensOf);
  return [...new Set(words)].filter((word) => word !== "" && !STOP_WORDS.has(word));
}

/** A market with its search words. */
export interface ListedMarket {
  readonly market: Market;
  readonly question: ReadonlySet<string>;
  /** The words of the event that groups it with its siblings. */
  readonly event: ReadonlySet<string>;
}

/** One market; several that fit equally well; or none, with those that share the most words. Lists begin with the best fit. */
type Found =
  | { readonly kind: "one"; readonly market: Market }
  | { readonly kind: "several"; readonly markets: readonly Market[] }
  | { readonly kind: "none"; readonly near: readonly Market[] };

/** The event's title; an event without spaces is an id, which is matched in full elsewhere. */
const titleOf = ({ event }: Market): string => (/\s/.test(event) ? event : "");

/** Words are found at their first use: only a search needs those of all markets. */
export function listedMarket(market: Market): ListedMarket {
  let question: ReadonlySet<string> | undefined;
  let event: ReadonlySet<string> | undefined;
  return {
    market,
    get question() {
      return (question ??= new Set(wordsOf(market.question)));
    },
    get event() {
      return (event ??= new Set(wordsOf(titleOf(market))));
    },
  };
}

const isOpen = ({ market }: ListedMarket): boolean => market.closed === null;

/** How words fit a market, best first: they are its whole question; its question contains them; question and event contain them; some are missing. */
const WHOLE = 0;
const IN_QUESTION = 1;
const WITH_EVENT = 2;
const NOT_ALL = 3;

function fitOf({ question, event }: ListedMarket, query: readonly string[]): number {
  if (query.every((word) => question.has(word))) return question.size === query.length ? WHOLE : IN_QUESTION;
  return query.every((word) => question.has(word) || event.has(word)) ? WITH_EVENT : NOT_ALL;
}

const shared = ({ question, event }: ListedMarket, query: readonly string[]): number => query.filter((word) => question.has(word) || event.has(word)).length;

/** Sorts by the fewest other words, then by the earliest close. */
const byFit = (a: ListedMarket, b: ListedMarket): number =>
  a.question.size - b.question.size ||
  (a.market.end_date < b.market.end_date ? -1 : a.market.end_date > b.market.end_date ? 1 : a.market.id < b.market.id ? -1 : 1);

/** True if `other` has all words of `one` and more: then `one` is the closer fit, not only the shorter question. */
const extendsWords = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => other.size > one.size && [...one].every((word) => other.has(word));

/** The best fit among markets with every word; undefined if there is none. */
function byWords(markets: readonly ListedMarket[], query: readonly string[]): Found | undefined {
  const fits = markets.map((m) => ({ of: m, fit: fitOf(m, query) }));
  const best = fits.reduce((bestSoFar, { fit }) => Math.min(bestSoFar, fit), NOT_ALL);
  if (best === NOT_ALL) return undefined;
  const [first, ...others] = fits.flatMap(({ of, fit }) => (fit === best ? [of] : [])).sort(byFit);
  if (!first) return undefined;
  return others.every((other) => extendsWords(first.question, other.question))
    ? { kind: "one", market: first.market }
    : { kind: "several", markets: [first, ...others].map(({ market }) => market) };
}

/** The market with this full id or slug, in any case; an id comes first. */
export function marketNamed(markets: readonly ListedMarket[], query: string): ListedMarket | undefined {
  const name = query.trim().toLowerCase();
  return markets.find((m) => m.market.id.toLowerCase() === name) ?? markets.find((m) => m.market.slug.toLowerCase() === name);
}

/** Finds by the full id or slug of the market, or of its event, in any case. */
function byName(markets: readonly ListedMarket[], query: string): Found | undefined {
  const name = query.trim().toLowerCase();
  const market = marketNamed(markets, query)?.market;
  if (market) return { kind: "one", market };
  const siblings = markets
    .filter((m) => isOpen(m) && m.market.event.toLowerCase() === name)
    .sort(byFit)
    .map((m) => m.market);
  const [sibling] = siblings;
  return sibling && (siblings.length === 1 ? { kind: "one", market: sibling } : { kind: "several", markets: siblings });
}

/**
 * Finds a market by its id, slug or event, or by whole words of its question and its event's title. Open markets come before closed ones. Volume does not count: among
 * markets that fit equally well none is chosen.
 */
export function findMarket(markets: readonly ListedMarket[], query: string): Found {
  const named = byName(markets, query);
  if (named) return named;
  const words = wordsOf(query);
  const open = markets.filter(isOpen);
  const found = words.length === 0 ? undefined : (byWords(open, words) ?? byWords(markets, words));
  if (found) return found;
  const near = open.map((m) => ({ of: m, sharedWords: shared(m, words) })).filter(({ sharedWords: most }) => most > 0);
  near.sort((a, b) => b.sharedWords - a.sharedWords || byFit(a.of, b.of));
  return { kind: "none", near: near.map(({ of }) => of.market) };
}
