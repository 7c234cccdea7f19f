import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import type { Dataset, StoredRecord } from "../records/record";
import type { Filer } from "../records/filings";
import { endOfDay } from "../time/time-zone";
import { BASES, type Publication, visibleAt } from "./publication";
import type { CachedReads, Columns, ReadCache, Reader } from "./read-cache";
import { eachValue, selectColumns, selectValue, type Sql } from "../sqlite/sql";

const EVER: IsoDate = "9999-12-31";

/**
 * The filer of a ticker. The sources are trusted in the order of their keys: the list of tickers (no key), submissions (`filer`), the name of a facts file
 * (`name`).
 */
export const filerOf = ({ records }: { readonly records: Records }, ticker: string): Filer | undefined => records.first<Filer>("filer", ticker, EVER)?.body;

export type Records = ReturnType<ReturnType<typeof createRecords>>;

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

const EACH = eachValue("entity", "record", "dataset = ?1");
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

type Place = readonly [entity: string, date: IsoDate, key: string];

function readAfter<T>(sql: Sql, dataset: Dataset, place: Place = ["", "", ""], most: number, moment: number) {
  for (let limit = most; ; limit *= 4) {
    const rows = rowsOf(textOf(sql, AFTER, dataset, ...place, moment, limit));
    const isLast = rows.length < limit;
    // The versions of the last row may be cut off.
    const end = isLast ? rows.length : rows.findLastIndex((one) => !sameRow(one, rows.at(-1)!)) + 1;
    const records: readonly PublicRecord<T>[] = latestVersions(rows.slice(0, end));
    if (isLast || records.length > 0) return { records, isLast };
  }
}

/**
 * Prepares the reads of records. Returns them for any moment: they find only versions that were public then. `asOf` is a day, at most that of the moment: rows that
 * were public at its end. Of several versions of a row, the one known last is served. What is loaded at all does not depend on the moment. Returned rows are shared;
 * do not mutate them.
 */
export function createRecords(sql: Sql, cache: CachedReads, { isEmpty, imports }: Pick<ReadCache, "isEmpty" | "imports">) {
  const reads = readsOf(cache.ofDataset);
  return (moment: number) => {
    const momentOn = (asOf: IsoDate): number => Math.min(moment, endOfDay(asOf));
    return {
      /** True if the entity has imported rows. Then it serves no sample rows. */
      isPublished: (dataset: Dataset, entity: string): boolean => !isEmpty(dataset) && reads.isPublished.get(dataset, entity) !== undefined,
      /** True if the dataset has imported rows. */
      any: (dataset: Dataset): boolean => reads.any.get(dataset) !== undefined,
      /** The newest `count` rows by date known on `asOf`, newest first. */
      latest: <T>(dataset: Dataset, entity: string, asOf: IsoDate, count: number): readonly StoredRecord<T>[] => {
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
      /** The row of exactly this date known on `asOf`; of several keys, the last. */
      on: <T>(dataset: Dataset, entity: string, date: IsoDate, asOf: IsoDate): StoredRecord<T> | undefined =>
        reads.on.get(dataset, entity, date, momentOn(asOf)),
      /** The last row from `from` to `to` known on `asOf` whose body, as JSON text, contains this text. */
      lastWith: <T>(dataset: Dataset, entity: string, text: string, from: IsoDate, to: IsoDate, asOf: IsoDate): StoredRecord<T> | undefined =>
        reads.lastWith.get(dataset, entity, text, from, to, momentOn(asOf)),
      /** The row with the first date and key known on `asOf`. */
      first: <T>(dataset: Dataset, entity: string, asOf: IsoDate): StoredRecord<T> | undefined => reads.first.get(dataset, entity, asOf, momentOn(asOf)),
      /** The rows of an entity from `from` to `to` known on `asOf`, oldest first. */
      between: <T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly StoredRecord<T>[] =>
        isEmpty(dataset) ? [] : (reads.between.get(dataset, entity, from, to, momentOn(asOf)) ?? []),
      /** The same without caching the rows, for a value that the caller caches: many parsed bodies would take longer to keep than to read. */
      betweenOnce: <T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly StoredRecord<T>[] =>
        isEmpty(dataset) ? [] : latestOf(textOf(sql, BETWEEN, dataset, entity, from, to, momentOn(asOf))),
      /** All rows of an entity known on `asOf`, oldest first, with only these members of the body. For large bodies. */
      outline: <T>(dataset: Dataset, entity: string, members: readonly (keyof T & string)[], asOf: IsoDate): readonly StoredRecord<T>[] =>
        reads.outline.get(dataset, entity, asOf, momentOn(asOf), JSON.stringify(members)) ?? [],
      /** The rows of all entities on these days, oldest first. */
      across: <T>(dataset: Dataset, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly StoredRecord<T>[] =>
        reads.across.get(dataset, from, to, momentOn(asOf)) ?? [],
      /** The newest row of every entity known on `asOf`, by entity. Its cost does not depend on the number of earlier rows. */
      newestOfEach: <T>(dataset: Dataset, asOf: IsoDate): readonly StoredRecord<T>[] => reads.newestOfEach.get(dataset, momentOn(asOf), asOf) ?? [],
      /** The same of these entities only. Nothing is cached. */
      newestOf: <T>(dataset: Dataset, of: readonly string[], asOf: IsoDate): readonly StoredRecord<T>[] =>
        rowsOf(textOf(sql, NEWEST_OF, dataset, momentOn(asOf), asOf, JSON.stringify(of))),
      /** Sums a member of the bodies by day, in the database: for many small rows with one version each. Days without a row are absent. */
      totals: (dataset: Dataset, entity: string, member: string, from: IsoDate, to: IsoDate, asOf: IsoDate): ReadonlyMap<IsoDate, number> =>
        new Map(reads.totals.all(dataset, entity, from, to, momentOn(asOf), member)),
      /** The newest date of a dataset known on `asOf`. */
      newest: (dataset: Dataset, asOf: IsoDate): IsoDate | undefined => reads.newest.get(dataset, asOf, momentOn(asOf)),
      /** The number of different bodies that a row has had up to the moment. */
      versionCount: (dataset: Dataset, entity: string, date: IsoDate, key: string): number => reads.versionCount.get(dataset, entity, date, key, moment) ?? 0,
      /** Every version of an entity's rows that was public by the moment, in the order of the moments at which they became public. */
      versions: <T>(dataset: Dataset, entity: string): readonly PublicRecord<T>[] => reads.versions.get(dataset, entity, moment) ?? [],
      /**
       * Up to `most` rows known on `asOf` in the order of entity, date and key, after this one, and whether they are the last. For reading a whole dataset in parts:
       * nothing is cached.
       */
      after: <T>(dataset: Dataset, place: Place | undefined, most: number, asOf: IsoDate) => readAfter<T>(sql, dataset, place, most, momentOn(asOf)),
      /** The entities with rows, in order. */
      entities: (dataset: Dataset): readonly string[] => reads.entities.all(dataset),
      /** Up to `most` of them after this one. Nothing is cached. */
      entitiesAfter: (dataset: Dataset, name: string, most: number): readonly string[] =>
        selectColumns<[string]>(sql, ENTITIES_AFTER, dataset, name, most).flat(),
      count: (dataset: Dataset): number => reads.count.get(dataset)!.n,
      /** Changes with every import and every removed series. A computed value is valid while it is unchanged. */
      version: imports,
    };
  };
}
