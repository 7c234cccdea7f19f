import { update, type UpdateOptions } from "../../../../src/service/ingest/update";
import type { FeedUpdate } from "../../../../src/service/ingest/update-feed";
import type { Publisher } from "../../../../src/service/publishers/publisher";
import { openStore, type Store } from "../../../../src/service/store/store";
import { openLoopback, type Loopback } from "../publishers/loopback";

/** A store and a network for each test of a file or a block, and updates from it. */
interface Updates {
  store: Store;
  loopback: Loopback;
  run(publishers: Publisher | readonly Publisher[], more?: Partial<UpdateOptions>): Promise<FeedUpdate[]>;
  /** The requested addresses. */
  asked(): string[];
}

/** The clock begins at `now`. Requests to `hosts` reach the network; by default to its own address alone. */
export function openUpdates(now: number, hosts?: RegExp): Updates {
  const updates = {
    run: (publishers, more) => {
      const { store, loopback } = updates;
      return update({ store, publishers: [publishers].flat(), transport: loopback.transport, stop: new AbortController().signal, ...more });
    },
    asked: () => updates.loopback.asked.map(({ path }) => path),
  } as Updates;
  beforeEach(async () => {
    updates.loopback = await openLoopback(now, hosts);
    updates.store = openStore({ path: ":memory:" });
  });
  afterEach(async () => {
    updates.store.close();
    await updates.loopback.close();
  });
  return updates;
}

/** A publisher with only these feeds. */
export const onlyFeeds = (publisher: Publisher, ...ids: readonly string[]): Publisher => ({
  ...publisher,
  feeds: publisher.feeds.filter(({ id }) => ids.includes(id)),
});

/** Terms under which a publisher is on. */
export const FREE: Publisher["terms"] = { licence: "public domain", url: "https://example.org", text: "Free.", defaultOn: true, redistribution: "allowed" };
