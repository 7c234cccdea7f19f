import type { Feed, Publisher } from "../publishers/publisher";
import type { Feeds } from "../store/feeds";
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
  readonly contact?: string | undefined;
  readonly tickers?: readonly string[] | undefined;
  began?(feed: Feed): void;
  progress?(feed: Feed, done: number, of: number): void;
  ended?(publisher: Publisher, update: FeedUpdate): void;
}

/** On where the operator has said so, or, without a word of theirs, where the terms allow it. */
export const isOn = (feeds: Feeds, publisher: Publisher): boolean => feeds.decision(publisher.id)?.enabled ?? publisher.terms.defaultOn;

/** The feeds of a publisher that are to be fetched now. */
export function dueFeeds({ feeds }: Pick<Store, "feeds">, publisher: Publisher, now: number, how: Pick<Updating, "all" | "patient"> = {}): Feed[] {
  return publisher.feeds.filter(({ id, fetching }) => {
    if (!fetching) return false;
    if (how.all) return true;
    const { succeeded, nextDue, failure } = feeds.state(id);
    if (how.patient && failure !== undefined && nextDue !== undefined && Date.parse(nextDue) > now) return false;
    return isDue(fetching.schedule, succeeded, now);
  });
}

/**
 * Fetches what is due of the publishers that are on, one feed after the other; a feed that fails leaves the others alone.
 *
 * @throws Stopped where the signal stopped it: every document that had come whole is kept, the status says where it stopped.
 */
export async function update(updating: Updating): Promise<FeedUpdate[]> {
  const { store, wire, stop, contact, tickers } = updating;
  const updates: FeedUpdate[] = [];
  for (const publisher of updating.publishers) {
    if (!isOn(store.feeds, publisher)) continue;
    const talk: Conversation = { publisher, wire, stop, contact, last: Number.NEGATIVE_INFINITY };
    for (const feed of dueFeeds(store, publisher, wire.now(), updating)) {
      updating.began?.(feed);
      const settings = contact ? { contact } : {};
      const result = await updateFeed(feed, { store, talk, settings, tickers, progress: (done, of) => updating.progress?.(feed, done, of) });
      updates.push(result);
      updating.ended?.(publisher, result);
    }
  }
  return updates;
}
