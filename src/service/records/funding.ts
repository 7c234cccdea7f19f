import { PERPETUALS, type Perpetual } from "../../contract/vocabulary";

export const isPerpetual = (name: string): name is Perpetual => (PERPETUALS as readonly string[]).includes(name);

/** The covered venues, the preferred one first. FUNDING shows the first one whose last settlement is not too old. */
export const VENUES = ["binance", "bybit", "okx", "hyperliquid"] as const;
export type Venue = (typeof VENUES)[number];

/** One settled interval of one perpetual at one venue. Longs pay shorts if the rate is positive. */
export interface PublishedFunding {
  readonly exchange: Venue;
  /** The venue's contract name. */
  readonly contract: string;
  /** Milliseconds UTC of the settlement as stated. Some venues are seconds late. */
  readonly time_ms: number;
  /** Percent of the position per interval. Comparable only with the interval. */
  readonly rate_pct: number;
  /** Length of the interval in hours; null if the document does not state it. */
  readonly interval_hours: number | null;
}
