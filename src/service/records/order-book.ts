/** One level of a book: dollars of a contract that pays one, and contracts that wait there. */
export type Level = readonly [price: number, size: number];

/**
 * The bids of one market at one moment, best first. The venue states bids alone: a bid for No is an offer of Yes at one less it, and the other way round. A side
 * without a bid makes no offer of the other: null, never 0 or 1.
 */
export interface OrderBook {
  readonly market: string;
  readonly venue: "kalshi";
  /** The moment for which the book stands, ISO 8601, where the file's name says it; else the day alone is known. */
  readonly stated: string | null;
  readonly yes_bids: readonly Level[];
  readonly no_bids: readonly Level[];
  readonly yes_bid: number | null;
  readonly yes_bid_size: number | null;
  readonly yes_ask: number | null;
  /** What waits at the best bid for No, which is what can be bought of Yes at the ask. */
  readonly yes_ask_size: number | null;
  readonly no_bid: number | null;
  readonly no_ask: number | null;
  /** The ask less the bid of Yes; null where either is missing. */
  readonly spread: number | null;
  /** Halfway between bid and ask of Yes; null where either is missing. */
  readonly mid: number | null;
  readonly yes_bid_contracts: number;
  readonly no_bid_contracts: number;
}
