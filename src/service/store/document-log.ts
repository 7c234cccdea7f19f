import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EXPIRED, REBUILT } from "./remove-rows";
import type { Sql } from "./sql";
import { onCommit } from "./transaction";

/** One document of the import log, as stored next to the documents. From both the database can be rebuilt. */
export interface LogLine {
  readonly id: number;
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: number;
  readonly seen: string;
  readonly confirms: number;
  readonly taken_back: string | null;
  /** The series in it, separated by blanks. */
  readonly series: string | null;
}

export const documentLogIn = (documents: string): string => path.join(documents, "log.jsonl");

const textOf = (lines: readonly LogLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** Reads the log's lines, by number. Undefined if there is no log. A truncated last line was never committed and is skipped. */
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
 * Writes the import log next to the documents. New entries are appended before a transaction is committed. If the commit then fails, another document gets the
 * same number, and its later line counts.
 */
export function writeDocumentLog(sql: Sql, documents: string): void {
  const added = sql.prepare(
    `SELECT id, publisher, file, sha256, rows, seen, confirms, taken_back, (SELECT group_concat(series, ' ') FROM import_series WHERE import_id = id) AS series
     FROM import_file WHERE id > ? ORDER BY id`,
  );
  /** The last number in the file. */
  let last = 0;
  onCommit(sql, () => {
    const lines = added.all(last) as LogLine[];
    const newest = lines.at(-1);
    if (!newest) return undefined;
    const file = documentLogIn(documents);
    if (last > 0 && existsSync(file) && !lines.some(({ publisher }) => publisher === REBUILT || publisher === EXPIRED)) appendFileSync(file, textOf(lines));
    else if (existsSync(documents)) {
      // Removed documents change existing lines, so the file is rewritten.
      const draft = `${file}.${process.pid}.part`;
      writeFileSync(draft, textOf(added.all(0) as LogLine[]));
      renameSync(draft, file);
    }
    return () => void (last = newest.id);
  });
}
