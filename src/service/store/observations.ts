import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import { BASES, visibleAt, type Publication } from "./publication";
import type { CachedReads, Columns, Reader } from "./read-cache";
import { eachValue, selectColumns, selectRows, type Sql } from "../sqlite/sql";

/** One value of one series for one date. Null if the publisher lists it as missing (a holiday). */
export interface Observation extends Publication {
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
}

export interface ImportedSeries {
  readonly series: string;
  readonly observations: number;
  readonly first: IsoDate;
  readonly last: IsoDate;
  readonly sources: readonly SourceId[];
}

export type Observations = ReturnType<ReturnType<typeof createObservations>>;

const COLUMNS = "date, value, source, public, basis, seen";
const observation = ([date, value, source, at, basis, seen]: Columns): Observation =>
  ({ date, value, source, public: at, basis: BASES[basis as number], seen }) as Observation;

const LATEST = `SELECT ${COLUMNS} FROM observation WHERE series = ?1 AND date <= ?2 AND value IS NOT NULL AND ${visibleAt(3)} ORDER BY date DESC LIMIT`;
const LOADED = "SELECT date FROM observation WHERE series = ? AND value IS NOT NULL AND current = 1 ORDER BY date";

const readsOf = ({ columns }: Reader) => ({
  any: columns(`SELECT ${COLUMNS} FROM observation WHERE series = ?1 AND current = 1 ORDER BY date LIMIT 1`, observation),
  latest: columns(`${LATEST} ?4`, observation),
  newest: columns(`${LATEST} 1`, observation),
  next: columns(
    `SELECT ${COLUMNS} FROM observation WHERE series = ?1 AND date >= ?2 AND date <= ?3 AND value IS NOT NULL AND ${visibleAt(4)} ORDER BY date LIMIT 1`,
    observation,
  ),
  between: columns(`SELECT ${COLUMNS} FROM observation WHERE series = ?1 AND date >= ?2 AND date <= ?3 AND ${visibleAt(4)} ORDER BY date`, observation),
  versions: columns(
    `SELECT ${COLUMNS} FROM observation WHERE series = ? AND date = ? AND public <= ? AND (until IS NULL OR until > public) ORDER BY public, rowid`,
    observation,
  ),
  revised: columns("SELECT 1 FROM observation WHERE series = ? AND current = 0 LIMIT 1", () => true),
  earliest: columns(`${LOADED} LIMIT 1`, ([date]) => date as IsoDate),
  latestLoaded: columns(`${LOADED} DESC LIMIT 1`, ([date]) => date as IsoDate),
  count: columns(`SELECT COUNT(value) AS n FROM observation WHERE series = ?1 AND date <= ?2 AND ${visibleAt(3)}`, ([n]) => n as number),
  everySeries: columns(`${eachValue("series", "observation")} SELECT series FROM each WHERE series IS NOT NULL`, ([series]) => series as string),
});

const SUMMARIES =
  "SELECT series, COUNT(value) AS observations, MIN(CASE WHEN value IS NOT NULL THEN date END) AS first, MAX(CASE WHEN value IS NOT NULL THEN date END) AS last, GROUP_CONCAT(DISTINCT source) AS sources FROM observation WHERE current = 1 GROUP BY series ORDER BY series";
const NEWEST_OF_SOURCES = "SELECT source, MAX(date) FROM observation WHERE current = 1 AND value IS NOT NULL GROUP BY source";

/**
 * Prepares the reads of observations. Returns them for any moment: they find only values that were public then, of each date the newest. What is loaded at all does
 * not depend on the moment.
 */
export function createObservations(sql: Sql, cache: CachedReads) {
  const reads = readsOf(cache.of("observation"));
  return (moment: number) => ({
    /** True if the series has imported rows. Then it serves no sample rows. */
    isPublished: (series: string): boolean => reads.any.get(series) !== undefined,
    /** The newest `count` observations with a value, on or before `upTo`, newest first. */
    latest: (series: string, upTo: IsoDate, count: number): readonly Observation[] => {
      if (count !== 1) return reads.latest.all(series, upTo, moment, count);
      // Reading one row takes half the time of a list of one.
      const row = reads.newest.get(series, upTo, moment);
      return row ? [row] : [];
    },
    /** The oldest observation with a value on or after `from` and not after `upTo`. */
    next: (series: string, from: IsoDate, upTo: IsoDate): Observation | undefined => reads.next.get(series, from, upTo, moment),
    /** Any row of the series, missing ones and later ones included: it shows the source even if no row can be served. */
    any: (series: string): Observation | undefined => reads.any.get(series),
    /** The first and the last date with a loaded value, later ones included. For reasons, never for values. */
    loaded: (series: string): { readonly first: IsoDate; readonly last: IsoDate } | undefined => {
      const [first, last] = [reads.earliest.get(series), reads.latestLoaded.get(series)];
      return first && last ? { first, last } : undefined;
    },
    /** All rows from `from` to `to`, oldest first, missing ones included. */
    between: (series: string, from: IsoDate, to: IsoDate): readonly Observation[] => reads.between.all(series, from, to, moment),
    /** All values that the store has of one date, oldest first, up to the moment. Several if the publisher revised it. */
    versions: (series: string, date: IsoDate): readonly Observation[] => reads.versions.all(series, date, moment),
    /** True if the series has a date with several values. Read before `versions`, because most series have none. */
    isRevised: (series: string): boolean => reads.revised.get(series) !== undefined,
    /** The number of observations with a value on or before the day. */
    count: (series: string, upTo: IsoDate): number => reads.count.get(series, upTo, moment) ?? 0,
    /** The ids of all series with imported rows, read through the index. */
    series: (): readonly string[] => reads.everySeries.all(),
    /** A summary of every series with imported rows, by id. */
    imported: (): ImportedSeries[] =>
      selectRows<Omit<ImportedSeries, "sources"> & { sources: string }>(sql, SUMMARIES).map((s) => ({ ...s, sources: s.sources.split(",") as SourceId[] })),
    /** The newest day with a value of each source. */
    newestOfSources: (): ReadonlyMap<SourceId, IsoDate> => new Map(selectColumns<[SourceId, IsoDate]>(sql, NEWEST_OF_SOURCES)),
  });
}
