import type { Dataset } from "../records/record";
import type { Snapshots } from "./snapshot";
import type { Sql } from "./sql";

/** Kinds of rows that change together: one dataset, the numeric series, institutions' holdings. */
export type RowsKind = Dataset | "observation" | "holding";

/** The last import that changed each kind of rows, at the time of a computation. */
export type Versions = ReadonlyMap<RowsKind, number>;

/** Tracks which rows a computed value used, so that it is valid until those change. */
export interface Reads {
  /** Records that an import changed these kinds, within its transaction. */
  changed(kinds: Iterable<RowsKind>, importId: number | bigint): void;
  /** Runs work, and returns the versions of all kinds that it read, empty ones included. */
  watch<T>(work: () => T): { readonly result: T; readonly versions: Versions };
  /** True if none of these has changed. If so, the running work is recorded as having read them. */
  areCurrent(versions: Versions): boolean;
  /** Records that the running work, if any, read these kinds. */
  addRead(kinds: RowsKind | Iterable<RowsKind>): void;
}

export function createReads(sql: Sql, snapshots: Snapshots): Reads {
  const version = snapshots.prepare("SELECT import_id AS n FROM rows_version WHERE name = ?");
  const write = sql.prepare(
    "INSERT INTO rows_version (name, import_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET import_id = MAX(import_id, excluded.import_id)",
  );
  const versionOf = (kind: RowsKind): number => (version.get(kind) as { n: number } | undefined)?.n ?? 0;
  let watched: Set<RowsKind> | undefined;

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
      const outer = watched;
      const mine = new Set<RowsKind>();
      watched = mine;
      try {
        const result = work();
        return { result, versions: new Map([...mine].map((kind) => [kind, versionOf(kind)])) };
      } finally {
        watched = outer;
        addRead(mine);
      }
    },
    areCurrent: (versions) => {
      for (const [kind, n] of versions) if (versionOf(kind) !== n) return false;
      return true;
    },
    addRead,
  };
}

/** Wraps reads so that each records its kind, which its first argument names. */
export const trackReads = <T extends object>(of: T, { addRead }: Reads, kindOf: (first: unknown) => RowsKind | undefined): T =>
  Object.fromEntries(
    Object.entries(of as Record<string, (...args: unknown[]) => unknown>).map(([name, read]) => [
      name,
      (...args: unknown[]) => {
        const kind = kindOf(args[0]);
        if (kind !== undefined) addRead(kind);
        return read(...args);
      },
    ]),
  ) as T;
