import type { Sql } from "./sql";

/** A document as the log of imports knows it; with its number where its rows are made again. */
interface Document {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly id?: number;
}

/** The number of one document in the log, given when its first row is written. */
interface Note {
  id(): number | bigint;
  /** Notes it at the end, whether it brought something or only says what others have said: if those are taken back, its rows count. Gives true if it is new in the log. */
  end(rows: number): boolean;
}

/** Notes documents in the log of imports, with the series that they state. */
export function createNotes(sql: Sql) {
  const logged = sql.prepare("SELECT id FROM import_file WHERE sha256 = ? AND publisher = ? AND file = ? AND taken_back IS NULL");
  const states = sql.prepare("SELECT 1 FROM import_series WHERE import_id = ? AND series = ?");
  const insert = sql.prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen, confirms) VALUES (?, ?, ?, 0, ?, 0)");
  const finish = sql.prepare("UPDATE import_file SET rows = ?, confirms = ? WHERE id = ?");
  const stated = sql.prepare("INSERT OR IGNORE INTO import_series (import_id, series) VALUES (?, ?)");

  /**
   * True if the log has this document under this name with all of these series. A person's own file may come again for another series; a copy under another
   * name is a file of its own, which stays when the first is taken back.
   */
  function isLogged({ sha256, publisher, file }: Document, series: ReadonlySet<string>): boolean {
    const found = logged.all(sha256, publisher, file) as { id: number }[];
    return found.some(({ id }) => [...series].every((one) => states.get(id, one) !== undefined));
  }

  function open(document: Document, series: ReadonlySet<string>, seen: string): Note {
    let noted: number | bigint | undefined = document.id;
    const id = (): number | bigint => (noted ??= insert.run(document.publisher, document.file, document.sha256, seen).lastInsertRowid);
    return {
      id,
      end: (rows) => {
        const confirms = noted === undefined;
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
