import type { Counting } from "./counting";
import { execute, selectColumns, selectValue, type Sql } from "./sql";
import { writingCounts } from "./transaction";
import { HOUR_MS } from "../time/durations";

/** Maximum of stored keywords. The one used longest ago is dropped first. */
export const MAX_KEYWORDS = 20;
/** A keyword used again within this time is not written again, because a sheet requests it every few minutes. */
const WRITTEN_EVERY_MS = HOUR_MS;

/** Keywords in cells, for a publisher that is fetched by keyword. All processes on the database share them. */
export interface Keywords {
  /** All keywords, the last used first. */
  list(): string[];
  /** Stores the use of these keywords at a time in milliseconds. What cannot be written now (a long import, a full disk) is written with the next ones. */
  add(keywords: Iterable<string>, now: number): void;
  /** Stores what could not be written. False if that is still not possible. */
  flush(): boolean;
}

const NOTE = "INSERT INTO asked_keyword (keyword, asked) VALUES (?, ?) ON CONFLICT (keyword) DO UPDATE SET asked = excluded.asked WHERE excluded.asked > asked";
const TRIM = `DELETE FROM asked_keyword WHERE keyword NOT IN (SELECT keyword FROM asked_keyword ORDER BY asked DESC, keyword LIMIT ${MAX_KEYWORDS})`;

export function createKeywords(sql: Sql, counting: Counting): Keywords {
  /** Not written yet, with the time of use. */
  const unwritten = new Map<string, number>();
  function flush(): boolean {
    if (unwritten.size > 0)
      counting.write(() => {
        const changed = writingCounts(sql, () => {
          let rows = 0;
          for (const [keyword, at] of unwritten) rows += execute(sql, NOTE, keyword, at).changes;
          return rows + execute(sql, TRIM).changes;
        });
        unwritten.clear();
        return changed;
      });
    return unwritten.size === 0;
  }
  return {
    flush,
    list: () => selectColumns<[string]>(sql, "SELECT keyword FROM asked_keyword ORDER BY asked DESC, keyword").flat(),
    add: (keywords, now) => {
      for (const keyword of keywords) {
        const asked = selectValue<number>(sql, "SELECT asked FROM asked_keyword WHERE keyword = ?", keyword);
        if (asked === undefined || now - asked >= WRITTEN_EVERY_MS) unwritten.set(keyword, now);
      }
      for (const keyword of [...unwritten.keys()].slice(0, -MAX_KEYWORDS)) unwritten.delete(keyword);
      flush();
    },
  };
}
