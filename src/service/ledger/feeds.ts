import type { IsoDate } from "../../contract/dates";
import { execute, selectColumns, selectRow, selectRows, type Sql, writingBriefly } from "../sqlite/sql";

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
   * Names of the rows that it confirms whenever it arrives again or is unchanged. Undefined for documents from before this was stored. Empty for a removed document,
   * which is still recognised but confirms nothing.
   */
  readonly names?: readonly string[];
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
  readonly id: string;
  readonly tried: string | null;
  readonly succeeded: string | null;
  readonly failure: string | null;
  readonly next_due: string | null;
  readonly validators: string;
}

const STATE = "SELECT id, tried, succeeded, failure, next_due, validators FROM feed";
const KEEP = `INSERT INTO feed (id, tried, succeeded, failure, next_due, validators) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
  tried = excluded.tried, succeeded = excluded.succeeded, failure = excluded.failure, next_due = excluded.next_due, validators = excluded.validators`;
const FORGET_DOCUMENTS = "UPDATE feed SET validators = json_remove(validators, '$.parts', '$.complete'), succeeded = NULL, next_due = NULL";
const DONE = "INSERT INTO feed_document (feed, part, refused_by) VALUES (?, ?, ?) ON CONFLICT (feed, part) DO UPDATE SET refused_by = excluded.refused_by";

/** The state of a feed that was never tried. */
export const UNTRIED: FeedState = { parts: {} };

function stateOf({ tried, succeeded, failure, next_due, validators }: Row): FeedState {
  const kept = JSON.parse(validators) as Partial<Pick<FeedState, "complete" | "tickers" | "parts">>;
  return {
    tried: tried ?? undefined,
    succeeded: succeeded ?? undefined,
    failure: failure ?? undefined,
    nextDue: next_due ?? undefined,
    complete: kept.complete,
    tickers: kept.tickers,
    parts: kept.parts ?? {},
  };
}

function stateIn(sql: Sql, feed: string): FeedState {
  const row = selectRow<Row>(sql, `${STATE} WHERE id = ?`, feed);
  return row ? stateOf(row) : UNTRIED;
}

const keepIn = (sql: Sql, feed: string, { tried, succeeded, failure, nextDue, complete, tickers, parts }: FeedState): void =>
  void execute(sql, KEEP, ...[feed, tried ?? null, succeeded ?? null, failure ?? null, nextDue ?? null, JSON.stringify({ complete, tickers, parts })]);

/** Forgets all that was fetched, so that everything is fetched again. For rows that were lost. What the operator named stays. */
export const forgetFetched = (sql: Sql): void =>
  writingBriefly(sql, () => {
    execute(sql, FORGET_DOCUMENTS);
    execute(sql, "DELETE FROM feed_document");
  });

/** The states of all feeds that were tried, by feed. */
export type FeedStates = ReadonlyMap<string, FeedState>;

/** The state of fetching by feed. */
export function createFeeds(sql: Sql) {
  return {
    state: async (feed: string): Promise<FeedState> => stateIn(sql, feed),
    states: async (): Promise<FeedStates> => new Map(selectRows<Row>(sql, STATE).map((row) => [row.id, stateOf(row)])),
    keep: async (feed: string, state: FeedState): Promise<void> => writingBriefly(sql, () => keepIn(sql, feed, state)),
    /** Forgets the documents of these feeds, or of all, so that each is fetched completely. For rows that were removed from the store. */
    forgetDocuments: async (feeds?: readonly string[]): Promise<void> =>
      writingBriefly(sql, () =>
        feeds ? feeds.forEach((feed) => execute(sql, `${FORGET_DOCUMENTS} WHERE id = ?`, feed)) : void execute(sql, FORGET_DOCUMENTS),
      ),
    /** Marks these documents as confirming nothing, in the states of these feeds. They are still used to recognise newer ones. */
    stopConfirming: async (feeds: readonly string[], wrong: ReadonlySet<string>): Promise<void> =>
      writingBriefly(sql, () => {
        for (const feed of feeds) {
          const state = stateIn(sql, feed);
          const parts = Object.entries(state.parts).map(([id, part]) => [id, wrong.has(part.sha256) ? { ...part, names: [] } : part] as const);
          keepIn(sql, feed, { ...state, parts: Object.fromEntries(parts) });
        }
      }),
    /** The `once` documents of a feed that have arrived, or were refused by this build of the service: another one may read them. */
    done: async (feed: string, build: string): Promise<ReadonlySet<string>> =>
      new Set(selectColumns<[string]>(sql, "SELECT part FROM feed_document WHERE feed = ? AND (refused_by IS NULL OR refused_by = ?)", feed, build).flat()),
    /** Marks such a document as arrived. `refusedBy` is the build that refused it. */
    markDone: async (feed: string, part: string, refusedBy?: string): Promise<void> =>
      writingBriefly(sql, () => void execute(sql, DONE, feed, part, refusedBy ?? null)),
  };
}
