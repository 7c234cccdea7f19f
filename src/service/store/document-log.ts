import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { IsoDate } from "../../contract/dates";
import type { Dataset } from "../records/record";
import { putInPlace } from "../sqlite/open-file";
import { openDocument } from "./archive";
import { type Freshness, isoMoment } from "./freshness";
import { LAST_OF_ROWS } from "./read-cache";
import { endOfImportDay } from "./publication";
import type { Reads } from "./reads";
import { execute, onCommit, selectColumns, selectRows, selectValue, type Sql, writing } from "../sqlite/sql";

/** Publisher in a log entry that removed a series. */
export const FORGOTTEN = "forget";
/** Publisher in a log entry that removed documents for retention. */
export const EXPIRED = "expire";
/** Publisher in a log entry that rebuilt rows. */
export const REBUILT = "rebuild";

/** The number of the last entry that may have changed a row; 0 without any. */
export const lastOfRows = (sql: Sql): number => selectValue(sql, LAST_OF_ROWS) ?? 0;

/** Remove the rows of the series ?2. A money-market rate's volume and percentiles have the name of its series and are removed with it. */
export const FORGET = ["DELETE FROM observation WHERE series = ?2", "DELETE FROM record WHERE dataset = 'money_rate' AND entity = ?2"];

/**
 * Removes all rows of a series, past values included. Returns their number. For wrongly imported files, not for retention. It is logged, so that rebuilds
 * remove them too.
 */
export type ForgetSeries = (series: string, day: IsoDate) => number;

/** Logs what removed rows. Returns its number. */
const logRemoval = (sql: Sql, publisher: string, file: string, rows: number, seen: string): number | bigint =>
  execute(sql, "INSERT INTO import_file (publisher, file, sha256, rows, seen) VALUES (?, ?, '', ?, ?)", publisher, file, rows, seen).lastInsertRowid;

export function createForgetSeries(sql: Sql, { freshness, reads }: { freshness: Freshness; reads: Reads }): ForgetSeries {
  return (series, day) =>
    writing(sql, () => {
      const changes = FORGET.reduce((sum, forget) => sum + execute(sql, forget, null, series).changes, 0);
      if (changes === 0) return 0;
      freshness.forgetSeries(series);
      reads.changed(["observation", "money_rate"], logRemoval(sql, FORGOTTEN, series, changes, endOfImportDay(day)));
      return changes;
    });
}

/** The fetched documents of one feed, all of one name, with their rows of one dataset. */
interface Expiring {
  readonly publisher: string;
  readonly document: string;
  readonly dataset: Dataset;
  /** Documents that were received before this day are removed. */
  readonly before: IsoDate;
}

/**
 * Removes the rows of documents, and marks the documents as removed in the log, for retention. Returns the SHA-256 of those that no other entry of the log needs; the
 * caller removes them from the archive. A later rebuild does not miss them.
 */
export type Expire = (expiring: Expiring) => readonly string[];

const EXPIRED_DOCUMENTS = "FROM import_file WHERE publisher = ?1 AND file = ?2 AND seen < ?3 AND taken_back IS NULL";

export function createExpire(sql: Sql, { reads }: { readonly reads: Reads }): Expire {
  const documents = (...which: readonly string[]): string[] => selectColumns<[string]>(sql, `SELECT DISTINCT sha256 ${EXPIRED_DOCUMENTS}`, ...which).flat();
  return ({ publisher, document, dataset, before }) => {
    const which = [publisher, document, before];
    if (documents(...which).length === 0) return [];
    return writing(sql, () => {
      const gone = documents(...which);
      const { changes } = execute(
        sql,
        `DELETE FROM record WHERE dataset = ?4 AND date <= ?3 AND import_id IN (SELECT id ${EXPIRED_DOCUMENTS})`,
        ...which,
        dataset,
      );
      // The entries stay, as of documents that a person removed: deleting one would search all rows for it.
      execute(sql, `UPDATE import_file SET taken_back = ?4 WHERE id IN (SELECT id ${EXPIRED_DOCUMENTS})`, ...which, before);
      reads.changed([dataset], logRemoval(sql, EXPIRED, document, changes, `${before}T00:00:00Z`));
      return gone.filter((sha256) => selectValue(sql, "SELECT 1 FROM import_file WHERE sha256 = ? AND taken_back IS NULL", sha256) === undefined);
    });
  };
}

export interface DocumentToLog {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  /** The log's number, if the rows of an imported document are rebuilt. */
  readonly id?: number;
  /** The number of its publisher's rules; 0 by default. */
  readonly rules?: number;
  /** The day on which the publisher says that it changed. Its rows may depend on it. */
  readonly published?: IsoDate;
  /** The time as of which its rows are confirmed; by default the start of the day on which it is seen. */
  readonly confirmed?: string;
}

/**
 * True if the log has this document under this name with all of these series. An operator's file may be imported again for another series. A copy under
 * another name is a separate file, which stays if the first is removed.
 */
export function isLogged(sql: Sql, { sha256, publisher, file }: DocumentToLog, series: ReadonlySet<string>): boolean {
  const found = selectColumns<[number]>(
    sql,
    "SELECT id FROM import_file WHERE sha256 = ? AND publisher = ? AND file = ? AND taken_back IS NULL",
    ...[sha256, publisher, file],
  );
  const names = (id: number, one: string): boolean => selectValue(sql, "SELECT 1 FROM import_series WHERE import_id = ? AND series = ?", id, one) !== undefined;
  return found.some(([id]) => [...series].every((one) => names(id, one)));
}

/** Begins the log entry of a document with these series. Its number is assigned with its first row. */
export function openEntry(sql: Sql, document: DocumentToLog, series: ReadonlySet<string>, seen: string) {
  const { publisher, file, sha256, rules = 0, published = null, confirmed = null } = document;
  let assigned: number | bigint | undefined = document.id;
  const id = (): number | bigint =>
    (assigned ??= execute(
      sql,
      "INSERT INTO import_file (publisher, file, sha256, rows, seen, confirms, rules, published, confirmed) VALUES (?, ?, ?, 0, ?, 0, ?, ?, ?)",
      ...[publisher, file, sha256, isoMoment(Date.parse(seen)), rules, published, confirmed],
    ).lastInsertRowid);
  return {
    id,
    /** Writes the entry, even if the document only confirms other rows: if those are removed, its rows count. False if the log has the document already. */
    end: (rows: number): boolean => {
      const confirms = assigned === undefined;
      if (confirms && isLogged(sql, document, series)) return false;
      const number = id();
      for (const one of series) execute(sql, "INSERT OR IGNORE INTO import_series (import_id, series) VALUES (?, ?)", number, one);
      if (document.id === undefined) execute(sql, "UPDATE import_file SET rows = ?, confirms = ? WHERE id = ?", rows, Number(confirms), number);
      return true;
    },
  };
}

/** One document of the log. */
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

/** One document of the import log, as stored next to the documents. From both the database can be rebuilt. */
export interface LogLine extends LoggedFile {
  readonly confirms: number;
  readonly taken_back: string | null;
  /** The series in it, separated by blanks. */
  readonly series: string | null;
  readonly published?: IsoDate | null;
  readonly confirmed?: string | null;
  /** What an entry without a document says. */
  readonly detail?: string | null;
  /** A random name of the entry, in whichever database. */
  readonly entry?: string | null;
  /** The hash of the entry before it; empty for the first. It covers that of a document, not its bytes, so that a document can be removed. */
  readonly chain?: string | null;
}

const hashOf = ({ entry, chain, publisher, file, sha256, seen, published = null, confirmed = null, detail = null }: LogLine): string =>
  createHash("sha256")
    .update(JSON.stringify([entry, chain, publisher, file, sha256, seen, published, confirmed, detail]))
    .digest("base64url");

/**
 * The number of the first entry of a log that does not fit the one before it: one between them is missing, or was changed. Undefined if all fit. `before` is the entry
 * before the first.
 */
export const firstUnfit = (lines: readonly LogLine[], before?: LogLine): number | undefined =>
  lines.find(({ chain }, i) => {
    const previous = lines[i - 1] ?? before;
    return typeof chain === "string" && chain !== (previous ? hashOf(previous) : "");
  })?.id;

export const documentLogIn = (documents: string): string => path.join(documents, "log.jsonl");

const textOf = (lines: readonly LogLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** Written to the disk before the call returns. */
const FLUSHED = { flush: true };

/** The lines of a log, by number; of several with one number, the last. A truncated last line was never committed and is skipped. */
function linesOf(log: string): LogLine[] {
  const lines = new Map<number, LogLine>();
  for (const text of log.split("\n")) {
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

/** Reads the log's lines, by number. Undefined if there is no log. */
export function readDocumentLog(documents: string): LogLine[] | undefined {
  const file = documentLogIn(documents);
  if (!existsSync(file)) return undefined;
  return linesOf(readFileSync(file, "utf8"));
}

/** How much of the end of the log is compared with the database. */
const TAIL_BYTES = 65_536;

/** The last entries of a log, at least those after a number, and whether its last line is complete. Without a log there are none. */
function tailOf(file: string, after = Infinity): { readonly lines: readonly LogLine[]; readonly isComplete: boolean } {
  if (!existsSync(file)) return { lines: [], isComplete: false };
  const log = openDocument(file);
  try {
    for (let length = TAIL_BYTES; ; length *= 4) {
      const start = Math.max(0, log.size - length);
      const text = Buffer.from(log.read(start, length)).toString("utf8");
      const lines = linesOf(start > 0 ? text.slice(text.indexOf("\n") + 1) : text);
      if (start === 0 || (lines.length > 0 && lines[0]!.id <= after)) return { lines, isComplete: text.endsWith("\n") };
    }
  } finally {
    log.close();
  }
}

/**
 * The last entries of the log that the database does not have. Their lines were written before a commit that failed or was interrupted, or that was lost with the power. They
 * are found until another entry gets their number. Lines that do not follow the database's last entry are of another database, or of an import that another one replaced.
 */
export function lostEntries(sql: Sql, documents: string): readonly LogLine[] {
  const last = selectValue<number | null>(sql, "SELECT MAX(id) FROM import_file") ?? 0;
  const { lines } = tailOf(documentLogIn(documents), last);
  const known = lines.find(({ id }) => id === last);
  const entry = selectValue<string | null>(sql, "SELECT entry FROM import_file WHERE id = ?", last);
  if (last > 0 && (!known || (known.entry ?? null) !== entry)) return [];
  const after = lines.filter(({ id }) => id > last);
  const unfit = firstUnfit(after, known);
  return unfit === undefined ? after : after.filter(({ id }) => id < unfit);
}

const LINES = `SELECT id, publisher, file, sha256, rows, seen, confirms, taken_back, published, confirmed, detail, entry, chain,
  (SELECT group_concat(series, ' ') FROM import_series WHERE import_id = id) AS series FROM import_file`;

/** Names the new entries after this number, and chains each to the one before it, within the caller's transaction. */
function chainEntries(sql: Sql, after: number): void {
  const [first] = selectRows<LogLine>(sql, `${LINES} WHERE id > ? AND entry IS NULL ORDER BY id LIMIT 1`, after);
  if (!first) return;
  let [before] = selectRows<LogLine>(sql, `${LINES} WHERE id < ? ORDER BY id DESC LIMIT 1`, first.id);
  for (const line of selectRows<LogLine>(sql, `${LINES} WHERE id >= ? ORDER BY id`, first.id)) {
    before = { ...line, entry: randomUUID(), chain: before ? hashOf(before) : "" };
    execute(sql, "UPDATE import_file SET entry = ?, chain = ? WHERE id = ?", before.entry, before.chain, line.id);
  }
}

/**
 * Writes the import log next to the documents. New entries are appended before a transaction is committed. If the commit then fails, another document gets the
 * same number, and its later line counts.
 */
export function writeDocumentLog(sql: Sql, documents: string): void {
  const linesAfter = (id: number): LogLine[] => selectRows(sql, `${LINES} WHERE id > ? ORDER BY id`, id);
  const file = documentLogIn(documents);
  const entryOf = (id: number): string | null | undefined => selectValue(sql, "SELECT entry FROM import_file WHERE id = ?", id);
  const isWritten = ({ id, entry }: LogLine): boolean => typeof entry === "string" && entryOf(id) === entry;
  let newestHere = 0;
  onCommit(sql, () => {
    const end = selectValue<number | null>(sql, "SELECT MAX(id) FROM import_file") ?? 0;
    if (end === newestHere) return undefined;
    const { lines: tail, isComplete } = tailOf(file, end);
    // Without a new entry nothing is written: entries that the database lost stay in the log until they are completed.
    if (tail.some((line) => line.id === end && isWritten(line))) return () => void (newestHere = end);
    // The last number in the file. 0, so that the file is written again, if it ends with lines whose commit failed, here or in another process.
    const ended = isComplete ? tail.at(-1) : undefined;
    const last = ended && isWritten(ended) ? ended.id : 0;
    chainEntries(sql, last);
    const lines = linesAfter(last);
    const newest = lines.at(-1);
    if (!newest) return undefined;
    if (last > 0 && !lines.some(({ publisher }) => publisher === REBUILT || publisher === EXPIRED)) appendFileSync(file, textOf(lines), FLUSHED);
    else if (existsSync(documents)) {
      // Removed documents change existing lines, so the file is rewritten.
      const draft = `${file}.${process.pid}.part`;
      writeFileSync(draft, textOf(linesAfter(0)), FLUSHED);
      putInPlace(draft, file);
    }
    return () => void (newestHere = newest.id);
  });
}
