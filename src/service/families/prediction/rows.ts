import type { IsoDate } from "../../../contract/dates";

/** One yes-or-no market on one day. */
export interface Market {
  readonly id: string;
  readonly question: string;
  readonly category: string;
  readonly opened: IsoDate;
  /** Scheduled close; the real one may come earlier. */
  readonly end_date: IsoDate;
  /** Day on which trading stopped; null while it goes on. */
  readonly closed: IsoDate | null;
  /** Null while no outcome is published. */
  readonly outcome: "Yes" | "No" | null;
  /** Probability of Yes by the last trade, above 0 and below 1. */
  readonly yes_probability: number;
  /** Lifetime volume. */
  readonly volume_usd: number;
}
