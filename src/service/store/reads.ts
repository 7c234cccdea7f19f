import type { Dataset } from "../records/record";
import type { Snapshots } from "./snapshot";
import type { Sql } from "./sql";

/** What an import changes together: the rows of one dataset, the numeric series, institutions' holdings. */
export type RowsKind = Dataset | "observation" | "holding";

/** Of each kind of rows the import that changed it last, as it was when something was made of them. */
export type Versions = ReadonlyMap<RowsKind, number>;

/** Which rows a computed value was made of, so that it holds until just those change. */
export interface Reads {
  /** Within the transaction of an import: these have changed with it. */
  changed(kinds: Iterable<RowsKind>, importId: number | bigint): void;
  /** Does the work and gives the versions of all rows that it has asked for, also of those that were not there. */
  watch<T>(work: () => T): { readonly result: T; readonly versions: Versions };
  /** True while none of these has changed. What is found to hold counts as asked for by the work that is watched. */
  hold(versions: Versions): boolean;
  /** Asked for by the work that is watched, where any is. */
  ask(kinds: RowsKind | Iterable<RowsKind>): void;
}

export function createReads(sql: Sql, snapshots: Snapshots): Reads {
  const version = snapshots.prepare("SELECT import_id AS n FROM rows_version WHERE name = ?");
  const write = sql.prepare(
    "INSERT INTO rows_version (name, import_id) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET import_id = MAX(import_id, excluded.import_id)",
  );
  const versionOf = (kind: RowsKind): number => (version.get(kind) as { n: number } | undefined)?.n ?? 0;
  let watched: Set<RowsKind> | undefined;

  function ask(kinds: RowsKind | Iterable<RowsKind>): void {
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
        ask(mine);
      }
    },
    hold: (versions) => {
      for (const [kind, n] of versions) if (versionOf(kind) !== n) return false;
      return true;
    },
    ask,
  };
}

/** The same reads, each noted as asked for by the kind that its arguments name. */
export const trackReads = <T extends object>(of: T, { ask }: Reads, kindOf: (first: unknown) => RowsKind | undefined): T =>
  Object.fromEntries(
    Object.entries(of as Record<string, (...args: unknown[]) => unknown>).map(([name, read]) => [
      name,
      (...args: unknown[]) => {
        const kind = kindOf(args[0]);
        if (kind !== undefined) ask(kind);
        return read(...args);
      },
    ]),
  ) as T;
