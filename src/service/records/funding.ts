/** The venues that are covered, in the order in which one is taken where several have settled at the same moment. */
export const VENUES = ["binance", "bybit", "okx", "hyperliquid"] as const;
export type Venue = (typeof VENUES)[number];

/** One settled interval of one perpetual at one venue. Positive is paid by longs to shorts. */
export interface PublishedFunding {
  readonly exchange: Venue;
  /** The venue's own name of the contract. */
  readonly contract: string;
  /** Milliseconds UTC of the settlement, as stated: some venues are seconds late. */
  readonly time_ms: number;
  /** Percent of the position per interval: without the interval it cannot be compared. */
  readonly rate_pct: number;
  /** Hours that the rate was paid for; null where the document does not show them. */
  readonly interval_hours: number | null;
}
