import type { IsoDate } from "../../contract/dates";

/** An order book fetched while a request waits, with its time in milliseconds since 1970; or why there is none, as a sentence. */
export type LiveBook = { readonly book: OrderBook; readonly fetched: number } | { readonly reason: string };

/** Fetches the present book of a market by the venue's name of it. Undefined if the venue is off. */
export type FetchBook = (venue: OrderBook["venue"], id: string) => Promise<LiveBook | undefined>;

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

/** One yes-or-no market on one day. */
export interface Market {
  readonly id: string;
  /** The venue's slug of the market. */
  readonly slug: string;
  readonly question: string;
  readonly category: string;
  /** The title of the event that groups it with its siblings; empty if there is none. */
  readonly event: string;
  readonly opened: IsoDate;
  /** Scheduled close. Trading may stop earlier. */
  readonly end_date: IsoDate;
  /** Day on which trading stopped; null while the market is open. */
  readonly closed: IsoDate | null;
  /** Null until the outcome is final. `void` if it is neither Yes nor No: 50/50, a refund, or a value between. */
  readonly outcome: "Yes" | "No" | "void" | null;
  /** Probability of Yes by the last trade; null if unknown, or if the outcomes are not Yes and No. */
  readonly yes_probability: number | null;
  /** Lifetime volume; null if the venue states only contracts. */
  readonly volume_usd: number | null;
  /** US dollars of waiting orders; null if the venue states none. */
  readonly liquidity_usd: number | null;
}

/** A market as stated by a venue on the day of `updated`. */
export interface PublishedMarket extends Market {
  readonly venue: "polymarket" | "kalshi";
  /** Both outcomes with their prices, in the venue's order. An unknown price is null. */
  readonly outcomes: readonly { readonly label: string; readonly price: number | null }[];
  /** Changes of the probability, as a fraction; null if the venue states none. */
  readonly one_day_change: number | null;
  readonly one_week_change: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly last: number | null;
  readonly volume_contracts: number | null;
  /** Volume of 24 hours: US dollars at Polymarket, contracts at Kalshi. Absent in rows of earlier versions. */
  readonly volume_24h?: number | null;
  /** Polymarket's token of Yes, by which it names the order book; null if no outcome is Yes. Absent in rows of earlier versions. */
  readonly yes_token?: string | null;
  /** True while an outcome is disputed. Undefined in rows imported before this was stored. */
  readonly disputed?: boolean;
  /** The venue's time of this state, ISO 8601. */
  readonly updated: string;
}
