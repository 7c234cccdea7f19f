import type { Counting } from "./counting";
import { execute, selectValue, type Sql } from "./sql";
import { writingCounts } from "./transaction";

/** A period in which an account may use at most `limit` requests. */
export interface QuotaWindow {
  readonly period: string;
  readonly limit: number;
}

/** Requests used by an account in a period. Stored, so that several processes share one quota and a restart forgets nothing. */
export interface Usage {
  /** Requests counted in this period so far. */
  used(account: string, period: string): number;
  /**
   * Counts one request in each of these periods, unless one of them is full: then it counts none and returns false. The check and the count are one transaction,
   * so processes that share the database cannot exceed a limit together. If the database cannot be written to now (a long import, a full disk), the request is
   * counted in memory and written with a later one, or by `flush`; until then other processes do not see it.
   */
  take(account: string, windows: readonly QuotaWindow[]): boolean;
  /** Drops periods that start with `kind` and sort before `period`. */
  forget(kind: string, period: string): void;
  /** Writes what is counted in memory only. False if that is not possible now. */
  flush(): boolean;
}

const ADD = "INSERT INTO usage_window (hash, period, used) VALUES (?, ?, ?) ON CONFLICT (hash, period) DO UPDATE SET used = used + excluded.used";

export function createUsage(sql: Sql, counting: Counting): Usage {
  const add = (account: string, period: string, requests: number): number => execute(sql, ADD, account, period, requests).changes;
  /** Counted but not written yet, by account and period. */
  const unwritten = new Map<string, { readonly account: string; readonly period: string; requests: number }>();

  const waitingIn = (account: string, period: string): number => unwritten.get(`${account} ${period}`)?.requests ?? 0;
  const usedIn = (account: string, period: string): number =>
    (selectValue<number>(sql, "SELECT used FROM usage_window WHERE hash = ? AND period = ?", account, period) ?? 0) + waitingIn(account, period);

  /** Writes the counts that are in memory. Returns the number of changed rows. */
  function written(): number {
    let rows = 0;
    for (const { account, period, requests } of unwritten.values()) rows += add(account, period, requests);
    return rows;
  }

  return {
    used: usedIn,
    take: (account, windows) => {
      const isFull = (): boolean => windows.some(({ period, limit }) => usedIn(account, period) >= limit);
      // Refused requests write nothing: a flood of them must not hold the write lock.
      if (isFull()) return false;
      let counted: boolean | undefined;
      counting.write(() => {
        const { taken, rows } = writingCounts(sql, () => {
          // Again, with the lock: another process may have counted since.
          const taken = !isFull();
          let rows = written();
          if (taken) for (const { period } of windows) rows += add(account, period, 1);
          return { taken, rows };
        });
        unwritten.clear();
        counted = taken;
        return rows;
      });
      if (counted !== undefined) return counted;
      for (const { period } of windows) {
        const waiting = unwritten.get(`${account} ${period}`) ?? { account, period, requests: 0 };
        waiting.requests++;
        unwritten.set(`${account} ${period}`, waiting);
      }
      return true;
    },
    forget: (kind, period) => {
      for (const [name, waiting] of unwritten) if (waiting.period >= kind && waiting.period < period) unwritten.delete(name);
      counting.write(() => writingCounts(sql, () => execute(sql, "DELETE FROM usage_window WHERE period >= ? AND period < ?", kind, period).changes));
    },
    flush: () => {
      if (unwritten.size > 0)
        counting.write(() => {
          const rows = writingCounts(sql, written);
          unwritten.clear();
          return rows;
        });
      return unwritten.size === 0;
    },
  };
}
