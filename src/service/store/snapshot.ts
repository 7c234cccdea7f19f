import { createRecent } from "./recent";
import type { Sql } from "./sql";
import { inOneTransaction } from "./transaction";

/** A prepared read. */
export interface Read {
  get(...args: readonly unknown[]): unknown;
  all(...args: readonly unknown[]): unknown[];
}

/** Cached read; do not mutate the result. */
export interface SharedRead<T> {
  get(...args: readonly unknown[]): T | undefined;
  all(...args: readonly unknown[]): readonly T[];
}

/** The column values of a row, in the order of the statement. */
export type Columns = readonly (string | number | null)[];

/**
 * Reads of one state of the database. A sheet's cells repeat the same reads (is this series published, what is its newest row). Within a snapshot equal reads
 * run once, and the lock is taken once for all.
 */
export interface Snapshots {
  prepare(text: string): Read;
  /**
   * For rows that only an import changes. They are read as columns, which takes two thirds of the time of objects, and the results are cached across snapshots
   * until the next import, because the same workbook is recalculated often.
   */
  imported<T>(text: string, made: (row: Columns) => T): SharedRead<T>;
  /** Returns a function that computes a value once until the next import. */
  perImport<T extends object>(make: () => T): () => T;
  /** The number of the newest import. Values computed before it may be outdated. */
  imports(): number;
  /** Identifies the current snapshot: the same object throughout, another in the next one. Undefined outside of a snapshot. */
  current(): object | undefined;
  /** Runs work in one snapshot. The work must not write. */
  reading<T>(work: () => T): T;
}

/** Cached characters of rows at least, and half of their maximum. As objects they use several times as much memory. */
const CACHED = 8_000_000;
const LARGE = CACHED / 4;
/** Size of a key and its overhead. */
const LEAST_SIZE = 200;

/** Makes a value at its first use. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function sizeOf(found: unknown): number {
  if (!Array.isArray(found)) return LEAST_SIZE;
  let size = LEAST_SIZE;
  for (const part of found as readonly unknown[]) size += typeof part === "string" ? part.length : Array.isArray(part) ? sizeOf(part) : 8;
  return size;
}

/** A cached result without a row. */
const NONE = Symbol("no row");

export function createSnapshots(sql: Sql): Snapshots {
  const version = sql.prepare("SELECT MAX(id) FROM import_file").raw();
  const kept = createRecent<NonNullable<unknown>>(CACHED);
  let keptOf = -1;
  let known: Map<string, unknown> | undefined;
  /** Large results of the current snapshot. */
  let large = new Map<string, NonNullable<unknown>>();
  let turn: object | undefined;
  let statements = 0;

  // Joined at once: a text that is made by adding takes a map twice as long to look up.
  const keyOf = (statement: number, args: readonly unknown[]): string => [statement, ...args].join("\n");

  function once<T>(statement: number, args: readonly unknown[], read: () => T): T {
    if (!known) return read();
    const key = keyOf(statement, args);
    if (known.has(key)) return known.get(key) as T;
    const found = read();
    known.set(key, found);
    return found;
  }

  /** A cached result, `NONE` if it has no row, undefined if it is not cached. */
  const cached = (key: string): unknown => kept.get(key) ?? (large.size > 0 ? large.get(key) : undefined);

  function cache(key: string, result: NonNullable<unknown>, size: number): void {
    // A list of a whole market would evict what other cells read, so it is cached only for this snapshot.
    if (size > LARGE) large.set(key, result);
    else kept.set(key, result, size);
  }

  const newest = (): number => (version.get() as readonly [number | null])[0] ?? 0;

  // Separate statements: `get` after `all` on the same one returns the row at which `all` stopped. Preparing all at once would take half the time of opening.
  const pair = (prepared: () => ReturnType<Sql["prepare"]>) => ({
    one: lazily(prepared),
    list: lazily(prepared),
    ofOne: statements++,
    ofList: statements++,
  });

  return {
    prepare: (text) => {
      const { one, list, ofOne, ofList } = pair(() => sql.prepare(text));
      return {
        get: (...args) => once(ofOne, args, () => one().get(args) as unknown),
        // Copied, so that the caller may change it.
        all: (...args) => [...once(ofList, args, () => list().all(args) as unknown[])],
      };
    },
    imported: <T>(text: string, made: (row: Columns) => T) => {
      const { one, list, ofOne, ofList } = pair(() => sql.prepare(text).raw());
      // A batch of cells reads thousands of times: no function is made for a read, and nothing is looked up twice.
      return {
        get: (...args) => {
          const key = known && keyOf(ofOne, args);
          const before = key === undefined ? undefined : cached(key);
          if (before !== undefined) return before === NONE ? undefined : (before as T);
          const found = one().get(args) as Columns | undefined;
          const result = found === undefined ? undefined : made(found);
          if (key !== undefined) cache(key, result ?? NONE, sizeOf(found));
          return result;
        },
        all: (...args) => {
          const key = known && keyOf(ofList, args);
          const before = key === undefined ? undefined : cached(key);
          if (before !== undefined) return before as readonly T[];
          const found = list().all(args) as Columns[];
          const result = found.map(made);
          if (key !== undefined) cache(key, result, sizeOf(found));
          return result;
        },
      };
    },
    perImport: (make) => {
      let made: { readonly of: number; readonly value: ReturnType<typeof make> } | undefined;
      return () => {
        if (!known) return make();
        if (made?.of !== keptOf) made = { of: keptOf, value: make() };
        return made.value;
      };
    },
    imports: () => (known ? keptOf : newest()),
    current: () => turn,
    reading: (work) => {
      if (known) return work();
      known = new Map();
      turn = {};
      try {
        return inOneTransaction(sql, "BEGIN", () => {
          const now = newest();
          if (now !== keptOf) kept.clear();
          keptOf = now;
          return work();
        });
      } finally {
        known = undefined;
        if (large.size > 0) large = new Map();
        turn = undefined;
      }
    },
  };
}
