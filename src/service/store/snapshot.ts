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

const sizeOf = (found: unknown): number =>
  Array.isArray(found)
    ? found.reduce<number>((sum, part) => sum + (typeof part === "string" ? part.length : Array.isArray(part) ? sizeOf(part) : 8), LEAST_SIZE)
    : LEAST_SIZE;

/** A cached result without a row. */
const NONE = Symbol("no row");

export function createSnapshots(sql: Sql): Snapshots {
  const version = sql.prepare("SELECT MAX(id) FROM import_file").raw();
  const kept = createRecent<NonNullable<unknown>>(CACHED);
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
    const before = known && (kept.get(key) ?? known.get(key));
    if (before !== undefined) return before === NONE ? undefined : (before as T);
    const found = read();
    const result = found === undefined ? undefined : made(found as never);
    const size = sizeOf(found);
    // A list of a whole market would evict what other cells read, so it is cached only for this snapshot.
    if (size > LARGE) known?.set(key, result);
    else if (known) kept.set(key, result ?? NONE, size);
    return result;
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
      const each = (rows: readonly Columns[]): readonly T[] => rows.map(made);
      return {
        get: (...args) => untilImport(ofOne, args, () => one().get(args), made),
        all: (...args) => untilImport(ofList, args, () => list().all(args), each) ?? [],
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
        turn = undefined;
      }
    },
  };
}
