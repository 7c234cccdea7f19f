import type { Counting } from "./counting";
import type { Sql } from "./sql";

/** Requests used by a key in a period. Stored, so that several processes share one quota and a restart forgets nothing. */
export interface Usage {
  /** Requests counted in this period so far. */
  used(hash: string, period: string): number;
  /** Counts one request in each of these periods. What cannot be written now (a long import, a full disk) is written with a later one. */
  count(hash: string, periods: readonly string[]): void;
  /** Drops periods that start with `kind` and sort before `period`. */
  forget(kind: string, period: string): void;
}

export function createUsage(sql: Sql, counting: Counting): Usage {
  const used = sql.prepare("SELECT used FROM usage_window WHERE hash = ? AND period = ?");
  const count = sql.prepare(
    "INSERT INTO usage_window (hash, period, used) VALUES (?, ?, ?) ON CONFLICT (hash, period) DO UPDATE SET used = used + excluded.used",
  );
  const forget = sql.prepare("DELETE FROM usage_window WHERE period >= ? AND period < ?");
  /** Counted but not written yet, by key and period. */
  const unwritten = new Map<string, { readonly hash: string; readonly period: string; requests: number }>();

  return {
    used: (hash, period) => ((used.get(hash, period) as { used: number } | undefined)?.used ?? 0) + (unwritten.get(`${hash} ${period}`)?.requests ?? 0),
    count: (hash, periods) => {
      for (const period of periods) {
        const waiting = unwritten.get(`${hash} ${period}`) ?? { hash, period, requests: 0 };
        waiting.requests++;
        unwritten.set(`${hash} ${period}`, waiting);
      }
      counting.write(() => {
        let rows = 0;
        for (const [name, { hash: whose, period, requests }] of unwritten) {
          rows += count.run(whose, period, requests).changes;
          unwritten.delete(name);
        }
        return rows;
      });
    },
    forget: (kind, period) => {
      for (const [name, waiting] of unwritten) if (waiting.period >= kind && waiting.period < period) unwritten.delete(name);
      counting.write(() => forget.run(kind, period).changes);
    },
  };
}
