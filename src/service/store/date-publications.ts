import type { SourceId } from "../records/attribution";
import type { Dataset } from "../records/record";
import { releaseOfObservation, releaseOfRecord } from "../releases/releases";
import { endOfDay } from "../time/time-zone";
import { BASES, endOfImportDay, publicationOf, revisionOf, type Publication } from "./publication";
import { execute, selectValue, type Sql } from "./sql";

interface UndatedObservation {
  readonly series: string;
  readonly date: string;
  readonly value: number | null;
  readonly source: SourceId;
  readonly first_seen: string;
  readonly current: number;
  readonly import_id: number;
}

interface UndatedRecord {
  readonly dataset: Dataset;
  readonly entity: string;
  readonly date: string;
  readonly key: string;
  readonly known: string;
  readonly body: string;
  readonly source: SourceId;
  readonly first_seen: string;
  readonly current: number;
  readonly import_id: number;
}

/** Calls `write` for each row with its publication, and the moment at which the next version of the same row replaced it. Rows are in the order of their versions. */
function dateVersions<T extends { readonly first_seen: string }>(
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
