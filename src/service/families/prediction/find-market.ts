import type { Market } from "../../records/prediction";
import { wordsOf } from "./words";

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
