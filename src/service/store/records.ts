import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import type { Dataset, StoredRecord } from "../records/record";
import type { Filer } from "../records/filings";
import { endOfDay } from "../time/time-zone";
import { BASES, type Publication, visibleAt } from "./publication";
import type { CachedReads, Columns, ReadCache, Reader } from "./read-cache";
import { selectColumns, selectValue, type Sql } from "./sql";

const EVER: IsoDate = "9999-12-31";

/**
 * The filer of a ticker. The sources are trusted in the order of their keys: the list of tickers (no key), submissions (`filer`), the name of a facts file
 * (`name`).
 */
export const filerOf = ({ records }: { readonly records: Records }, ticker: string): Filer | undefined => records.first<Filer>("filer", ticker, EVER)?.body;

/**
 * Reads records as of one moment: only versions that were public then. `asOf` is a day, at most that of the moment: rows that were public at its end. Of several
 * versions of a row, the one known last is served. What is loaded at all does not depend on the moment. Returned rows are shared; do not mutate them.
 */
export interface Records {
  /** True if the entity has imported rows. Then it serves no sample rows. */
  isPublished(dataset: Dataset, entity: string): boolean;
  /** True if the dataset has imported rows. */
  any(dataset: Dataset): boolean;
  /** The newest `count` rows by date known on `asOf`, newest first. */
  latest<T>(dataset: Dataset, entity: string, asOf: IsoDate, count: number): readonly StoredRecord<T>[];
  /** The row of exactly this date known on `asOf`; of several keys, the last. */
  on<T>(dataset: Dataset, entity: string, date: IsoDate, asOf: IsoDate): StoredRecord<T> | undefined;
  /** The last row from `from` to `to` known on `asOf` whose body, as JSON text, contains this text. */
  lastWith<T>(dataset: Dataset, entity: string, text: string, from: IsoDate, to: IsoDate, asOf: IsoDate): StoredRecord<T> | undefined;
  /** The row with the first date and key known on `asOf`. */
  first<T>(dataset: Dataset, entity: string, asOf: IsoDate): StoredRecord<T> | undefined;
  /** The rows of an entity from `from` to `to` known on `asOf`, oldest first. */
  between<T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly StoredRecord<T>[];
  /** The same without caching the rows, for a value that the caller caches: many parsed bodies would take longer to keep than to read. */
  betweenOnce<T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly StoredRecord<T>[];
  /** All rows of an entity known on `asOf`, oldest first, with only these members of the body. For large bodies. */
  outline<T>(dataset: Dataset, entity: string, members: readonly (keyof T & string)[], asOf: IsoDate): readonly StoredRecord<T>[];
  /** The rows of all entities on these days, oldest first. */
  across<T>(dataset: Dataset, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly StoredRecord<T>[];
  /** Sums a member of the bodies by day, in the database: for many small rows with one version each. Days without a row are absent. */
  totals(dataset: Dataset, entity: string, member: string, from: IsoDate, to: IsoDate, asOf: IsoDate): ReadonlyMap<IsoDate, number>;
  /** The newest row of every entity known on `asOf`, by entity. Its cost does not depend on the number of earlier rows. */
  newestOfEach<T>(dataset: Dataset, asOf: IsoDate): readonly StoredRecord<T>[];
  /** The same of these entities only. Nothing is cached. */
  newestOf<T>(dataset: Dataset, entities: readonly string[], asOf: IsoDate): readonly StoredRecord<T>[];
  /** The newest date of a dataset known on `asOf`. */
  newest(dataset: Dataset, asOf: IsoDate): IsoDate | undefined;
  /** The number of different bodies that a row has had up to the moment. */
  versionCount(dataset: Dataset, entity: string, date: IsoDate, key: string): number;
  /** Every version of an entity's rows that was public by the moment, with the moment at which it became public, in that order. */
  versions<T>(dataset: Dataset, entity: string): readonly (StoredRecord<T> & Pick<Publication, "public">)[];
  /**
   * Up to `most` rows known on `asOf` in the order of entity, date and key, after this one, and whether they are the last. For reading a whole dataset in parts:
   * nothing is cached.
   */
  after<T>(
    dataset: Dataset,
    place: readonly [entity: string, date: IsoDate, key: string] | undefined,
    most: number,
    asOf: IsoDate,
  ): { readonly records: readonly PublicRecord<T>[]; readonly isLast: boolean };
  /** The entities with rows, in order. */
  entities(dataset: Dataset): readonly string[];
  /** Up to `most` of them after this one. Nothing is cached. */
  entitiesAfter(dataset: Dataset, after: string, most: number): readonly string[];
  count(dataset: Dataset): number;
  /** Changes with every import and every removed series. A computed value is valid while it is unchanged. */
  version(): number;
}

const COLUMNS = "entity, date, key, known, body, source, public, basis, seen";

type Raw = readonly [entity: string, date: IsoDate, key: string, known: IsoDate, body: unknown, source: SourceId, at: number, basis: number, seen: number];
/** A row with the moment at which it became public. */
export type PublicRecord<T> = StoredRecord<T> & Pick<Publication, "public">;
/** A row with its publication, which only the store uses. Its body is of whatever type the reader names. */
type DatedRecord = StoredRecord<never> & Publication;

const dated = ([entity, date, key, known, , source, at, basis, seen]: Raw, body: unknown): DatedRecord => {
  return { entity, date, key, known, body: body as never, source, public: at, basis: BASES[basis]!, seen };
};
const isThere = (): true => true;
const row = (columns: Columns): DatedRecord => dated(columns as Raw, JSON.parse(columns[4] as string));
const sameRow = (a: DatedRecord, b: DatedRecord): boolean => a.entity === b.entity && a.date === b.date && a.key === b.key;

/** Rows are read as one JSON text, because each row from the database costs more than parsing it here. */
const asOneText = (from: string, order: string, body = "body"): string =>
  `SELECT group_concat('[' || json_quote(entity) || ',"' || date || '",' || json_quote(key) || ',"' || known || '",' || ${body} || ',"' || source || '",' || public || ',' || basis || ',' || seen || ']', ',' ORDER BY ${order}) FROM ${from}`;
const rowsOf = ([text]: Columns): readonly DatedRecord[] => (JSON.parse(`[${text ?? ""}]`) as Raw[]).map((one) => dated(one, one[4]));
/** Only the latest version of each row. Versions are adjacent, the one known last at the end. */
const latestVersions = (rows: readonly DatedRecord[]): readonly DatedRecord[] =>
  rows.filter((one, i) => {
    const next = rows[i + 1];
    return !next || !sameRow(next, one);
  });
const latestOf = (found: Columns): readonly DatedRecord[] => latestVersions(rowsOf(found));
/** Reads rows without caching them. */
const textOf = (sql: Sql, text: string, ...values: readonly unknown[]): Columns => [selectValue<string | null>(sql, text, ...values) ?? null];

/** Steps from entity to entity of the dataset ?1 through the index, because DISTINCT reads every row of the dataset, which may be millions. */
const EACH = `WITH RECURSIVE each(entity) AS (
     SELECT MIN(entity) FROM record WHERE dataset = ?1
     UNION ALL
     SELECT (SELECT MIN(entity) FROM record WHERE dataset = ?1 AND entity > each.entity) FROM each WHERE each.entity IS NOT NULL)`;
/** The entities of the dataset ?1, in order. */
export const ENTITIES = `${EACH} SELECT entity FROM each WHERE entity IS NOT NULL`;

const NEWEST = `SELECT ${COLUMNS} FROM record WHERE dataset = ?1 AND entity = ?2 AND date <= ?3 AND ${visibleAt(4)} ORDER BY date DESC, key DESC, known DESC LIMIT`;
const BETWEEN = asOneText(`record WHERE dataset = ?1 AND entity = ?2 AND date >= ?3 AND date <= ?4 AND ${visibleAt(5)}`, "date, key, known");
const NEWEST_OF = asOneText(
  `(SELECT r.* FROM json_each(?4) e CROSS JOIN record r ON r.rowid = (SELECT rowid FROM record WHERE dataset = ?1 AND entity = e.value AND date <= ?3
     AND ${visibleAt(2)} ORDER BY date DESC, record.key DESC, known DESC LIMIT 1))`,
  "entity",
);
const ENTITIES_AFTER = `WITH RECURSIVE each(entity, n) AS (
    SELECT (SELECT MIN(entity) FROM record WHERE dataset = ?1 AND entity > ?2), 1
    UNION ALL
    SELECT (SELECT MIN(entity) FROM record WHERE dataset = ?1 AND entity > each.entity), n + 1 FROM each WHERE each.entity IS NOT NULL AND n < ?3)
  SELECT entity FROM each WHERE entity IS NOT NULL`;
const AFTER = asOneText(
  `(SELECT ${COLUMNS} FROM record WHERE dataset = ?1 AND (entity, date, key) > (?2, ?3, ?4) AND ${visibleAt(5)} ORDER BY entity, date, key, known LIMIT ?6)`,
  "entity, date, key, known",
);

const readsOf = ({ columns, objects }: Reader) => ({
  isPublished: columns("SELECT 1 FROM record WHERE dataset = ? AND entity = ? LIMIT 1", isThere),
  any: columns("SELECT 1 FROM record WHERE dataset = ? LIMIT 1", isThere),
  newestRow: columns(`${NEWEST} 1`, row),
  latest: columns(asOneText(`(${NEWEST} ?5)`, "date DESC, key DESC, known DESC"), rowsOf),
  on: columns(`SELECT ${COLUMNS} FROM record WHERE dataset = ?1 AND entity = ?2 AND date = ?3 AND ${visibleAt(4)} ORDER BY key DESC, known DESC LIMIT 1`, row),
  lastWith: columns(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ?1 AND entity = ?2 AND instr(body, ?3) AND date >= ?4 AND date <= ?5 AND ${visibleAt(6)}
       ORDER BY date DESC, key DESC, known DESC LIMIT 1`,
    row,
  ),
  // Its place first, then its last version: ordered in opposite directions, all rows of the entity would be sorted.
  first: columns(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ?1 AND entity = ?2 AND ${visibleAt(4)} AND (date, key) =
         (SELECT date, key FROM record WHERE dataset = ?1 AND entity = ?2 AND date <= ?3 AND ${visibleAt(4)} ORDER BY date, key LIMIT 1)
       ORDER BY known DESC LIMIT 1`,
    row,
  ),
  between: columns(BETWEEN, latestOf),
  outline: columns(
    asOneText(
      `record WHERE dataset = ?1 AND entity = ?2 AND date <= ?3 AND ${visibleAt(4)}`,
      "date, key, known",
      "(SELECT json_group_object(value, json(body -> ('$.' || value))) FROM json_each(?5))",
    ),
    latestOf,
  ),
  across: columns(asOneText(`record WHERE dataset = ?1 AND date >= ?2 AND date <= ?3 AND ${visibleAt(4)}`, "date, entity, key, known"), latestOf),
  totals: columns(
    `SELECT date, SUM(json_extract(body, '$.' || ?6)) FROM record WHERE dataset = ?1 AND entity = ?2 AND date >= ?3 AND date <= ?4 AND ${visibleAt(5)} GROUP BY date`,
    ([date, total]): readonly [IsoDate, number] => [date as IsoDate, Number(total)],
  ),
  newest: columns(`SELECT date FROM record WHERE dataset = ?1 AND date <= ?2 AND ${visibleAt(3)} ORDER BY date DESC LIMIT 1`, ([date]) => date as IsoDate),
  versionCount: columns(
    "SELECT COUNT(DISTINCT body) FROM record WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND public <= ?",
    ([n]) => n as number,
  ),
  versions: columns(asOneText("record WHERE dataset = ?1 AND entity = ?2 AND public <= ?3", "public, date, key, known"), rowsOf),
  entities: columns(ENTITIES, ([entity]) => entity as string),
  newestOfEach: columns(
    asOneText(
      `(${EACH} SELECT r.* FROM each CROSS JOIN record r ON r.rowid = (SELECT rowid FROM record WHERE dataset = ?1 AND entity = each.entity AND date <= ?3
         AND ${visibleAt(2)} ORDER BY date DESC, key DESC, known DESC LIMIT 1))`,
      "entity",
    ),
    rowsOf,
  ),
  count: objects<{ readonly n: number }>("SELECT COUNT(*) AS n FROM record WHERE dataset = ? AND current = 1"),
});

/** Prepares the reads. Returns them for any moment. */
export function createRecords(sql: Sql, cache: CachedReads, { isEmpty, imports }: Pick<ReadCache, "isEmpty" | "imports">): (moment: number) => Records {
  const reads = readsOf(cache.ofDataset);
  return (moment) => {
    const momentOn = (asOf: IsoDate): number => Math.min(moment, endOfDay(asOf));
    return {
      isPublished: (dataset, entity) => !isEmpty(dataset) && reads.isPublished.get(dataset, entity) !== undefined,
      any: (dataset) => reads.any.get(dataset) !== undefined,
      latest: (dataset, entity, asOf, count) => {
        if (isEmpty(dataset)) return [];
        const at = momentOn(asOf);
        if (count === 1) {
          const last = reads.newestRow.get(dataset, entity, asOf, at);
          return last ? [last] : [];
        }
        // Of versions of one row, the one known last comes first. The few others take up places, so more are read if needed.
        for (let most = count; ; most *= 4) {
          const rows = reads.latest.get(dataset, entity, asOf, at, most) ?? [];
          const served = rows.filter((one, i) => i === 0 || !sameRow(rows[i - 1]!, one));
          if (served.length >= count || rows.length < most) return served.slice(0, count);
        }
      },
      on: (dataset, entity, date, asOf) => reads.on.get(dataset, entity, date, momentOn(asOf)),
      lastWith: (dataset, entity, text, from, to, asOf) => reads.lastWith.get(dataset, entity, text, from, to, momentOn(asOf)),
      first: (dataset, entity, asOf) => reads.first.get(dataset, entity, asOf, momentOn(asOf)),
      between: (dataset, entity, from, to, asOf) => (isEmpty(dataset) ? [] : (reads.between.get(dataset, entity, from, to, momentOn(asOf)) ?? [])),
      betweenOnce: (dataset, entity, from, to, asOf) => (isEmpty(dataset) ? [] : latestOf(textOf(sql, BETWEEN, dataset, entity, from, to, momentOn(asOf)))),
      outline: (dataset, entity, members, asOf) => reads.outline.get(dataset, entity, asOf, momentOn(asOf), JSON.stringify(members)) ?? [],
      across: (dataset, from, to, asOf) => reads.across.get(dataset, from, to, momentOn(asOf)) ?? [],
      newestOfEach: (dataset, asOf) => reads.newestOfEach.get(dataset, momentOn(asOf), asOf) ?? [],
      newestOf: (dataset, of, asOf) => rowsOf(textOf(sql, NEWEST_OF, dataset, momentOn(asOf), asOf, JSON.stringify(of))),
      totals: (dataset, entity, member, from, to, asOf) => new Map(reads.totals.all(dataset, entity, from, to, momentOn(asOf), member)),
      newest: (dataset, asOf) => reads.newest.get(dataset, asOf, momentOn(asOf)),
      versionCount: (dataset, entity, date, key) => reads.versionCount.get(dataset, entity, date, key, moment) ?? 0,
      versions: (dataset, entity) => reads.versions.get(dataset, entity, moment) ?? [],
      after: (dataset, place = ["", "", ""], most, asOf) => {
        for (let limit = most; ; limit *= 4) {
          const rows = rowsOf(textOf(sql, AFTER, dataset, ...place, momentOn(asOf), limit));
          const isLast = rows.length < limit;
          // The versions of the last row may be cut off.
          const end = isLast ? rows.length : rows.findLastIndex((one) => !sameRow(one, rows.at(-1)!)) + 1;
          const records = latestVersions(rows.slice(0, end));
          if (isLast || records.length > 0) return { records, isLast };
        }
      },
      entities: (dataset) => reads.entities.all(dataset),
      entitiesAfter: (dataset, name, most) => selectColumns<[string]>(sql, ENTITIES_AFTER, dataset, name, most).flat(),
      count: (dataset) => reads.count.get(dataset)!.n,
      version: imports,
    };
  };
}
