import { isDue, isPublisherOn } from "./due";
import type { Feed, Publisher } from "../publishers/publisher";
import { type FeedStates, UNTRIED } from "../ledger/feeds";
import type { Ledger } from "../ledger/ledger";
import type { Store } from "../store/store";
import { Stopped, type Transport } from "./transport";
import type { PublisherConnection } from "./fetch-document";
import { createMutex } from "./fetch-parts";
import { updateFeed, type FeedUpdate } from "./update-feed";
import { MINUTE_MS } from "../time/durations";

/** What to update, and how. */
export interface UpdateOptions {
  readonly store: Store;
  readonly publishers: readonly Publisher[];
  readonly transport: Transport;
  readonly stop: AbortSignal;
  /** Fetches everything, due or not. */
  readonly all?: boolean;
  /** Waits after a failure before it retries. For background updates. */
  readonly patient?: boolean;
  /** Includes archives that are fetched only on demand. */
  readonly bulk?: boolean;
  readonly contact?: string | undefined;
  readonly tickers?: readonly string[] | undefined;
  readonly keywords?: readonly string[] | undefined;
  began?(feed: Feed): void;
  progress?(feed: Feed, done: number, of: number, bytes?: boolean): void;
  ended?(publisher: Publisher, update: FeedUpdate): void;
}

/** From this it follows which feeds are due. */
interface FetchedSoFar {
  readonly states: FeedStates;
  readonly keywords: readonly string[];
}

/** Reads what the ledger has of all feeds, and the keywords in cells. */
export async function readFetched({ feeds, keywords }: Pick<Ledger, "feeds" | "keywords">): Promise<FetchedSoFar> {
  return { states: await feeds.states(), keywords: await keywords.list() };
}

/** The feeds of a publisher that are due. */
export function dueFeeds(
  { states, keywords }: FetchedSoFar,
  publisher: Publisher,
  now: number,
  how: Pick<UpdateOptions, "all" | "patient" | "bulk"> = {},
): Feed[] {
  return publisher.feeds.filter(({ id, fetching }) => {
    if (!fetching) return false;
    if (fetching.onDemand) return how.bulk === true;
    if (how.all) return true;
    const { succeeded, nextDue, failure, parts } = states.get(id) ?? UNTRIED;
    if (how.patient && failure !== undefined && nextDue !== undefined && Date.parse(nextDue) > now) return false;
    // A cell waits for a new keyword, so it is fetched before the next hour.
    const { partOfKeyword } = fetching;
    if (partOfKeyword && keywords.some((keyword) => parts[partOfKeyword(keyword)] === undefined)) return true;
    return isDue(fetching.schedule, succeeded, now);
  });
}

/** While publishers are still being fetched, the others are checked for new due feeds this often. */
const CHECK_EVERY_MS = MINUTE_MS;

/**
 * Fetches the due feeds of all enabled publishers in parallel. Each publisher gets one request at a time, one feed after the other, with its own pauses, so
 * that none delays another. A failed feed does not stop the others. In the background, feeds that become due meanwhile are fetched too.
 *
 * Returns the results in the order of the publishers.
 *
 * @throws Stopped if the signal stopped it. Complete documents are stored; the status says where it stopped.
 */
export async function update(updating: UpdateOptions): Promise<FeedUpdate[]> {
  const { store, transport, contact, tickers, keywords } = updating;
  const exclusively = createMutex();
  // A bug in one job cancels all jobs, as a stop does.
  const fault = new AbortController();
  const faults: unknown[] = [];
  const fail = (e: unknown): void => {
    faults.push(e);
    fault.abort();
  };
  const updates = new Map<Publisher, FeedUpdate[]>();
  const atWork = new Set<Publisher>();
  const jobs: Promise<void>[] = [];
  let checkedAt = transport.now();

  async function one(publisher: Publisher, feeds: readonly Feed[], stop: AbortSignal): Promise<void> {
    const connection: PublisherConnection = { publisher, transport, stop, contact, archive: store.archive, last: Number.NEGATIVE_INFINITY };
    for (const feed of feeds) {
      updating.began?.(feed);
      const result = await updateFeed(feed, {
        store,
        connection,
        exclusively,
        settings: contact ? { contact } : {},
        tickers,
        keywords,
        progress: (done, of, bytes) => {
          updating.progress?.(feed, done, of, bytes);
          if (updating.patient && !updating.all && transport.now() - checkedAt >= CHECK_EVERY_MS) jobs.push(startDue().catch(fail));
        },
      });
      updates.set(publisher, [...(updates.get(publisher) ?? []), result]);
      updating.ended?.(publisher, result);
    }
  }

  async function startDue(): Promise<void> {
    checkedAt = transport.now();
    // A publisher at work may end while the states are read. With its old states, its feeds would seem due again.
    const idle = updating.publishers.filter((publisher) => !atWork.has(publisher));
    const fetched = await readFetched(store.ledger);
    for (const publisher of idle) {
      if (atWork.has(publisher) || !isPublisherOn(store.decisions, publisher)) continue;
      const feeds = dueFeeds(fetched, publisher, checkedAt, updating);
      if (feeds.length === 0) continue;
      atWork.add(publisher);
      // A separate signal each: Node reports many listeners on one signal as a leak.
      const job = one(publisher, feeds, AbortSignal.any([updating.stop, fault.signal]));
      jobs.push(job.catch(fail).finally(() => atWork.delete(publisher)));
    }
  }

  jobs.push(startDue().catch(fail));
  // Running jobs may add jobs.
  for (let i = 0; i < jobs.length; i++) await jobs[i];
  const failed = faults.find((e) => !(e instanceof Stopped)) ?? faults[0];
  if (failed !== undefined) throw failed;
  return updating.publishers.flatMap((publisher) => updates.get(publisher) ?? []);
}
