import type { IsoDate } from "../../contract/dates";

/** One observation of a series that was asked for while a cell waits; a null value is one that is listed as missing. */
export interface LiveObservation {
  readonly date: IsoDate;
  readonly value: number | null;
}

/** Why a series could not be asked for: `reason` for the cell, and in full. */
export interface Unavailable {
  readonly reason: string;
  readonly explanation: string;
}

/** What came of asking: the observations, oldest first, or why there are none. */
export type LiveSeries = { readonly rows: readonly LiveObservation[] } | Unavailable;

/** Asks for series while cells wait: an entry for each, whatever happens. */
export type AskLive = (series: readonly string[]) => Promise<ReadonlyMap<string, LiveSeries>>;
