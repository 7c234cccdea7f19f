import { DAY_MS } from "../../contract/dates";
import type { Dataset, RecordRow, StoredRecord } from "../records/record";
import type { SourceId } from "../records/attribution";
import { lastOfRows } from "./document-log";
import { databaseFault, execute, isBusy, selectColumns, selectRows, selectValue, type Sql, writingCounts } from "../sqlite/sql";

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
interface StoredChange<T> extends StoredRecord<T> {
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

/** Names of the number of the last such rebuild in the log of imports, and of the one that a family's log has seen. */
const LAST_REBUILD = "rebuild";
const seenBy = (family: string): string => `rebuild/${family}`;

/** Marks a rebuild, within the caller's transaction: the computed rows that it corrects are no news. `id` is its number in the log of imports. */
export const markRebuild = (sql: Sql, id: number): void =>
  void execute(sql, "INSERT INTO change_moment VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET at = ?2", LAST_REBUILD, id);

/** The moment of this name: the largest of all under an empty one, and of each family the one at which it was last logged. */
const momentNamed = (sql: Sql, name: string): number | undefined => selectValue(sql, "SELECT at FROM change_moment WHERE name = ?", name);
const raiseMoment = (sql: Sql, name: string, at: number): void =>
  void execute(sql, "INSERT INTO change_moment VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET at = MAX(at, ?2)", name, at);
const NEWEST = "";
const newestMoment = (sql: Sql): number => momentNamed(sql, NEWEST) ?? 0;

/** Added to the places of a document's rows until they have moments: larger than every moment. */
const PENDING = 2 ** 52;
const OF_LISTED = `WHERE dataset IN (${[...LISTED].map((d) => `'${d}'`).join()}) AND stored`;
const HELD = `CREATE TEMP TABLE held_moment (dataset TEXT, entity TEXT, date TEXT, key TEXT, known TEXT, body TEXT, stored INTEGER);
  CREATE INDEX temp.held_moment_of_row ON held_moment (entity, date, key)`;
const HOLD = `INSERT INTO held_moment SELECT dataset, entity, date, key, known, body, stored FROM record ${OF_LISTED} > ? AND stored < ${PENDING}`;
const DROP_HELD = "DROP TABLE IF EXISTS temp.held_moment";
const HELD_MOMENT = "SELECT MAX(stored) FROM held_moment WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ?";
const PLACE = `UPDATE record SET stored = stored + ? ${OF_LISTED} > ${PENDING} AND current = 1`;

export type ChangeMoments = ReturnType<typeof createChangeMoments>;

/**
 * Assigns moments to records, within the caller's transaction.
 *
 * @param now real time in milliseconds since 1970
 */
export function createChangeMoments(sql: Sql, now: (() => number) | undefined) {
  let count = 0;
  /** The moments of the rows that are inserted again are in a table, because there may be more than fit into memory. */
  let held: { readonly after: number; readonly corrected: boolean } | undefined;
  const heldMoment = (text: string, ...row: readonly string[]): number | null => selectValue<number | null>(sql, text, ...row) ?? null;
  return {
    /** Begins a document. What an earlier one left may have been rolled back. */
    begin: (): void => {
      count = 0;
    },
    /** The place of a new row of the document, or the moment of one that is inserted again. Null if it has none. */
    of: ({ dataset, entity, date, key, known }: RecordRow, body: string, seen: number): number | null => {
      if (!LISTED.has(dataset)) return null;
      if (held) {
        const before = heldMoment(`${HELD_MOMENT} AND body = ?`, dataset, entity, date, key, known, body);
        if (before !== null) return before;
        if (held.corrected) return heldMoment(HELD_MOMENT, dataset, entity, date, key, known);
        if (seen * MICROS <= held.after) return null;
      }
      return PENDING + ++count;
    },
    /** Ends a document: its rows get their moments. It was first seen at this time in milliseconds since 1970, which counts if the store has no clock. */
    save: (seen: number): void => {
      if (count === 0) return;
      // Not before all rows are written: a reader may have asked for changes since a moment at which this import was running.
      const before = Math.max((now?.() ?? seen) * MICROS, newestMoment(sql));
      execute(sql, PLACE, before - PENDING);
      raiseMoment(sql, NEWEST, before + count);
      count = 0;
    },
    /** Runs work that inserts stored rows again, within the caller's transaction: they keep their moments. `corrected`: so does a row with another content, and new rows get none. */
    keeping: <T>(work: () => T, corrected = false): T => {
      const after = newestMoment(sql) - KEPT_MICROS;
      sql.exec(`${DROP_HELD}; ${HELD}`);
      execute(sql, HOLD, after);
      held = { after, corrected };
      try {
        const result = work();
        sql.exec(DROP_HELD);
        return result;
      } finally {
        held = undefined;
      }
    },
  };
}

/** Which records are listed: those of an entity, or those that mention a name. */
export type OnlyChanges = { readonly entity: string } | Mentioned;
type ChangeColumns = readonly [entity: string, date: string, key: string, known: string, body: string, source: SourceId, stored: number];
const CHANGES = "SELECT entity, date, key, known, body, source, stored FROM record WHERE dataset = ?1 AND stored > ?2 AND current = 1";

function changesOf(sql: Sql, dataset: Dataset, after: number, limit: number, only: OnlyChanges | undefined): readonly ChangeColumns[] {
  const select = (condition: string, ...values: readonly string[]): readonly ChangeColumns[] =>
    selectColumns(sql, `${CHANGES} ${condition} ORDER BY stored LIMIT ?3`, dataset, after, limit, ...values);
  if (only === undefined) return select("");
  if ("entity" in only) return select("AND entity = ?4", only.entity);
  // As they are written inside of JSON. The database searches the bodies: parsing those of fifty thousand markets takes several times as long.
  const names = only.names.map((name) => JSON.stringify(name).slice(1, -1));
  const contains = names.map((_, i) => ` OR instr(body, ?${i + 5})`).join("");
  return select(`AND (upper(entity) = ?4${contains})`, only.id.toUpperCase(), ...names);
}

function differencesIn(sql: Sql, family: string, rows: readonly ComputedRow[]) {
  const stored = new Map(selectColumns<[string, string]>(sql, "SELECT name, version FROM change_row WHERE family = ?", family));
  return { stored, changed: rows.filter(({ name, version }) => stored.get(name) !== version) };
}

/** True if nothing but a rebuild came since the family was logged: what differs is a correction. */
function isCorrected(sql: Sql, family: string): boolean {
  const rebuilt = momentNamed(sql, LAST_REBUILD);
  return rebuilt !== undefined && rebuilt > (momentNamed(sql, seenBy(family)) ?? 0) && lastOfRows(sql) === rebuilt;
}

function logRows(sql: Sql, family: string, rows: readonly ComputedRow[], now: number): void {
  const { stored, changed } = differencesIn(sql, family, rows);
  const isFirst = momentNamed(sql, family) === undefined;
  if (!isFirst && isCorrected(sql, family)) {
    for (const { name, version } of changed)
      // A corrected row keeps its moment; one that was not there before gets none that a reader looks for.
      execute(sql, "INSERT INTO change_row VALUES (?1, ?2, ?3, 0) ON CONFLICT (family, name) DO UPDATE SET version = ?3", family, name, version);
    raiseMoment(sql, seenBy(family), momentNamed(sql, LAST_REBUILD)!);
    return;
  }

  const from = (row: ComputedRow): number => (isFirst ? Math.min(row.since, now) : now) * MICROS;
  let last = isFirst ? Number.NEGATIVE_INFINITY : newestMoment(sql);
  for (const row of isFirst ? [...changed].sort((a, b) => a.since - b.since) : changed) {
    last = Math.max(from(row), last + 1);
    execute(
      sql,
      "INSERT INTO change_row VALUES (?1, ?2, ?3, ?4) ON CONFLICT (family, name) DO UPDATE SET version = ?3, at = ?4",
      ...[family, row.name, row.version, last],
    );
  }
  const present = new Set(rows.map(({ name }) => name));
  const expired = newestMoment(sql) - KEPT_MICROS;
  for (const name of stored.keys())
    if (!present.has(name)) execute(sql, "DELETE FROM change_row WHERE family = ? AND name = ? AND at < ?", family, name, expired);
  if (changed.length > 0) raiseMoment(sql, NEWEST, last);
  raiseMoment(sql, family, newestMoment(sql));
}

export type Changes = ReturnType<typeof createRowChanges>;

export function createRowChanges(sql: Sql) {
  return {
    /** The largest moment of any row. */
    newest: (): number => newestMoment(sql),
    /** When the newest document was received, in milliseconds since 1970. */
    newestImport: (): number => Date.parse(selectValue<string | null>(sql, "SELECT MAX(seen) FROM import_file WHERE sha256 <> ''") ?? "1970-01-01"),
    /** The newest versions of records with a larger moment than `after`, in the order of their moments: all, those of an entity, or those that mention a name. */
    records: <T>(dataset: Dataset, after: number, limit: number, only?: OnlyChanges): readonly StoredChange<T>[] =>
      changesOf(sql, dataset, after, limit, only).map(([entity, date, key, known, body, source, stored]) => {
        return { entity, date, key, known, body: JSON.parse(body) as T, source, stored };
      }),
    /**
     * Logs rows that are new in their family, or whose version is new, with a moment. Returns why they could not be logged now, if so: they are logged by a later
     * call. `now` is in milliseconds since 1970.
     */
    log: (family: string, rows: readonly ComputedRow[], now: number): string | undefined => {
      if (momentNamed(sql, family) !== undefined && differencesIn(sql, family, rows).changed.length === 0) return undefined;
      try {
        writingCounts(sql, () => logRows(sql, family, rows, now));
        return undefined;
      } catch (e) {
        const fault = isBusy(e) ? "an import is running" : databaseFault(e);
        if (fault === undefined) throw e;
        return fault;
      }
    },
    /** True if rows of this family were logged before. Otherwise the first log lists them all as they are. */
    isLogged: (family: string): boolean => momentNamed(sql, family) !== undefined,
    /** Name, version and moment of the logged rows with a larger moment than `after`. */
    logged: (family: string, after: number) =>
      selectRows<{ readonly name: string; readonly version: string; readonly at: number }>(
        sql,
        "SELECT name, version, at FROM change_row WHERE family = ? AND at > ? ORDER BY at",
        family,
        after,
      ),
  };
}
