import type { IsoDate } from "../../../contract/dates";
import type { Dataset, Kept } from "../../records/record";
import type { Context } from "../../answers/context";
import type { Close } from "../../records/close";
import type { Evidence, EvidenceFamily, NoEvidence, SignalRow } from "./rows";

/** Everything that a reader may need. Signals dated before `since` are not kept. */
export interface Asked {
  readonly context: Context;
  readonly ticker: string;
  readonly since: IsoDate;
  readonly today: IsoDate;
  readonly closes: readonly Close[];
}

/** Reads one family's published rows of one ticker and runs its detectors over them. */
export type Reader = (asked: Asked) => Evidence | NoEvidence;

/** Runs detectors over rows and puts their signals in order: by day, the strongest of a day last. */
export function signalsOf<T>({ since, today }: Asked, rows: T, ...detectors: readonly ((rows: T) => SignalRow[])[]): SignalRow[] {
  return detectors
    .flatMap((detect) => detect(rows))
    .filter((s) => s.date >= since && s.date <= today)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.score - b.score));
}

/** Why a family has no evidence: not loaded, with `how` to load it, or nothing known by the clock's day. */
export const none = (family: EvidenceFamily, { ticker, today }: Asked, loaded: boolean, what: string, how: string): NoEvidence => ({
  family,
  absent: loaded ? `no ${what} of ${ticker} was known by ${today}` : `no ${what} of ${ticker} is loaded: ${how}`,
  loaded,
});

/** The newest row of the ticker in a dataset. */
export const newestOf = ({ context, ticker, today }: Asked, dataset: Dataset): Kept<object> | undefined =>
  context.store.records.latest<object>(dataset, ticker, today, 1)[0];
