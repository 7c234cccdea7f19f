import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import type { HoldingsReport } from "../records/holdings";
import { momentOfFile, namesOfRows, type Freshness, type RowsName } from "./freshness";
import type { Institutions } from "./institutions";
import { FORGOTTEN, REBUILT } from "./log-words";
import { createNotes } from "./note-document";
import type { Reads, RowsKind } from "./reads";
import type { Records } from "./records";
import type { RecordRow } from "../records/record";
import type { Columns, Snapshots } from "./snapshot";
import type { Sql } from "./sql";
import { writing } from "./transaction";

/** One observation of one series: the newest value seen for its day. A null value is one that the publisher lists as missing (a holiday). */
export interface Observation {
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
  readonly first_seen: IsoDate;
}

export interface ImportBatch {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: readonly { readonly series: string; readonly date: IsoDate; readonly value: number | null; readonly source: SourceId }[];
  /** Rows with a shape of their own, beside or instead of the numeric ones. */
  readonly records?: readonly RecordRow[];
  readonly reports?: readonly HoldingsReport[];
  /** The log's own number where the rows are made again from a document that was imported before. */
  readonly id?: number;
  /** The moment as of which its rows are confirmed; the beginning of the day on which it is seen if left out. */
  readonly confirmed?: string;
}

/** The names of all rows of a file, also of those that are known already. */
export function namesIn({ rows, records = [], reports = [] }: Pick<ImportBatch, "rows" | "records" | "reports">): RowsName[] {
  const named = namesOfRows();
  rows.forEach(named.addSeries);
  records.forEach(named.add);
  if (reports.length > 0) named.addHoldings();
  return named.names();
}

export interface Taken {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface ImportResult extends Taken {
  readonly rows: number;
  /** The same for the rows with a shape of their own, which `rows` leaves out. */
  readonly records: Taken;
}

export interface ImportedSeries {
  readonly series: string;
  readonly observations: number;
  readonly first: IsoDate;
  readonly last: IsoDate;
  readonly sources: readonly SourceId[];
}

export interface Observations {
  /** True once any row of this series was imported: from then on it serves no sample row. */
  isReal(series: string): boolean;
  /** The newest `count` observations with a value, on or before `upTo`, newest first. */
  latest(series: string, upTo: IsoDate, count: number): readonly Observation[];
  /** The oldest observation with a value on or after `from` and not after `upTo`. */
  next(series: string, from: IsoDate, upTo: IsoDate): Observation | undefined;
  /** Any one row of the series, missing ones included: what its rows come from, where none can be served. */
  any(series: string): Observation | undefined;
  /** All rows from `from` to `to`, oldest first, missing ones included. */
  between(series: string, from: IsoDate, to: IsoDate): readonly Observation[];
  /** How many observations with a value there are on or before the day. */
  count(series: string, upTo: IsoDate): number;
  /** The ids of all series with imported rows; a walk through the index. */
  series(): readonly string[];
  /** Every series with imported rows, by id. */
  imported(): ImportedSeries[];
  /** The newest day with a value of each source, whatever others say of the same series. */
  newestOfSources(): ReadonlyMap<SourceId, IsoDate>;
  /**
   * Removes every row of a series, past values too; gives their number. For a person who imported the wrong file, never for retention. The log of imports
   * notes it, so that rows made again from the archive forget it, too.
   */
  forget(series: string, day: IsoDate): number;
  /** Files imported so far, newest last. */
  files(): { publisher: string; file: string; rows: number; seen: IsoDate }[];
  /** Takes a file's rows in one transaction: all or nothing. A row that says what is known already changes nothing. */
  import(batch: ImportBatch, seen: IsoDate): ImportResult;
  /** Takes several files in one transaction. */
  importAll(batches: readonly ImportBatch[], seen: IsoDate): ImportResult[];
}

/** A money-market rate's volume and percentiles stand beside its series, under the same name, and are forgotten with it. */
export const FORGET_RATE = "DELETE FROM record WHERE dataset = 'money_rate' AND entity = ?";

const COLUMNS = "date, value, source, first_seen";
const observation = ([date, value, source, first_seen]: Columns): Observation => ({ date, value, source, first_seen }) as Observation;

export function createObservations(
  sql: Sql,
  { records, institutions, freshness, reads }: { records: Records; institutions: Institutions; freshness: Freshness; reads: Reads },
  snapshots: Snapshots,
): Observations {
  const any = snapshots.imported(`SELECT ${COLUMNS} FROM observation WHERE series = ? AND current = 1 ORDER BY date LIMIT 1`, observation);
  const LATEST = `SELECT ${COLUMNS} FROM observation WHERE series = ? AND date <= ? AND value IS NOT NULL AND current = 1 ORDER BY date DESC LIMIT`;
  const latest = snapshots.imported(`${LATEST} ?`, observation);
  const newest = snapshots.imported(`${LATEST} 1`, observation);
  const next = snapshots.imported(
    `SELECT ${COLUMNS} FROM observation WHERE series = ? AND date >= ? AND date <= ? AND value IS NOT NULL AND current = 1 ORDER BY date LIMIT 1`,
    observation,
  );
  const between = snapshots.imported(
    `SELECT ${COLUMNS} FROM observation WHERE series = ? AND date >= ? AND date <= ? AND current = 1 ORDER BY date`,
    observation,
  );
  const count = snapshots.imported("SELECT COUNT(value) AS n FROM observation WHERE series = ? AND date <= ? AND current = 1", ([n]) => n as number);
  const everySeries = snapshots.imported(
    // From one to the next through the index: DISTINCT reads every row.
    `WITH RECURSIVE each(series) AS (
       SELECT MIN(series) FROM observation WHERE current = 1
       UNION ALL
       SELECT (SELECT MIN(series) FROM observation WHERE current = 1 AND series > each.series) FROM each WHERE each.series IS NOT NULL)
     SELECT series FROM each WHERE series IS NOT NULL`,
    ([series]) => series as string,
  );
  const summary = sql.prepare(
    "SELECT series, COUNT(value) AS observations, MIN(CASE WHEN value IS NOT NULL THEN date END) AS first, MAX(CASE WHEN value IS NOT NULL THEN date END) AS last, GROUP_CONCAT(DISTINCT source) AS sources FROM observation WHERE current = 1 GROUP BY series ORDER BY series",
  );
  const newestOfSources = sql.prepare("SELECT source, MAX(date) FROM observation WHERE current = 1 AND value IS NOT NULL GROUP BY source").raw();
  const files = sql.prepare(
    `SELECT publisher, file, rows, seen FROM import_file WHERE publisher NOT IN ('${FORGOTTEN}', '${REBUILT}') AND taken_back IS NULL ORDER BY id`,
  );
  const forget = sql.prepare("DELETE FROM observation WHERE series = ?");
  const forgetRate = sql.prepare(FORGET_RATE);
  const adopt = sql.prepare("UPDATE observation SET source = ? WHERE series = ? AND date = ? AND current = 1");
  const known = sql.prepare("SELECT value, source FROM observation WHERE series = ? AND date = ? AND current = 1");
  const supersede = sql.prepare("UPDATE observation SET current = 0 WHERE series = ? AND date = ? AND current = 1");
  const insert = sql.prepare("INSERT INTO observation (series, date, value, source, first_seen, current, import_id) VALUES (?, ?, ?, ?, ?, 1, ?)");
  const insertFile = sql.prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen) VALUES (?, ?, ?, ?, ?)");
  const notes = createNotes(sql);

  /** What one file changes. Compared under the write lock, or the rows of another import that is written meanwhile would be inserted twice. */
  function differences(batch: ImportBatch) {
    const added: ImportBatch["rows"][number][] = [];
    const changed: ImportBatch["rows"][number][] = [];
    const adopted: ImportBatch["rows"][number][] = [];
    for (const row of batch.rows) {
      const before = known.get(row.series, row.date) as { value: number | null; source: SourceId } | undefined;
      if (!before) added.push(row);
      else if (before.value === row.value) {
        // The publisher's own file vouches for a value better than a person's copy of it.
        if (before.source === "user" && row.source !== "user") adopted.push(row);
      }
      // A publisher's blank never removes a value that another source has given for the same day.
      else if (row.value !== null || before.source === row.source) changed.push(row);
    }
    return { batch, added, changed, adopted };
  }

  const seriesIn = ({ rows }: ImportBatch): ReadonlySet<string> => {
    const series = new Set<string>();
    for (const row of rows) series.add(row.series);
    return series;
  };
  const isNoChange = ({ batch, added, changed, adopted }: ReturnType<typeof differences>): boolean =>
    added.length + changed.length + adopted.length === 0 && !batch.records?.length && !batch.reports?.length && notes.isLogged(batch, seriesIn(batch));

  function write({ batch, added, changed, adopted }: ReturnType<typeof differences>, seen: IsoDate): Taken {
    for (const row of adopted) adopt.run(row.source, row.series, row.date);
    const shaped = batch.records ?? [];
    const note = notes.open(batch, seriesIn(batch), seen);
    const fileId = note.id;
    // Noted for that, too: what was read of a series counts until the next note.
    if (adopted.length > 0) fileId();
    for (const row of changed) supersede.run(row.series, row.date);
    for (const row of [...added, ...changed]) insert.run(row.series, row.date, row.value, row.source, seen, fileId());
    const taken = { added: 0, changed: 0, unchanged: 0 };
    const kinds = new Set<RowsKind>();
    if (adopted.length + changed.length + added.length > 0) kinds.add("observation");
    for (const row of shaped) {
      const how = records.take(row, seen, fileId);
      taken[how]++;
      if (how !== "unchanged") kinds.add(row.dataset);
    }
    for (const report of batch.reports ?? []) {
      const { added: more, unchanged } = institutions.take(report, fileId);
      taken.added += more;
      taken.unchanged += unchanged;
      // A new report that lists nothing any more changes what is held, too.
      if (more > 0 || unchanged === 0) kinds.add("holding");
    }
    if (kinds.size > 0) reads.changed(kinds, fileId());
    note.end(batch.rows.length + shaped.length);
    return taken;
  }

  function importOne(batch: ImportBatch, seen: IsoDate): ImportResult {
    const found = differences(batch);
    const count = found.added.length + found.changed.length;
    const records = isNoChange(found) ? { added: 0, changed: 0, unchanged: 0 } : write(found, seen);
    freshness.confirm(namesIn(batch), batch.confirmed ?? momentOfFile(seen));
    return { rows: batch.rows.length, added: found.added.length, changed: found.changed.length, unchanged: batch.rows.length - count, records };
  }

  /** All files in one transaction. A later file is compared with what the earlier ones have written in it. */
  function importAll(batches: readonly ImportBatch[], seen: IsoDate): ImportResult[] {
    const all = (): ImportResult[] => batches.map((batch) => importOne(batch, seen));
    // Looked at without a lock first: most files that come again say what is known already, and other writers need not wait for that.
    return batches.every((batch) => isNoChange(differences(batch))) ? all() : writing(sql, all);
  }

  return {
    isReal: (series) => any.get(series) !== undefined,
    latest: (series, upTo, count) => {
      if (count !== 1) return latest.all(series, upTo, count);
      // One row is fetched at half the price of a list of one.
      const row = newest.get(series, upTo);
      return row ? [row] : [];
    },
    next: (series, from, upTo) => next.get(series, from, upTo),
    any: (series) => any.get(series),
    between: (series, from, to) => between.all(series, from, to),
    count: (series, upTo) => count.get(series, upTo) ?? 0,
    series: () => everySeries.all(),
    imported: () =>
      (summary.all() as (Omit<ImportedSeries, "sources"> & { sources: string })[]).map((s) => ({ ...s, sources: s.sources.split(",") as SourceId[] })),
    newestOfSources: () => new Map(newestOfSources.all() as [SourceId, IsoDate][]),
    forget: (series, day) =>
      writing(sql, () => {
        const changes = forget.run(series).changes + forgetRate.run(series).changes;
        freshness.forgetSeries(series);
        if (changes > 0) reads.changed(["observation", "money_rate"], insertFile.run(FORGOTTEN, series, "", changes, day).lastInsertRowid);
        return changes;
      }),
    files: () => files.all() as { publisher: string; file: string; rows: number; seen: IsoDate }[],
    import: (batch, seen) => importAll([batch], seen)[0]!,
    importAll,
  };
}
