import type { Sql } from "./sql";

/** Requests used by a key in a period; kept in the store, so that several processes share one quota and a restart forgets nothing. */
export interface Usage {
  /** Requests counted in this period so far. */
  used(hash: string, period: string): number;
  /** Counts one request in each of these periods and forgets the key's periods that sort before `keepFrom` within the same kind. */
  count(hash: string, periods: readonly string[]): void;
  /** Drops periods that start with `kind` and sort before `period`. */
  forget(kind: string, period: string): void;
}

export function createUsage(sql: Sql): Usage {
  const used = sql.prepare("SELECT used FROM usage_window WHERE hash = ? AND period = ?");
  const count = sql.prepare("INSERT INTO usage_window (hash, period, used) VALUES (?, ?, 1) ON CONFLICT (hash, period) DO UPDATE SET used = used + 1");
  const forget = sql.prepare("DELETE FROM usage_window WHERE period >= ? AND period < ?");
  return {
    used: (hash, period) => (used.get(hash, period) as { used: number } | undefined)?.used ?? 0,
    count: (hash, periods) => periods.forEach((period) => count.run(hash, period)),
    forget: (kind, period) => void forget.run(kind, period),
  };
}
