import { isoMoment } from "./freshness";
import type { Sql } from "./sql";

/** A document to log. It has a number if its rows are rebuilt. */
interface Document {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly id?: number;
  readonly rules?: number;
}

/** The log entry of one document. Its number is assigned with its first row. */
interface LogEntry {
  id(): number | bigint;
  /** Writes the entry, even if the document only confirms other rows: if those are removed, its rows count. Returns true if it is new in the log. */
  end(rows: number): boolean;
}

/** Logs documents with their series. */
export function createDocumentLogger(sql: Sql) {
  const logged = sql.prepare("SELECT id FROM import_file WHERE sha256 = ? AND publisher = ? AND file = ? AND taken_back IS NULL");
  const states = sql.prepare("SELECT 1 FROM import_series WHERE import_id = ? AND series = ?");
  const insert = sql.prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen, confirms, rules) VALUES (?, ?, ?, 0, ?, 0, ?)");
  const finish = sql.prepare("UPDATE import_file SET rows = ?, confirms = ? WHERE id = ?");
  const stated = sql.prepare("INSERT OR IGNORE INTO import_series (import_id, series) VALUES (?, ?)");

  /**
   * True if the log has this document under this name with all of these series. An operator's file may be imported again for another series. A copy under
   * another name is a separate file, which stays if the first is removed.
   */
  function isLogged({ sha256, publisher, file }: Document, series: ReadonlySet<string>): boolean {
    const found = logged.all(sha256, publisher, file) as { id: number }[];
    return found.some(({ id }) => [...series].every((one) => states.get(id, one) !== undefined));
  }

  function open(document: Document, series: ReadonlySet<string>, seen: string): LogEntry {
    let assigned: number | bigint | undefined = document.id;
    const id = (): number | bigint =>
      (assigned ??= insert.run(document.publisher, document.file, document.sha256, isoMoment(Date.parse(seen)), document.rules ?? 0).lastInsertRowid);
    return {
      id,
      end: (rows) => {
        const confirms = assigned === undefined;
        if (confirms && isLogged(document, series)) return false;
        const number = id();
        for (const one of series) stated.run(number, one);
        if (document.id === undefined) finish.run(rows, Number(confirms), number);
        return document.id === undefined;
      },
    };
  }
  return { isLogged, open };
}
