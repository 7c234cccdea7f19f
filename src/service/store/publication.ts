import { DAY_MS } from "../../contract/dates";
import { PUBLICATION_BASES, type PublicationBasis } from "../../contract/publication";
import type { PublishedRow, RecordRow } from "../records/record";
import type { ReleaseBasis } from "../records/release-rule";
import { releaseOfObservation, releaseOfRecord } from "../releases/releases";
import { endOfDay } from "../time/time-zone";
import { execute, selectValue, type Sql } from "../sqlite/sql";

interface Undated {
  readonly first_seen: string;
  readonly current: number;
  readonly import_id: number;
}
type UndatedObservation = Pick<PublishedRow, "series" | "date" | "value" | "source"> & Undated;
type UndatedRecord = Omit<RecordRow, "body"> & Undated & { readonly body: string };

/** Calls `write` for each row with its publication, and the moment at which the next version of the same row replaced it. Rows are in the order of their versions. */
function dateVersions<T extends Undated>(
  now: number,
  rows: Iterable<T>,
  isSame: (a: T, b: T) => boolean,
  first: (row: T, seen: number) => Publication,
  write: (row: T, publication: Publication, until: number | null) => void,
): void {
  let last: { readonly row: T; readonly publication: Publication } | undefined;
  for (const row of rows) {
    const seen = Math.min(Date.parse(endOfImportDay(row.first_seen)), now);
    const revises = last !== undefined && isSame(last.row, row);
    const publication = last && revises ? revisionOf(last.publication.public, seen) : first(row, seen);
    if (last) write(last.row, last.publication, revises ? publication.public : null);
    last = { row, publication };
  }
  if (last) write(last.row, last.publication, null);
}

/** Moves the rows of the undated tables into the dated ones, then indexes them. */
export function datePublications(sql: Sql): void {
  const now = selectValue<number>(sql, "SELECT unixepoch() * 1000")!;
  dateVersions(
    now,
    sql.prepare("SELECT * FROM undated_observation ORDER BY series, date, rowid").iterate() as Iterable<UndatedObservation>,
    (a, b) => a.series === b.series && a.date === b.date,
    ({ series, date, source }, seen) => publicationOf(releaseOfObservation(series, date, source), seen),
    ({ series, date, value, source, current, import_id }, { public: at, basis, seen }, until) =>
      void execute(
        sql,
        "INSERT INTO observation (series, date, value, source, public, until, basis, seen, current, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[series, date, value, source, at, until, BASES.indexOf(basis), seen, current, import_id],
      ),
  );
  dateVersions(
    now,
    sql.prepare("SELECT * FROM undated_record ORDER BY dataset, entity, date, key, known, rowid").iterate() as Iterable<UndatedRecord>,
    (a, b) => a.dataset === b.dataset && a.entity === b.entity && a.date === b.date && a.key === b.key && a.known === b.known,
    (row, seen) => publicationOf(releaseOfRecord({ ...row, body: JSON.parse(row.body) as object }), seen),
    ({ dataset, entity, date, key, known, body, source, current, import_id }, { public: at, basis, seen }, until) =>
      void execute(
        sql,
        "INSERT INTO record (dataset, entity, date, key, known, body, source, public, until, basis, seen, current, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[dataset, entity, date, key, known, body, source, at, until, BASES.indexOf(basis), seen, current, import_id],
      ),
  );
  const filed = selectValue<string | null>(sql, "SELECT MAX(known) FROM holdings_report");
  if (filed) execute(sql, "UPDATE newest_public SET at = MAX(at, ?)", endOfDay(filed));
  sql.exec(
    `DROP TABLE undated_observation; DROP TABLE undated_record;
     UPDATE newest_public SET at = MAX(at, IFNULL((SELECT MAX(public) FROM observation), at), IFNULL((SELECT MAX(public) FROM record), at));
     CREATE UNIQUE INDEX observation_current ON observation (series, date) WHERE current = 1;
     CREATE INDEX observation_served ON observation (series, date, public, until, value, source, basis, seen);
     CREATE UNIQUE INDEX record_current ON record (dataset, entity, date, key, known) WHERE current = 1;
     CREATE INDEX record_served ON record (dataset, entity, date, key, known, public, until);
     CREATE INDEX record_day ON record (dataset, date);`,
  );
}

/**
 * Point in time. Each stored version of a row was served from the moment `public` to the moment `until`, when the next version replaced it. A read as of a moment
 * sees only versions that were public then, so nothing computed from them can know the future.
 */

/**
 * How the moment at which a row became public is known; `first seen` if only its import shows it. `first vintage`: a file of vintages states the moment, but the
 * value is in its oldest vintage, and so older than the file shows.
 */
export type Basis = PublicationBasis | "first vintage";

/** When a version became public. */
export interface Publication {
  /** In milliseconds since 1970. */
  readonly public: number;
  readonly basis: Basis;
  /** When it was first imported, in milliseconds since 1970. Long after `public`: the publisher may have revised the value before. */
  readonly seen: number;
}

/** Stored as the position in this list. */
export const BASES: readonly Basis[] = [...PUBLICATION_BASES, "first vintage"];

/** As of now: after every stored moment. */
export const NOW = Number.MAX_SAFE_INTEGER;
/** Before every moment: for rows that map names, which apply to all days. */
export const ALWAYS = Date.parse("0001-01-01");

/** SQL: the version that was served at the moment of a numbered parameter. */
export const visibleAt = (parameter: number): string => `public <= ?${parameter} AND (until IS NULL OR until > ?${parameter})`;

/** When a document was received of which an earlier schema stored only the day: at its end in UTC, so that no value counts before it was imported. */
export const endOfImportDay = (day: string): string => `${day.slice(0, 10)}T23:59:59Z`;

/**
 * When a new row became public: as stated or by its rule, or when it was first seen, if that is earlier. A stated day has no time, so it counts to its end; a row
 * that was imported on that day was public by then.
 */
export function publicationOf(release: { readonly at: number; readonly basis: ReleaseBasis } | undefined, seen: number): Publication {
  if (!release) return { public: ALWAYS, basis: "stated", seen };
  const { at, basis } = release;
  if (seen >= at || (basis === "stated" && at - seen > DAY_MS)) return { public: at, basis, seen };
  return { public: seen, basis: basis === "stated" ? basis : "first seen", seen };
}

/** When a changed value became public: when it was first seen, as its publisher does not say. Never before the version that it replaces. */
export const revisionOf = (before: number, seen: number): Publication => ({ public: Math.max(before, seen), basis: "first seen", seen });

/** The newest moment at which a stored row became public or was replaced. Reads as of any later moment are equal, and are cached together. */
export function createNewestPublic(sql: Sql) {
  let noted = ALWAYS;
  return {
    /** Notes a moment that is written. */
    note: (at: number): void => {
      if (at > noted) noted = at;
    },
    /** Stores the noted moments, within the caller's transaction. */
    save: (): void => {
      if (noted > ALWAYS) execute(sql, "UPDATE newest_public SET at = ?1 WHERE at < ?1", noted);
      noted = ALWAYS;
    },
    get: (): number => selectValue(sql, "SELECT at FROM newest_public")!,
  };
}

/** Writes rows within a transaction. */
export interface RowWriter {
  readonly sql: Sql;
  readonly newestPublic: ReturnType<typeof createNewestPublic>;
}
