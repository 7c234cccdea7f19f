import type { IsoDate } from "../../contract/dates";
import { FORGOTTEN, REBUILT, type ImportBatch, type Observations } from "./observations";
import type { Institutions } from "./institutions";
import type { Sql } from "./sql";

/** One document that brought something when it was imported. */
export interface LoggedImport {
  readonly id: number;
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly seen: IsoDate;
  /** The series whose rows came from it, as they stand now. */
  readonly series: readonly string[];
}

/** The log of imports, from which the rows can be made again with the documents in the archive. */
export interface ImportLog {
  /** These publishers and all others that have given values for the same series: what is served of a day depends on all of them. */
  together(publishers: readonly string[]): string[];
  /** The documents of these publishers, in the order in which they were imported. */
  of(publishers: readonly string[]): LoggedImport[];
  /**
   * Makes the rows of these publishers again, in one transaction: each document in its order, with the day on which it was first seen. What was taken out
   * by `forget` stays out. A document for which `read` gives nothing brings nothing, or has been taken by it.
   *
   * @throws what `read` throws; then the rows are as they were.
   */
  replay(publishers: readonly string[], read: (logged: LoggedImport) => Pick<ImportBatch, "rows" | "records"> | undefined): number;
}

export function createImportLog(sql: Sql, observations: Observations, institutions: Institutions): ImportLog {
  const placed = (publishers: readonly string[]): string => publishers.map(() => "?").join(", ");
  const numbers = (publishers: readonly string[]): string => `SELECT id FROM import_file WHERE publisher IN (${placed(publishers)})`;
  const seriesOf = (publishers: readonly string[]): Map<number, string[]> => {
    const rows = sql.prepare(`SELECT DISTINCT import_id, series FROM observation WHERE import_id IN (${numbers(publishers)})`).all(...publishers);
    const found = new Map<number, string[]>();
    for (const { import_id, series } of rows as { import_id: number; series: string }[]) found.set(import_id, [...(found.get(import_id) ?? []), series]);
    return found;
  };

  function together(publishers: readonly string[]): string[] {
    const more = sql
      .prepare(
        `SELECT DISTINCT f.publisher AS id FROM import_file f JOIN observation o ON o.import_id = f.id
         WHERE o.series IN (SELECT DISTINCT series FROM observation WHERE import_id IN (${numbers(publishers)}))`,
      )
      .all(...publishers) as { id: string }[];
    const all = [...new Set([...publishers, ...more.map((m) => m.id)])];
    return all.length === publishers.length ? all : together(all);
  }

  function of(publishers: readonly string[]): LoggedImport[] {
    const series = seriesOf(publishers);
    const rows = sql
      .prepare(`SELECT id, publisher, file, sha256, seen FROM import_file WHERE publisher IN (${placed(publishers)}) ORDER BY id`)
      .all(...publishers) as Omit<LoggedImport, "series">[];
    return rows.map((row) => ({ ...row, series: series.get(row.id) ?? [] }));
  }

  return {
    together,
    of,
    replay: (publishers, read) => {
      sql.exec("BEGIN IMMEDIATE");
      try {
        // Read before anything is taken out: a person's own file is known by the series that its rows stand under.
        const logged = of([...publishers, FORGOTTEN]);
        for (const table of ["observation", "record"]) sql.prepare(`DELETE FROM ${table} WHERE import_id IN (${numbers(publishers)})`).run(...publishers);
        institutions.takeOut(numbers(publishers), ...publishers);
        const takeOut = sql.prepare(`DELETE FROM observation WHERE series = ? AND import_id < ? AND import_id IN (${numbers(publishers)})`);
        let documents = 0;
        for (const entry of logged) {
          if (entry.publisher === FORGOTTEN) {
            takeOut.run(entry.file, entry.id, ...publishers);
            continue;
          }
          const batch = read(entry);
          documents++;
          if (!batch) continue;
          observations.importAll([{ ...batch, publisher: entry.publisher, file: entry.file, sha256: entry.sha256, id: entry.id }], entry.seen);
        }
        // Rows keep the numbers of their documents: a note of its own says that what was read of them before counts no more.
        sql
          .prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen) SELECT ?, '', '', 0, MAX(seen) FROM import_file HAVING COUNT(*) > 0")
          .run(REBUILT);
        sql.exec("COMMIT");
        return documents;
      } catch (e) {
        sql.exec("ROLLBACK");
        throw e;
      }
    },
  };
}
