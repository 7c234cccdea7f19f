import { addDays } from "../../../contract/dates";
import { ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { comparableCloses } from "../prices/prices";
import type { Close, PublishedShortInterest, ShortVolume } from "../../records/equities";
import { shareBasisOf } from "../share-basis/share-basis";
import { withComparableChanges } from "../short-interest/published";
import type { StoredRecord } from "../../records/record";
import { newestRowOf, noEvidence, evidenceRead, signalsOf, type ReaderInput, type SignalReader } from "./reader";
import type { EvidenceRead } from "./rows";
import { counted } from "../../../contract/counted";

const SETTLEMENTS_A_YEAR = 24;
const FINRA = "npm run data -- enable finra, or import finra FILE";

/** Rows are oldest first, here and below. Undefined without rows. */
export const settlementReading = (input: ReaderInput, rows: readonly StoredRecord<PublishedShortInterest>[]): EvidenceRead | undefined =>
  evidenceRead(rows, counted(rows.length, "settlement"), () => signalsOf(input, "short_interest", rows));

export const shortVolumeReading = (input: ReaderInput, rows: readonly StoredRecord<ShortVolume>[]): EvidenceRead | undefined =>
  evidenceRead(rows, `short volume of ${counted(rows.length, "session")}`, () => signalsOf(input, "short_volume", rows));

export const closeReading = (input: ReaderInput): EvidenceRead | undefined =>
  evidenceRead(input.closes, counted(input.closes.length, "close"), () => signalsOf(input, "prices", input.closes));

/** Reads FINRA's settlements of short interest. */
export const readSettlements: SignalReader = (input) => {
  const { context, ticker, today } = input;
  const { records } = context.store;
  const stated = records.latest<PublishedShortInterest>("short_interest", ticker, today, SETTLEMENTS_A_YEAR + 4).toReversed();
  const rows = withComparableChanges(stated, shareBasisOf(context, ticker));
  const reading = settlementReading(input, rows);
  return reading
    ? { family: "short_interest", ...ofDataset(rows.at(-1)!.source, "short_interest", ticker), ...reading }
    : noEvidence("short_interest", input, records.isPublished("short_interest", ticker), "settlement", FINRA);
};

/** Reads FINRA's daily short volume. */
export const readShortVolume: SignalReader = (input) => {
  const { context, ticker, today, since } = input;
  const { records } = context.store;
  const newest = newestRowOf(input, "short_volume");
  if (!newest) return noEvidence("short_volume", input, records.isPublished("short_volume", ticker), "short volume", FINRA);
  // Includes the 20 sessions before the first day.
  const rows = records.between<ShortVolume>("short_volume", ticker, addDays(since, -45), today, today);
  const reading = shortVolumeReading(input, rows) ?? { read: "short volume of 0 sessions", signals: [] };
  return { family: "short_volume", ...ofDataset(newest.source, "short_volume", ticker), ...reading, newest: newest.date };
};

/** Reads the operator's own prices. */
export const readCloses: SignalReader = (input) => {
  const { context, ticker } = input;
  const reading = closeReading(input);
  return reading
    ? { family: "prices", ...ofDataset("user", "price", ticker), ...reading }
    : noEvidence("prices", input, context.store.records.isPublished("price", ticker), "price", "npm run data -- import prices FILE");
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
