import { addDays, type IsoDate, msOf } from "../../contract/dates";
import { PERPETUALS } from "../../contract/vocabulary";
import { ofDataset, type Origin, SAMPLE } from "../answers/answering";
import type { Context } from "../answers/context";
import { type Instrument, instrumentOf, ISSUERS, UNIVERSE } from "../instruments/universe";
import type { SourceId } from "../records/attribution";
import { isPerpetual } from "../records/crypto";
import type { Dataset, StoredRecord } from "../records/record";
import { newestPublicDay } from "../sample/public-rows";
import type { Records } from "../store/records";
import { lastSessions, sessionOnOrBefore } from "../time/calendar";
import { type Clock, momentInUtc } from "../time/clock";
import { sampleDisclosures } from "./congress/sample";
import { sampleFundingSettlements } from "./funding/sample";
import { sampleInsiderReports } from "./insider/sample";
import { sampleReportCounts } from "./osint/sample";
import { sampleClosesBetween } from "./prices/sample";
import { isInSampleYears } from "./sample-switch";
import { sampleShortVolume, SHORT_VOLUME_SYMBOLS } from "./smart-money/sample-short-volume";

/** The reads of records that are the same of imported and of sample rows. */
type RecordReads = Pick<Records, "between" | "across" | "latest" | "newest">;

/** The sample rows of a dataset. */
interface SampleRows {
  /** The entities of which rows are read if none is named. */
  readonly entities: readonly string[];
  /** The public rows of an entity dated from one day to another, oldest first. */
  between(entity: string, from: IsoDate, to: IsoDate, clock: Clock): readonly StoredRecord<object>[];
}

type RowsOf = (i: Instrument, from: IsoDate, to: IsoDate) => readonly StoredRecord<object>[];

/** Sample rows of instruments: those of `listed` ones are read if none is named. A row is public from the end of the day on which it is known. */
const ofInstruments = (dataset: Dataset, listed: readonly Instrument[], rowsOf: RowsOf): SampleRows => ({
  entities: listed.map(({ ticker }) => ticker),
  between: (ticker, from, to, clock) => {
    const instrument = instrumentOf(ticker);
    const filedBy = newestPublicDay(dataset, clock);
    return instrument ? rowsOf(instrument, from, to).filter(({ known }) => known <= filedBy) : [];
  },
});

const SAMPLE_ROWS: { readonly [D in Dataset]?: SampleRows } = {
  // A report belongs to the company, so it is listed once for several share classes.
  insider_trade: ofInstruments("insider_trade", ISSUERS, sampleInsiderReports),
  congress_trade: ofInstruments("congress_trade", UNIVERSE, sampleDisclosures),
  short_volume: ofInstruments("short_volume", SHORT_VOLUME_SYMBOLS, sampleShortVolume),
  price: ofInstruments("price", UNIVERSE, sampleClosesBetween),
  report_count: {
    entities: [],
    between: (keyword, from, to, clock) => sampleReportCounts(keyword, from, to, momentInUtc(clock), clock.moment()),
  },
  funding: {
    entities: PERPETUALS,
    between: (symbol, from, to, clock) =>
      isPerpetual(symbol) ? sampleFundingSettlements(symbol, msOf(from), Math.min(momentInUtc(clock), msOf(addDays(to, 1)) - 1)) : [],
  },
};

/** Reads sample records as the store reads imported ones. */
export function sampleRecords(clock: Clock): RecordReads {
  const read = <T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate): readonly StoredRecord<T>[] => {
    const today = clock.today();
    if (!isInSampleYears(today)) return [];
    return (SAMPLE_ROWS[dataset]?.between(entity, from, to < today ? to : today, clock) ?? []) as readonly StoredRecord<T>[];
  };
  return {
    between: read,
    across: <T>(dataset: Dataset, from: IsoDate, to: IsoDate) =>
      (SAMPLE_ROWS[dataset]?.entities ?? [])
        .flatMap((entity) => read<T>(dataset, entity, from, to))
        .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.entity < b.entity ? -1 : a.entity > b.entity ? 1 : 0)),
    // Of datasets with a row for each session.
    latest: <T>(dataset: Dataset, entity: string, _asOf: IsoDate, count: number) => {
      if (!isInSampleYears(clock.today())) return [];
      const newest = newestPublicDay(dataset, clock);
      return read<T>(dataset, entity, lastSessions(newest, count)[0] ?? newest, newest).toReversed();
    },
    newest: (dataset) => sessionOnOrBefore(newestPublicDay(dataset, clock)),
  };
}

/** True if rows of the entity are imported, or of any entity if none is named. Then no sample rows of it are read. */
export const isPublished = ({ store: { records } }: Context, dataset: Dataset, entity?: string): boolean =>
  entity === undefined ? records.any(dataset) : records.isPublished(dataset, entity);

/** Where the rows of an entity are read, or those of all if none is named: the imported ones if there are any, else sample rows. */
export const recordsOf = (context: Context, dataset: Dataset, entity?: string): RecordReads =>
  isPublished(context, dataset, entity) ? context.store.records : sampleRecords(context.clock);

/** Origin of an entity's rows, of this source if they are imported. */
export const originOf = (context: Context, source: SourceId, dataset: Dataset, entity: string): Origin =>
  isPublished(context, dataset, entity) ? ofDataset(source, dataset, entity) : SAMPLE;
