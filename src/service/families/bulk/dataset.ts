import { createHash } from "node:crypto";
import type { CaveatId } from "../../../contract/caveats";
import { addDays, type IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { ATTRIBUTION, mayPassOn, type PublisherSource, type SourceId } from "../../records/attribution";
import { type Dataset, UNDATED } from "../../records/record";
import { lastReleaseTime } from "../../releases/releases";
import { isoMoment } from "../../store/freshness";
import { NOW } from "../../store/publication";
import type { RowsKind, Versions } from "../../store/read-cache";
import type { PublicRecord } from "../../store/records";
import { BUILD } from "../../store/version";

/** One state of a dataset's rows. */
export interface State {
  /** Differs if any row of the file may differ. */
  readonly version: string;
  readonly versions: Versions;
  /** Stored rows, an estimate. */
  readonly rows: number;
}

/** Counted once until an import changes the rows: a million rows take up to half a second. */
function estimateOf(dataset: BulkDataset, context: Context): number {
  const { reads } = context.store;
  return reads.cached(reads.shelf("now", "bulk estimate"), dataset.name, () => {
    reads.addRead(dataset.kinds);
    return dataset.estimate(context);
  });
}

/** The present state of a dataset, as of the context's moment. */
export function datasetStateOf(dataset: BulkDataset, context: Context): State {
  const { store, clock } = context;
  const versions = store.reads.versionsOf(dataset.kinds);
  const rows = estimateOf(dataset, context);
  // Between two release times nothing becomes public but what is imported, which changes the versions.
  const moment = store.moment === NOW ? "now" : clock.follows ? lastReleaseTime(clock.moment()) : clock.moment();
  const parts = [dataset.name, BUILD, rows, clock.today(), moment, ...[...versions].flat()];
  return { version: createHash("sha256").update(parts.join(" ")).digest("hex").slice(0, 16), versions, rows };
}

export type BulkCell = string | number | boolean | null | undefined;
export type BulkRow = readonly BulkCell[];

/** A part of a dataset's rows, and where the next one begins; undefined after the last. */
interface BulkPart {
  readonly rows: readonly BulkRow[];
  readonly next: string | undefined;
}

/** What the list of datasets says of one. */
interface BulkDescription {
  readonly name: string;
  readonly title: string;
  /** What a row is, and how it relates to cells. */
  readonly about: string;
  /** Each column with its meaning and unit, without those that every file ends with. */
  readonly columns: Readonly<Record<string, string>>;
  /** Publishers whose rows it may have. */
  readonly sources: readonly PublisherSource[];
  readonly caveats: readonly CaveatId[];
}

/** A dataset that is offered as a file. */
export interface BulkDataset extends BulkDescription {
  /** The kind of stored rows that it has. */
  readonly carries: RowsKind;
  /** Which series it has, if it carries observations. */
  readonly series?: (id: string) => boolean;
  /** What must change for the file to change: the rows that it carries, and those that name them. */
  readonly kinds: readonly RowsKind[];
  /** Reads the part that begins at this place; from the first row without one. */
  part(context: Context, from: string | undefined): BulkPart;
  /** Stored rows, including those of later days. It does not depend on the moment of the question. */
  estimate(context: Context): number;
}

/** The columns with which every row ends: where it comes from, as its cell says. */
export const PROVENANCE_COLUMNS: Readonly<Record<string, string>> = {
  source: "the publisher's id, as in cells",
  public_at: "when the value became public, UTC; empty for a value that is computed from others, and for a name",
  caveats: "ids of its known limits, separated by blanks; /v1/fields?kind=caveat gives their meaning",
  attribution: "the attribution to quote",
};

/** Rows in one part: about 20 ms. */
export const PART = 2_000;

/** The cells with which a row ends. */
export const provenance = (source: SourceId, publicAt: number | undefined, caveats: readonly CaveatId[]): BulkRow => [
  source,
  publicAt === undefined ? undefined : isoMoment(publicAt),
  caveats.join(" "),
  ATTRIBUTION[source],
];

interface RecordDataset<T> extends Omit<BulkDescription, "caveats"> {
  readonly caveats?: readonly CaveatId[];
  readonly dataset: Dataset;
  /** Other kinds of stored rows that its cells are made from. */
  readonly kinds?: readonly RowsKind[];
  /** Records in one part, if they have many rows each. */
  readonly perPart?: number;
  /** The rows of a record, in the order of the columns, without the columns that every row ends with. */
  rows(record: PublicRecord<T>, context: Context): readonly BulkRow[];
}

interface LineDataset<T> extends Omit<RecordDataset<T>, "rows"> {
  /** The whole rows of a record. */
  lines(record: PublicRecord<T>, context: Context): readonly BulkRow[];
}

const EVER: IsoDate = "9999-12-31";

/** A dataset of stored records, in the order of entity, date and key. */
export function ofLines<T>({ dataset, caveats = [], kinds = [], perPart = PART, lines, ...described }: LineDataset<T>): BulkDataset {
  const read = (context: Context, from: string | undefined, upTo: IsoDate) => {
    const place = from === undefined ? undefined : (JSON.parse(from) as [string, string, string]);
    const { records, isLast } = context.store.records.after<T>(dataset, place, perPart, upTo);
    const last = records.at(-1);
    return {
      records: records.length,
      rows: records.flatMap((record) => (mayPassOn(record.source) ? lines(record, context) : [])),
      next: isLast || !last ? undefined : JSON.stringify([last.entity, last.date, last.key]),
    };
  };
  return {
    ...described,
    caveats,
    carries: dataset,
    kinds: [dataset, ...kinds],
    part: (context, from) => read(context, from, context.clock.today()),
    estimate: (context) => {
      const { store } = context;
      const stored = store.records.count(dataset);
      if (perPart === PART) return stored;
      // Records of many rows: as many each as the first ones.
      const first = read({ ...context, store: store.now }, undefined, EVER);
      return first.records === 0 ? stored : Math.round((stored * first.rows.length) / first.records);
    },
  };
}

/** A dataset of stored records whose rows became public with their record. */
export const ofRecords = <T>({ rows, ...declared }: RecordDataset<T>): BulkDataset =>
  ofLines<T>({
    ...declared,
    lines: (record, context) =>
      rows(record, context).map((cells) => [
        ...cells,
        ...provenance(record.source, UNDATED.has(declared.dataset) ? undefined : record.public, declared.caveats ?? []),
      ]),
  });

/** One observation, with the moment at which it became public unless it is computed. */
interface SeriesRow {
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
  readonly public?: number | undefined;
}

interface SeriesDataset extends BulkDescription {
  series(id: string): boolean;
  /** The series of the file, in its order; by default the stored ones, in order of their ids. */
  ids?(): readonly string[];
  /** The newest observations of a series up to a day, newest first; by default the stored ones. */
  latest?(context: Context, id: string, upTo: IsoDate, count: number): readonly SeriesRow[];
  /** The cells of an observation, in the order of the columns. */
  cells(id: string, row: SeriesRow): BulkRow;
  caveatsOf?(id: string): readonly CaveatId[];
}

const stored: NonNullable<SeriesDataset["latest"]> = ({ store }, id, upTo, count) => store.observations.latest(id, upTo, count);

/** A dataset of series, the newest observation of each first. */
export const seriesDataset = ({ ids, latest = stored, cells, caveatsOf, ...described }: SeriesDataset): BulkDataset => ({
  ...described,
  carries: "observation",
  kinds: ["observation"],
  part: (context, from) => {
    const all = ids?.() ?? context.store.observations.series().filter(described.series);
    const [first, before] = from === undefined ? [all[0], undefined] : (JSON.parse(from) as [string, IsoDate]);
    const rows: BulkRow[] = [];
    let left = PART;
    let upTo = before;
    for (const id of first === undefined ? [] : all.slice(all.indexOf(first))) {
      const found = latest(context, id, upTo ?? context.clock.today(), left);
      upTo = undefined;
      const caveats = caveatsOf?.(id) ?? described.caveats;
      for (const row of found) if (mayPassOn(row.source)) rows.push([...cells(id, row), ...provenance(row.source, row.public, caveats)]);
      const last = found.at(-1);
      if (found.length === left && last) return { rows, next: JSON.stringify([id, addDays(last.date, -1)]) };
      left -= found.length;
    }
    return { rows, next: undefined };
  },
  estimate: ({ store: { now } }) =>
    now.observations
      .series()
      .filter(described.series)
      .reduce((sum, id) => sum + now.observations.count(id, EVER), 0),
});
