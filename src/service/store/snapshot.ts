import { LRUCache } from "lru-cache";
import type { Sql } from "./sql";

/** A prepared read. */
export interface Read<T = unknown> {
  get(...args: readonly unknown[]): T | undefined;
  all(...args: readonly unknown[]): T[];
}

/** What a row's columns hold, in the order of the statement. */
export type Columns = readonly (string | number | null)[];

/**
 * Reads over one state of the database. A sheet's cells ask the same things over and over (is this series real, what is its newest row): within a snapshot
 * equal reads are done once, and the lock of each is taken once for all.
 */
export interface Snapshots {
  prepare(text: string): Read;
  /**
   * For rows that only an import changes: as columns, at two thirds of the price of an object, and kept from one snapshot to the next until the next import,
   * for the same book is calculated again and again.
   */
  imported(text: string): Read<Columns>;
  /** Stands for the state that is being read: the same object all through one snapshot, another in the next; undefined outside of any. */
  current(): object | undefined;
  /** Does the work over one state; work that writes must not stand in it. */
  reading<T>(work: () => T): T;
}

/** Characters of rows that are kept at most: those of some twenty thousand questions. */
const MOST_KEPT = 64_000_000;
/** A key and what stands around it. */
const LEAST_SIZE = 200;

const sizeOf = (found: unknown): number =>
  Array.isArray(found)
    ? found.reduce<number>((sum, part) => sum + (typeof part === "string" ? part.length : Array.isArray(part) ? sizeOf(part) : 8), LEAST_SIZE)
    : LEAST_SIZE;

/** There was no row: kept like one. */
const NONE = Symbol("no row");

export function createSnapshots(sql: Sql): Snapshots {
  const version = sql.prepare("SELECT MAX(id) FROM import_file").raw();
  const kept = new LRUCache<string, NonNullable<unknown>>({ maxSize: MOST_KEPT, sizeCalculation: sizeOf });
  let keptOf: unknown;
  let known: Map<string, unknown> | undefined;
  let turn: object | undefined;
  let statements = 0;

  const keyOf = (statement: number, args: readonly unknown[]): string => `${statement}\n${args.join("\n")}`;

  function once<T>(statement: number, args: readonly unknown[], read: () => T): T {
    if (!known) return read();
    const key = keyOf(statement, args);
    if (known.has(key)) return known.get(key) as T;
    const found = read();
    known.set(key, found);
    return found;
  }

  function untilImport<T>(statement: number, args: readonly unknown[], read: () => T): T {
    if (!known) return read();
    const key = keyOf(statement, args);
    const before = kept.get(key);
    if (before !== undefined) return (before === NONE ? undefined : before) as T;
    const found = read();
    kept.set(key, found ?? NONE);
    return found;
  }

  // One statement each: a `get` that follows an `all` of the same one answers with the row that `all` had stopped at.
  const pair = (text: string) => ({ one: sql.prepare(text), list: sql.prepare(text), ofOne: statements++, ofList: statements++ });

  return {
    prepare: (text) => {
      const { one, list, ofOne, ofList } = pair(text);
      return {
        get: (...args) => once(ofOne, args, () => one.get(...args) as unknown),
        // A list of the caller's own: what it does with it is no other's affair.
        all: (...args) => [...once(ofList, args, () => list.all(...args) as unknown[])],
      };
    },
    imported: (text) => {
      const { one, list, ofOne, ofList } = pair(text);
      one.raw();
      list.raw();
      return {
        get: (...args) => untilImport(ofOne, args, () => one.get(...args) as Columns | undefined),
        all: (...args) => [...untilImport(ofList, args, () => list.all(...args) as Columns[])],
      };
    },
    current: () => turn,
    reading: (work) => {
      if (known) return work();
      known = new Map();
      turn = {};
      sql.exec("BEGIN");
      try {
        const [now] = version.get() as Columns;
        if (now !== keptOf) kept.clear();
        keptOf = now;
        return work();
      } finally {
        known = undefined;
        turn = undefined;
        sql.exec("COMMIT");
      }
    },
  };
}
