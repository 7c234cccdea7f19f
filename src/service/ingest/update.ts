import { isOn } from "./is-on";
import type { Feed, Publisher } from "../publishers/publisher";
import type { Store } from "../store/store";
import { isDue } from "./due";
import { Stopped } from "./fetch-failure";
import type { Conversation } from "./fetch-document";
import { oneAtATime } from "./one-at-a-time";
import { updateFeed, type FeedUpdate } from "./update-feed";
import type { Wire } from "./wire";
import { MINUTE_MS } from "../time/durations";

/** What is to be updated, and how. */
export interface Updating {
  readonly store: Store;
  readonly publishers: readonly Publisher[];
  readonly wire: Wire;
  readonly stop: AbortSignal;
  /** Everything now, due or not. */
  readonly all?: boolean;
  /** Only what may be tried again by now: after a failure not at once. For the background. */
  readonly patient?: boolean;
  /** With the archives that are fetched on demand alone. */
  readonly bulk?: boolean;
  readonly contact?: string | undefined;
  readonly tickers?: readonly string[] | undefined;
  readonly keywords?: readonly string[] | undefined;
  began?(feed: Feed): void;
  progress?(feed: Feed, done: number, of: number, bytes?: boolean): void;
  ended?(publisher: Publisher, update: FeedUpdate): void;
}

/** The feeds of a publisher that are to be fetched now. */
export function dueFeeds(
  { feeds, keywords }: Pick<Store, "feeds"> & Partial<Pick<Store, "keywords">>,
  publisher: Publisher,
  now: number,
  how: Pick<Updating, "all" | "patient" | "bulk"> = {},
): Feed[] {
  return publisher.feeds.filter(({ id, fetching }) => {
    if (!fetching) return false;
    if (fetching.onDemand) return how.bulk === true;
    if (how.all) return true;
    const { succeeded, nextDue, failure, parts } = feeds.state(id);
    if (how.patient && failure !== undefined && nextDue !== undefined && Date.parse(nextDue) > now) return false;
    // A cell waits for a keyword that is new: it is not left until the next hour.
    const { partOfKeyword } = fetching;
    if (partOfKeyword && keywords?.list().some((keyword) => parts[partOfKeyword(keyword)] === undefined)) return true;
    return isDue(fetching.schedule, succeeded, now);
  });
}

/** A publisher that is done is looked at again so often while others are still at work. */
const LOOK_EVERY_MS = MINUTE_MS;

/**
 * Fetches what is due of the publishers that are on, side by side: each with one request at a time and its own pauses, one feed after the other, so that one
 * that wants long pauses holds up nobody else. A feed that fails leaves the others alone. In the background (`patient`) what becomes due again while another
 * publisher is still at work is fetched, too.
 *
 * Gives what was done, in the order of the publishers.
 *
 * @throws Stopped where the signal stopped it: every document that had come whole is kept, the status says where it stopped.
 */
export async function update(updating: Updating): Promise<FeedUpdate[]> {
  const { store, wire, contact, tickers, keywords } = updating;
  const alone = oneAtATime();
  // A fault of the service's own ends all of them, as stopping does.
  const fault = new AbortController();
  const faults: unknown[] = [];
  const updates = new Map<Publisher, FeedUpdate[]>();
  const atWork = new Set<Publisher>();
  const jobs: Promise<void>[] = [];
  let looked = wire.now();

  async function one(publisher: Publisher, feeds: readonly Feed[], stop: AbortSignal): Promise<void> {
    const talk: Conversation = { publisher, wire, stop, contact, archive: store.archive, last: Number.NEGATIVE_INFINITY };
    for (const feed of feeds) {
      updating.began?.(feed);
      const result = await updateFeed(feed, {
        store,
        talk,
        alone,
        settings: contact ? { contact } : {},
        tickers,
        keywords,
        progress: (done, of, bytes) => {
          updating.progress?.(feed, done, of, bytes);
          if (updating.patient && !updating.all && wire.now() - looked >= LOOK_EVERY_MS) look();
        },
      });
      updates.set(publisher, [...(updates.get(publisher) ?? []), result]);
      updating.ended?.(publisher, result);
    }
  }

  function look(): void {
    looked = wire.now();
    for (const publisher of updating.publishers) {
      if (atWork.has(publisher) || !isOn(store.feeds, publisher)) continue;
      const feeds = dueFeeds(store, publisher, looked, updating);
      if (feeds.length === 0) continue;
      atWork.add(publisher);
      // A signal of its own: one that all listen to at once is taken for a leak.
      const job = one(publisher, feeds, AbortSignal.any([updating.stop, fault.signal]));
      jobs.push(
        job
          .catch((e: unknown) => {
            faults.push(e);
            fault.abort();
          })
          .finally(() => atWork.delete(publisher)),
      );
    }
  }

  look();
  // Those at work may add to them.
  for (let i = 0; i < jobs.length; i++) await jobs[i];
  const failed = faults.find((e) => !(e instanceof Stopped)) ?? faults[0];
  if (failed !== undefined) throw failed;
  return updating.publishers.flatMap((publisher) => updates.get(publisher) ?? []);
}
