import type { Dataset } from "../records/record";
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
import type { Snapshots } from "./snapshot";
import type { Sql } from "./sql";

/** Kinds of rows that change together: one dataset, the numeric series, institutions' holdings. */
export type RowsKind = Dataset | "observation" | "holding";

/** The last import that changed each kind of rows, at the time of a computation. */
export type Versions = ReadonlyMap<RowsKind, number>;

/** Tracks which rows a computed value used: so that it is valid until those change, and to know since when it could be computed. */
export interface Reads {
  /** Records that an import changed these kinds, within its transaction. */
  changed(kinds: Iterable<RowsKind>, importId: number | bigint): void;
  /** Runs work, and returns the versions of all kinds that it read, empty ones included, and the newest rows. */
  watch<T>(work: () => T): { readonly result: T; readonly versions: Versions; readonly rows: RowsRead };
  /** Runs work with a function that finds, of the rows under some names that it has read so far, the one that became public last. */
  noting<T>(work: (newest: (names: readonly RowsName[]) => NewestRead | undefined) => T): T;
  /** True if none of these has changed. If so, the running work is recorded as having read them. */
  areCurrent(versions: Versions): boolean;
  /** Records that the running work, if any, read these kinds. */
  addRead(kinds: RowsKind | Iterable<RowsKind>): void;
  /** Records that the running work, if any, used rows that an earlier work read. */
  addRows(rows: RowsRead): void;
  /** Records what a read as of a moment returned to the running work, if any. */
  note(kind: RowsKind | undefined, series: unknown, found: unknown, moment: number): void;
}

export function createReads(sql: Sql, snapshots: Snapshots): Reads {
  const version = snapshots.prepare("SELECT import_id AS n FROM rows_version WHERE name = ?");
  const write = sql.prepare(
    "INSERT INTO rows_version (name, import_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET import_id = MAX(import_id, excluded.import_id)",
  );
  const versionOf = (kind: RowsKind): number => (version.get(kind) as { n: number } | undefined)?.n ?? 0;
  let watched: Set<RowsKind> | undefined;
  let notes: RowsNotes | undefined;
  const spare = rowsNotes();
  const newestOfSpare = (names: readonly RowsName[]): NewestRead | undefined => newestOf(spare, names);

  function addRead(kinds: RowsKind | Iterable<RowsKind>): void {
    if (!watched) return;
    if (typeof kinds === "string") watched.add(kinds as RowsKind);
    else for (const kind of kinds) watched.add(kind);
  }

  return {
    changed: (kinds, importId) => {
      for (const kind of kinds) write.run(kind, importId);
    },
    watch: (work) => {
      const [outer, outerNotes] = [watched, notes];
      const kinds = new Set<RowsKind>();
      watched = kinds;
      const mine = rowsNotes();
      notes = mine;
      try {
        const result = work();
        const rows = summaryOf(mine);
        if (outerNotes) addRowsRead(outerNotes, rows);
        const versions = new Map<RowsKind, number>();
        for (const kind of kinds) versions.set(kind, versionOf(kind));
        return { result, versions, rows };
      } finally {
        [watched, notes] = [outer, outerNotes];
        addRead(kinds);
      }
    },
    noting: (work) => {
      const outer = notes;
      // A batch notes the rows of a thousand answers one after the other.
      const mine = outer === undefined ? cleared(spare) : rowsNotes();
      notes = mine;
      try {
        return work(mine === spare ? newestOfSpare : (names) => newestOf(mine, names));
      } finally {
        notes = outer;
      }
    },
    areCurrent: (versions) => {
      for (const [kind, n] of versions) if (versionOf(kind) !== n) return false;
      return true;
    },
    addRead,
    addRows: (rows) => {
      if (notes) addRowsRead(notes, rows);
    },
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
type Noted = (kind: RowsKind | undefined, series: unknown, found: unknown) => void;

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
