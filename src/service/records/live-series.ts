import type { IsoDate } from "../../contract/dates";

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
