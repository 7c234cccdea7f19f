import { DAY_MS } from "../../contract/dates";
import { PUBLICATION_BASES, type PublicationBasis } from "../../contract/publication";
import type { ReleaseBasis } from "../records/release-rule";
import { execute, selectValue, type Sql } from "./sql";

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
export interface NewestPublic {
  /** Notes a moment that is written. */
  note(at: number): void;
  /** Stores the noted moments, within the caller's transaction. */
  save(): void;
  get(): number;
}

export function createNewestPublic(sql: Sql): NewestPublic {
  let noted = ALWAYS;
  return {
    note: (at) => {
      if (at > noted) noted = at;
    },
    save: () => {
      if (noted > ALWAYS) execute(sql, "UPDATE newest_public SET at = ?1 WHERE at < ?1", noted);
      noted = ALWAYS;
    },
    get: () => selectValue(sql, "SELECT at FROM newest_public")!,
  };
}

/** Writes rows within a transaction. */
export interface RowWriter {
  readonly sql: Sql;
  readonly newestPublic: NewestPublic;
}
