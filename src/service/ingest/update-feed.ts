import { append, smallest } from "../../contract/lists";
import { isoOf } from "../../contract/dates";
import type { Feed, FetchRequest } from "../publishers/publisher";
import { RefusedFile } from "../publishers/reading/refused-file";
import type { FeedState, PartState } from "../store/feeds";
import { momentOf, type RowsName } from "../store/freshness";
import { VERSION } from "../store/version";
import type { Store } from "../store/store";
import { requestContext, type UpdateSettings } from "./request-context";
import { nextDue } from "./due";
import { FetchFailure, Stopped } from "./fetch-failure";
import { fetchDocument, type PublisherConnection, type Fetched, type Validators } from "./fetch-document";
import type { Mutex } from "./mutex";
import { importFetched, importFetchedLarge } from "./import-fetched";
import { HOUR_MS } from "../time/durations";

/** The result of updating one feed. */
export interface FeedUpdate {
  readonly feed: string;
  readonly title: string;
  readonly documents: number;
  readonly unchanged: number;
  readonly added: number;
  readonly changed: number;
  /** Failures, each with what to do. Empty if there were none. */
  readonly failures: readonly string[];
  /** Documents, or parts of one, that were refused, and why. The others were imported. */
  readonly leftOut: readonly string[];
  /** Warnings about imported values. */
  readonly notices: readonly string[];
  /** A setting that is missing before it can be fetched. */
  readonly waiting?: string;
}

interface FeedRun extends UpdateSettings {
  readonly store: Store;
  readonly connection: PublisherConnection;
  /** Runs work that reads or writes the store while no other feed writes a large document. */
  readonly exclusively: Mutex;
  /** Called after each of several documents, and while a large one is read: then in bytes. */
  progress?(done: number, of: number, bytes?: boolean): void;
}

/** A temporary failure is retried after this. */
const AGAIN_MS = HOUR_MS;
/** Documents between two writes of the state, for feeds of many documents. */
const STORE_EVERY = 50;
/** Failures of single documents that are listed. The rest are counted. */
const LISTED = 3;

/** One day without a document is a holiday; this many in a row are not. */
const ALL_ABSENT = 4;

const STOPPED = "The update was stopped. Received documents are stored; type: npm run -s data -- update";

/** The part that sums up all `once` documents of a feed. */
const ONCE = "all";

const added = (before: PartState | undefined, now: PartState): PartState => ({
  ...now,
  rows: (before?.rows ?? 0) + now.rows,
  names: [...new Set([...(before?.names ?? []), ...(now.names ?? [])])],
  ...(before?.newest !== undefined && (now.newest === undefined || before.newest > now.newest) ? { newest: before.newest } : {}),
});

/** Tries the fallback addresses if the first one has no document. */
async function fetchAnywhere(
  connection: PublisherConnection,
  request: FetchRequest,
  known: Validators,
): Promise<{ readonly fetched: Fetched; readonly url: string }> {
  let fetched: Fetched = { kind: "absent" };
  let at = request.url;
  for (const url of [request.url, ...(request.fallbackUrls ?? [])]) {
    at = url;
    fetched = await fetchDocument(connection, { ...request, url }, known);
    if (fetched.kind !== "absent") break;
  }
  return { fetched, url: at };
}

/** When the oldest of these lists last succeeded, in milliseconds. Undefined if one that was tried never has. */
function listsAsOf(store: Store, lists: readonly string[]): number | undefined {
  const states = lists.map((id) => store.feeds.state(id)).filter((state) => state.tried !== undefined);
  const at = smallest(states.map((state) => Date.parse(state.succeeded ?? "")));
  return Number.isFinite(at) ? at : undefined;
}

/** Ends a sentence with a full stop. */
export const dot = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function summaryOf(failures: readonly string[]): string | undefined {
  if (failures.length === 0) return undefined;
  const more = failures.length - LISTED;
  return [...failures.slice(0, LISTED), ...(more > 0 ? [`And ${more} more documents.`] : [])].join(" ");
}

/**
 * Fetches one feed, document by document, and imports each at once. A refused document stops only itself; an unreachable publisher stops the feed. The state is
 * stored even if the process ends.
 *
 * @throws Stopped if the signal stopped it.
 */
export async function updateFeed(feed: Feed, { store, connection, exclusively, settings, tickers, keywords, progress }: FeedRun): Promise<FeedUpdate> {
  const { fetching } = feed;
  if (!fetching) throw new Error(`${feed.id} is not fetched: its documents are downloaded by a person.`);
  const { publisher, transport } = connection;
  const before = store.feeds.state(feed.id);
  const today = isoOf(transport.now());
  const followed = tickers && [...new Set([...(before.tickers ?? []), ...tickers])];
  const context = await exclusively(() => requestContext(store, feed, before, today, { settings, tickers, keywords }));
  const done = { feed: feed.id, title: feed.title, documents: 0, unchanged: 0, added: 0, changed: 0 };
  const waiting = await exclusively(() => fetching.missing?.(context));
  if (waiting !== undefined) {
    const looked = new Date(nextDue(fetching.schedule, transport.now())).toISOString();
    await exclusively(() => store.feeds.keep(feed.id, { ...before, failure: dot(waiting), nextDue: looked }));
    return { ...done, failures: [], leftOut: [], notices: [], waiting: dot(waiting) };
  }
  const parts: Record<string, PartState> = { ...before.parts };
  const kept = (state: Partial<FeedState>): Promise<void> =>
    exclusively(() =>
      store.feeds.keep(feed.id, { ...before, tried: new Date(transport.now()).toISOString(), ...(followed ? { tickers: followed } : {}), parts, ...state }),
    );
  // Stored first, so that a process that ends midway leaves the right status.
  await kept({ failure: STOPPED });

  const failures: string[] = [];
  const leftOut: string[] = [];
  const notices: string[] = [];
  const refused: string[] = [];
  let again: number | undefined;
  let absent = 0;
  const confirmed = new Set<RowsName>();
  const one = async (request: FetchRequest): Promise<void> => {
    const part = parts[request.part];
    const { fetched, url } = await fetchAnywhere(connection, request, part?.url === request.url && part.names ? part : {});
    if (fetched.kind === "absent") {
      absent++;
      return;
    }
    if (fetched.kind === "unchanged") {
      done.unchanged++;
      part?.names?.forEach((name) => confirmed.add(name));
      return;
    }
    const of = { store, publisher, feed, request, before: part, now: transport.now() };
    const taken = await exclusively(() =>
      fetched.kind === "large"
        ? importFetchedLarge({ ...of, request: { ...request, url } }, fetched, {
            stop: connection.stop,
            progress: (behind, all) => progress?.(behind, all, true),
          })
        : importFetched(of, fetched),
    );
    taken.part.names?.forEach((name) => confirmed.add(name));
    append(leftOut, taken.leftOut ?? []);
    append(notices, (taken.notices ?? []).map(dot));
    // For thousands of filings that never change, only their sum is stored here. A table has which ones have arrived.
    parts[request.once ? ONCE : request.part] = request.once ? added(parts[ONCE], taken.part) : taken.part;
    if (request.once) await exclusively(() => store.feeds.done(feed.id, request.part));
    done.documents++;
    done.added += taken.added;
    done.changed += taken.changed;
  };

  const requests = await exclusively(() => fetching.requests(context));
  for (const [i, request] of requests.entries()) {
    try {
      await one(request);
    } catch (e) {
      if (e instanceof Stopped) {
        await kept({ failure: STOPPED });
        throw e;
      }
      if (e instanceof RefusedFile && request.once) {
        await exclusively(() => store.feeds.done(feed.id, request.part, VERSION));
        refused.push(dot(`${request.part}: ${e.message}`));
        progress?.(i + 1, requests.length);
        continue;
      }
      // A bug that one document triggers must not stop the others. It is reported like any failure.
      const foreseen = e instanceof FetchFailure || e instanceof RefusedFile;
      const said = e instanceof Error ? e.message : String(e);
      const sentence = foreseen ? said : `the service failed on it (${said}), so nothing was imported; update the service`;
      failures.push(dot(requests.length > 1 ? `${request.part}: ${sentence}` : sentence));
      if (e instanceof FetchFailure && e.bytes?.length) store.archive.put(e.bytes);
      if (e instanceof FetchFailure && e.retryable) {
        again = transport.now() + Math.max(AGAIN_MS, e.wait ?? 0);
        // A publisher that is down for one address is down for the next.
        break;
      }
    }
    progress?.(i + 1, requests.length);
    if ((i + 1) % STORE_EVERY === 0) await kept({ failure: STOPPED });
  }

  if (absent >= ALL_ABSENT && absent === requests.length)
    failures.push(
      `None of the ${absent} requested documents exists: the publisher may have moved them. Open ${requests[0]?.url ?? "the address"} in a browser.`,
    );

  // A single document may be odd. If all are refused, the format has changed.
  if (refused.length >= ALL_ABSENT && done.documents === 0) append(failures, refused);
  else append(leftOut, refused);

  const now = transport.now();
  const due = nextDue(fetching.schedule, now);
  const well = failures.length === 0;
  const whole = well && !tickers && !keywords;
  if (well) await exclusively(() => store.freshness.confirm([...confirmed], momentOf(now)));
  // If nothing new is listed, `once` documents are confirmed: as of the lists, or of now if the publisher was asked.
  const lists = fetching.listedBy;
  const looked = lists ? await exclusively(() => listsAsOf(store, lists)) : requests.length > 0 ? now : undefined;
  const once = parts[ONCE]?.names;
  if (whole && once && looked !== undefined) {
    const requested = new Set(requests.map((r) => r.part));
    await exclusively(() => {
      const waits = lists !== undefined && fetching.requests(context).some((r) => !requested.has(r.part));
      if (!waits) store.freshness.confirm(once, momentOf(looked));
    });
  }
  const newestOf = Object.values(parts).reduce<string | undefined>(
    (a, p) => (p.newest !== undefined && (a === undefined || p.newest > a) ? p.newest : a),
    undefined,
  );
  await kept({
    failure: summaryOf(failures),
    nextDue: new Date(again ?? due).toISOString(),
    ...(whole ? { succeeded: new Date(now).toISOString(), complete: newestOf !== undefined && newestOf > today ? today : newestOf } : {}),
  });
  return { ...done, failures, leftOut, notices };
}
