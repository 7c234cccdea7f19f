import { isIsoDate, type IsoDate } from "../../contract/dates";
import { markRebuild, type ChangeMoments } from "./changes";
import { EXPIRED, FORGET_RATE, FORGOTTEN, REBUILT } from "./remove-rows";
import type { LogLine } from "./document-log";
import type { Institutions } from "./institutions";
import { isoMoment } from "./freshness";
import { endOfImportDay } from "./publication";
import type { Sql } from "./sql";
import { writing } from "./transaction";

/** One imported document. */
export interface LoggedImport {
  readonly id: number;
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  /** When it was received, as ISO 8601 in UTC. */
  readonly seen: string;
  /** The series in it. */
  readonly series: readonly string[];
}

/** One document of the log, for display. */
export interface LoggedFile {
  /** Its number in the log. */
  readonly id: number;
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: number;
  /** When it was received, as ISO 8601 in UTC. */
  readonly seen: string;
}

/** The effects of removing documents. */
export interface Removal {
  /** Number of their rows, past values included. Each holding counts as one. */
  readonly rows: number;
  /** Of the days and records that they had changed or added, the number that other documents still serve. */
  readonly back: number;
  /** Series without any row now. */
  readonly gone: readonly string[];
}

/** By publisher, the publishers whose stored data its documents need. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/** Imports a document of the log again, under its number. */
type Reimport = (logged: LoggedImport) => void;

/** The log of imports. With the documents in the archive, the rows can be rebuilt from it. */
export interface ImportLog {
  /** These publishers and all that share a series with them or depend on them. What is served on a day depends on all of them. */
  together(publishers: readonly string[], dependencies: Dependencies): string[];
  /** The documents of these publishers, in import order. */
  of(publishers: readonly string[]): LoggedImport[];
  /**
   * Rebuilds the rows of these publishers in one transaction: each document in its order, with the time at which it was first seen; documents that depend on
   * other publishers' come last. Rows that were removed by `forget` stay removed. `settled` is the last number of the log at which all news of computed rows was
   * logged: if no document came since, what the rebuild corrects is no news.
   *
   * @throws what `reimport` throws; the rows are then unchanged.
   */
  replay(publishers: readonly string[], dependencies: Dependencies, reimport: Reimport, settled?: number): number;
  /** The last number of the log; 0 if it is empty. */
  last(): number;
  /** Restores the lines of a log into an empty database. Then the rows can be rebuilt. */
  restore(lines: readonly LogLine[]): void;
  /** Notes that a document was read again by these rules, whether it brought rows or not. Within the caller's transaction. */
  readBy(id: number, rules: number): void;
  /** By publisher, the lowest number of the rules by which the rows of its documents were read. */
  rules(): ReadonlyMap<string, number>;
  /** All documents in the log that were not removed, oldest first. */
  files(): LoggedFile[];
  /**
   * Removes documents: rebuilds the rows of these publishers as if they had never been imported, in one transaction. They stay removed. Their confirmation
   * times are removed too.
   *
   * @throws what `reimport` throws; the rows are then unchanged.
   */
  remove(ids: readonly number[], day: IsoDate, publishers: readonly string[], dependencies: Dependencies, reimport: Reimport): Removal;
}

export function createImportLog(sql: Sql, institutions: Institutions, moments: ChangeMoments): ImportLog {
  const placed = (publishers: readonly string[]): string => publishers.map(() => "?").join(", ");
  const numbers = (publishers: readonly string[]): string => `SELECT id FROM import_file WHERE publisher IN (${placed(publishers)})`;
  const seriesOf = (publishers: readonly string[]): Map<number, string[]> => {
    const rows = sql.prepare(`SELECT import_id, series FROM import_series WHERE import_id IN (${numbers(publishers)})`).all(...publishers);
    const found = new Map<number, string[]>();
    for (const { import_id, series } of rows as { import_id: number; series: string }[]) {
      const of = found.get(import_id);
      if (of) of.push(series);
      else found.set(import_id, [series]);
    }
    return found;
  };

  function together(publishers: readonly string[], dependencies: Dependencies): string[] {
    const more = sql
      .prepare(
        `SELECT DISTINCT f.publisher AS id FROM import_series s JOIN import_file f ON f.id = s.import_id
         WHERE f.taken_back IS NULL AND s.series IN (SELECT series FROM import_series WHERE import_id IN (${numbers(publishers)}))`,
      )
      .all(...publishers) as { id: string }[];
    const dependents = [...dependencies].flatMap(([id, needed]) => (needed.some((from) => publishers.includes(from)) && of([id]).length > 0 ? [id] : []));
    const all = [...new Set([...publishers, ...more.map((m) => m.id), ...dependents])];
    return all.length === publishers.length ? all : together(all, dependencies);
  }

  function of(publishers: readonly string[]): LoggedImport[] {
    const series = seriesOf(publishers);
    const rows = sql
      .prepare(`SELECT id, publisher, file, sha256, seen FROM import_file WHERE publisher IN (${placed(publishers)}) AND taken_back IS NULL ORDER BY id`)
      .all(...publishers) as Omit<LoggedImport, "series">[];
    return rows.map((row) => ({ ...row, series: series.get(row.id) ?? [] }));
  }

  /** Rebuilds within the caller's transaction. */
  function replayed(publishers: readonly string[], dependencies: Dependencies, reimport: Reimport, change: () => void = () => undefined): number {
    // Read before rows are deleted, because an operator's own file is identified by the series of its rows.
    const before = of([...publishers, FORGOTTEN]);
    change();
    const stays = new Set(of([...publishers, FORGOTTEN]).map((l) => l.id));
    for (const table of ["observation", "record"]) sql.prepare(`DELETE FROM ${table} WHERE import_id IN (${numbers(publishers)})`).run(...publishers);
    institutions.deleteImports(numbers(publishers), ...publishers);
    const takeOut = ["DELETE FROM observation WHERE series = ?", FORGET_RATE].map((of) =>
      sql.prepare(`${of} AND import_id < ? AND import_id IN (${numbers(publishers)})`),
    );
    let documents = 0;
    const isDependent = (l: LoggedImport): number => Number((dependencies.get(l.publisher) ?? []).length > 0);
    for (const entry of before.filter((l) => stays.has(l.id)).sort((a, b) => isDependent(a) - isDependent(b))) {
      if (entry.publisher === FORGOTTEN) {
        for (const of of takeOut) of.run(entry.file, entry.id, ...publishers);
        continue;
      }
      reimport(entry);
      documents++;
    }
    // Rows keep their documents' numbers, so a new log entry invalidates what was read of them before.
    sql
      .prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen) SELECT ?, '', '', 0, MAX(seen) FROM import_file HAVING COUNT(*) > 0")
      .run(REBUILT);
    sql.exec("UPDATE rows_version SET import_id = (SELECT MAX(id) FROM import_file)");
    return documents;
  }

  const one = (text: string, ...args: readonly unknown[]): number => (sql.prepare(text).get(...args) as { n: number | null }).n ?? 0;
  const readBy = sql.prepare("UPDATE import_file SET rules = ? WHERE id = ?");
  const last = (): number => one("SELECT MAX(id) AS n FROM import_file");
  const keptBy = `SELECT publisher, file, sha256, id, rows, seen FROM import_file WHERE publisher NOT IN ('${FORGOTTEN}', '${REBUILT}', '${EXPIRED}') AND taken_back IS NULL ORDER BY id`;

  function removed(ids: readonly number[], day: IsoDate, publishers: readonly string[], dependencies: Dependencies, reimport: Reimport): Removal {
    sql.exec("CREATE TEMP TABLE brought_value (series TEXT, date TEXT); CREATE TEMP TABLE brought_record (dataset TEXT, entity TEXT, date TEXT, key TEXT)");
    const those = ids.map(() => "?").join(", ");
    const values = sql.prepare(`INSERT INTO brought_value SELECT series, date FROM observation WHERE import_id IN (${those})`).run(...ids).changes;
    const records = sql.prepare(`INSERT INTO brought_record SELECT dataset, entity, date, key FROM record WHERE import_id IN (${those})`).run(...ids).changes;
    const held = one(`SELECT SUM(holdings) AS n FROM holdings_report WHERE import_id IN (${those})`, ...ids);
    // A document may also have confirmed other documents' rows. Other documents confirm them again as of their own days: rather too old than too new.
    const whose = numbers(publishers);
    sql
      .prepare(
        `DELETE FROM freshness WHERE name IN (SELECT source || '/' || series FROM observation WHERE import_id IN (${whose})
         UNION SELECT source || '/' || dataset || '/' || entity FROM record WHERE import_id IN (${whose})
         UNION SELECT source || '/' || dataset FROM record WHERE import_id IN (${whose})
         UNION SELECT 'sec/holding' FROM holdings_report WHERE import_id IN (${whose}))`,
      )
      .run(...publishers, ...publishers, ...publishers, ...publishers);
    replayed(publishers, dependencies, reimport, () => void sql.prepare(`UPDATE import_file SET taken_back = ? WHERE id IN (${those})`).run(day, ...ids));
    const back =
      one(
        "SELECT COUNT(*) AS n FROM (SELECT DISTINCT series, date FROM brought_value) b JOIN observation o ON o.series = b.series AND o.date = b.date AND o.current = 1",
      ) +
      one(
        `SELECT COUNT(*) AS n FROM (SELECT DISTINCT dataset, entity, date, key FROM brought_record) b
         WHERE EXISTS (SELECT 1 FROM record r WHERE r.dataset = b.dataset AND r.entity = b.entity AND r.date = b.date AND r.key = b.key AND r.current = 1)`,
      );
    const gone = sql
      .prepare(
        "SELECT DISTINCT series FROM brought_value b WHERE NOT EXISTS (SELECT 1 FROM observation o WHERE o.series = b.series AND o.current = 1) ORDER BY series",
      )
      .all() as { series: string }[];
    sql.exec("DROP TABLE brought_value; DROP TABLE brought_record");
    return { rows: values + records + held, back, gone: gone.map((g) => g.series) };
  }

  const restoreFile = sql.prepare("INSERT INTO import_file (id, publisher, file, sha256, rows, seen, confirms, taken_back) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const restoreSeries = sql.prepare("INSERT INTO import_series (import_id, series) VALUES (?, ?)");

  return {
    together,
    of,
    restore: (lines) =>
      writing(sql, () => {
        for (const { id, publisher, file, sha256, rows, seen, confirms, taken_back, series } of lines) {
          restoreFile.run(id, publisher, file, sha256, rows, isIsoDate(seen) ? endOfImportDay(seen) : isoMoment(Date.parse(seen)), confirms, taken_back);
          for (const one of series?.split(" ") ?? []) restoreSeries.run(id, one);
        }
      }),
    last,
    readBy: (id, rules) => void readBy.run(rules, id),
    rules: () =>
      new Map(
        sql.prepare("SELECT publisher, MIN(rules) FROM import_file WHERE sha256 <> '' AND taken_back IS NULL GROUP BY publisher").raw().all() as [
          string,
          number,
        ][],
      ),
    files: () => sql.prepare(keptBy).all() as unknown as LoggedFile[],
    replay: (...args) =>
      writing(sql, () => {
        const [publishers, dependencies, reimport, settled] = args;
        const isSettled = settled !== undefined && last() === settled;
        const documents = moments.keeping(() => replayed(publishers, dependencies, reimport), true);
        if (isSettled) markRebuild(sql, last());
        return documents;
      }),
    remove: (...args) => writing(sql, () => moments.keeping(() => removed(...args))),
  };
}
