import type { Level } from "../../records/prediction";
import { rounded } from "../../../contract/rounded";
import { median } from "../statistics";
import type { MarketFigure } from "./market-rows";

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
export const depthOf = (levels: readonly Level[]): number =>
  rounded(
    levels.reduce((sum, [price, size]) => sum + price * size, 0),
    2,
  );

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
interface Fill {
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

/** The slippage of one size over several snapshots. */
interface Slippages {
  readonly median: MarketFigure;
  readonly p90: MarketFigure;
  /** Snapshots that can be compared: with a mid, or exhausted. */
  readonly snapshots: number;
  readonly exhausted: number;
}

/** The larger middle value first met at this share of a sorted list: the nearest rank. */
const atRank = (sorted: readonly number[], share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

/**
 * Median and 90th percentile of the slippage of one size. A snapshot that cannot fill it counts as worse than every other one: leaving it out would make thin books look
 * cheap. A percentile that falls on such a snapshot is unknown.
 */
export function slippagesOf(books: readonly YesBook[], side: Side, notional: number): Slippages {
  const fills = books.map((book) => fill(book, side, notional));
  const exhausted = fills.filter((one) => one.exhausted).length;
  const known = fills.flatMap(({ slippage }) => (slippage.value === null ? [] : [slippage.value])).sort((a, b) => a - b);
  const sorted = [...known, ...Array<number>(exhausted).fill(Number.POSITIVE_INFINITY)];
  const stated = (value: number): MarketFigure =>
    Number.isFinite(value)
      ? { value: rounded(value, 2) }
      : {
          value: null,
          reason:
            sorted.length === 0 ? "No snapshot of the window has both sides." : `Depth exhausted in ${exhausted} of ${sorted.length} snapshots of the window.`,
        };
  return { median: stated(median(sorted)), p90: stated(atRank(sorted, 0.9)), snapshots: sorted.length, exhausted };
}
