import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import type { PublishedRow } from "../records/record";
import { mayBeRevised, releaseOfObservation } from "../releases/releases";
import { BASES, publicationOf, revisionOf, type Publication, type RowWriter } from "./publication";
import { execute, selectRows, selectValue, type Sql } from "../sqlite/sql";

/** A value with a stated moment. */
export type StatedRow = PublishedRow & { readonly published: number };

interface Version {
  readonly id: number;
  readonly value: number | null;
  readonly source: SourceId;
  readonly import_id: number;
  readonly public: number;
  readonly basis: number;
  readonly seen: number;
}

/** The bases of moments that a document states. */
export const STATED = [BASES.indexOf("stated"), BASES.indexOf("first vintage")];
const isStated = ({ basis }: Pick<Version, "basis">): boolean => STATED.includes(basis);
/** Of versions of one moment, a stated one is the newest. */
const rank = (version: Pick<Version, "basis">): number => (isStated(version) ? 0 : version.basis);

const VERSIONS = "SELECT rowid AS id, value, source, public, basis, seen, import_id FROM observation WHERE series = ? AND date = ? ORDER BY rowid";
// An earlier moment applies only to a date with one value: the moment of a revision is known only from its import.
const ADVANCE = `UPDATE observation SET public = ?1, basis = ?2 WHERE series = ?3 AND date = ?4 AND current = 1 AND public > ?1 AND basis NOT IN (${STATED.join()})
  AND NOT EXISTS (SELECT 1 FROM observation WHERE series = ?3 AND date = ?4 AND current = 0)`;
// Of a revision, only its import is known, so that no source has it earlier.
const ONLY = `SELECT public FROM observation WHERE series = ?1 AND date = ?2 AND basis NOT IN (${STATED.join()})
  AND (SELECT COUNT(*) FROM observation WHERE series = ?1 AND date = ?2) = 1`;

const versionsOf = (sql: Sql, series: string, date: IsoDate): Version[] => selectRows(sql, VERSIONS, series, date);

const ruleOf = ({ series, date, source }: PublishedRow, seen: number): Publication => publicationOf(releaseOfObservation(series, date, source), seen);

type ImportId = number | bigint;

/** Inserts a version. Returns its number. */
function insertVersion(
  { sql, newestPublic }: RowWriter,
  { series, date, value, source }: PublishedRow,
  { public: at, basis, seen }: Publication,
  current: 0 | 1,
  importId: ImportId,
): number {
  newestPublic.note(at);
  return Number(
    execute(
      sql,
      "INSERT INTO observation (series, date, value, source, public, until, basis, seen, current, import_id) VALUES (?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)",
      ...[series, date, value, source, at, BASES.indexOf(basis), seen, current, importId],
    ).lastInsertRowid,
  );
}

/**
 * When the first value without a stated moment was public before the oldest vintage. Undefined if that vintage is the first published value: then a file of today's
 * values must not show them on the day of the first release. If the vintage came with the next release or later, the first value is unknown, and what is loaded is
 * served until then, as it is without vintages.
 */
function beforeVintages(row: PublishedRow, seen: number, oldest: number): Publication | undefined {
  if (row.value === null) return undefined;
  const own = ruleOf(row, seen);
  return own.public < oldest && (seen < oldest || mayBeRevised(row.series, row.date, row.source, oldest)) ? own : undefined;
}

/** Orders a date's versions by their moments. If any is stated, the others are revisions that were public when they were first seen. */
function rearrange(writer: RowWriter, series: string, date: IsoDate): void {
  const { sql, newestPublic } = writer;
  const imported: Version[] = [];
  const loaded = new Set<number>();
  for (const version of versionsOf(sql, series, date)) {
    // A second row of one import is its value from before the oldest vintage. It is derived again.
    if (!isStated(version) && loaded.has(version.import_id)) execute(sql, "DELETE FROM observation WHERE rowid = ?", version.id);
    else imported.push(version);
    if (!isStated(version)) loaded.add(version.import_id);
  }
  const oldest = imported.filter(isStated).reduce((at, version) => Math.min(at, version.public), Number.MAX_SAFE_INTEGER);
  const first = imported.find((version) => !isStated(version));
  const before = first && beforeVintages({ ...first, series, date }, first.seen, oldest);
  const dated = imported.map((v) => (isStated(v) ? v : { ...v, public: v.seen, basis: BASES.indexOf("first seen") }));
  if (first && before) {
    const early = { ...first, public: before.public, basis: BASES.indexOf(before.basis) };
    if (first.seen < oldest) dated[imported.indexOf(first)] = early;
    // As of the import it is the newest value all the same, so it is stored twice.
    else dated.push({ ...early, id: insertVersion(writer, { ...first, series, date }, before, 0, first.import_id) });
  }
  const ordered = dated.sort((a, b) => a.public - b.public || rank(b) - rank(a) || a.id - b.id);
  execute(sql, "UPDATE observation SET current = 0 WHERE series = ? AND date = ? AND current = 1", series, date);
  ordered.forEach((version, i) => {
    const next = ordered[i + 1];
    newestPublic.note(version.public);
    execute(
      sql,
      "UPDATE observation SET public = ?, basis = ?, until = ?, current = ? WHERE rowid = ?",
      ...[version.public, version.basis, next ? next.public : null, next ? 0 : 1, version.id],
    );
  });
}

/** The rows of one date whose value is not stored with their stated moment. */
export function notStored(sql: Sql, ofDate: readonly StatedRow[]): StatedRow[] {
  const [first] = ofDate;
  if (!first) return [];
  const stored = new Set(
    versionsOf(sql, first.series, first.date)
      .filter(isStated)
      .map(({ value, public: at }) => `${value} ${at}`),
  );
  return ofDate.filter(({ value, published }) => !stored.has(`${value} ${published}`));
}

// The following write within the caller's transaction.

/** Adds the first value of a date. */
export const addValue = (writer: RowWriter, row: PublishedRow, seen: number, importId: ImportId): void =>
  void insertVersion(writer, row, ruleOf(row, seen), 1, importId);

/** Adds a value that replaces the newest one of its date: it was public when it was first seen. */
export function reviseValue(writer: RowWriter, row: PublishedRow, seen: number, importId: ImportId): void {
  const { sql } = writer;
  const before = selectValue<number>(sql, "SELECT public FROM observation WHERE series = ? AND date = ? AND current = 1", row.series, row.date)!;
  const publication = revisionOf(before, seen);
  execute(sql, "UPDATE observation SET current = 0, until = ? WHERE series = ? AND date = ? AND current = 1", ...[publication.public, row.series, row.date]);
  insertVersion(writer, row, publication, 1, importId);
  if (versionsOf(sql, row.series, row.date).some(isStated)) rearrange(writer, row.series, row.date);
}

/** True if this equal value is served before the oldest vintage of its date, because the first published value is unknown. */
export function fillsBefore(sql: Sql, row: PublishedRow, seen: number): boolean {
  const stored = versionsOf(sql, row.series, row.date);
  const oldest = stored.reduce((at, version) => Math.min(at, version.public), Number.MAX_SAFE_INTEGER);
  return stored.every(isStated) && beforeVintages(row, seen, oldest) !== undefined;
}

/** True if another source published the only value of this date later than this row's source does. */
export function isEarlier(sql: Sql, { series, date, source }: PublishedRow): boolean {
  const stored = selectValue<number>(sql, ONLY, series, date);
  return stored !== undefined && releaseOfObservation(series, date, source).at < stored;
}

/** Takes the source of an equal value, which may have been public earlier from that source. */
export function adoptSource(sql: Sql, row: PublishedRow, seen: number): void {
  execute(sql, "UPDATE observation SET source = ? WHERE series = ? AND date = ? AND current = 1", row.source, row.series, row.date);
  const { public: at, basis } = ruleOf(row, seen);
  execute(sql, ADVANCE, at, BASES.indexOf(basis), row.series, row.date);
}

/** Adds values of one date with stated moments, wherever they belong among the date's versions. */
export function placeValues(writer: RowWriter, ofDate: readonly StatedRow[], seen: number, importId: ImportId): void {
  for (const row of ofDate) insertVersion(writer, row, { public: row.published, basis: row.olderThanFile ? "first vintage" : "stated", seen }, 0, importId);
  const [first] = ofDate;
  if (first) rearrange(writer, first.series, first.date);
}
