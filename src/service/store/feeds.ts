import type { IsoDate } from "../../contract/dates";
import type { RowsName } from "./freshness";
import { type CachedReads, DECIDED, type ReadKind } from "./read-cache";
import { execute, selectRow, selectValue, type Sql, writing } from "./sql";

/** What the log's entry of a decision says. */
const [ON, OFF] = ["on", "off"];

/** Name of the mark, stored with the operator's decisions on publishers. A restore sets it before the data is in its place. */
export const RESTORED = "restored";

/** The day on which this data was restored from a backup, until the operator activates it; undefined for other data. Another service may still use the original. */
export function restoredOn(feeds: Pick<Feeds, "decision">): string | undefined {
  const mark = feeds.decision(RESTORED);
  return mark?.enabled ? mark.decided : undefined;
}

/** The state of one part's last good document. */
export interface PartState {
  readonly url: string;
  readonly sha256: string;
  readonly rows: number;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Its newest day. */
  readonly newest?: IsoDate;
  /**
   * The rows that it confirms whenever it arrives again or is unchanged. Undefined for documents from before this was stored. Empty for a removed document,
   * which is still recognised but confirms nothing.
   */
  readonly names?: readonly RowsName[];
}

/** The state of fetching one feed. Times are ISO 8601. */
export interface FeedState {
  /** Time of the last attempt. */
  readonly tried?: string | undefined;
  /** Time of the last complete success. */
  readonly succeeded?: string | undefined;
  /** Why the last attempt failed. */
  readonly failure?: string | undefined;
  readonly nextDue?: string | undefined;
  /** The day up to which all parts were complete at the last success. */
  readonly complete?: IsoDate | undefined;
  /** The companies that the operator has named. Each update fetches them. */
  readonly tickers?: readonly string[] | undefined;
  readonly parts: Readonly<Record<string, PartState>>;
}

interface Row {
  readonly tried: string | null;
  readonly succeeded: string | null;
  readonly failure: string | null;
  readonly next_due: string | null;
  readonly validators: string;
}

const KEEP = `INSERT INTO feed (id, tried, succeeded, failure, next_due, validators) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
  tried = excluded.tried, succeeded = excluded.succeeded, failure = excluded.failure, next_due = excluded.next_due, validators = excluded.validators`;
const FORGET_DOCUMENTS = "UPDATE feed SET validators = json_remove(validators, '$.parts', '$.complete'), succeeded = NULL, next_due = NULL";
const DONE = "INSERT INTO feed_document (feed, part, refused_by) VALUES (?, ?, ?) ON CONFLICT (feed, part) DO UPDATE SET refused_by = excluded.refused_by";
const DECIDE =
  "INSERT INTO publisher (id, enabled, decided) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET enabled = excluded.enabled, decided = excluded.decided";

const LOG_DECISION = `INSERT INTO import_file (publisher, file, sha256, rows, seen, detail) VALUES ('${DECIDED}', ?, '', 0, ?, ?)`;

/** Decides as an entry of the log says, within the caller's transaction. */
export const restoreDecision = (sql: Sql, publisher: string, detail: string | null, day: IsoDate): void =>
  void execute(sql, DECIDE, publisher, detail === ON ? 1 : 0, day);

export type Feeds = ReturnType<typeof createFeeds>;

/** The state of fetching by feed, and which publishers the operator has turned on or off. */
export function createFeeds(sql: Sql, cache: CachedReads, addRead: (kind: ReadKind) => void) {
  const decision = cache.of("decision").objects<{ readonly enabled: number; readonly decided: IsoDate }>("SELECT enabled, decided FROM publisher WHERE id = ?");
  /** The number of the last document of this content that brought rows. */
  const takenAt = (publisher: string, sha256: string): number | null =>
    selectValue(sql, "SELECT MAX(id) FROM import_file WHERE sha256 = ? AND publisher = ? AND confirms = 0", sha256, publisher)!;
  return {
    state: (feed: string): FeedState => {
      const row = selectRow<Row>(sql, "SELECT tried, succeeded, failure, next_due, validators FROM feed WHERE id = ?", feed);
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
    /** True if any feed was ever fetched, or tried. */
    anyTried: (): boolean => selectValue(sql, "SELECT 1 FROM feed WHERE tried IS NOT NULL LIMIT 1") !== undefined,
    keep: (feed: string, { tried, succeeded, failure, nextDue, complete, tickers, parts }: FeedState): void =>
      void execute(sql, KEEP, ...[feed, tried ?? null, succeeded ?? null, failure ?? null, nextDue ?? null, JSON.stringify({ complete, tickers, parts })]),
    /** Forgets the documents of these feeds, or of all, so that each is fetched completely. For rows that were removed from the store. */
    forgetDocuments: (feeds?: readonly string[]): void =>
      feeds ? feeds.forEach((feed) => execute(sql, `${FORGET_DOCUMENTS} WHERE id = ?`, feed)) : void execute(sql, FORGET_DOCUMENTS),
    /** True if this `once` document has arrived, or was refused by this build of the service: another one may read it. */
    isDone: (feed: string, part: string, build: string): boolean =>
      selectValue(sql, "SELECT 1 FROM feed_document WHERE feed = ? AND part = ? AND (refused_by IS NULL OR refused_by = ?)", feed, part, build) !== undefined,
    /** Marks it as arrived. `refusedBy` is the build that refused it. */
    done: (feed: string, part: string, refusedBy?: string): void => void execute(sql, DONE, feed, part, refusedBy ?? null),
    /** The operator's decision. Undefined without one; then the publisher's default counts. */
    decision: (publisher: string): { readonly enabled: boolean; readonly decided: IsoDate } | undefined => {
      addRead("decision");
      const row = decision.get(publisher);
      return row && { enabled: row.enabled === 1, decided: row.decided };
    },
    decide: (publisher: string, enabled: boolean, day: IsoDate): void =>
      writing(sql, () => {
        execute(sql, DECIDE, publisher, enabled ? 1 : 0, day);
        // The mark is of this copy of the data, not of what was imported.
        if (publisher !== RESTORED) execute(sql, LOG_DECISION, publisher, `${day}T00:00:00Z`, enabled ? ON : OFF);
      }),
    /** True if the first document was imported before the second, so it is an old copy. */
    isOlder: (publisher: string, sha256: string, than: string): boolean => {
      const [one, other] = [takenAt(publisher, sha256), takenAt(publisher, than)];
      return one !== null && other !== null && one < other;
    },
  };
}
