import { addDays } from "../../../contract/dates";
import { ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { comparableCloses } from "../prices/comparable";
import type { Close } from "../../records/close";
import { shareBasisOf } from "../share-basis/share-basis";
import { inOwnShares } from "../short-interest/changes";
import type { PublishedShortInterest } from "../../records/short-interest";
import type { ShortVolume } from "../../records/short-volume";
import { newExtremes } from "./detectors/prices";
import { daysToCoverExtremes, shortInterestChanges } from "./detectors/short-interest";
import { shortVolumeBreaks } from "./detectors/short-volume";
import type { Kept } from "../../records/record";
import { newestOf, none, signalsOf, type Asked, type Reader } from "./reader";
import type { SignalRow } from "./rows";
import { counted } from "../../../contract/counted";

const SETTLEMENTS_A_YEAR = 24;

/** Rows oldest first, here and below. */
export const inSettlements = (asked: Asked, rows: readonly Kept<PublishedShortInterest>[]): SignalRow[] =>
  signalsOf(asked, rows, shortInterestChanges("short_interest_surge"), shortInterestChanges("short_interest_drop"), daysToCoverExtremes);

export const inVolumes = (asked: Asked, rows: readonly Kept<ShortVolume>[]): SignalRow[] =>
  signalsOf(asked, rows, shortVolumeBreaks("short_volume_spike"), shortVolumeBreaks("short_volume_dry_up"));

export const inCloses = (asked: Asked): SignalRow[] => signalsOf(asked, asked.closes, newExtremes("new_high"), newExtremes("new_low"));

/** FINRA's settlements of short interest. */
export const shortInterest: Reader = (asked) => {
  const { context, ticker, today } = asked;
  const { records } = context.store;
  const stated = records.latest<PublishedShortInterest>("short_interest", ticker, today, SETTLEMENTS_A_YEAR + 4).toReversed();
  const rows = inOwnShares(stated, shareBasisOf(context, ticker));
  const newest = rows[rows.length - 1];
  if (!newest)
    return none("short_interest", asked, records.isPublished("short_interest", ticker), "settlement", "npm run data -- enable finra, or import finra FILE");
  const signals = inSettlements(asked, rows);
  return {
    family: "short_interest",
    ...ofDataset(newest.source, "short_interest", ticker),
    newest: newest.date,
    read: counted(rows.length, "settlement"),
    signals,
  };
};

/** FINRA's daily short volume. */
export const shortVolume: Reader = (asked) => {
  const { context, ticker, today, since } = asked;
  const { records } = context.store;
  const newest = newestOf(asked, "short_volume");
  if (!newest)
    return none("short_volume", asked, records.isPublished("short_volume", ticker), "short volume", "npm run data -- enable finra, or import finra FILE");
  // The 20 sessions before the first day.
  const rows = records.between<ShortVolume>("short_volume", ticker, addDays(since, -45), today, today);
  const signals = inVolumes(asked, rows);
  return {
    family: "short_volume",
    ...ofDataset(newest.source, "short_volume", ticker),
    newest: newest.date,
    read: `short volume of ${counted(rows.length, "session")}`,
    signals,
  };
};

/** The operator's own prices. */
export const prices: Reader = (asked) => {
  const { context, ticker, closes } = asked;
  const newest = closes[closes.length - 1];
  if (!newest) return none("prices", asked, context.store.records.isPublished("price", ticker), "price", "npm run data -- import prices FILE");
  return {
    family: "prices",
    ...ofDataset("user", "price", ticker),
    newest: newest.date,
    read: counted(closes.length, "close"),
    signals: inCloses(asked),
  };
};

/** The symbol's own prices of two years as they can be compared, oldest first; none where none were imported. */
export function ownCloses(context: Context, ticker: string, count: number): readonly Close[] {
  const { store, clock } = context;
  if (!store.records.isPublished("price", ticker)) return [];
  const kept = store.records.latest<Omit<Close, "date">>("price", ticker, clock.today(), count).toReversed();
  return comparableCloses(
    context,
    ticker,
    kept.map(({ date, body }) => ({ date, ...body })),
  ).closes;
}
