import type { IsoDate } from "../../contract/dates";

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
