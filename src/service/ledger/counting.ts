import { HOUR_MS } from "../time/durations";
import { databaseFault, execute, isBusy, selectColumns, selectValue, type Sql, writingCounts } from "../sqlite/sql";

/** Maximum of stored keywords. The one used longest ago is dropped first. */
export const MAX_KEYWORDS = 20;
/** A keyword used again within this time is not written again, because a sheet requests it every few minutes. */
const WRITTEN_EVERY_MS = HOUR_MS;

const NOTE = "INSERT INTO asked_keyword (keyword, asked) VALUES (?, ?) ON CONFLICT (keyword) DO UPDATE SET asked = excluded.asked WHERE excluded.asked > asked";
const TRIM = `DELETE FROM asked_keyword WHERE keyword NOT IN (SELECT keyword FROM asked_keyword ORDER BY asked DESC, keyword LIMIT ${MAX_KEYWORDS})`;

/** Keywords in cells, for a publisher that is fetched by keyword. All processes on the ledger share them. */
export function createKeywords(sql: Sql, counting: Counting) {
  /** Not written yet, with the time of use. */
  const unwritten = new Map<string, number>();
  /** Stores what could not be written. False if that is still not possible. */
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
    /** All keywords, the last used first. */
    list: async (): Promise<string[]> => selectColumns<[string]>(sql, "SELECT keyword FROM asked_keyword ORDER BY asked DESC, keyword").flat(),
    /** Stores the use of these keywords at a time in milliseconds. What cannot be written now (a full disk) is written with the next ones. */
    add: async (keywords: Iterable<string>, now: number): Promise<void> => {
      for (const keyword of keywords) {
        const asked = selectValue<number>(sql, "SELECT asked FROM asked_keyword WHERE keyword = ?", keyword);
        if (asked === undefined || now - asked >= WRITTEN_EVERY_MS) unwritten.set(keyword, now);
      }
      for (const keyword of [...unwritten.keys()].slice(0, -MAX_KEYWORDS)) unwritten.delete(keyword);
      flush();
    },
  };
}

const ADD = "INSERT INTO usage_window (hash, period, used) VALUES (?, ?, ?) ON CONFLICT (hash, period) DO UPDATE SET used = used + excluded.used";

const FORGET = "DELETE FROM usage_window WHERE period >= ?1 AND period < ?2";

interface UnwrittenCount {
  readonly account: string;
  readonly period: string;
  requests: number;
}

function countInMemory(unwritten: Map<string, UnwrittenCount>, account: string, windows: readonly { readonly period: string }[]): void {
  for (const { period } of windows) {
    const waiting = unwritten.get(`${account} ${period}`) ?? { account, period, requests: 0 };
    waiting.requests++;
    unwritten.set(`${account} ${period}`, waiting);
  }
}

/** Requests used by an account in a period. Stored, so that several processes share one quota and a restart forgets nothing. */
export function createUsage(sql: Sql, counting: Counting) {
  const add = (account: string, period: string, requests: number): number => execute(sql, ADD, account, period, requests).changes;
  /** Counted but not written yet, by account and period. */
  const unwritten = new Map<string, UnwrittenCount>();

  const waitingIn = (account: string, period: string): number => unwritten.get(`${account} ${period}`)?.requests ?? 0;
  const usedIn = (account: string, period: string): number =>
    (selectValue<number>(sql, "SELECT used FROM usage_window WHERE hash = ? AND period = ?", account, period) ?? 0) + waitingIn(account, period);

  /** Writes the counts that are in memory. Returns the number of changed rows. */
  function written(): number {
    let rows = 0;
    for (const { account, period, requests } of unwritten.values()) rows += add(account, period, requests);
    return rows;
  }

  function take(account: string, windows: readonly { readonly period: string; readonly limit: number }[]): boolean {
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
    countInMemory(unwritten, account, windows);
    return true;
  }

  return {
    /** Requests counted so far in each of these periods. */
    used: async (account: string, periods: readonly string[]): Promise<number[]> => periods.map((period) => usedIn(account, period)),
    /**
     * Counts one request in each of these periods, unless one of them has reached its limit: then it counts none, and `isTaken` is false. `used` has the requests
     * of each period afterwards. The check and the count are one transaction, so processes that share the ledger cannot exceed a limit together. If the ledger cannot be
     * written to now (a full disk), the request is counted in memory and written with a later one, or by `flush`; until then other processes do not see it.
     */
    take: async (
      account: string,
      windows: readonly { readonly period: string; readonly limit: number }[],
    ): Promise<{ readonly isTaken: boolean; readonly used: readonly number[] }> => {
      const isTaken = take(account, windows);
      return { isTaken, used: windows.map(({ period }) => usedIn(account, period)) };
    },
    /** Drops periods that start with `kind` and sort before `period`: those of all accounts, or of one, whose last period then stays until its next request. */
    forget: async (kind: string, period: string, account?: string): Promise<void> => {
      for (const [name, waiting] of unwritten) if (waiting.period >= kind && waiting.period < period) unwritten.delete(name);
      counting.write(() =>
        writingCounts(
          sql,
          () => (account === undefined ? execute(sql, FORGET, kind, period) : execute(sql, `${FORGET} AND hash = ?3`, kind, period, account)).changes,
        ),
      );
    },
    /** The minute of an account's last request, such as 2024-06-25T12:00 in UTC. Undefined if it has made none. */
    lastUse: async (account: string): Promise<string | undefined> =>
      selectValue<string | null>(sql, "SELECT MAX(period) FROM usage_window WHERE hash = ? AND period LIKE 'minute:%'", account)?.slice("minute:".length),
    /** Writes what is counted in memory only. False if that is not possible now. */
    flush: (): boolean => {
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

/** Successful writes in a row that end a fault, because a nearly full disk accepts some writes. */
const STEADY = 100;

type Counting = ReturnType<typeof createCounting>;

/**
 * Writes of counters: requests for the quota, keywords for the next update. They may fail; answers must not. Calls `notice` once when counting stops, and once when
 * it works steadily again.
 */
export function createCounting(notice: (sentence: string) => void) {
  let off: string | undefined;
  /** Successful writes since the last reported fault. Undefined without one. */
  let since: number | undefined;
  return {
    /**
     * Runs the write, which returns the number of changed rows. Skips it if the ledger cannot be written to now; the caller keeps its count and writes it
     * later.
     */
    write: (work: () => number): void => {
      let rows: number;
      try {
        rows = work();
      } catch (e) {
        // Another process holds the lock. That is not a fault.
        if (isBusy(e)) return;
        const fault = databaseFault(e);
        if (fault === undefined) throw e;
        off = `Counting is off: ${fault}. Answers continue; requests are counted in memory until then.`;
        if (since === undefined) notice(off);
        since = 0;
        return;
      }
      // A write without changes does not prove that the disk is writable.
      if (rows === 0 || since === undefined) return;
      off = undefined;
      if (++since < STEADY) return;
      since = undefined;
      notice("Counting is on again: the requests counted in memory are stored.");
    },
    /** Why nothing can be written now. Undefined while counting works. */
    off: () => off,
  };
}
