import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import { mayBeRevised, releaseOfObservation } from "../releases/releases";
import { BASES, publicationOf, revisionOf, type NewestPublic, type Publication } from "./publication";
import type { Sql } from "./sql";

/** One value of a series. */
export interface ValueRow {
  readonly series: string;
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
  /** When its publisher published this value, in milliseconds since 1970, if the document states it. */
  readonly published?: number | undefined;
  /** The document's oldest vintage has this value, but did not publish it first. */
  readonly olderThanFile?: true | undefined;
}

/** A value with a stated moment. */
export type StatedRow = ValueRow & { readonly published: number };

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

/** Writes versions of observations, within the caller's transaction. */
interface ObservationVersions {
  /** The rows of one date whose value is not stored with their stated moment. */
  notStored(ofDate: readonly StatedRow[]): StatedRow[];
  /** Adds the first value of a date. */
  add(row: ValueRow, seen: number, importId: number | bigint): void;
  /** Adds a value that replaces the newest one of its date: it was public when it was first seen. */
  revise(row: ValueRow, seen: number, importId: number | bigint): void;
  /** True if this equal value is served before the oldest vintage of its date, because the first published value is unknown. */
  fillsBefore(row: ValueRow, seen: number): boolean;
  /** True if another source published the only value of this date later than this row's source does. */
  isEarlier(row: ValueRow): boolean;
  /** Takes the source of an equal value, which may have been public earlier from that source. */
  adopt(row: ValueRow, seen: number): void;
  /** Adds values of one date with stated moments, wherever they belong among the date's versions. */
  place(ofDate: readonly StatedRow[], seen: number, importId: number | bigint): void;
}

export function createObservationVersions(sql: Sql, newestPublic: NewestPublic): ObservationVersions {
  const adopt = sql.prepare("UPDATE observation SET source = ? WHERE series = ? AND date = ? AND current = 1");
  // An earlier moment applies only to a date with one value: the moment of a revision is known only from its import.
  const advance = sql.prepare(
    `UPDATE observation SET public = ?1, basis = ?2 WHERE series = ?3 AND date = ?4 AND current = 1 AND public > ?1 AND basis NOT IN (${STATED.join()})
       AND NOT EXISTS (SELECT 1 FROM observation WHERE series = ?3 AND date = ?4 AND current = 0)`,
  );
  // Of a revision, only its import is known, so that no source has it earlier.
  const only = sql.prepare(
    `SELECT public FROM observation WHERE series = ?1 AND date = ?2 AND basis NOT IN (${STATED.join()}) AND (SELECT COUNT(*) FROM observation WHERE series = ?1 AND date = ?2) = 1`,
  );
  const insert = sql.prepare(
    "INSERT INTO observation (series, date, value, source, public, until, basis, seen, current, import_id) VALUES (?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)",
  );
  const newest = sql.prepare("SELECT public FROM observation WHERE series = ? AND date = ? AND current = 1");
  const supersede = sql.prepare("UPDATE observation SET current = 0, until = ? WHERE series = ? AND date = ? AND current = 1");
  const versions = sql.prepare(
    "SELECT rowid AS id, value, source, public, basis, seen, import_id FROM observation WHERE series = ? AND date = ? ORDER BY rowid",
  );
  const endCurrent = sql.prepare("UPDATE observation SET current = 0 WHERE series = ? AND date = ? AND current = 1");
  const drop = sql.prepare("DELETE FROM observation WHERE rowid = ?");
  const arrange = sql.prepare("UPDATE observation SET public = ?, basis = ?, until = ?, current = ? WHERE rowid = ?");

  const versionsOf = (series: string, date: IsoDate): Version[] => versions.all(series, date) as unknown as Version[];

  function write({ series, date, value, source }: ValueRow, { public: at, basis, seen }: Publication, current: 0 | 1, importId: number | bigint): void {
    newestPublic.note(at);
    insert.run(series, date, value, source, at, BASES.indexOf(basis), seen, current, importId);
  }

  /**
   * When the first value without a stated moment was public before the oldest vintage. Undefined if that vintage is the first published value: then a file of today's
   * values must not show them on the day of the first release. If the vintage came with the next release or later, the first value is unknown, and what is loaded is
   * served until then, as it is without vintages.
   */
  function beforeVintages(series: string, date: IsoDate, { source, value, seen }: Pick<Version, "source" | "value" | "seen">, oldest: number) {
    if (value === null) return undefined;
    const own = publicationOf(releaseOfObservation(series, date, source), seen);
    return own.public < oldest && (seen < oldest || mayBeRevised(series, date, source, oldest)) ? own : undefined;
  }

  /** Orders a date's versions by their moments. If any is stated, the others are revisions that were public when they were first seen. */
  function rearrange(series: string, date: IsoDate): void {
    const imported: Version[] = [];
    const loaded = new Set<number>();
    for (const version of versionsOf(series, date)) {
      // A second row of one import is its value from before the oldest vintage. It is derived again.
      if (!isStated(version) && loaded.has(version.import_id)) drop.run(version.id);
      else imported.push(version);
      if (!isStated(version)) loaded.add(version.import_id);
    }
    const oldest = imported.filter(isStated).reduce((at, version) => Math.min(at, version.public), Number.MAX_SAFE_INTEGER);
    const first = imported.find((version) => !isStated(version));
    const before = first && beforeVintages(series, date, first, oldest);
    const dated = imported.map((v) => (isStated(v) ? v : { ...v, public: v.seen, basis: BASES.indexOf("first seen") }));
    if (first && before) {
      const early = { ...first, public: before.public, basis: BASES.indexOf(before.basis) };
      if (first.seen < oldest) dated[imported.indexOf(first)] = early;
      else {
        // As of the import it is the newest value all the same, so it is stored twice.
        const { lastInsertRowid } = insert.run(series, date, first.value, first.source, before.public, early.basis, first.seen, 0, first.import_id);
        dated.push({ ...early, id: Number(lastInsertRowid) });
      }
    }
    const ordered = dated.sort((a, b) => a.public - b.public || rank(b) - rank(a) || a.id - b.id);
    endCurrent.run(series, date);
    ordered.forEach((version, i) => {
      const next = ordered[i + 1];
      newestPublic.note(version.public);
      arrange.run(version.public, version.basis, next ? next.public : null, next ? 0 : 1, version.id);
    });
  }

  return {
    notStored: (ofDate) => {
      const [first] = ofDate;
      if (!first) return [];
      const stored = new Set(
        versionsOf(first.series, first.date)
          .filter(isStated)
          .map(({ value, public: at }) => `${value} ${at}`),
      );
      return ofDate.filter(({ value, published }) => !stored.has(`${value} ${published}`));
    },
    add: (row, seen, importId) => write(row, publicationOf(releaseOfObservation(row.series, row.date, row.source), seen), 1, importId),
    revise: (row, seen, importId) => {
      const { public: before } = newest.get(row.series, row.date) as { public: number };
      const publication = revisionOf(before, seen);
      supersede.run(publication.public, row.series, row.date);
      write(row, publication, 1, importId);
      if (versionsOf(row.series, row.date).some(isStated)) rearrange(row.series, row.date);
    },
    fillsBefore: (row, seen) => {
      const stored = versionsOf(row.series, row.date);
      const oldest = stored.reduce((at, version) => Math.min(at, version.public), Number.MAX_SAFE_INTEGER);
      return stored.every(isStated) && beforeVintages(row.series, row.date, { ...row, seen }, oldest) !== undefined;
    },
    isEarlier: ({ series, date, source }) => {
      const stored = only.get(series, date) as { public: number } | undefined;
      return stored !== undefined && releaseOfObservation(series, date, source).at < stored.public;
    },
    adopt: (row, seen) => {
      adopt.run(row.source, row.series, row.date);
      const { public: at, basis } = publicationOf(releaseOfObservation(row.series, row.date, row.source), seen);
      advance.run(at, BASES.indexOf(basis), row.series, row.date);
    },
    place: (ofDate, seen, importId) => {
      for (const row of ofDate) write(row, { public: row.published, basis: row.olderThanFile ? "first vintage" : "stated", seen }, 0, importId);
      const [first] = ofDate;
      if (first) rearrange(first.series, first.date);
    },
  };
}
