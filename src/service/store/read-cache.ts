import type { Dataset } from "../records/record";
import { createRecent, type Recent, type Shelf, type Sized } from "./recent";
import { inOneTransaction, selectColumns, selectFirst, selectRow, selectRows, type Sql } from "../sqlite/sql";

/** Kinds of rows that change together: one dataset, the numeric series, institutions' holdings. */
export type RowsKind = Dataset | "observation" | "holding";

/** What else is read, and changes without an import: when rows were confirmed, and what the operator has decided. What is read live may not be stored, nor what is computed from it. */
export type ReadKind = RowsKind | "confirmation" | "decision" | "live";

/** For each kind that was read, the last import that changed it; of the others, a number of their state. */
export type Versions = ReadonlyMap<ReadKind, number>;

/** A cached result. It is valid while the kinds that it was read from are unchanged. */
interface Entry extends Sized {
  readonly value: unknown;
  readonly versions: Versions;
  /** The newest rows that it was computed from, as `reads` notes them. Undefined if it is read from one kind of rows. */
  readonly rows?: unknown;
  /** The last state in which it was found valid. */
  validAt: number;
}

export type CacheShelf = Shelf<Entry>;
type Result = Pick<Entry, "value" | "versions" | "rows">;

/** The column values of a row, in the order of the statement. */
export type Columns = readonly (string | number | null)[];

/** Size of what is cached as of now at least, and as of other moments at least; twice as much at most. In characters; objects use several times as much memory. */
const CACHED = 64_000_000;
/** No measured result counts as larger, so that none evicts the others. */
const MOST_SIZE = CACHED / 32;
/** A larger list of rows, of a whole market, is cached only for its snapshot: it would evict what other cells read. */
const LARGE = 2_000_000;
/** Size of a key and its overhead. */
const LEAST_SIZE = 200;

/** Items of a list that are measured, and levels of lists in lists. */
const MEASURED = 8;
const DEEPEST = 4;

function itemsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (value instanceof Set || value instanceof Map) return [...value];
  return Object.values(value);
}

/** Characters of a value as text, roughly: of a long list, some items are measured. */
function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (depth === DEEPEST) return LEAST_SIZE;
  const items = itemsOf(value);
  const step = Array.isArray(value) ? Math.max(1, Math.ceil(items.length / MEASURED)) : 1;
  let size = 0;
  for (let i = 0; i < items.length; i += step) size += sizeOf(items[i], depth + 1);
  return size * step;
}

/** Characters of the rows of a read. */
function sizeOfRows(found: unknown): number {
  if (typeof found === "string") return found.length;
  if (typeof found !== "object" || found === null) return 8;
  let size = 0;
  for (const part of Array.isArray(found) ? (found as readonly unknown[]) : Object.values(found)) size += sizeOfRows(part);
  return size;
}

// Joined at once: a text that is made by adding takes a map twice as long to look up.
const keyOf = (args: readonly unknown[]): string => (args.length === 1 ? String(args[0]) : args.join("\n"));

/** Where the cache is: whether a snapshot is open, and the number of the state of all kinds that was last seen. */
interface Position {
  isSnapshot: boolean;
  state: number;
}

/** Publisher in a log entry that confirmed rows, without a document or by one that the log has. */
export const CONFIRMED = "confirm";
/** Publisher in a log entry of an operator's decision. */
export const DECIDED = "decide";
/** The number of the last entry that may have changed a row. Found by its index: feeds may confirm rows thousands of times between two imports. */
export const LAST_OF_ROWS = `SELECT id FROM import_file WHERE publisher NOT IN ('${CONFIRMED}', '${DECIDED}') ORDER BY id DESC LIMIT 1`;

const STATE = `SELECT (${LAST_OF_ROWS}), (SELECT MAX(id) FROM import_file),
  (SELECT group_concat(id || ' ' || enabled || ' ' || decided) FROM publisher)`;

/** The versions of all kinds, as of the state that was last seen. */
function createVersions(sql: Sql, at: Position) {
  const readState = (): readonly unknown[] => selectFirst(sql, STATE)!;
  let [imports, entries, decisions]: readonly unknown[] = [undefined, undefined, undefined];
  let versions = new Map<ReadKind, number>();
  let [confirmed, decided] = [0, 0];
  /** The same versions of many entries as one map. */
  let shared = new Map<string, Versions>();
  const versionOf = (kind: ReadKind): number => versions.get(kind) ?? 0;
  return {
    versionOf,
    /** Looks whether anything has changed. */
    refresh: () => {
      const now = readState();
      const [isImport, isEntry, isDecision] = [now[0] !== imports, now[1] !== entries, now[2] !== decisions];
      if (!isEntry && !isDecision) return;
      at.state++;
      // An import may confirm rows, and remove confirmations.
      if (isEntry) confirmed = at.state;
      if (isDecision) decided = at.state;
      if (isImport) versions = new Map(selectColumns<[RowsKind, number]>(sql, "SELECT name, import_id FROM rows_version"));
      versions.set("confirmation", confirmed).set("decision", decided);
      shared = new Map();
      [imports, entries, decisions] = now;
      // What is read of an unfinished write may be rolled back.
      if (sql.inTransaction && !at.isSnapshot) imports = entries = decisions = NaN;
    },
    areCurrent: (of: Versions): boolean => {
      for (const [kind, n] of of) if (versionOf(kind) !== n) return false;
      return true;
    },
    of: (kinds: Iterable<ReadKind>): Versions => {
      const all = [...kinds];
      const name = all.join(" ");
      let found = shared.get(name);
      if (!found) shared.set(name, (found = new Map(all.map((kind) => [kind, versionOf(kind)]))));
      return found;
    },
    imports: (): number => ((at.isSnapshot ? imports : readState()[0]) as number | null) ?? 0,
  };
}

type KindVersions = ReturnType<typeof createVersions>;

function isValid(entry: Entry, at: Position, versions: KindVersions): boolean {
  if (entry.validAt === at.state) return true;
  if (!versions.areCurrent(entry.versions)) return false;
  entry.validAt = at.state;
  return true;
}

/** What reads share: the database, the state of the cache, and the large results of the current snapshot, by shelf and key. */
interface Shared {
  readonly sql: Sql;
  readonly at: Position;
  readonly versions: KindVersions;
  readonly large: Map<string, unknown>;
}

/** Prepares cached reads on shelves of one cache, which are cached together. Do not mutate a result. Its arguments identify it. */
function createCachedReads({ sql, at, versions, large }: Shared, recent: Recent<Entry>) {
  let reads = 0;
  function cachedRead<Row, T>(
    kind: ReadKind | undefined,
    first: (args: readonly unknown[]) => Row | undefined,
    rows: (args: readonly unknown[]) => Row[],
    made: (row: Row) => T,
  ) {
    function cached<F, R>(read: (args: readonly unknown[]) => F, result: (found: F) => R) {
      const shelf = recent.shelf(`read ${reads++}`);
      // A batch of cells reads thousands of times: no function is made for a read, and nothing is looked up twice.
      return (...args: readonly unknown[]): R => {
        if (!at.isSnapshot) return result(read(args));
        const key = keyOf(args);
        const before = shelf.get(key);
        if (before !== undefined && isValid(before, at, versions)) return before.value as R;
        const name = large.size > 0 ? `${shelf.name}\n${key}` : "";
        if (large.has(name)) return large.get(name) as R;
        const found = read(args);
        const value = result(found);
        const size = LEAST_SIZE + sizeOfRows(found);
        if (size > LARGE) large.set(`${shelf.name}\n${key}`, value);
        else shelf.set(key, { value, size, versions: versions.of([kind ?? (args[0] as RowsKind)]), validAt: at.state });
        return value;
      };
    }
    return {
      get: cached(first, (found) => (found === undefined ? undefined : made(found))),
      all: cached(rows, (found): readonly T[] => found.map(made)),
    };
  }
  const reader = (kind: ReadKind | undefined) => ({
    /** Reads rows as columns, which takes two thirds of the time of objects. */
    columns: <T>(text: string, made: (row: Columns) => T) =>
      cachedRead<Columns, T>(
        kind,
        (args) => selectFirst(sql, text, ...args),
        (args) => selectColumns(sql, text, ...args),
        made,
      ),
    objects: <T>(text: string) =>
      cachedRead<T, T>(
        kind,
        (args) => selectRow(sql, text, ...args),
        (args) => selectRows(sql, text, ...args),
        (row) => row,
      ),
  });
  /** `ofDataset`: of reads whose first argument names the dataset. */
  return { of: (kind: ReadKind) => reader(kind), ofDataset: reader(undefined) };
}

export type CachedReads = ReturnType<typeof createCachedReads>;
/** Prepares cached reads of one kind. */
export type Reader = CachedReads["ofDataset"];
export type ReadCache = ReturnType<typeof createReadCache>;

/**
 * The one cache of what is read and computed. An entry names the moment that it is of in its shelf or its key, and is valid until an import, a confirmation or a
 * decision changes a kind of rows that it was read from: an import of other rows does not invalidate it. Sheets' cells repeat the same reads, and the same workbook is
 * recalculated often.
 *
 * Rows are read, and results computed, in snapshots of the database, so that an entry is of one state. In a write transaction nothing is cached, because it may be rolled back.
 */
export function createReadCache(sql: Sql) {
  const at: Position = { isSnapshot: false, state: 0 };
  const versions = createVersions(sql, at);
  const shared: Shared = { sql, at, versions, large: new Map() };
  const current = (): void => {
    if (!at.isSnapshot) versions.refresh();
  };
  const recent = { now: createRecent<Entry>(CACHED), asked: createRecent<Entry>(CACHED) };
  return {
    /** Reads as of now. */
    now: createCachedReads(shared, recent.now),
    /** Reads as of requested moments. Cached separately, so that a scan as of another day does not evict what today's cells use. */
    asked: createCachedReads(shared, recent.asked),
    /** A shelf for computed results: as of now, or as of moments that were asked for. */
    shelf: (of: "now" | "asked", name: string): CacheShelf => recent[of].shelf(name),
    /** A valid entry. */
    find: (shelf: CacheShelf, key: string): Result | undefined => {
      current();
      const entry = shelf.get(key);
      return entry !== undefined && isValid(entry, at, versions) ? entry : undefined;
    },
    /** Caches a result that was computed from kinds of these versions. Its size is roughly the number of its characters as text; measured if undefined. */
    add: (shelf: CacheShelf, key: string, entry: Result, size = Math.min(LEAST_SIZE + sizeOf(entry.value), MOST_SIZE)): void => {
      if ((sql.inTransaction && !at.isSnapshot) || entry.versions.has("live")) return;
      // Outside of a snapshot, an import may have changed the rows since.
      shelf.set(key, { ...entry, size, validAt: at.isSnapshot ? at.state : NaN });
    },
    /** Drops what is cached as of requested moments and was not used since the previous call. What is cached as of now stays. */
    dropUnused: recent.asked.dropUnused,
    /** The versions of kinds of rows. */
    versionsOf: (kinds: Iterable<ReadKind>): Versions => {
      current();
      return versions.of(kinds);
    },
    /** True if none of these has changed. */
    areCurrent: (of: Versions): boolean => {
      current();
      return versions.areCurrent(of);
    },
    /** True if no row of the kind was ever stored. */
    isEmpty: (kind: RowsKind): boolean => at.isSnapshot && versions.versionOf(kind) === 0,
    /** The number of the newest import. */
    imports: versions.imports,
    /** True within a snapshot. */
    isReading: (): boolean => at.isSnapshot,
    /** Identifies the state of all kinds. */
    state: (): number => {
      current();
      return at.state;
    },
    /** Runs work in one snapshot, or in the open one. The work must not write. */
    reading: <T>(work: () => T): T => {
      if (at.isSnapshot) return work();
      try {
        return inOneTransaction(sql, "BEGIN", () => {
          at.isSnapshot = true;
          versions.refresh();
          return work();
        });
      } finally {
        at.isSnapshot = false;
        shared.large.clear();
      }
    },
  };
}
