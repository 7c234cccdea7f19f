import { LRUCache } from "lru-cache";
import type { Sql } from "./sql";
import { rollBack } from "./transaction";

/** A prepared read. */
export interface Read {
  get(...args: readonly unknown[]): unknown;
  all(...args: readonly unknown[]): unknown[];
}

/** The same, of what is kept and shared: the caller changes nothing in it. */
export interface SharedRead<T> {
  get(...args: readonly unknown[]): T | undefined;
  all(...args: readonly unknown[]): readonly T[];
}

/** What a row's columns hold, in the order of the statement. */
export type Columns = readonly (string | number | null)[];

/**
 * Reads over one state of the database. A sheet's cells ask the same things over and over (is this series published, what is its newest row): within a snapshot
 * equal reads are done once, and the lock of each is taken once for all.
 */
export interface Snapshots {
  prepare(text: string): Read;
  /**
   * For rows that only an import changes: they come as columns, at two thirds of the price of an object, and what is made of them is kept from one snapshot to
   * the next until the next import, for the same book is calculated again and again.
   */
  imported<T>(text: string, made: (row: Columns) => T): SharedRead<T>;
  /** The number of the newest import: what was made of rows before it may not hold any more. */
  imports(): number;
  /** Stands for the state that is being read: the same object all through one snapshot, another in the next; undefined outside of any. */
  current(): object | undefined;
  /** Does the work over one state; work that writes must not stand in it. */
  reading<T>(work: () => T): T;
}

/** Characters of rows that are kept at most, as objects they take several times as much. */
const MOST_KEPT = 16_000_000;
const LARGE = MOST_KEPT / 8;
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
  const kept = new LRUCache<string, NonNullable<unknown>>({ maxSize: MOST_KEPT });
  let keptOf = -1;
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

  function untilImport<T>(statement: number, args: readonly unknown[], read: () => unknown, made: (found: never) => T): T | undefined {
    const key = known ? keyOf(statement, args) : "";
    // Without a note of its use, which costs as much again: what was read first makes room first.
    const before = known && (kept.peek(key) ?? known.get(key));
    if (before !== undefined) return before === NONE ? undefined : (before as T);
    const found = read();
    const result = found === undefined ? undefined : made(found as never);
    const size = sizeOf(found);
    // A list of a whole market would push out what all others ask: it stays for this snapshot alone.
    if (size > LARGE) known?.set(key, result);
    else if (known) kept.set(key, result ?? NONE, { size });
    return result;
  }

  const newest = (): number => (version.get() as readonly [number | null])[0] ?? 0;

  // One statement each: a `get` that follows an `all` of the same one answers with the row that `all` had stopped at.
  const pair = (text: string) => ({ one: sql.prepare(text), list: sql.prepare(text), ofOne: statements++, ofList: statements++ });

  return {
    prepare: (text) => {
      const { one, list, ofOne, ofList } = pair(text);
      return {
        get: (...args) => once(ofOne, args, () => one.get(args) as unknown),
        // A list of the caller's own: what it does with it is no other's affair.
        all: (...args) => [...once(ofList, args, () => list.all(args) as unknown[])],
      };
    },
    imported: <T>(text: string, made: (row: Columns) => T) => {
      const { one, list, ofOne, ofList } = pair(text);
      one.raw();
      list.raw();
      const each = (rows: readonly Columns[]): readonly T[] => rows.map(made);
      return {
        get: (...args) => untilImport(ofOne, args, () => one.get(args), made),
        all: (...args) => untilImport(ofList, args, () => list.all(args), each) ?? [],
      };
    },
    imports: () => (known ? keptOf : newest()),
    current: () => turn,
    reading: (work) => {
      if (known) return work();
      known = new Map();
      turn = {};
      sql.exec("BEGIN");
      try {
        const now = newest();
        if (now !== keptOf) kept.clear();
        keptOf = now;
        const result = work();
        sql.exec("COMMIT");
        return result;
      } catch (e) {
        rollBack(sql);
        throw e;
      } finally {
        known = undefined;
        turn = undefined;
      }
    },
  };
}
