import type { IsoDate } from "../../contract/dates";
import { publisherOf } from "../publishers/all";
import type { LoggedFile, TakenBack } from "../store/import-log";
import type { Store } from "../store/store";
import { readLogged, refuseLost } from "./rebuild";

export interface TakenBackFiles extends TakenBack {
  /** Feeds that are asked anew, and whole, with the next update: the files may have hidden what they had brought. */
  readonly askedAnew: readonly string[];
}

/**
 * Takes back documents that were imported or fetched, as if they had never come: their rows go, what they had superseded is served again, and they stay out
 * when rows are made again. Where a person had imported them, the publishers' own feeds are asked anew: what they had said in the same words was kept under
 * these names. Where one had been fetched itself they are not, because it would come again.
 *
 * @throws RefusedFile where another document that the rows depend on is not in the archive, or not taken any more; then nothing has changed.
 */
export function takeBack(store: Store, files: readonly LoggedFile[], day: IsoDate): TakenBackFiles {
  const publishers = store.imports.together([...new Set(files.map((f) => f.publisher))]);
  const ids = files.map((f) => f.id);
  refuseLost(store, publishers, ids);
  const feeds = publishers.flatMap((id) => publisherOf(id)?.feeds ?? []).filter((feed) => feed.fetching && store.feeds.state(feed.id).tried !== undefined);
  const wrong = new Set(files.map((f) => f.sha256));
  const fetched = feeds.some((feed) => Object.values(store.feeds.state(feed.id).parts).some((part) => wrong.has(part.sha256)));
  const taken = store.imports.takeBack(ids, day, publishers, readLogged(store));
  const askedAnew = fetched ? [] : feeds.map((feed) => feed.id);
  store.feeds.forgetDocuments(askedAnew);
  return { ...taken, askedAnew };
}
