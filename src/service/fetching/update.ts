import { isOn } from "../publishers/is-on";
import type { Feed, Publisher } from "../publishers/publisher";
import type { Store } from "../store/store";
import { isDue } from "./due";
import type { Conversation } from "./fetch-document";
import { updateFeed, type FeedUpdate } from "./update-feed";
import type { Wire } from "./wire";

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

/**
 * Fetches what is due of the publishers that are on, one feed after the other; a feed that fails leaves the others alone.
 *
 * @throws Stopped where the signal stopped it: every document that had come whole is kept, the status says where it stopped.
 */
export async function update(updating: Updating): Promise<FeedUpdate[]> {
  const { store, wire, stop, contact, tickers, keywords } = updating;
  const updates: FeedUpdate[] = [];
  for (const publisher of updating.publishers) {
    if (!isOn(store.feeds, publisher)) continue;
    const talk: Conversation = { publisher, wire, stop, contact, archive: store.archive, last: Number.NEGATIVE_INFINITY };
    for (const feed of dueFeeds(store, publisher, wire.now(), updating)) {
      updating.began?.(feed);
      const settings = contact ? { contact } : {};
      const result = await updateFeed(feed, {
        store,
        talk,
        settings,
        tickers,
        keywords,
        progress: (done, of, bytes) => updating.progress?.(feed, done, of, bytes),
      });
      updates.push(result);
      updating.ended?.(publisher, result);
    }
  }
  return updates;
}
