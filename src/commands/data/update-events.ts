import type { Publisher } from "../../service/publishers/publisher";
import { dueFeeds, readFetched, type UpdateOptions } from "../../service/ingest/update";
import type { FeedUpdate } from "../../service/ingest/update-feed";
import { isPublisherOn } from "../../service/ingest/due";
import type { Store } from "../../service/store/store";

/** A publisher with due feeds. */
export interface DuePublisher {
  readonly id: string;
  readonly name: string;
  readonly feeds: number;
}

/** What `data -- update --json` prints, one line of JSON each. */
export type UpdateEvent =
  /** First: the publishers to fetch, with their numbers of feeds. */
  | { readonly event: "due"; readonly publishers: readonly DuePublisher[] }
  | { readonly event: "began"; readonly publisher: string; readonly feed: string }
  /** Documents of a feed that are done; with `bytes`, how much of a large document is read. */
  | { readonly event: "progress"; readonly publisher: string; readonly feed: string; readonly done: number; readonly of: number; readonly bytes?: true }
  | ({ readonly event: "ended"; readonly publisher: string } & FeedUpdate);

/** The enabled publishers that an update would fetch now. */
export async function duePublishers(
  store: Pick<Store, "decisions" | "ledger">,
  publishers: readonly Publisher[],
  now: number,
  how: Pick<UpdateOptions, "all" | "patient" | "bulk"> = {},
): Promise<DuePublisher[]> {
  const fetched = await readFetched(store.ledger);
  return publishers.flatMap((publisher) => {
    const feeds = isPublisherOn(store.decisions, publisher) ? dueFeeds(fetched, publisher, now, how).length : 0;
    return feeds === 0 ? [] : [{ id: publisher.id, name: publisher.name, feeds }];
  });
}

/** The id of a feed's publisher: a feed's id begins with it. */
export const publisherIdOf = (feed: string): string => feed.split(".", 1)[0] ?? feed;
