import type { Counting } from "./counting";
import type { Sql } from "./sql";
import { HOUR_MS } from "../time/durations";

/** So many are kept; the one that was asked for longest ago drops out first. */
export const MOST_KEYWORDS = 20;
/** A keyword that is asked for again within this is not written again: a sheet asks every few minutes. */
const WRITTEN_EVERY_MS = HOUR_MS;

/** The keywords that cells have asked for, by which a publisher that is searched by keyword is asked. Every process on the database sees them. */
export interface Keywords {
  /** In the order in which they were last asked for, newest first. */
  list(): string[];
  /** Notes that these were asked for; milliseconds of real time. What cannot be written now (a long import, a full disk) is written with the next ones. */
  ask(keywords: Iterable<string>, now: number): void;
}

export function createKeywords(sql: Sql, counting: Counting): Keywords {
  const list = sql.prepare("SELECT keyword FROM asked_keyword ORDER BY asked DESC, keyword");
  const asked = sql.prepare("SELECT asked FROM asked_keyword WHERE keyword = ?");
  const note = sql.prepare(
    "INSERT INTO asked_keyword (keyword, asked) VALUES (?, ?) ON CONFLICT (keyword) DO UPDATE SET asked = excluded.asked WHERE excluded.asked > asked",
  );
  const trim = sql.prepare(
    `DELETE FROM asked_keyword WHERE keyword NOT IN (SELECT keyword FROM asked_keyword ORDER BY asked DESC, keyword LIMIT ${MOST_KEYWORDS})`,
  );
  /** Asked for and not written yet, with when. */
  const unwritten = new Map<string, number>();
  return {
    list: () => (list.all() as { keyword: string }[]).map((row) => row.keyword),
    ask: (keywords, now) => {
      for (const keyword of keywords) {
        const before = asked.get(keyword) as { asked: number } | undefined;
        if (!before || now - before.asked >= WRITTEN_EVERY_MS) unwritten.set(keyword, now);
      }
      if (unwritten.size === 0) return;
      for (const keyword of [...unwritten.keys()].slice(0, -MOST_KEYWORDS)) unwritten.delete(keyword);
      counting.write(() => {
        let rows = 0;
        for (const [keyword, at] of unwritten) {
          rows += note.run(keyword, at).changes;
          unwritten.delete(keyword);
        }
        return rows + trim.run().changes;
      });
    },
  };
}
