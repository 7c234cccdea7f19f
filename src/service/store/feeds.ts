import type { IsoDate } from "../../contract/dates";
import type { RowsName } from "./freshness";
import type { Snapshots } from "./snapshot";
import type { Sql } from "./sql";

/** What is kept of the last good document of one part of a feed. */
export interface PartState {
  readonly url: string;
  readonly sha256: string;
  readonly rows: number;
  readonly etag?: string;
  readonly lastModified?: string;
  /** The newest day in it. */
  readonly newest?: IsoDate;
  /**
   * What it speaks for: confirmed whenever it comes again, or is found unchanged. Undefined of documents that came before this was kept; empty of one that was
   * taken back, which is known and confirms nothing.
   */
  readonly names?: readonly RowsName[];
}

/** What is known of fetching one feed. Moments are ISO 8601. */
export interface FeedState {
  /** When it was last tried. */
  readonly tried?: string | undefined;
  /** When all of it last came, or was found unchanged. */
  readonly succeeded?: string | undefined;
  /** Why the last try was no success, in a sentence. */
  readonly failure?: string | undefined;
  readonly nextDue?: string | undefined;
  /** Up to which day all parts had come when it last succeeded. */
  readonly complete?: IsoDate | undefined;
  /** The companies that the operator has asked for; they are kept up to date from then on. */
  readonly tickers?: readonly string[] | undefined;
  readonly parts: Readonly<Record<string, PartState>>;
}

/** How fetching stands, by feed, and which publishers the operator has turned on or off. */
export interface Feeds {
  state(feed: string): FeedState;
  keep(feed: string, state: FeedState): void;
  /** Forgets what is known of the documents of these feeds, or of all: each is asked for anew, and whole. For rows that were taken out of the store. */
  forgetDocuments(feeds?: readonly string[]): void;
  /** True where this part, which never changes, has come, or was refused by this version of the service. */
  isDone(feed: string, part: string, version: string): boolean;
  /** Notes that it came; `refusedBy` is the version that refused it. */
  done(feed: string, part: string, refusedBy?: string): void;
  /** What the operator has decided; undefined where nothing, and the publisher's own default counts. */
  decision(publisher: string): { readonly enabled: boolean; readonly decided: IsoDate } | undefined;
  decide(publisher: string, enabled: boolean, day: IsoDate): void;
  /** True where the first document was taken before the second: then it is an old copy. */
  isOlder(publisher: string, sha256: string, than: string): boolean;
}

interface Row {
  readonly tried: string | null;
  readonly succeeded: string | null;
  readonly failure: string | null;
  readonly next_due: string | null;
  readonly validators: string;
}

export function createFeeds(sql: Sql, snapshots: Snapshots): Feeds {
  const state = sql.prepare("SELECT tried, succeeded, failure, next_due, validators FROM feed WHERE id = ?");
  const keep = sql.prepare(
    "INSERT INTO feed (id, tried, succeeded, failure, next_due, validators) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET tried = excluded.tried, succeeded = excluded.succeeded, failure = excluded.failure, next_due = excluded.next_due, validators = excluded.validators",
  );
  const FORGET = "UPDATE feed SET validators = json_remove(validators, '$.parts', '$.complete'), succeeded = NULL, next_due = NULL";
  const forget = sql.prepare(FORGET);
  const forgetOne = sql.prepare(`${FORGET} WHERE id = ?`);
  // Cells ask for it too, each for itself.
  const decision = snapshots.prepare("SELECT enabled, decided FROM publisher WHERE id = ?");
  const decide = sql.prepare(
    "INSERT INTO publisher (id, enabled, decided) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET enabled = excluded.enabled, decided = excluded.decided",
  );
  const documentDone = sql.prepare("SELECT 1 FROM feed_document WHERE feed = ? AND part = ? AND (refused_by IS NULL OR refused_by = ?)");
  const noteDocument = sql.prepare(
    "INSERT INTO feed_document (feed, part, refused_by) VALUES (?, ?, ?) ON CONFLICT (feed, part) DO UPDATE SET refused_by = excluded.refused_by",
  );
  const taken = sql.prepare("SELECT MAX(id) AS id FROM import_file WHERE sha256 = ? AND publisher = ? AND confirms = 0");
  const takenAt = (publisher: string, sha256: string): number | null => (taken.get(sha256, publisher) as { id: number | null }).id;
  return {
    state: (feed) => {
      const row = state.get(feed) as Row | undefined;
      if (!row) return { parts: {} };
      const kept = JSON.parse(row.validators) as Partial<Pick<FeedState, "complete" | "tickers" | "parts">>;
      return {
        tried: row.tried ?? undefined,
        succeeded: row.succeeded ?? undefined,
        failure: row.failure ?? undefined,
        nextDue: row.next_due ?? undefined,
        complete: kept.complete,
        tickers: kept.tickers,
        parts: kept.parts ?? {},
      };
    },
    keep: (feed, { tried, succeeded, failure, nextDue, complete, tickers, parts }) =>
      void keep.run(feed, tried ?? null, succeeded ?? null, failure ?? null, nextDue ?? null, JSON.stringify({ complete, tickers, parts })),
    forgetDocuments: (feeds) => (feeds ? feeds.forEach((feed) => forgetOne.run(feed)) : void forget.run()),
    isDone: (feed, part, version) => documentDone.get(feed, part, version) !== undefined,
    done: (feed, part, refusedBy) => void noteDocument.run(feed, part, refusedBy ?? null),
    decision: (publisher) => {
      const row = decision.get(publisher) as { enabled: number; decided: IsoDate } | undefined;
      return row && { enabled: row.enabled === 1, decided: row.decided };
    },
    decide: (publisher, enabled, day) => void decide.run(publisher, enabled ? 1 : 0, day),
    isOlder: (publisher, sha256, than) => {
      const [one, other] = [takenAt(publisher, sha256), takenAt(publisher, than)];
      return one !== null && other !== null && one < other;
    },
  };
}
