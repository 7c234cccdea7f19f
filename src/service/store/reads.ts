import {
  addEntry,
  addRowsRead,
  cleared,
  holdingsRead,
  newestOf,
  ROW_READS,
  rowsNotes,
  summaryOf,
  type NewestRead,
  type RowsNotes,
  type RowsRead,
} from "./rows-read";
import type { RowsName } from "./freshness";
import type { Institutions } from "./institutions";
import type { CacheShelf, ReadCache, ReadKind, RowsKind, Versions } from "./read-cache";
import { execute, type Sql } from "../sqlite/sql";

/** Tracks which rows a computed value used: so that it is valid until those change, and to know since when it could be computed. */
export interface Reads extends Pick<ReadCache, "shelf" | "dropUnused" | "versionsOf" | "areCurrent"> {
  /** Records that an import changed these kinds, within its transaction. */
  changed(kinds: Iterable<RowsKind>, importId: number | bigint): void;
  /** Runs work, and returns the versions of all kinds that it read, empty ones included, and the newest rows. */
  watch<T>(work: () => T): { readonly result: T; readonly versions: Versions; readonly rows: RowsRead };
  /** Runs work with a function that finds, of the rows under some names that it has read so far, the one that became public last, and returns the versions of all kinds that it read. */
  noting<T>(work: (newest: (names: readonly RowsName[]) => NewestRead | undefined) => T): { readonly result: T; readonly versions: Versions };
  /** The valid value under a key; undefined if there is none. The running work, if any, is recorded as having read its rows. */
  find(shelf: CacheShelf, key: string): unknown;
  /** The same, or else the value that `make` computes, cached until the kinds of rows that it reads change. */
  cached<T>(shelf: CacheShelf, key: string, make: () => T): T;
  /** Caches a value that was computed from kinds of these versions. */
  add(shelf: CacheShelf, key: string, value: NonNullable<unknown>, versions: Versions, size?: number): void;
  /** Records that the running work, if any, read these kinds. */
  addRead(kinds: ReadKind | Iterable<ReadKind>): void;
  /** Records that the running work, if any, used rows that an earlier work read. */
  addRows(rows: RowsRead): void;
  /** Records what a read as of a moment returned to the running work, if any. */
  note(kind: RowsKind | undefined, series: unknown, found: unknown, moment: number): void;
}

const CHANGED = "INSERT INTO rows_version (name, import_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET import_id = MAX(import_id, excluded.import_id)";

export function createReads(sql: Sql, cache: ReadCache): Reads {
  let watched: Set<ReadKind> | undefined;
  let notes: RowsNotes | undefined;
  const spare = rowsNotes();
  const newestOfSpare = (names: readonly RowsName[]): NewestRead | undefined => newestOf(spare, names);

  function addRead(kinds: ReadKind | Iterable<ReadKind>): void {
    if (!watched) return;
    if (typeof kinds === "string") watched.add(kinds as ReadKind);
    else for (const kind of kinds) watched.add(kind);
  }
  function addRows(rows: RowsRead): void {
    if (notes) addRowsRead(notes, rows);
  }

  /** Runs work with notes of its own. */
  function tracked<T>(mine: RowsNotes, work: () => T): { readonly result: T; readonly versions: Versions } {
    const [outer, outerNotes] = [watched, notes];
    const kinds = new Set<ReadKind>();
    [watched, notes] = [kinds, mine];
    try {
      const result = work();
      return { result, versions: cache.versionsOf(kinds) };
    } finally {
      [watched, notes] = [outer, outerNotes];
      addRead(kinds);
    }
  }
  function watch<T>(work: () => T) {
    const mine = rowsNotes();
    const found = tracked(mine, work);
    const rows = summaryOf(mine);
    addRows(rows);
    return { ...found, rows };
  }
  /** A valid entry. The running work is recorded as having read its rows. */
  function entryOf(shelf: CacheShelf, key: string) {
    const entry = cache.find(shelf, key);
    if (!entry) return undefined;
    if (watched) addRead(entry.versions.keys());
    if (entry.rows) addRows(entry.rows as RowsRead);
    return entry;
  }

  return {
    changed: (kinds, importId) => {
      for (const kind of kinds) execute(sql, CHANGED, kind, importId);
    },
    watch,
    noting: (work) => {
      // A batch notes the rows of a thousand answers one after the other.
      const mine = notes === undefined ? cleared(spare) : rowsNotes();
      const newest = mine === spare ? newestOfSpare : (names: readonly RowsName[]) => newestOf(mine, names);
      return tracked(mine, () => work(newest));
    },
    shelf: cache.shelf,
    dropUnused: cache.dropUnused,
    versionsOf: cache.versionsOf,
    areCurrent: cache.areCurrent,
    find: (shelf, key) => entryOf(shelf, key)?.value,
    cached: <T>(shelf: CacheShelf, key: string, make: () => T) => {
      const entry = entryOf(shelf, key);
      if (entry) return entry.value as T;
      if (sql.inTransaction && !cache.isReading()) return make();
      return cache.reading(() => {
        const { result, versions, rows } = watch(make);
        cache.add(shelf, key, { value: result, versions, rows });
        return result;
      });
    },
    add: (shelf, key, value, versions, size) => cache.add(shelf, key, { value, versions }, size),
    addRead,
    addRows,
    note: (kind, series, found, moment) => {
      if (notes && kind !== undefined && kind !== "holding") addEntry(notes, kind, series, found, moment);
    },
  };
}

/** Wraps institutions so that totals count with the last report of their quarters, of any security: thousands of reports make a total. */
export const noteTotals = (of: Institutions, { addRows }: Reads): Institutions => ({
  ...of,
  heldAt: (cusips, period, before, asOf, shares) => {
    for (const quarter of [period, before]) {
      const last = of.lastFiled(quarter, asOf);
      if (last !== undefined) addRows(holdingsRead(quarter, last, asOf));
    }
    return of.heldAt(cusips, period, before, asOf, shares);
  },
});

/** Records what a read as of one moment returned. */
export type Noted = (kind: RowsKind | undefined, series: unknown, found: unknown) => void;

/** A read. None has more arguments: as a list they would take longer than most reads of cached rows. */
type AnyRead = (a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown, f?: unknown) => unknown;

/** Wraps reads so that each records its kind, which its first argument names, and its rows, unless `note` is absent. */
export const trackReads = <T extends object>(of: T, addRead: Reads["addRead"], kindOf: (first: unknown) => RowsKind | undefined, note?: Noted): T =>
  Object.fromEntries(
    Object.entries(of as Record<string, AnyRead>).map(([name, read]) => {
      const noteFound = ROW_READS.has(name) ? note : undefined;
      const tracked: AnyRead = (a, b, c, d, e, f) => {
        const kind = kindOf(a);
        if (kind !== undefined) addRead(kind);
        const found = read(a, b, c, d, e, f);
        noteFound?.(kind, a, found);
        return found;
      };
      return [name, tracked];
    }),
  ) as T;
