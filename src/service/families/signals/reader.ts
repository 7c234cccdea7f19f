import type { IsoDate } from "../../../contract/dates";
import type { Dataset, StoredRecord } from "../../records/record";
import type { Context } from "../../answers/context";
import type { Close } from "../../records/equities";
import { detected, type RowsOfFamily } from "./declared";
import type { Evidence, EvidenceFamily, NoEvidence, EvidenceRead, SignalRow } from "./rows";

export const YEAR_DAYS = 365;
/** Sessions of two years: the last year's signals, and the 52 weeks before the first of them. */
export const CLOSES_READ = 2 * 253;

/** Input of a reader. Signals dated before `since` are dropped. */
export interface ReaderInput {
  readonly context: Context;
  readonly ticker: string;
  readonly since: IsoDate;
  readonly today: IsoDate;
  readonly closes: readonly Close[];
}

/** Reads one family's published rows of one ticker and runs its detectors over them. */
export type SignalReader = (input: ReaderInput) => Evidence | NoEvidence;

/** Runs a family's detectors over its rows and puts their signals in order: by day, the strongest of a day last. */
export const signalsOf = <F extends EvidenceFamily>({ since, today }: ReaderInput, family: F, rows: RowsOfFamily[F]): SignalRow[] =>
  detected(family, rows)
    .filter((s) => s.date >= since && s.date <= today)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.score - b.score));

/** What was read of dated rows, oldest first; undefined if there are none. */
export function evidenceRead(rows: readonly { readonly date: IsoDate }[], read: string, signals: () => readonly SignalRow[]): EvidenceRead | undefined {
  const newest = rows[rows.length - 1]?.date;
  return newest === undefined ? undefined : { newest, read, signals: signals() };
}

/** Why a family has no evidence: not loaded, with `how` to load it, or not known by the service's date. */
export const noEvidence = (family: EvidenceFamily, { ticker, today }: ReaderInput, loaded: boolean, what: string, how: string): NoEvidence => ({
  family,
  absent: loaded ? `no ${what} of ${ticker} was known by ${today}` : `no ${what} of ${ticker} is loaded: ${how}`,
  loaded,
});

/** The newest row of the ticker in a dataset. */
export const newestRowOf = ({ context, ticker, today }: ReaderInput, dataset: Dataset): StoredRecord<object> | undefined =>
  context.store.records.latest<object>(dataset, ticker, today, 1)[0];
