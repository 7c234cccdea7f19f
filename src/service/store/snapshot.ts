import type { Sql } from "./sql";

/** A prepared read. */
export interface Read {
  get(...args: readonly unknown[]): unknown;
  all(...args: readonly unknown[]): unknown[];
}

/**
 * Reads over one state of the database. A sheet's cells ask the same things over and over (is this series real, what is its newest row): within a snapshot
 * equal reads are done once, and the lock of each is taken once for all.
 */
export interface Snapshots {
  prepare(text: string): Read;
  /** Does the work over one state; work that writes must not stand in it. */
  reading<T>(work: () => T): T;
}

export function createSnapshots(sql: Sql): Snapshots {
  let known: Map<string, unknown> | undefined;
  let statements = 0;

  function once<T>(statement: number, args: readonly unknown[], read: () => T): T {
    if (!known) return read();
    const key = `${statement}\n${args.join("\n")}`;
    if (known.has(key)) return known.get(key) as T;
    const found = read();
    known.set(key, found);
    return found;
  }

  return {
    prepare: (text) => {
      const statement = sql.prepare(text);
      const number = statements++;
      return {
        get: (...args) => once(number, args, () => statement.get(...args) as unknown),
        // A list of the caller's own: what it does with it is no other's affair.
        all: (...args) => [...once(number, args, () => statement.all(...args) as unknown[])],
      };
    },
    reading: (work) => {
      if (known) return work();
      known = new Map();
      sql.exec("BEGIN");
      try {
        return work();
      } finally {
        known = undefined;
        sql.exec("COMMIT");
      }
    },
  };
}
