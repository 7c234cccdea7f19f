import type { IsoDate } from "../../contract/dates";
import type { Bank } from "../../contract/vocabulary";

/** One observation of a series fetched live. Null if the publisher lists it as missing. */
export interface LiveObservation {
  readonly date: IsoDate;
  readonly value: number | null;
}

/** Why a live fetch failed: a short reason for the cell, and the full one. */
export interface Unavailable {
  readonly reason: string;
  readonly explanation: string;
}

/** Result of a live fetch: the observations, oldest first, or why there are none. */
export type LiveSeries = { readonly rows: readonly LiveObservation[] } | Unavailable;

/**
 * Fetches series while cells wait. With `asOf`, a day, their observations as they were published by the end of that day. The result always has an entry for
 * each series.
 */
export type FetchLive = (series: readonly string[], asOf?: IsoDate) => Promise<ReadonlyMap<string, LiveSeries>>;

/** A forecast of one observation of a series, from the operator's own source. The record's date is that of the observation. */
export interface StatedForecast {
  /** In the unit of the series. */
  readonly value: number;
  /** When it was made, ISO 8601 in UTC, if the file states more than the day. */
  readonly moment?: string;
}

/** Futures only, or futures and options in futures equivalents. It is the key of a `positions` record. */
export const POSITION_BASES = ["futures-only", "combined"] as const;
export type PositionBasis = (typeof POSITION_BASES)[number];

/** Figures in contracts whose change from the week before is stated, and all that are stated. */
type Changed = "open_interest" | `noncomm_${"long" | "short" | "spread"}` | `comm_${"long" | "short"}`;
type Held = Changed | `nonrept_${"long" | "short"}`;

/** Body of a `positions` record: one week of one futures market in the legacy report, in contracts; null if not stated. */
export interface FuturesPositions
  extends Readonly<Record<Held | "noncomm_net" | "comm_net", number>>, Readonly<Record<`change_${Changed}` | "traders_total", number | null>> {
  readonly market: string;
  readonly basis: PositionBasis;
}

/** The Treasury's cash at the Federal Reserve at the close of one day, in $ millions. */
export interface CashBalance {
  readonly closing_musd: number;
}

/** Series id of one bank's published policy rates, by day. */
export const policyRateSeries = (bank: Bank): string => `CBPOL.${bank}`;

/** ECB key rates that can be the euro area's policy rate. */
export type KeyRate = "deposit" | "refinancing";

/** Series id of an ECB key rate, by day. */
export const keyRateSeries = (rate: KeyRate): string => `CBPOL.XM.${rate === "deposit" ? "DFR" : "MRR"}`;

/** A central bank's own series. It is published earlier than the BIS's. */
interface FasterRate {
  readonly series: string;
  /** Its description. */
  readonly note: string;
}

const DEPOSIT: FasterRate = { series: keyRateSeries("deposit"), note: "deposit facility rate, from the European Central Bank" };
const REFINANCING: FasterRate = { series: keyRateSeries("refinancing"), note: "rate of the main refinancing operations, from the European Central Bank" };
/** From this day on the ECB's policy rate is the deposit facility rate; the main refinancing rate follows at a small spread. */
const STEERED_BY_DEPOSIT: IsoDate = "2024-09-18";

/** A bank's own series that may be newer than the BIS's, its policy rate on that day first. */
export const fasterRates = (bank: Bank, on: IsoDate): readonly FasterRate[] =>
  bank !== "XM" ? [] : on >= STEERED_BY_DEPOSIT ? [DEPOSIT, REFINANCING] : [REFINANCING, DEPOSIT];

/** One rate on one day, in percent a year. Volume, in $ billions, and percentiles exist for the five transaction-based overnight rates. */
export interface MoneyRate {
  readonly rate: number;
  readonly volume_bn: number | null;
  readonly percentile_1: number | null;
  readonly percentile_99: number | null;
}

export interface RateRow extends MoneyRate {
  readonly date: IsoDate;
}

/** Body of a `rate_average` record: the average of one tenor's yield over a month, in percent a year. */
export interface RateAverage {
  readonly rate: number;
}
