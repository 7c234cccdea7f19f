import type { IsoDate } from "../../contract/dates";
import { publisherOf } from "../publishers/all";
import { RefusedFile } from "../publishers/reading/text";
import type { LoggedFile, Removal } from "../store/import-log";
import type { Store } from "../store/store";
import { DEPENDENCIES } from "./dependencies";
import { refuseMissing, reimport, type RebuildWarnings } from "./rebuild";

interface RemovedDocuments extends Removal {
  /** Feeds that the next update fetches completely: the removed files may have hidden what they had brought. */
  readonly refetched: readonly string[];
  /** Warnings about the other documents, whose rows were rebuilt. */
  readonly warnings: RebuildWarnings;
}

/** Marks these documents in a feed's state as confirming nothing. They are still used to recognise newer ones. */
function stopConfirming(store: Store, feed: string, wrong: ReadonlySet<string>): void {
  const state = store.feeds.state(feed);
  const parts = Object.entries(state.parts).map(([id, part]) => [id, wrong.has(part.sha256) ? { ...part, names: [] } : part] as const);
  store.feeds.keep(feed, { ...state, parts: Object.fromEntries(parts) });
}

/**
 * Removes documents as if they had never been imported: their rows are deleted, superseded values are served again, and rebuilds skip them. If a person had
 * imported them, the publishers' feeds are fetched again, because equal values of the feeds were stored under these documents. If a document was fetched, they
 * are not, because it would return.
 *
 * @throws RefusedFile if another document that the rows depend on is missing or now refused; nothing has changed then.
 */
export function removeDocuments(store: Store, files: readonly LoggedFile[], day: IsoDate): RemovedDocuments {
  // Holds the write lock from the first read, so that no import ends in between and misses the rebuild.
  return store.writing(() => remove(store, files, day));
}

function remove(store: Store, files: readonly LoggedFile[], day: IsoDate): RemovedDocuments {
  const publishers = store.imports.together([...new Set(files.map((f) => f.publisher))], DEPENDENCIES);
  const ids = files.map((f) => f.id);
  const known = new Set(store.imports.files().map((f) => f.id));
  const gone = files.find((f) => !known.has(f.id));
  if (gone) throw new RefusedFile(`${gone.file} has already been removed by another command`);
  refuseMissing(store, publishers, ids);
  const feeds = publishers.flatMap((id) => publisherOf(id)?.feeds ?? []).filter((feed) => feed.fetching && store.feeds.state(feed.id).tried !== undefined);
  const wrong = new Set(files.map((f) => f.sha256));
  const fetched = feeds.some((feed) => Object.values(store.feeds.state(feed.id).parts).some((part) => wrong.has(part.sha256)));
  const warnings: RebuildWarnings = { incomplete: [], notices: [] };
  const taken = store.imports.remove(ids, day, publishers, DEPENDENCIES, reimport(store, "forget", warnings));
  // A document missing from the log was imported before all were logged. It may state what these had hidden.
  const logged = new Set(store.imports.of(publishers).map((l) => l.sha256));
  const isWhole = (feed: string): boolean => Object.values(store.feeds.state(feed).parts).every((part) => logged.has(part.sha256));
  const refetched = fetched ? [] : feeds.map((feed) => feed.id).filter((id) => !isWhole(id));
  store.feeds.forgetDocuments(refetched);
  if (fetched) for (const feed of feeds) stopConfirming(store, feed.id, wrong);
  return { ...taken, refetched, warnings };
}
