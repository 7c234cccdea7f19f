import { addDays, isoOf } from "../../contract/dates";
import { smallest } from "../../contract/lists";
import type { Feed, FetchRequest, RequestContext } from "../publishers/publisher";
import type { FeedState, PartState } from "../ledger/feeds";
import { isoMoment, type RowsName } from "../store/freshness";
import type { Store } from "../store/store";
import { nextDue } from "./due";
import { type Fetching, fetchParts, nothingFetched, ONCE } from "./fetch-parts";
import { withFullStop } from "../../contract/counted";
import { publisherIn } from "./ingest-document";
import { type FeedBefore, feedBefore, requestContext, type UpdateSettings } from "./request-context";

/** When the oldest of these lists last succeeded, in milliseconds. Undefined if one that was tried never has. */
async function listsAsOf({ ledger }: Pick<Store, "ledger">, lists: readonly string[]): Promise<number | undefined> {
  const states = (await Promise.all(lists.map(ledger.feeds.state))).filter((state) => state.tried !== undefined);
  const at = smallest(states.map((state) => Date.parse(state.succeeded ?? "")));
  return Number.isFinite(at) ? at : undefined;
}

/** Confirms the rows of all `once` documents after an update of the whole feed, if nothing new is listed: as of the lists, or of now if the publisher was asked. */
async function confirmOnce(
  { store, exclusively }: Pick<Fetching, "store" | "exclusively">,
  fetching: NonNullable<Feed["fetching"]>,
  contextNow: () => Promise<RequestContext>,
  requests: readonly FetchRequest[],
  once: readonly RowsName[],
  { feed, now }: { readonly feed: string; readonly now: number },
): Promise<void> {
  const lists = fetching.listedBy;
  const listedAt = lists ? await listsAsOf(store, lists) : requests.length > 0 ? now : undefined;
  if (listedAt === undefined) return;
  const requested = new Set(requests.map((r) => r.part));
  const context = await contextNow();
  await exclusively(() => {
    const isComplete = lists === undefined || fetching.requests(context).every((r) => requested.has(r.part));
    if (isComplete) store.freshness.confirm(once, isoMoment(listedAt), `${feed} ${ONCE}`);
  });
}

/** The result of updating one feed. */
export interface FeedUpdate extends Readonly<ReturnType<typeof nothingFetched>> {
  readonly feed: string;
  readonly title: string;
  /** A setting that is missing before it can be fetched. */
  readonly waiting?: string;
}

type FeedRun = UpdateSettings & Fetching;

/** Failures of single documents that are listed. The rest are counted. */
const LISTED = 3;

const STOPPED = "The update was stopped. Received documents are stored; type: npm run -s data -- update";

function summaryOf(failures: readonly string[]): string | undefined {
  if (failures.length === 0) return undefined;
  const more = failures.length - LISTED;
  return [...failures.slice(0, LISTED), ...(more > 0 ? [`And ${more} more documents.`] : [])].join(" ");
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** The newest day of all parts, at most today. Undefined if none has a day. */
function newestDay(parts: Readonly<Record<string, PartState>>, today: string): string | undefined {
  const days = Object.values(parts).flatMap(({ newest }) => newest ?? []);
  const last = days.sort().pop();
  return last !== undefined && last > today ? today : last;
}

/**
 * Fetches one feed, document by document, imports each at once, and stores the feed's state, even if the process ends.
 *
 * @throws Stopped if the signal stopped it.
 */
export async function updateFeed(feed: Feed, { store, connection, exclusively, settings, tickers, keywords, progress }: FeedRun): Promise<FeedUpdate> {
  const { fetching } = feed;
  if (!fetching) throw new Error(`${feed.id} is not fetched: its documents are downloaded by a person.`);
  const { transport } = connection;
  const stored = await feedBefore(store, feed);
  const before = stored.state;
  const contextOf = (of: FeedBefore): Promise<RequestContext> => exclusively(() => requestContext(store, feed, of, today, { settings, tickers, keywords }));
  const today = isoOf(transport.now());
  const followed = tickers && [...new Set([...(before.tickers ?? []), ...tickers])];
  const context = await contextOf(stored);
  const waiting = await exclusively(() => fetching.missing?.(context));
  if (waiting !== undefined) {
    const due = timeOf(nextDue(fetching.schedule, transport.now()));
    await store.ledger.feeds.keep(feed.id, { ...before, failure: withFullStop(waiting), nextDue: due });
    return { feed: feed.id, title: feed.title, ...nothingFetched(), waiting: withFullStop(waiting) };
  }
  const parts: Record<string, PartState> = { ...before.parts };
  const storeState = (state: Partial<FeedState>): Promise<void> =>
    store.ledger.feeds.keep(feed.id, { ...before, tried: timeOf(transport.now()), ...(followed ? { tickers: followed } : {}), parts, ...state });
  const storeStopped = (): Promise<void> => storeState({ failure: STOPPED });
  // Stored first, so that a process that ends midway leaves the right status.
  await storeStopped();

  const requests = await exclusively(() => fetching.requests(context));
  const fetched = await fetchParts({ feed, store, connection, exclusively, parts, storeState: storeStopped, progress }, requests);
  const { failures, confirmed, retryAt, ...counts } = fetched;

  const now = transport.now();
  const succeeded = failures.length === 0;
  const whole = succeeded && !tickers && !keywords;
  if (succeeded) await exclusively(() => store.freshness.confirm([...confirmed], isoMoment(now), feed.id));
  const once = parts[ONCE]?.names;
  // Not if only named tickers or keywords were fetched.
  if (whole && once)
    await confirmOnce({ store, exclusively }, fetching, async () => contextOf({ ...(await feedBefore(store, feed)), state: before }), requests, once, {
      feed: feed.id,
      now,
    });
  await storeState({
    failure: summaryOf(failures),
    nextDue: timeOf(retryAt ?? nextDue(fetching.schedule, now)),
    ...(whole ? { succeeded: timeOf(now), complete: newestDay(parts, today) } : {}),
  });
  await exclusively(() => expireDocuments(store, feed, now));
  return { feed: feed.id, title: feed.title, failures, ...counts };
}

/** Removes the documents of a sampled feed that are older than it keeps them, with their rows. `now` is in milliseconds since 1970. */
function expireDocuments(store: Pick<Store, "expire" | "archive">, feed: Feed, now: number): void {
  const { sampled } = feed.fetching ?? {};
  if (!sampled) return;
  const { document, dataset, days } = sampled;
  // Removed from the archive last: if the process ends in between, a document is left that nothing names.
  for (const sha256 of store.expire({ publisher: publisherIn(feed), document, dataset, before: addDays(isoOf(now), -days) })) store.archive.remove(sha256);
}
