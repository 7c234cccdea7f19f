import type { IsoDate } from "../../contract/dates";
import type { Dataset } from "../records/record";
import type { Freshness } from "./freshness";
import type { Reads } from "./reads";
import type { Sql } from "./sql";
import { writing } from "./transaction";

/** Publisher in a log entry that removed a series. */
export const FORGOTTEN = "forget";
/** Publisher in a log entry that removed documents for retention. */
export const EXPIRED = "expire";
/** Publisher in a log entry that rebuilt rows. */
export const REBUILT = "rebuild";

/** A money-market rate's volume and percentiles have the name of its series and are removed with it. */
export const FORGET_RATE = "DELETE FROM record WHERE dataset = 'money_rate' AND entity = ?";

/**
 * Removes all rows of a series, past values included. Returns their number. For wrongly imported files, not for retention. It is logged, so that rebuilds
 * remove them too.
 */
export type ForgetSeries = (series: string, day: IsoDate) => number;

export function createForgetSeries(sql: Sql, { freshness, reads }: { freshness: Freshness; reads: Reads }): ForgetSeries {
  const forget = sql.prepare("DELETE FROM observation WHERE series = ?");
  const forgetRate = sql.prepare(FORGET_RATE);
  const note = sql.prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen) VALUES (?, ?, ?, ?, ?)");
  return (series, day) =>
    writing(sql, () => {
      const changes = forget.run(series).changes + forgetRate.run(series).changes;
      freshness.forgetSeries(series);
      if (changes > 0) reads.changed(["observation", "money_rate"], note.run(FORGOTTEN, series, "", changes, day).lastInsertRowid);
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

export function createExpire(sql: Sql, { reads }: { readonly reads: Reads }): Expire {
  const WHICH = "FROM import_file WHERE publisher = ?1 AND file = ?2 AND seen < ?3 AND taken_back IS NULL";
  const documents = sql.prepare(`SELECT DISTINCT sha256 ${WHICH}`);
  const deleteRows = sql.prepare(`DELETE FROM record WHERE dataset = ?4 AND date <= ?3 AND import_id IN (SELECT id ${WHICH})`);
  // The entries stay, as of documents that a person removed: deleting one would search all rows for it.
  const takeBack = sql.prepare(`UPDATE import_file SET taken_back = ?4 WHERE id IN (SELECT id ${WHICH})`);
  const note = sql.prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen) VALUES (?, ?, '', ?, ?)");
  const needed = sql.prepare("SELECT 1 FROM import_file WHERE sha256 = ? AND taken_back IS NULL");
  return ({ publisher, document, dataset, before }) => {
    const which = [publisher, document, before] as const;
    if (documents.get(...which) === undefined) return [];
    return writing(sql, () => {
      const gone = (documents.all(...which) as { sha256: string }[]).map(({ sha256 }) => sha256);
      const { changes } = deleteRows.run(...which, dataset);
      takeBack.run(...which, before);
      reads.changed([dataset], note.run(EXPIRED, document, changes, `${before}T00:00:00Z`).lastInsertRowid);
      return gone.filter((sha256) => needed.get(sha256) === undefined);
    });
  };
}
