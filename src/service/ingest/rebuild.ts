import { append } from "../../contract/lists";
import { publisherOf } from "../publishers/all";
import type { Feed } from "../publishers/publisher";
import { RefusedFile, MissingStoredData } from "../publishers/reading/refused-file";
import { ownSeries } from "../publishers/own/series";
import type { LoggedImport } from "../store/import-log";
import type { Store } from "../store/store";
import { inWords, type Way } from "./checks/checks";
import { ingest } from "./ingest-document";
import { allSteps, ingestLarge, largeFeedOf } from "./ingest-large";

interface Rebuilt {
  /** Whose documents were read: those asked for, and those that have given values for the same series or rest on theirs. */
  readonly publishers: readonly string[];
  readonly documents: number;
  /** What came of the documents that were not refused. */
  readonly told: TakenAgain;
}

/** What has to be told of documents that were taken again. */
export interface TakenAgain {
  /** Documents that bring nothing for now, because what completed them is not there any more. */
  readonly incomplete: string[];
  /** Sentences about what looks odd in others. */
  readonly notices: string[];
}

/** A person's own file is named after nothing but its series: the one that its rows stand under. */
const OWN = "user";

const nameOf = ({ file, publisher, seen }: Pick<LoggedImport, "file" | "publisher" | "seen">): string => `${file} (${publisher}, imported ${seen})`;

/** Takes a document of the log again, piece by piece if it is an archive. */
function ingestLogged(store: Store, way: Way, logged: LoggedImport): string[] {
  const { id, file, sha256, seen } = logged;
  const feeds = feedsOf(logged);
  const large = store.archive.open(sha256, file);
  if (!large) {
    const document = { name: file, bytes: store.archive.get(sha256) ?? new Uint8Array(), seen };
    // Of a feed that is fetched the log holds part after part, old ones too: their age says nothing.
    const replaces = feeds.find((feed) => feed.recognises(document))?.fetching && {};
    return feeds.length === 0 ? [] : ingest(store, way, [{ label: file, document, sha256, feeds, id, replaces }], seen).notices.map(inWords);
  }
  try {
    allSteps(ingestLarge(store, way, { publisher: logged.publisher, file, sha256, id, document: large, feed: largeFeedOf(feeds, large) }, seen));
    return [];
  } finally {
    large.close();
  }
}

/** The feeds that took a document of the log; none for a person's own file of which no series is known any more. */
function feedsOf({ publisher, series }: LoggedImport): readonly Feed[] {
  if (publisher === OWN) return series.slice(0, 1).map(ownSeries);
  const known = publisherOf(publisher);
  if (!known) throw new RefusedFile(`${publisher} is not a publisher that this service knows`);
  return known.feeds;
}

/**
 * Takes a document of the log again from the archive. One of which the rest is not known any more brings nothing, and its name is told.
 *
 * @throws RefusedFile where it is not taken any more.
 */
export const takeAgain =
  (store: Store, way: Way, told: TakenAgain) =>
  (logged: LoggedImport): void => {
    try {
      append(told.notices, ingestLogged(store, way, logged));
    } catch (e) {
      if (e instanceof MissingStoredData) told.incomplete.push(nameOf(logged));
      else if (e instanceof RefusedFile) throw new RefusedFile(`${nameOf(logged)} is not taken any more: ${e.message}. Nothing has changed`);
      else throw e;
    }
  };

/** So many of the documents that are lost are named by their numbers. */
const NAMED = 10;

/**
 * Refuses where a document that the rows of these publishers come from is not in the archive: then they cannot be made again.
 *
 * @throws RefusedFile that names the first of them, and what to do; `but` are the numbers of those that are not needed.
 */
export function refuseLost(store: Store, publishers: readonly string[], but: readonly number[] = []): void {
  const kept = (sha256: string): boolean => {
    const large = store.archive.open(sha256, "");
    large?.close();
    return large !== undefined || store.archive.has(sha256);
  };
  const lost = store.imports.of(publishers).filter((logged) => !but.includes(logged.id) && !kept(logged.sha256));
  const [first] = lost;
  if (!first) return;
  const many = lost.length > 1;
  const numbers = [...lost.slice(0, NAMED).map((l) => String(l.id)), ...(lost.length > NAMED ? ["…"] : [])].join(" ");
  throw new RefusedFile(
    `${nameOf(first)}${many ? ` and ${lost.length - 1} more are` : " is"} not in the archive: imported before documents were kept, or removed from there. So the rows of ${publishers.join(", ")} cannot be made again, and stay as they are. Import the same file${many ? "s" : ""} once more, or take ${many ? "them" : "it"} back: npm run -s data -- forget ${numbers}`,
  );
}

/** The publishers in groups whose rows depend on each other; each group's rows are made again for themselves. */
export function groupsOf(store: Store, publishers: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const publisher of publishers) if (!groups.some((g) => g.includes(publisher))) groups.push(store.imports.together([publisher]));
  // What rests on others may have been named before them: it is made again with them.
  return groups.filter((g) => !groups.some((other) => other !== g && g.every((id) => other.includes(id))));
}

/**
 * Makes the rows of these publishers, and of those that have given values for the same series or rest on theirs, again from the documents in the archive,
 * without context anybody: all or nothing.
 *
 * @throws RefusedFile where a document is not in the archive, or is not taken any more; then nothing has changed.
 */
export function rebuild(store: Store, publishers: readonly string[]): Rebuilt {
  return store.writing(() => {
    const all = store.imports.together(publishers);
    refuseLost(store, all);
    const told: TakenAgain = { incomplete: [], notices: [] };
    return { publishers: all, documents: store.imports.replay(all, takeAgain(store, "rebuild", told)), told };
  });
}
