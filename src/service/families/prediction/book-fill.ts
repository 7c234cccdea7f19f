import { momentText } from "../../../contract/as-of";
import { groupedBy } from "../../../contract/lists";
import { rounded } from "../../../contract/rounded";
import type { Level } from "../../records/prediction";
import { median, sumOf } from "../statistics";
import type { MarketFigure } from "./market-rows";

export const ALGO_FLAGS = ["uniform_ladder", "mirrored_quotes", "fixed_size", "depth_flicker"] as const;
type AlgoFlag = (typeof ALGO_FLAGS)[number];
export const FLAG_SIDES = ["bid", "ask", "both"] as const;
type FlagSide = (typeof FLAG_SIDES)[number];

/** A pattern of waiting orders that is usual for programs and rare for people. */
export interface Flag {
  readonly flag: AlgoFlag;
  readonly side: FlagSide;
  /** Snapshots with the pattern, and the compared ones. */
  readonly snapshots: number;
  readonly of: number;
  /** Milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  readonly evidence: string;
}

/** Fewer snapshots are not compared: two hours. */
export const LEAST_SNAPSHOTS = 8;
/** Share of the snapshots that must show a pattern. */
const LEAST_SHARE = 0.5;
/** Sizes that differ less count as equal. */
const EQUAL_SIZES = 0.01;
const LADDER_LEVELS = 4;
/** Different best prices at which one size was quoted. */
const LEAST_PRICES = 3;
/** A side flickers if its depth falls to this share within one snapshot, and is back in the next one. */
const FLICKER_SHARE = 0.2;
const LEAST_FLICKERS = 3;

export const FLAG_RULES: Readonly<Record<AlgoFlag, string>> = {
  uniform_ladder: `At least ${LADDER_LEVELS} levels of a side have equal sizes at equal distances.`,
  mirrored_quotes: "Best bid and best offer have the same size.",
  fixed_size: `The best level has one size while its price moves over at least ${LEAST_PRICES} values.`,
  depth_flicker: `The depth of a side falls by four fifths or more and is back 15 minutes later, at least ${LEAST_FLICKERS} times.`,
};

const BOOK_SIDES = ["bid", "ask"] as const;
type BookSide = (typeof BOOK_SIDES)[number];
const levelsAt = (book: YesBook, side: BookSide): readonly Level[] => (side === "bid" ? book.bids : book.asks);

const areEqual = (a: number, b: number): boolean => Math.abs(a - b) <= EQUAL_SIZES * Math.max(a, b);

function isLadder(levels: readonly Level[]): boolean {
  const [first, second] = levels;
  if (levels.length < LADDER_LEVELS || !first || !second) return false;
  const step = Math.abs(first[0] - second[0]);
  return levels.every(([price, size], k) => areEqual(size, first[1]) && Math.abs(Math.abs(price - first[0]) - k * step) < step / 100);
}

const isMirrored = ({ bids, asks }: YesBook): boolean => bids[0] !== undefined && asks[0] !== undefined && areEqual(bids[0][1], asks[0][1]);

function found(flag: AlgoFlag, side: FlagSide, showing: readonly YesBook[], of: number, evidence: string): Flag[] {
  const [first, last] = [showing[0], showing.at(-1)];
  return first && last ? [{ flag, side, snapshots: showing.length, of, first: first.at, last: last.at, evidence }] : [];
}

const isUsual = (showing: readonly YesBook[], books: readonly YesBook[]): boolean => showing.length >= LEAST_SHARE * books.length;

function ladder(books: readonly YesBook[], side: BookSide): Flag[] {
  const showing = books.filter((book) => isLadder(levelsAt(book, side)));
  const [first] = showing;
  if (!first || !isUsual(showing, books)) return [];
  const levels = levelsAt(first, side);
  const evidence = `At ${momentText(first.at)} ${levels.length} levels of ${levels[0]?.[1]} contracts.`;
  return found("uniform_ladder", side, showing, books.length, evidence);
}

function mirrored(books: readonly YesBook[]): Flag[] {
  const showing = books.filter(isMirrored);
  const [first] = showing;
  if (!first || !isUsual(showing, books)) return [];
  return found("mirrored_quotes", "both", showing, books.length, `At ${momentText(first.at)} ${first.bids[0]?.[1]} contracts on both sides.`);
}

/** The most frequent size of the best level, if it was quoted at several prices. */
function fixedSize(books: readonly YesBook[], side: BookSide): Flag[] {
  const best = (book: YesBook): Level | undefined => levelsAt(book, side)[0];
  const quoted = books.filter((book) => best(book) !== undefined);
  const bySize = groupedBy(quoted, (book) => best(book)?.[1]);
  const [size, showing = []] = [...bySize].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const prices = new Set(showing.map((book) => best(book)?.[0]));
  if (size === undefined || !isUsual(showing, books) || prices.size < LEAST_PRICES) return [];
  return found("fixed_size", side, showing, books.length, `${size} contracts at ${prices.size} different prices.`);
}

function flicker(books: readonly YesBook[], side: BookSide): Flag[] {
  const depth = books.map((book) => depthOf(levelsAt(book, side)));
  const showing = books.filter((_, i) => {
    const [before, now, after] = [depth[i - 1], depth[i]!, depth[i + 1]];
    return before !== undefined && after !== undefined && now <= FLICKER_SHARE * Math.min(before, after);
  });
  if (showing.length < LEAST_FLICKERS) return [];
  return found("depth_flicker", side, showing, books.length, `The depth fell by four fifths or more ${showing.length} times and came back.`);
}

/** The patterns of automated orders in these snapshots, oldest first. None with fewer than `LEAST_SNAPSHOTS`. A crossed book is left out. */
export function algoFlags(all: readonly YesBook[]): Flag[] {
  const books = all.filter((book) => book.bids.length === 0 || book.asks.length === 0 || topOf(book).mid.value !== null);
  if (books.length < LEAST_SNAPSHOTS) return [];
  const onSides = (detect: (of: readonly YesBook[], side: BookSide) => Flag[]): Flag[] => BOOK_SIDES.flatMap((side) => detect(books, side));
  return [...onSides(ladder), ...mirrored(books), ...onSides(fixedSize), ...onSides(flicker)];
}

/** The waiting orders for Yes of one market at one moment. Each side best first; prices in dollars of a contract that pays one dollar. */
export interface YesBook {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Contracts of the whole side, levels that are not stored included. */
  readonly bidContracts: number;
  readonly askContracts: number;
}

/** A buyer takes the offers, a seller the bids. */
export type Side = "buy" | "sell";

const SIDES = { buy: "offers", sell: "bids" } as const;
const levelsOf = (book: YesBook, side: Side): readonly Level[] => (side === "buy" ? book.asks : book.bids);

/** Dollars that the levels of a side hold. */
export const depthOf = (levels: readonly Level[]): number => rounded(sumOf(levels.map(([price, size]) => price * size)), 2);

/** Why prices of a book cannot be compared: its best bid is above its best offer. Undefined if it is not crossed. */
function crossed({ bids, asks }: YesBook): string | undefined {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  if (bid === undefined || ask === undefined || bid <= ask) return undefined;
  return `The book is crossed: its best bid, ${bid}, is above its best offer, ${ask}.`;
}

/** Best prices, spread and mid of a book. An empty side has no price: null, never 0 or 1. */
export function topOf(book: YesBook): { readonly bid: MarketFigure; readonly ask: MarketFigure; readonly spread: MarketFigure; readonly mid: MarketFigure } {
  const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]];
  const missing = bid === undefined ? "The book has no bids." : ask === undefined ? "The book has no offers." : crossed(book);
  const of = (value: number | undefined, reason: string): MarketFigure => (value === undefined ? { value: null, reason } : { value });
  const between = (value: (b: number, a: number) => number): MarketFigure =>
    missing === undefined && bid !== undefined && ask !== undefined ? { value: rounded(value(bid, ask), 6) } : { value: null, reason: missing ?? "" };
  return {
    bid: of(bid, "The book has no bids."),
    ask: of(ask, "The book has no offers."),
    spread: between((b, a) => a - b),
    mid: between((b, a) => (b + a) / 2),
  };
}

/** One order of a size in dollars, filled against a book. */
export interface Fill {
  /** Mean price by contracts. */
  readonly vwap: MarketFigure;
  /** Distance of `vwap` from mid, in basis points of mid; positive if it is worse than mid. */
  readonly slippage: MarketFigure;
  readonly contracts: MarketFigure;
  /** True if the levels hold fewer dollars than the order. Its price is then not extrapolated. */
  readonly exhausted: boolean;
}

/** Dollars of a sum of products: two sums of equal levels may differ in the last digits. */
const EXACT_DECIMALS = 9;

/**
 * Fills an order of `notional` dollars, without fees: a buyer pays that much for contracts, a seller receives that much. Takes level after level, the best first, and of
 * the last level only a part.
 */
export function fill(book: YesBook, side: Side, notional: number): Fill {
  const unknown = (reason: string, exhausted: boolean): Fill => {
    const none: MarketFigure = { value: null, reason };
    return { vwap: none, slippage: none, contracts: none, exhausted };
  };
  const isCrossed = crossed(book);
  if (isCrossed !== undefined) return unknown(isCrossed, false);
  const levels = levelsOf(book, side);
  let [left, contracts] = [notional, 0];
  for (const [price, size] of levels) {
    const taken = Math.min(left, price * size);
    contracts += taken / price;
    left -= taken;
    if (rounded(left, EXACT_DECIMALS) <= 0) break;
  }
  if (rounded(left, EXACT_DECIMALS) > 0)
    return unknown(
      levels.length === 0
        ? `Depth exhausted: the book has no ${SIDES[side]}.`
        : `Depth exhausted: the ${levels.length} known ${levels.length === 1 ? "level" : "levels"} of ${SIDES[side]} hold ${depthOf(levels)} US dollars.`,
      true,
    );
  const vwap = notional / contracts;
  const { mid } = topOf(book);
  const worse = side === "buy" ? 1 : -1;
  return {
    vwap: { value: rounded(vwap, 6) },
    slippage: mid.value === null ? mid : { value: rounded((worse * (vwap - mid.value) * 10_000) / mid.value, 2) },
    contracts: { value: rounded(contracts, 2) },
    exhausted: false,
  };
}

/** The larger middle value first met at this share of a sorted list: the nearest rank. */
const atRank = (sorted: readonly number[], share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

/**
 * Median and 90th percentile of the slippage of one size. A snapshot that cannot fill it counts as worse than every other one: leaving it out would make thin books look
 * cheap. A percentile that falls on such a snapshot is unknown. Snapshots with neither a mid nor an exhausted side are not compared.
 */
export function slippagesOf(books: readonly YesBook[], side: Side, notional: number) {
  const fills = books.map((book) => fill(book, side, notional));
  const exhausted = fills.filter((one) => one.exhausted).length;
  const known = fills.flatMap(({ slippage }) => (slippage.value === null ? [] : [slippage.value])).sort((a, b) => a - b);
  const sorted = [...known, ...Array<number>(exhausted).fill(Number.POSITIVE_INFINITY)];
  const reason =
    sorted.length === 0 ? "No snapshot of the window has both sides." : `Depth exhausted in ${exhausted} of ${sorted.length} snapshots of the window.`;
  const stated = (value: number): MarketFigure => (Number.isFinite(value) ? { value: rounded(value, 2) } : { value: null, reason });
  return { median: stated(median(sorted)), p90: stated(atRank(sorted, 0.9)), snapshots: sorted.length, exhausted };
}
