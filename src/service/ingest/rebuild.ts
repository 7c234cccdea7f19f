import { append } from "../../contract/lists";
import { publisherOf } from "../publishers/all";
import type { Feed } from "../publishers/publisher";
import { MissingStoredData, NothingServed, RefusedFile } from "../publishers/reading/text";
import { ownSeries } from "../publishers/own/series";
import type { LoggedImport } from "../store/import-log";
import type { Store } from "../store/store";
import { findingInWords, type Operation } from "./checks/checks";
import { DEPENDENCIES } from "./dependencies";
import { ingest, whenReceived } from "./ingest-document";
import { runAllSteps, ingestLarge, largeFeedOf } from "./ingest-large";

interface Rebuilt {
  /** The publishers whose documents were read: the requested ones, and those that share a series with them or depend on them. */
  readonly publishers: readonly string[];
  readonly documents: number;
  /** Warnings about documents that were not refused. */
  readonly warnings: RebuildWarnings;
}

/** Warnings about documents that were imported again. */
export interface RebuildWarnings {
  /** Documents without rows for now, because data that they need is no longer stored. */
  readonly incomplete: string[];
  /** Warnings about suspicious values in the other documents, and documents whose rows are no longer served. */
  readonly notices: string[];
}

/** The publisher in the log of an operator's own file. Its series is that of its rows. */
const OWN = "user";

const nameOf = ({ file, publisher, seen }: Pick<LoggedImport, "file" | "publisher" | "seen">): string =>
  `${file} (${publisher}, imported ${seen.slice(0, 10)})`;

/** Imports a document of the log again, piece by piece if it is an archive. */
function ingestLogged(store: Store, operation: Operation, logged: LoggedImport): string[] {
  const { id, file, sha256, seen } = logged;
  const feeds = feedsOf(logged);
  const large = store.archive.open(sha256, file);
  if (!large) {
    const document = { name: file, bytes: store.archive.get(sha256) ?? new Uint8Array(), ...whenReceived(seen) };
    // For a fetched feed the log has each part in turn, old ones too, so their age proves nothing.
    const replaces = feeds.find((feed) => feed.recognises(document))?.fetching && {};
    return feeds.length === 0 ? [] : ingest(store, operation, [{ label: file, document, sha256, feeds, id, replaces }], seen).notices.map(findingInWords);
  }
  try {
    runAllSteps(ingestLarge(store, operation, { publisher: logged.publisher, file, sha256, id, document: large, feed: largeFeedOf(feeds, large) }, seen));
    return [];
  } finally {
    large.close();
  }
}

/** The feeds that may read a document of the log. None for an operator's own file whose series is unknown. */
function feedsOf({ publisher, series }: LoggedImport): readonly Feed[] {
  if (publisher === OWN) return series.slice(0, 1).map(ownSeries);
  const known = publisherOf(publisher);
  if (!known) throw new RefusedFile(`${publisher} is not a known publisher`);
  return known.feeds;
}

/**
 * Imports a document of the log again from the archive. If data that it needs is missing, or it has none that is served, it is reported and brings no rows.
 *
 * @throws RefusedFile if it is now refused.
 */
export const reimport =
  (store: Store, operation: Operation, warnings: RebuildWarnings) =>
  (logged: LoggedImport): void => {
    try {
      append(warnings.notices, ingestLogged(store, operation, logged));
    } catch (e) {
      if (e instanceof MissingStoredData) warnings.incomplete.push(nameOf(logged));
      // An earlier version served its rows. A refusal would keep them, and those of all other documents.
      else if (e instanceof NothingServed) warnings.notices.push(`No rows of ${nameOf(logged)}: ${e.message}`);
      else if (e instanceof RefusedFile) throw new RefusedFile(`${nameOf(logged)} is now refused: ${e.message}. Nothing has changed`);
      else throw e;
    }
    store.imports.readBy(logged.id, publisherOf(logged.publisher)?.rules ?? 0);
  };

/** Maximum of missing documents that a message lists. */
const MAX_LISTED = 10;

/**
 * Checks that the archive has all documents of these publishers. `but` are log numbers that are not needed.
 *
 * @throws RefusedFile that names the first missing one and says what to do.
 */
export function refuseMissing(store: Store, publishers: readonly string[], but: readonly number[] = []): void {
  const kept = (sha256: string): boolean => {
    const large = store.archive.open(sha256, "");
    large?.close();
    return large !== undefined || store.archive.has(sha256);
  };
  const lost = store.imports.of(publishers).filter((logged) => !but.includes(logged.id) && !kept(logged.sha256));
  const [first] = lost;
  if (!first) return;
  const many = lost.length > 1;
  const numbers = [...lost.slice(0, MAX_LISTED).map((l) => String(l.id)), ...(lost.length > MAX_LISTED ? ["…"] : [])].join(" ");
  throw new RefusedFile(
    `${nameOf(first)}${many ? ` and ${lost.length - 1} more are` : " is"} not in the archive (imported before documents were stored, or deleted there), so the rows of ${publishers.join(", ")} cannot be rebuilt and stay as they are. Import the same file${many ? "s" : ""} again, or remove ${many ? "them" : "it"}: npm run -s data -- forget ${numbers}`,
  );
}

/** Groups the publishers whose rows depend on each other. Each group is rebuilt separately. */
export function dependentGroups(store: Store, publishers: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const publisher of publishers) if (!groups.some((g) => g.includes(publisher))) groups.push(store.imports.together([publisher], DEPENDENCIES));
  // A publisher may be listed before those that it depends on. It is rebuilt with them.
  return groups.filter((g) => !groups.some((other) => other !== g && g.every((id) => other.includes(id))));
}

/**
 * Rebuilds the rows of these publishers, and of those that share a series with them or depend on them, from the documents in the archive, without any request.
 * All or nothing. `settled` is as in `ImportLog.replay`.
 *
 * @throws RefusedFile if a document is missing or now refused; nothing has changed then.
 */
export function rebuild(store: Store, publishers: readonly string[], settled?: number): Rebuilt {
  return store.writing(() => {
    const all = store.imports.together(publishers, DEPENDENCIES);
    refuseMissing(store, all);
    const warnings: RebuildWarnings = { incomplete: [], notices: [] };
    return { publishers: all, documents: store.imports.replay(all, DEPENDENCIES, reimport(store, "rebuild", warnings), settled), warnings };
  });
}
