import type { IsoDate } from "../../contract/dates";
import type { Freshness } from "./freshness";
import { FORGOTTEN } from "./log-markers";
import type { Reads } from "./reads";
import type { Sql } from "./sql";
import { writing } from "./transaction";

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
