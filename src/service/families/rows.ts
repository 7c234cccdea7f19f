import type { IsoDate } from "../../contract/dates";
import { ofDataset, SAMPLE, type Origin } from "../answers/answering";
import type { Context } from "../answers/context";
import { instrumentOf, UNIVERSE, type Instrument } from "../instruments/universe";
import type { SourceId } from "../records/attribution";
import type { Dataset, StoredRecord } from "../records/record";
import { newestPublicDay, type Now } from "../sample/public-rows";
import type { Records } from "../store/records";
import { sampleInsiderReports } from "./insider/sample";

/** The reads of records that are the same of imported and of sample rows. */
type RecordReads = Pick<Records, "between" | "across">;

/** The sample rows of a dataset. */
interface SampleRows {
  /** The entities of which rows are read if none is named. */
  readonly entities: readonly string[];
  /** The rows of an entity dated from one day to another, oldest first, public or not. */
  between(entity: string, from: IsoDate, to: IsoDate): readonly StoredRecord<object>[];
}

/** Sample rows of instruments. */
const ofInstruments = (
  listed: (i: Instrument) => boolean,
  rowsOf: (i: Instrument, from: IsoDate, to: IsoDate) => readonly StoredRecord<object>[],
): SampleRows => ({
  entities: UNIVERSE.filter(listed).map(({ ticker }) => ticker),
  between: (ticker, from, to) => {
    const instrument = instrumentOf(ticker);
    return instrument ? rowsOf(instrument, from, to) : [];
  },
});

const SAMPLE_ROWS: { readonly [D in Dataset]?: SampleRows } = {
  // A report belongs to the company, so it is listed once for several share classes.
  insider_trade: ofInstruments(({ ticker, issuer }) => ticker === issuer, sampleInsiderReports),
};

/** Reads sample records as the store reads imported ones. */
export function sampleRecords(now: Now): RecordReads {
  const read = (dataset: Dataset, entity: string, from: IsoDate, to: IsoDate): readonly StoredRecord<object>[] => {
    const [today, filedBy] = [now.today(), newestPublicDay(dataset, now)];
    return SAMPLE_ROWS[dataset]?.between(entity, from, to < today ? to : today).filter(({ known }) => known <= filedBy) ?? [];
  };
  return {
    between: <T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate) => read(dataset, entity, from, to) as readonly StoredRecord<T>[],
    across: <T>(dataset: Dataset, from: IsoDate, to: IsoDate) =>
      (SAMPLE_ROWS[dataset]?.entities ?? [])
        .flatMap((entity) => read(dataset, entity, from, to) as readonly StoredRecord<T>[])
        .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
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
