/** Levels of each side that are stored. */
export const BOOK_LEVELS = 5;
/** Days for which fetched books are stored. */
export const BOOK_DAYS = 30;
/** Open markets of a venue whose books are sampled: those with the largest volume. */
export const BOOK_MARKETS = 150;

/** One level of a book: price in dollars of a contract that pays one dollar, and the contracts waiting at it. */
export type Level = readonly [price: number, size: number];

/**
 * The best bids of one market at one moment, best first. The venue states only bids: a bid for No at p is an offer of Yes at 1 − p, and vice versa. A side
 * without a bid gives no offer for the other side: null, never 0 or 1.
 */
export interface OrderBook {
  /** Kalshi's ticker, or Polymarket's token of Yes. */
  readonly market: string;
  readonly venue: "kalshi" | "polymarket";
  /** The time of the book, ISO 8601: Polymarket's own, else that of the fetch or of the file's name. Null if only the day is known. */
  readonly stated: string | null;
  readonly yes_bids: readonly Level[];
  readonly no_bids: readonly Level[];
  readonly yes_bid: number | null;
  readonly yes_bid_size: number | null;
  readonly yes_ask: number | null;
  /** Size of the best bid for No: what can be bought of Yes at the ask. */
  readonly yes_ask_size: number | null;
  readonly no_bid: number | null;
  readonly no_ask: number | null;
  /** The ask less the bid of Yes; null if either is missing. */
  readonly spread: number | null;
  /** Midpoint of bid and ask of Yes; null if either is missing. */
  readonly mid: number | null;
  readonly yes_bid_contracts: number;
  readonly no_bid_contracts: number;
}
