import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { REBUILT } from "./log-words";
import type { Sql } from "./sql";
import { onCommit } from "./transaction";

/** One document of the import log, as it is kept beside the documents: with it and them the database can be made again. */
export interface LogLine {
  readonly id: number;
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: number;
  readonly seen: string;
  readonly confirms: number;
  readonly taken_back: string | null;
  /** The series that it states, with blanks between them. */
  readonly series: string | null;
}

export const documentLogIn = (documents: string): string => path.join(documents, "log.jsonl");

const textOf = (lines: readonly LogLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** The lines of the log, by number; undefined if there is no log. A line that was cut off in the middle is the last one, and was never committed. */
export function readDocumentLog(documents: string): LogLine[] | undefined {
  const file = documentLogIn(documents);
  if (!existsSync(file)) return undefined;
  const lines = new Map<number, LogLine>();
  for (const text of readFileSync(file, "utf8").split("\n")) {
    if (text === "") continue;
    try {
      const line = JSON.parse(text) as LogLine;
      lines.set(line.id, line);
    } catch (e) {
      if (!(e instanceof SyntaxError)) throw e;
    }
  }
  return [...lines.values()].sort((a, b) => a.id - b.id);
}

/**
 * Keeps the import log beside the documents, in step with the database: what a transaction adds to the one is appended to the other before it is committed.
 * A number that was appended and then not committed is given to another document, whose line comes later and counts.
 */
export function keepDocumentLog(sql: Sql, documents: string): void {
  const added = sql.prepare(
    `SELECT id, publisher, file, sha256, rows, seen, confirms, taken_back, (SELECT group_concat(series, ' ') FROM import_series WHERE import_id = id) AS series
     FROM import_file WHERE id > ? ORDER BY id`,
  );
  /** The last number that is known to be in the file. */
  let last = 0;
  onCommit(sql, () => {
    const lines = added.all(last) as LogLine[];
    const newest = lines.at(-1);
    if (!newest) return undefined;
    const file = documentLogIn(documents);
    if (last > 0 && existsSync(file) && !lines.some((line) => line.publisher === REBUILT)) appendFileSync(file, textOf(lines));
    else if (existsSync(documents)) {
      // Documents that were taken back change lines that stand there already.
      const draft = `${file}.${process.pid}.part`;
      writeFileSync(draft, textOf(added.all(0) as LogLine[]));
      renameSync(draft, file);
    }
    return () => void (last = newest.id);
  });
}
