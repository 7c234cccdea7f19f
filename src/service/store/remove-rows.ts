import type { IsoDate } from "../../contract/dates";
import type { Dataset } from "../records/record";
import type { Freshness } from "./freshness";
import type { Reads } from "./reads";
import { execute, selectColumns, selectValue, type Sql } from "./sql";
import { writing } from "./transaction";

/** Publisher in a log entry that removed a series. */
export const FORGOTTEN = "forget";
/** Publisher in a log entry that removed documents for retention. */
export const EXPIRED = "expire";
/** Publisher in a log entry that rebuilt rows. */
export const REBUILT = "rebuild";

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
      freshness.forgetSeries(series);
      if (changes > 0) reads.changed(["observation", "money_rate"], logRemoval(sql, FORGOTTEN, series, changes, day));
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
