import { addDays, isoOf } from "../../contract/dates";
import type { Feed } from "../publishers/publisher";
import type { Store } from "../store/store";
import { publisherIn } from "./ingest-document";

/** Removes the documents of a sampled feed that are older than it keeps them, with their rows. `now` is in milliseconds since 1970. */
export function expireDocuments(store: Pick<Store, "expire" | "archive">, feed: Feed, now: number): void {
  const { sampled } = feed.fetching ?? {};
  if (!sampled) return;
  const { document, dataset, days } = sampled;
  // Removed from the archive last: if the process ends in between, a document is left that nothing names.
  for (const sha256 of store.expire({ publisher: publisherIn(feed), document, dataset, before: addDays(isoOf(now), -days) })) store.archive.remove(sha256);
}
