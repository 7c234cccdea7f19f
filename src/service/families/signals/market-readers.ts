import { addDays } from "../../../contract/dates";
import { ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { comparableCloses } from "../prices/comparable";
import type { Close } from "../../records/close";
import { shareBasisOf } from "../share-basis/share-basis";
import { withComparableChanges } from "../short-interest/changes";
import type { PublishedShortInterest } from "../../records/short-interest";
import type { ShortVolume } from "../../records/short-volume";
import { newExtremes } from "./detectors/prices";
import { daysToCoverExtremes, shortInterestChanges } from "./detectors/short-interest";
import { shortVolumeBreaks } from "./detectors/short-volume";
import type { StoredRecord } from "../../records/record";
import { newestRowOf, noEvidence, signalsOf, type ReaderInput, type Reader } from "./reader";
import type { SignalRow } from "./rows";
import { counted } from "../../../contract/counted";

const SETTLEMENTS_A_YEAR = 24;

/** Rows are oldest first, here and below. */
export const settlementSignals = (input: ReaderInput, rows: readonly StoredRecord<PublishedShortInterest>[]): SignalRow[] =>
  signalsOf(input, rows, shortInterestChanges("short_interest_surge"), shortInterestChanges("short_interest_drop"), daysToCoverExtremes);

export const shortVolumeSignals = (input: ReaderInput, rows: readonly StoredRecord<ShortVolume>[]): SignalRow[] =>
  signalsOf(input, rows, shortVolumeBreaks("short_volume_spike"), shortVolumeBreaks("short_volume_dry_up"));

export const closeSignals = (input: ReaderInput): SignalRow[] => signalsOf(input, input.closes, newExtremes("new_high"), newExtremes("new_low"));

/** Reads FINRA's settlements of short interest. */
export const readSettlements: Reader = (input) => {
  const { context, ticker, today } = input;
  const { records } = context.store;
  const stated = records.latest<PublishedShortInterest>("short_interest", ticker, today, SETTLEMENTS_A_YEAR + 4).toReversed();
  const rows = withComparableChanges(stated, shareBasisOf(context, ticker));
  const newest = rows[rows.length - 1];
  if (!newest)
    return noEvidence(
      "short_interest",
      input,
      records.isPublished("short_interest", ticker),
      "settlement",
      "npm run data -- enable finra, or import finra FILE",
    );
  const signals = settlementSignals(input, rows);
  return {
    family: "short_interest",
    ...ofDataset(newest.source, "short_interest", ticker),
    newest: newest.date,
    read: counted(rows.length, "settlement"),
    signals,
  };
};

/** Reads FINRA's daily short volume. */
export const readShortVolume: Reader = (input) => {
  const { context, ticker, today, since } = input;
  const { records } = context.store;
  const newest = newestRowOf(input, "short_volume");
  if (!newest)
    return noEvidence("short_volume", input, records.isPublished("short_volume", ticker), "short volume", "npm run data -- enable finra, or import finra FILE");
  // Includes the 20 sessions before the first day.
  const rows = records.between<ShortVolume>("short_volume", ticker, addDays(since, -45), today, today);
  const signals = shortVolumeSignals(input, rows);
  return {
    family: "short_volume",
    ...ofDataset(newest.source, "short_volume", ticker),
    newest: newest.date,
    read: `short volume of ${counted(rows.length, "session")}`,
    signals,
  };
};

/** Reads the operator's own prices. */
export const readCloses: Reader = (input) => {
  const { context, ticker, closes } = input;
  const newest = closes[closes.length - 1];
  if (!newest) return noEvidence("prices", input, context.store.records.isPublished("price", ticker), "price", "npm run data -- import prices FILE");
  return {
    family: "prices",
    ...ofDataset("user", "price", ticker),
    newest: newest.date,
    read: counted(closes.length, "close"),
    signals: closeSignals(input),
  };
};

/** The newest `count` of the operator's own closes that are comparable across splits, oldest first; empty if none are imported. */
export function ownCloses(context: Context, ticker: string, count: number): readonly Close[] {
  const { store, clock } = context;
  if (!store.records.isPublished("price", ticker)) return [];
  const stored = store.records.latest<Omit<Close, "date">>("price", ticker, clock.today(), count).toReversed();
  return comparableCloses(
    context,
    ticker,
    stored.map(({ date, body }) => ({ date, ...body })),
  ).closes;
}
