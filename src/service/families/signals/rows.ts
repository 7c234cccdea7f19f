import { countBefore } from "../../../contract/rounded";
import type { IsoDate } from "../../../contract/dates";
import type { SignalType } from "../../../contract/listed/signals";
import type { Horizon } from "../../../contract/vocabulary";
import type { Origin } from "../../answers/answering";

/** Number of rows dated on or before a day. Rows must be in date order. A binary search, because comparing every date costs more than reading the rows. */
export const countUpTo = <T>(rows: readonly T[], day: IsoDate, dateOf: (row: T) => IsoDate): number =>
  countBefore(rows.length, (i) => dateOf(rows[i] as T) <= day);

/** One signal on one symbol, dated by the day on which it became public. Score from 0 to 100. */
export interface SignalRow {
  readonly date: IsoDate;
  readonly type: SignalType;
  readonly direction: "bull" | "bear" | "neutral";
  readonly severity: "critical" | "high" | "medium" | "low";
  readonly score: number;
  readonly headline: string;
}

/** The families that are searched for signals on a ticker. */
export const EVIDENCE_FAMILIES = ["insider", "congress", "holders13f", "short_interest", "short_volume", "filings", "fundamentals", "prices"] as const;
export type EvidenceFamily = (typeof EVIDENCE_FAMILIES)[number];

/** One family's evidence on one ticker. */
export interface Evidence extends Omit<Origin, "sample"> {
  readonly family: EvidenceFamily;
  /** The newest day that its rows describe. */
  readonly newest: IsoDate;
  /** What was read, in words: `214 reports of insiders`. */
  readonly read: string;
  /** Signals of the last year, oldest first. */
  readonly signals: readonly SignalRow[];
}

/** What was read of one family, whatever the source of its rows. */
export type EvidenceRead = Pick<Evidence, "newest" | "read" | "signals">;

/** A family without evidence on the ticker, and why. */
export interface NoEvidence {
  readonly family: EvidenceFamily;
  readonly absent: string;
  /** True if rows are loaded, but all are dated after the service's date. */
  readonly loaded: boolean;
}

/** Price change in percent after one signal, over each completed horizon. */
export interface SignalOutcome {
  readonly date: IsoDate;
  readonly forwardReturnPct: { readonly [H in Horizon]?: number };
}
