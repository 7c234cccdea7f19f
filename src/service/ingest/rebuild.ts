import { existsSync } from "node:fs";
import type { IsoDate } from "../../contract/dates";
import { append } from "../../contract/lists";
import { publisherOf, PUBLISHERS } from "../publishers/all";
import { ownSeries } from "../publishers/own/series";
import type { Feed } from "../publishers/publisher";
import { MissingStoredData, NothingServed, RefusedFile } from "../publishers/reading/text";
import { renameDatabase } from "../sqlite/open-file";
import { EXPIRED, firstUnfit, REBUILT, type LoggedFile, type LogLine, readDocumentLog } from "../store/document-log";
import type { LoggedImport } from "../store/import-log";
import { documentsBeside } from "../store/open-database";
import { isBusy, isFull, isReadOnly } from "../sqlite/sql";
import type { Store } from "../store/store";
import { findingInWords, type Operation } from "./checks/checks";
import { ingest, whenReceived } from "./ingest-document";
import { ingestLarge, largeFeedOf, runAllSteps } from "./ingest-large";
import { checkList, insertLists, listFeedOf } from "./ingest-list";

/** The publishers with stored rows that were read by earlier rules than this version's. Their documents are in the archive: a rebuild reads them again. */
export function outdated({ imports }: Pick<Store, "imports">): string[] {
  const stored = imports.rules();
  return PUBLISHERS.filter(({ id, rules = 0 }) => (stored.get(id) ?? rules) < rules).map(({ id }) => id);
}

/** By publisher, the publishers whose stored data its documents need. */
const DEPENDENCIES: ReadonlyMap<string, readonly string[]> = new Map(PUBLISHERS.map((p) => [p.id, p.dependsOn ?? []]));

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

/** Imports a list of the log again, part by part. Undefined if the document is no list. */
function ingestLoggedList(store: Store, operation: Operation, feeds: readonly Feed[], logged: LoggedImport): string[] | undefined {
  const { id, file, publisher, sha256, seen } = logged;
  const document = feeds.some(({ list }) => list) ? store.archive.openText(sha256, file) : undefined;
  try {
    const feed = document && listFeedOf(feeds, document);
    if (!feed) return undefined;
    const list = runAllSteps(checkList({ label: file, publisher, file, feed, document, when: whenReceived(seen), id }));
    if (list.sha256 !== sha256) throw new RefusedFile("its copy in the archive is damaged");
    return runAllSteps(insertLists(store, operation, [list], seen)).flatMap(({ notices }) => notices.map(findingInWords));
  } finally {
    document?.close();
  }
}

/** Imports a document of the log again: an archive and a list piece by piece, any other as a whole. */
function ingestLogged(store: Store, operation: Operation, logged: LoggedImport): string[] {
  const { id, file, sha256, seen, published, confirmed } = logged;
  const asOf = confirmed === undefined ? {} : { confirmed };
  const feeds = feedsOf(logged);
  const ofList = ingestLoggedList(store, operation, feeds, logged);
  if (ofList) return ofList;
  const large = store.archive.open(sha256, file);
  if (!large) {
    const document = {
      name: file,
      bytes: store.archive.get(sha256) ?? new Uint8Array(),
      ...whenReceived(seen),
      ...(published === undefined ? {} : { published }),
    };
    // For a fetched feed the log has each part in turn, old ones too, so their age proves nothing.
    const replaces = feeds.find((feed) => feed.recognises(document))?.fetching && {};
    return feeds.length === 0
      ? []
      : ingest(store, operation, [{ label: file, document, sha256, feeds, id, replaces, ...asOf }], seen).notices.map(findingInWords);
  }
  try {
    runAllSteps(
      ingestLarge(store, operation, { publisher: logged.publisher, file, sha256, id, document: large, feed: largeFeedOf(feeds, large), ...asOf }, seen),
    );
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
const reimport =
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
function refuseMissing(store: Store, publishers: readonly string[], but: readonly number[] = []): void {
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
export function rebuild(store: Store, publishers: readonly string[], settled?: number) {
  return store.writing(() => {
    const all = store.imports.together(publishers, DEPENDENCIES);
    refuseMissing(store, all);
    const warnings: RebuildWarnings = { incomplete: [], notices: [] };
    return { publishers: all, documents: store.imports.replay(all, DEPENDENCIES, reimport(store, "rebuild", warnings), settled), warnings };
  });
}

/**
 * Removes documents as if they had never been imported: their rows are deleted, superseded values are served again, and rebuilds skip them. If a person had
 * imported them, the publishers' feeds are fetched again, because equal values of the feeds were stored under these documents. If a document was fetched, they
 * are not, because it would return.
 *
 * @throws RefusedFile if another document that the rows depend on is missing or now refused; nothing has changed then.
 */
export async function removeDocuments(store: Store, files: readonly LoggedFile[], day: IsoDate) {
  const { imports, ledger } = store;
  const states = await ledger.feeds.states();
  const wrong = new Set(files.map((f) => f.sha256));
  const ids = files.map((f) => f.id);
  /** The publishers whose rows are rebuilt. */
  const checked = (): string[] => {
    const publishers = imports.together([...new Set(files.map((f) => f.publisher))], DEPENDENCIES);
    const known = new Set(imports.files().map((f) => f.id));
    const gone = files.find((f) => !known.has(f.id));
    if (gone) throw new RefusedFile(`${gone.file} has already been removed by another command`);
    refuseMissing(store, publishers, ids);
    return publishers;
  };
  const publishers = checked();
  const tried = publishers
    .flatMap((id) => publisherOf(id)?.feeds ?? [])
    .flatMap(({ id, fetching }) => {
      const state = states.get(id);
      return fetching && state?.tried !== undefined ? [{ id, parts: Object.values(state.parts) }] : [];
    });
  const fetched = tried.filter(({ parts }) => parts.some((part) => wrong.has(part.sha256))).map(({ id }) => id);
  // A document missing from the log was imported before all were logged. It may state what these had hidden.
  const logged = new Set(imports.of(publishers).flatMap((l) => (ids.includes(l.id) ? [] : l.sha256)));
  const refetched = fetched.length > 0 ? [] : tried.filter(({ parts }) => !parts.every((part) => logged.has(part.sha256))).map(({ id }) => id);
  // Before the rows are removed: after an interruption a feed is at worst fetched once more, and confirms no row that is gone.
  await ledger.feeds.forgetDocuments(refetched);
  await ledger.feeds.stopConfirming(fetched, wrong);
  const warnings: RebuildWarnings = { incomplete: [], notices: [] };
  // Holds the write lock from the first read, so that no import ends in between and misses the rebuild.
  const removed = store.writing(() => imports.remove({ ids, day, publishers: checked() }, DEPENDENCIES, reimport(store, "forget", warnings)));
  return { ...removed, refetched, warnings };
}

/** The import log next to a database's documents. Undefined if there is none. */
export const storedLog = (database: string): LogLine[] | undefined => readDocumentLog(documentsBeside(database));

/** What was done about an import that was interrupted. */
interface Completed {
  readonly documents: readonly LoggedFile[];
  /** Documents that cannot be read any more, and why. Their entries stay, without rows. */
  readonly refused: readonly { readonly document: LoggedFile; readonly why: string }[];
}

/**
 * Completes the entries that the log has and the database does not, each under its number: the process was interrupted between the two, or the power failed. What comes after a
 * removal that was lost stays lost.
 */
export function completeImports(store: Store): Completed {
  const nothing: Completed = { documents: [], refused: [] };
  // The log is a moment ahead of every import that another process commits.
  if (store.lostEntries().length === 0) return nothing;
  const complete = reimport(store, "rebuild", { incomplete: [], notices: [] });
  try {
    // In one transaction: a commit writes the log again, without the entries that the database does not have.
    return store.writing(() => {
      const done = { documents: [] as LoggedFile[], refused: [] as Completed["refused"][number][] };
      for (const line of store.lostEntries()) {
        if (line.publisher === REBUILT || line.publisher === EXPIRED) break;
        const fault = store.imports.complete(line, complete);
        if (fault !== undefined) done.refused.push({ document: line, why: fault instanceof Error ? fault.message : String(fault) });
        else if (line.sha256 !== "") done.documents.push(line);
      }
      store.imports.confirmAgain();
      return done;
    });
  } catch (e) {
    // Another process writes, or nothing can be written: a later command does it.
    if (isBusy(e) || isReadOnly(e) || isFull(e)) return nothing;
    throw e;
  }
}

/** That an entry is missing in a log, or was changed; undefined if all are there. */
export function unfitWords(log: readonly LogLine[]): string | undefined {
  const id = firstUnfit(log);
  return id === undefined
    ? undefined
    : `The log of the documents is damaged: entries before ${id} are missing or were changed, and are not restored. Import their documents again, or restore the folder from a backup.`;
}

/** Renames a damaged database and its companion files to a name with the time. Returns the name, or undefined if there was no file. */
export function renameDamaged(database: string, now: number): string | undefined {
  const aside = `${database}.damaged-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "")}`;
  if (existsSync(aside)) throw new Error(`${aside} already exists, so the damaged database was not renamed. Wait a second and type the command again`);
  const isThere = existsSync(database);
  renameDatabase(database, aside);
  return isThere ? aside : undefined;
}

/**
 * Fills a new database from the documents of this log, each with its number and the time at which it was first seen. `refused` has a message for each group of
 * publishers whose rows could not be rebuilt.
 */
export function recover(store: Store, log: readonly LogLine[]) {
  const found = { documents: 0, warnings: { incomplete: [], notices: [] } as RebuildWarnings, refused: [] as string[] };
  store.imports.restore(log);
  for (const group of dependentGroups(store, [...new Set(store.imports.files().map((f) => f.publisher))]))
    try {
      const { documents, warnings } = rebuild(store, group);
      found.documents += documents;
      append(found.warnings.incomplete, warnings.incomplete);
      append(found.warnings.notices, warnings.notices);
    } catch (e) {
      if (!(e instanceof RefusedFile)) throw e;
      found.refused = [...found.refused, e.message];
    }
  store.imports.confirmAgain();
  return found;
}
