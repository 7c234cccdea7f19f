import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import type { Dataset, Kept, RecordRow } from "../records/record";
import type { Columns, Snapshots } from "./snapshot";
import type { Sql } from "./sql";

/**
 * Rows with a shape of their own. Every version ever seen is kept with the day on which it was first seen. Of several versions of a row that were known on
 * the service's date the one that was known last is served; of one that was published again with the same date of knowledge, the one seen last.
 * Rows are shared by all who read them.
 */
export interface Records {
  /** True once any row of this entity was taken: from then on it serves no sample row. */
  isPublished(dataset: Dataset, entity: string): boolean;
  /** True once any row of the dataset was taken. */
  any(dataset: Dataset): boolean;
  /** The newest `count` rows by date that were known on `asOf`, newest first. */
  latest<T>(dataset: Dataset, entity: string, asOf: IsoDate, count: number): readonly Kept<T>[];
  /** The row of exactly this date that was known on `asOf`; of several keys the last. */
  on<T>(dataset: Dataset, entity: string, date: IsoDate, asOf: IsoDate): Kept<T> | undefined;
  /** The last row with a date from `from` to `to` that was known on `asOf` and whose body, as JSON text, has this text in it. */
  lastWith<T>(dataset: Dataset, entity: string, text: string, from: IsoDate, to: IsoDate, asOf: IsoDate): Kept<T> | undefined;
  /** The row with the first date and key that was known on `asOf`. */
  first<T>(dataset: Dataset, entity: string, asOf: IsoDate): Kept<T> | undefined;
  /** The rows of an entity with a date from `from` to `to` that were known on `asOf`, oldest first. */
  between<T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly Kept<T>[];
  /** Every row of an entity that was known on `asOf`, oldest first, with these members of its body alone: where bodies are large. */
  outline<T>(dataset: Dataset, entity: string, members: readonly (keyof T & string)[], asOf: IsoDate): readonly Kept<T>[];
  /** The rows of all entities of these days, oldest first. */
  across<T>(dataset: Dataset, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly Kept<T>[];
  /** A number of the bodies summed by day, added up in the database: for many small rows that each have one version. Days without a row are left out. */
  totals(dataset: Dataset, entity: string, member: string, from: IsoDate, to: IsoDate, asOf: IsoDate): ReadonlyMap<IsoDate, number>;
  /** The newest row of every entity that was known on `asOf`, by entity: however many days of rows there are behind it. */
  newestOfEach<T>(dataset: Dataset, asOf: IsoDate): readonly Kept<T>[];
  /** The newest date of a dataset that was known on `asOf`. */
  newest(dataset: Dataset, asOf: IsoDate): IsoDate | undefined;
  /** The entities that have rows, in order. */
  entities(dataset: Dataset): readonly string[];
  count(dataset: Dataset): number;
  /** Another number after every import and after every series taken back: what was computed from rows counts while it stays. */
  version(): number;
  /** Within a transaction of the caller: takes a row; says whether it is new, another version, or known already. */
  take(row: RecordRow, seen: IsoDate, importId: () => number | bigint): "added" | "changed" | "unchanged";
}

const COLUMNS = "entity, date, key, known, body, source";

type Raw = readonly [entity: string, date: IsoDate, key: string, known: IsoDate, body: unknown, source: SourceId];

const kept = ([entity, date, key, known, body, source]: Raw): Kept<unknown> => ({ entity, date, key, known, body, source });
const isThere = (): true => true;
const row = ([entity, date, key, known, body, source]: Columns): Kept<unknown> =>
  ({ entity, date, key, known, body: JSON.parse(body as string) as unknown, source }) as Kept<unknown>;
const sameRow = (a: Kept<unknown>, b: Kept<unknown>): boolean => a.entity === b.entity && a.date === b.date && a.key === b.key;

/** Rows come as one text: each row that crosses from the database alone costs more than reading it here. */
const asOneText = (from: string, order: string, body = "body"): string =>
  `SELECT group_concat('[' || json_quote(entity) || ',"' || date || '",' || json_quote(key) || ',"' || known || '",' || ${body} || ',"' || source || '"]', ',' ORDER BY ${order}) FROM ${from}`;
const rowsOf = ([text]: Columns): readonly Kept<unknown>[] => (JSON.parse(`[${text ?? ""}]`) as Raw[]).map(kept);
/** The same, without what was known before: versions of a row stand next to each other, the one known last at the end. */
const lastOfEach = (found: Columns): readonly Kept<unknown>[] =>
  rowsOf(found).filter((one, i, rows) => {
    const next = rows[i + 1];
    return !next || !sameRow(next, one);
  });

export function createRecords(sql: Sql, snapshots: Snapshots): Records {
  const isPublished = snapshots.imported("SELECT 1 FROM record WHERE dataset = ? AND entity = ? AND current = 1 LIMIT 1", isThere);
  const any = snapshots.imported("SELECT 1 FROM record WHERE dataset = ? AND current = 1 LIMIT 1", isThere);
  const NEWEST = `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND known <= ? AND current = 1 ORDER BY date DESC, key DESC, known DESC LIMIT`;
  const newestRow = snapshots.imported(`${NEWEST} 1`, row);
  const latest = snapshots.imported(asOneText(`(${NEWEST} ?)`, "date DESC, key DESC, known DESC"), rowsOf);
  const on = snapshots.imported(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND date = ? AND known <= ? AND current = 1 ORDER BY key DESC, known DESC LIMIT 1`,
    row,
  );
  const lastWith = snapshots.imported(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND instr(body, ?) AND date >= ? AND date <= ? AND known <= ? AND current = 1 ORDER BY date DESC, key DESC, known DESC LIMIT 1`,
    row,
  );
  const first = snapshots.imported(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND known <= ? AND current = 1 ORDER BY date, key, known DESC LIMIT 1`,
    row,
  );
  const between = snapshots.imported(
    asOneText("record WHERE dataset = ? AND entity = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1", "date, key, known"),
    lastOfEach,
  );
  const outline = snapshots.imported(
    asOneText(
      "record WHERE dataset = ? AND entity = ? AND known <= ? AND current = 1",
      "date, key, known",
      "(SELECT json_group_object(value, json(body -> ('$.' || value))) FROM json_each(?))",
    ),
    lastOfEach,
  );
  const across = snapshots.imported(
    asOneText("record WHERE dataset = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1", "date, entity, key, known"),
    lastOfEach,
  );
  const totals = snapshots.imported(
    "SELECT date, SUM(json_extract(body, '$.' || ?)) FROM record WHERE dataset = ? AND entity = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1 GROUP BY date",
    ([date, total]): readonly [IsoDate, number] => [date as IsoDate, Number(total)],
  );
  const newest = snapshots.imported(
    "SELECT date FROM record WHERE dataset = ? AND known <= ? AND current = 1 ORDER BY date DESC LIMIT 1",
    ([date]) => date as IsoDate,
  );
  // From one entity to the next through the index: DISTINCT reads every row of the dataset, which may be millions.
  const EACH = `WITH RECURSIVE each(entity) AS (
       SELECT MIN(entity) FROM record WHERE dataset = ?1 AND current = 1
       UNION ALL
       SELECT (SELECT MIN(entity) FROM record WHERE dataset = ?1 AND current = 1 AND entity > each.entity) FROM each WHERE each.entity IS NOT NULL)`;
  const entities = snapshots.imported(`${EACH} SELECT entity FROM each WHERE entity IS NOT NULL`, ([entity]) => entity as string);
  const newestOfEach = snapshots.imported(
    asOneText(
      `(${EACH} SELECT r.* FROM each CROSS JOIN record r ON r.rowid = (SELECT rowid FROM record WHERE dataset = ?1 AND entity = each.entity AND known <= ?2 AND current = 1
         ORDER BY date DESC, key DESC, known DESC LIMIT 1))`,
      "entity",
    ),
    rowsOf,
  );
  const count = snapshots.prepare("SELECT COUNT(*) AS n FROM record WHERE dataset = ? AND current = 1");
  const known = sql.prepare("SELECT body FROM record WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ? AND current = 1");
  const supersede = sql.prepare("UPDATE record SET current = 0 WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ? AND current = 1");
  const insert = sql.prepare(
    "INSERT INTO record (dataset, entity, date, key, known, body, source, first_seen, current, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)",
  );
  return {
    isPublished: (dataset, entity) => isPublished.get(dataset, entity) !== undefined,
    any: (dataset) => any.get(dataset) !== undefined,
    latest: <T>(dataset: Dataset, entity: string, asOf: IsoDate, n: number) => {
      if (n === 1) {
        const last = newestRow.get(dataset, entity, asOf);
        return last ? [last as Kept<T>] : [];
      }
      // Of versions of one row the one known last comes first; the others take places of their own, and there are few.
      for (let most = n; ; most *= 4) {
        const rows = latest.get(dataset, entity, asOf, most) ?? [];
        const served = rows.filter((one, i) => i === 0 || !sameRow(rows[i - 1]!, one));
        if (served.length >= n || rows.length < most) return served.slice(0, n) as Kept<T>[];
      }
    },
    on: <T>(...args: [Dataset, string, IsoDate, IsoDate]) => on.get(...args) as Kept<T> | undefined,
    lastWith: <T>(...args: [Dataset, string, string, IsoDate, IsoDate, IsoDate]) => lastWith.get(...args) as Kept<T> | undefined,
    first: <T>(...args: [Dataset, string, IsoDate]) => first.get(...args) as Kept<T> | undefined,
    between: <T>(...args: [Dataset, string, IsoDate, IsoDate, IsoDate]) => (between.get(...args) ?? []) as readonly Kept<T>[],
    outline: <T>(dataset: Dataset, entity: string, members: readonly string[], asOf: IsoDate) =>
      (outline.get(JSON.stringify(members), dataset, entity, asOf) ?? []) as readonly Kept<T>[],
    across: <T>(...args: [Dataset, IsoDate, IsoDate, IsoDate]) => (across.get(...args) ?? []) as readonly Kept<T>[],
    newestOfEach: <T>(...args: [Dataset, IsoDate]) => (newestOfEach.get(...args) ?? []) as readonly Kept<T>[],
    totals: (dataset, entity, member, from, to, asOf) => new Map(totals.all(member, dataset, entity, from, to, asOf)),
    newest: (...args) => newest.get(...args),
    entities: (dataset) => entities.all(dataset),
    count: (dataset) => (count.get(dataset) as { n: number }).n,
    version: snapshots.imports,
    take: ({ dataset, entity, date, key, known: from, body, source }, seen, importId) => {
      const text = JSON.stringify(body);
      const before = known.get(dataset, entity, date, key, from) as { body: string } | undefined;
      if (before?.body === text) return "unchanged";
      if (before) supersede.run(dataset, entity, date, key, from);
      insert.run(dataset, entity, date, key, from, text, source, seen, importId());
      return before ? "changed" : "added";
    },
  };
}
