import type { IsoDate } from "../../contract/dates";
import { publisherOf } from "../publishers/all";
import { RefusedFile } from "../publishers/reading/refused-file";
import type { LoggedFile, TakenBack } from "../store/import-log";
import type { Store } from "../store/store";
import { refuseLost, takeAgain, type TakenAgain } from "./rebuild";

interface TakenBackFiles extends TakenBack {
  /** Feeds that are asked anew, and whole, with the next update: the files may have hidden what they had brought. */
  readonly askedAnew: readonly string[];
  /** What came of the other documents, whose rows were made again. */
  readonly told: TakenAgain;
}

/** What is kept of these documents confirms nothing any more, while they are still known by what tells them from newer ones. */
function silence(store: Store, feed: string, wrong: ReadonlySet<string>): void {
  const state = store.feeds.state(feed);
  const parts = Object.entries(state.parts).map(([id, part]) => [id, wrong.has(part.sha256) ? { ...part, names: [] } : part] as const);
  store.feeds.keep(feed, { ...state, parts: Object.fromEntries(parts) });
}

/**
 * Takes back documents that were imported or fetched, as if they had never come: their rows go, what they had superseded is served again, and they stay out
 * when rows are made again. Where a person had imported them, the publishers' own feeds are asked anew: what they had said in the same words was kept under
 * these names. Where one had been fetched itself they are not, because it would come again.
 *
 * @throws RefusedFile where another document that the rows depend on is not in the archive, or not taken any more; then nothing has changed.
 */
export function takeBack(store: Store, files: readonly LoggedFile[], day: IsoDate): TakenBackFiles {
  // Under the write lock from the first look on: an import that ends meanwhile would not be among what is made again.
  return store.writing(() => takenBack(store, files, day));
}

function takenBack(store: Store, files: readonly LoggedFile[], day: IsoDate): TakenBackFiles {
  const publishers = store.imports.together([...new Set(files.map((f) => f.publisher))]);
  const ids = files.map((f) => f.id);
  const known = new Set(store.imports.files().map((f) => f.id));
  const gone = files.find((f) => !known.has(f.id));
  if (gone) throw new RefusedFile(`${gone.file} has been taken back by another command meanwhile`);
  refuseLost(store, publishers, ids);
  const feeds = publishers.flatMap((id) => publisherOf(id)?.feeds ?? []).filter((feed) => feed.fetching && store.feeds.state(feed.id).tried !== undefined);
  const wrong = new Set(files.map((f) => f.sha256));
  const fetched = feeds.some((feed) => Object.values(store.feeds.state(feed.id).parts).some((part) => wrong.has(part.sha256)));
  const told: TakenAgain = { incomplete: [], notices: [] };
  const taken = store.imports.takeBack(ids, day, publishers, takeAgain(store, "forget", told));
  // A document that is not in the log came before all of them were noted: it may say what these had hidden.
  const logged = new Set(store.imports.of(publishers).map((l) => l.sha256));
  const isWhole = (feed: string): boolean => Object.values(store.feeds.state(feed).parts).every((part) => logged.has(part.sha256));
  const askedAnew = fetched ? [] : feeds.map((feed) => feed.id).filter((id) => !isWhole(id));
  store.feeds.forgetDocuments(askedAnew);
  if (fetched) for (const feed of feeds) silence(store, feed.id, wrong);
  return { ...taken, askedAnew, told };
}
