import type { IsoDate } from "../../contract/dates";

/** One yes-or-no market on one day. */
export interface Market {
  readonly id: string;
  /** The venue's readable name of the market. */
  readonly slug: string;
  readonly question: string;
  readonly category: string;
  /** The title of the event that groups it with its siblings; empty if there is none. */
  readonly event: string;
  readonly opened: IsoDate;
  /** Scheduled close; the real one may come earlier. */
  readonly end_date: IsoDate;
  /** Day on which trading stopped; null while it goes on. */
  readonly closed: IsoDate | null;
  /** Null while no outcome is published. */
  readonly outcome: "Yes" | "No" | null;
  /** Probability of Yes by the last trade; null where none is known, also for a market whose outcomes are not Yes and No. */
  readonly yes_probability: number | null;
  /** Lifetime volume; null where the venue counts contracts alone. */
  readonly volume_usd: number | null;
}

/** A market as a venue states it, on the day of `updated`. */
export interface PublishedMarket extends Market {
  readonly venue: "polymarket" | "kalshi";
  /** Both outcomes with their prices, in the venue's order; a price is null where none is known. */
  readonly outcomes: readonly { readonly label: string; readonly price: number | null }[];
  /** Changes of the probability, as a share of one; null where the venue states none. */
  readonly one_day_change: number | null;
  readonly one_week_change: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
  readonly last: number | null;
  readonly liquidity_usd: number | null;
  readonly volume_contracts: number | null;
  /** The moment that the venue states the market for, ISO 8601. */
  readonly updated: string;
}
