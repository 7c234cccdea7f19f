import { createHash } from "node:crypto";
import { DAY_MS } from "../../contract/dates";
import type { Dataset, RecordRow, StoredRecord } from "../records/record";
import type { SourceId } from "../records/attribution";
import { writingCounts } from "./transaction";
import { databaseFault, isBusy } from "./database-fault";
import type { Sql } from "./sql";

/**
 * The order in which this database first stored rows. Each row has a moment of its own, in microseconds since 1970. A moment is assigned under the write lock, and
 * is larger than every earlier one, whatever the clocks of the processes that import say. So a reader that has seen all rows up to a moment finds each later row
 * after it.
 */

/** The datasets whose records have such a moment. */
const LISTED: ReadonlySet<Dataset> = new Set<Dataset>(["funding", "whale_transfer", "market"]);

const MICROS = 1000;
/** How long moments are kept when rows are rebuilt. A reader may go back seven days, and to the start of the day before. */
const KEPT_MICROS = 9 * DAY_MS * MICROS;

/** A stored record with its moment. */
export interface StoredChange<T> extends StoredRecord<T> {
  readonly stored: number;
}

/** A row that is computed and not stored. */
export interface ComputedRow {
  /** Identifies the row in its family. */
  readonly name: string;
  /** Differs if the row's content does. */
  readonly version: string;
  /** Since when it has been there, in milliseconds since 1970. Used only for rows found when a family is logged for the first time. */
  readonly since: number;
}

/** Records whose entity is this id in any case, or whose body contains one of the names somewhere. */
export interface Mentioned {
  readonly id: string;
  readonly names: readonly string[];
}

export interface Changes {
  /** The largest moment of any row. */
  newest(): number;
  /** When the newest document was received, in milliseconds since 1970. */
  newestImport(): number;
  /** The newest versions of records with a larger moment than `after`, in the order of their moments: all, those of an entity, or those that mention a name. */
  records<T>(dataset: Dataset, after: number, limit: number, only?: { readonly entity: string } | Mentioned): readonly StoredChange<T>[];
  /**
   * Logs rows that are new in their family, or whose version is new, with a moment. Returns why they could not be logged now, if so: they are logged by a later
   * call. `now` is in milliseconds since 1970.
   */
  log(family: string, rows: readonly ComputedRow[], now: number): string | undefined;
  /** True if rows of this family were logged before. Otherwise the first log lists them all as they are. */
  isLogged(family: string): boolean;
  /** Name, version and moment of the logged rows with a larger moment than `after`. */
  logged(family: string, after: number): readonly { readonly name: string; readonly version: string; readonly at: number }[];
}

/** Names of the number of the last such rebuild in the log of imports, and of the one that a family's log has seen. */
const LAST_REBUILD = "rebuild";
const seenBy = (family: string): string => `rebuild/${family}`;

/** Marks a rebuild, within the caller's transaction: the computed rows that it corrects are no news. `id` is its number in the log of imports. */
export const markRebuild = (sql: Sql, id: number): void =>
  void sql.prepare("INSERT INTO change_moment VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET at = ?2").run(LAST_REBUILD, id);

/** Assigns moments to records, within the caller's transaction. */
export interface ChangeMoments {
  /** Begins a document. What an earlier one left may have been rolled back. */
  begin(): void;
  /** The place of a new row of the document, or the moment of one that is inserted again. Null if it has none. */
  of(row: RecordRow, body: string, seen: number): number | null;
  /** Ends a document: its rows get their moments. It was first seen at this time in milliseconds since 1970, which counts if the store has no clock. */
  save(seen: number): void;
  /** Runs work that inserts stored rows again: they keep their moments. `corrected`: so does a row with another content, and new rows get none. */
  keeping<T>(work: () => T, corrected?: boolean): T;
}

const COUNTER = "";

const nameOf = (...columns: readonly string[]): string => createHash("sha256").update(JSON.stringify(columns)).digest("base64url").slice(0, 22);

/** Added to the places of a document's rows until they have moments: larger than every moment. */
const PENDING = 2 ** 52;

/** @param now real time in milliseconds since 1970 */
export function createChangeMoments(sql: Sql, now: (() => number) | undefined): ChangeMoments {
  const read = sql.prepare("SELECT at FROM change_moment WHERE name = ''").raw();
  const raise = sql.prepare("UPDATE change_moment SET at = ?1 WHERE name = '' AND at < ?1");
  const OF_LISTED = `WHERE dataset IN (${[...LISTED].map((d) => `'${d}'`).join()}) AND stored`;
  const recent = sql
    .prepare(`SELECT dataset, entity, date, key, known, body, stored FROM record ${OF_LISTED} > ? AND stored < ${PENDING} ORDER BY stored`)
    .raw();
  const place = sql.prepare(`UPDATE record SET stored = stored + ? ${OF_LISTED} > ${PENDING} AND current = 1`);
  const newest = (): number => (read.get() as readonly [number])[0];
  let count = 0;
  let held: { readonly moments: ReadonlyMap<string, number>; readonly after: number; readonly corrected: boolean } | undefined;
  return {
    begin: () => {
      count = 0;
    },
    of: ({ dataset, entity, date, key, known }, body, seen) => {
      if (!LISTED.has(dataset)) return null;
      if (held) {
        const before = held.moments.get(nameOf(dataset, entity, date, key, known, body));
        if (before !== undefined) return before;
        if (held.corrected) return held.moments.get(nameOf(dataset, entity, date, key, known)) ?? null;
        if (seen * MICROS <= held.after) return null;
      }
      return PENDING + ++count;
    },
    save: (seen) => {
      if (count === 0) return;
      // Not before all rows are written: a reader may have asked for changes since a moment at which this import was running.
      const before = Math.max((now?.() ?? seen) * MICROS, newest());
      place.run(before - PENDING);
      raise.run(before + count);
      count = 0;
    },
    keeping: (work, corrected = false) => {
      const after = newest() - KEPT_MICROS;
      const rows = recent.all(after) as (readonly [string, string, string, string, string, string, number])[];
      const moments = new Map<string, number>();
      for (const [a, b, c, d, e, f, stored] of rows) {
        moments.set(nameOf(a, b, c, d, e, f), stored);
        if (corrected) moments.set(nameOf(a, b, c, d, e), stored);
      }
      held = { after, moments, corrected };
      try {
        return work();
      } finally {
        held = undefined;
      }
    },
  };
}

export function createRowChanges(sql: Sql): Changes {
  const moment = sql.prepare("SELECT at FROM change_moment WHERE name = ?").raw();
  const setMoment = sql.prepare("INSERT INTO change_moment VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET at = MAX(at, ?2)");
  const newestSeen = sql.prepare("SELECT MAX(seen) FROM import_file").raw();
  const COLUMNS = "SELECT entity, date, key, known, body, source, stored FROM record WHERE dataset = ?1 AND stored > ?2 AND current = 1";
  const all = sql.prepare(`${COLUMNS} ORDER BY stored LIMIT ?3`).raw();
  const ofEntity = sql.prepare(`${COLUMNS} AND entity = ?4 ORDER BY stored LIMIT ?3`).raw();
  // The database searches the bodies: parsing those of fifty thousand markets takes several times as long.
  const mentioning = new Map<number, typeof all>();
  function naming(names: number) {
    let found = mentioning.get(names);
    const contains = Array.from({ length: names }, (_, i) => ` OR instr(body, ?${i + 5})`).join("");
    if (!found) mentioning.set(names, (found = sql.prepare(`${COLUMNS} AND (upper(entity) = ?4${contains}) ORDER BY stored LIMIT ?3`).raw()));
    return found;
  }
  function recordsOf(dataset: Dataset, after: number, limit: number, only: Parameters<Changes["records"]>[3]): unknown[] {
    if (only === undefined) return all.all(dataset, after, limit);
    if ("entity" in only) return ofEntity.all(dataset, after, limit, only.entity);
    // As they are written inside of JSON.
    const names = only.names.map((name) => JSON.stringify(name).slice(1, -1));
    return naming(names.length).all(dataset, after, limit, only.id.toUpperCase(), ...names);
  }
  const known = sql.prepare("SELECT name, version FROM change_row WHERE family = ?").raw();
  const add = sql.prepare("INSERT INTO change_row VALUES (?1, ?2, ?3, ?4) ON CONFLICT (family, name) DO UPDATE SET version = ?3, at = ?4");
  // A corrected row keeps its moment; one that was not there before gets none that a reader looks for.
  const correct = sql.prepare("INSERT INTO change_row VALUES (?1, ?2, ?3, 0) ON CONFLICT (family, name) DO UPDATE SET version = ?3");
  const newestImported = sql.prepare("SELECT MAX(id) FROM import_file").raw();
  const drop = sql.prepare("DELETE FROM change_row WHERE family = ? AND name = ? AND at < ?");
  const logged = sql.prepare("SELECT name, version, at FROM change_row WHERE family = ? AND at > ? ORDER BY at");

  const at = (name: string): number | undefined => (moment.get(name) as readonly [number] | undefined)?.[0];
  const newest = (): number => at(COUNTER) ?? 0;

  function differences(family: string, rows: readonly ComputedRow[]) {
    const stored = new Map(known.all(family) as (readonly [string, string])[]);
    return { stored, changed: rows.filter(({ name, version }) => stored.get(name) !== version) };
  }

  /** True if nothing but a rebuild came since the family was logged: what differs is a correction. */
  function isCorrected(family: string): boolean {
    const rebuilt = at(LAST_REBUILD);
    return rebuilt !== undefined && rebuilt > (at(seenBy(family)) ?? 0) && (newestImported.get() as readonly [number])[0] === rebuilt;
  }

  function write(family: string, rows: readonly ComputedRow[], now: number): void {
    const { stored, changed } = differences(family, rows);
    const wasLogged = at(family) !== undefined;
    if (wasLogged && isCorrected(family)) {
      for (const row of changed) correct.run(family, row.name, row.version);
      setMoment.run(seenBy(family), at(LAST_REBUILD));
      return;
    }

    const isFirst = !wasLogged;
    const from = (row: ComputedRow): number => (isFirst ? Math.min(row.since, now) : now) * MICROS;
    let last = isFirst ? Number.NEGATIVE_INFINITY : newest();
    for (const row of isFirst ? [...changed].sort((a, b) => a.since - b.since) : changed) {
      last = Math.max(from(row), last + 1);
      add.run(family, row.name, row.version, last);
    }
    const present = new Set(rows.map(({ name }) => name));
    const expired = newest() - KEPT_MICROS;
    for (const name of stored.keys()) if (!present.has(name)) drop.run(family, name, expired);
    if (changed.length > 0) setMoment.run(COUNTER, last);
    setMoment.run(family, newest());
  }

  return {
    newest,
    newestImport: () => Date.parse(String((newestSeen.get() as readonly [string | null])[0] ?? "1970-01-01")),
    records: <T>(dataset: Dataset, after: number, limit: number, only?: Parameters<Changes["records"]>[3]) =>
      recordsOf(dataset, after, limit, only).map((columns) => {
        const [name, date, key, since, body, source, stored] = columns as [string, string, string, string, string, SourceId, number];
        return { entity: name, date, key, known: since, body: JSON.parse(body) as T, source, stored };
      }),
    log: (family, rows, now) => {
      if (at(family) !== undefined && differences(family, rows).changed.length === 0) return undefined;
      try {
        writingCounts(sql, () => write(family, rows, now));
        return undefined;
      } catch (e) {
        const fault = isBusy(e) ? "an import is running" : databaseFault(e);
        if (fault === undefined) throw e;
        return fault;
      }
    },
    isLogged: (family) => at(family) !== undefined,
    logged: (family, after) => logged.all(family, after) as { name: string; version: string; at: number }[],
  };
}
