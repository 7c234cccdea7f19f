import { append } from "../../contract/lists";
import type { Feed, FetchRequest, Pages } from "../publishers/publisher";
import { RefusedFile } from "../publishers/reading/text";
import type { PartState } from "../ledger/feeds";
import type { RowsName } from "../store/freshness";
import type { Store } from "../store/store";
import { BUILD } from "../store/version";
import { HOUR_MS } from "../time/durations";
import { fetchDocument, type FetchedReply, type PublisherConnection, type Validators } from "./fetch-document";
import { FetchFailure, Stopped } from "./transport";
import { withFullStop } from "../../contract/counted";
import { importFetched, importFetchedLarge } from "./import-fetched";

/** Runs each task after the previous one has ended, even if that failed. Returns the task's result. */
export type Mutex = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * Creates a mutex for writes. A large document is written in one transaction with pauses; a write by another feed in a pause would join that transaction, and
 * would be rolled back with it.
 */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** A temporary failure is retried after this. */
const RETRY_MS = HOUR_MS;
/** Documents between two writes of the state, for feeds of many documents. */
const STORE_EVERY = 50;
/** One day without a document is a holiday; this many in a row are not. */
const ALL_ABSENT = 4;

/** The part that sums up all `once` documents of a feed. */
export const ONCE = "all";

/** What feeds are fetched and imported with. */
export interface Fetching {
  readonly store: Store;
  readonly connection: PublisherConnection;
  /** Runs work that reads or writes the store while no other feed writes a large document. */
  readonly exclusively: Mutex;
  /** Called after each of several documents, and while a large one is read: then in bytes. */
  progress?: ((done: number, of: number, bytes?: boolean) => void) | undefined;
}

interface PartsRun extends Fetching {
  readonly feed: Feed;
  /** The state of each part. Changed with each document. */
  readonly parts: Record<string, PartState>;
  /** Stores the state of an unfinished update. */
  storeState(): Promise<void>;
}

/** What fetching the documents of a feed has brought. */
export const nothingFetched = () => ({
  documents: 0,
  unchanged: 0,
  added: 0,
  changed: 0,
  /** Failures, each with what to do. */
  failures: [] as string[],
  /** Documents, or parts of one, that were refused, and why. The others were imported. */
  leftOut: [] as string[],
  /** Warnings about imported values. */
  notices: [] as string[],
});

/** The result of fetching the documents of a feed. */
interface FetchedParts extends ReturnType<typeof nothingFetched> {
  /** The rows in the documents, new or not. */
  readonly confirmed: Set<RowsName>;
  /** When to retry after a temporary failure, in milliseconds. */
  retryAt?: number;
}

/** Tries the fallback addresses if the first one has no document. */
async function fetchAnywhere(
  connection: PublisherConnection,
  request: FetchRequest,
  known: Validators,
): Promise<{ readonly fetched: FetchedReply; readonly url: string }> {
  for (const url of [request.url, ...(request.fallbackUrls ?? [])]) {
    const fetched = await fetchDocument(connection, { ...request, url }, known);
    if (fetched.kind !== "absent") return { fetched, url };
  }
  return { fetched: { kind: "absent" }, url: request.url };
}

/** Reads the other pages of a list. Returns what is kept of all of them, and whether the list goes on. */
async function fetchPages(
  connection: PublisherConnection,
  request: FetchRequest,
  { most, next, join }: Pages,
  first: Uint8Array,
): Promise<{ readonly bytes: Uint8Array; readonly goesOn: boolean }> {
  let bytes = join(undefined, first);
  let url = next(first);
  const seen = new Set([request.url]);
  for (let page = 1; url !== undefined; page++) {
    if (page >= most) return { bytes, goesOn: true };
    if (seen.has(url))
      throw new RefusedFile(`page ${page + 1} of the list is one that came before; the publisher may have changed its pages: update the service`);
    seen.add(url);
    const fetched = await fetchDocument(connection, { ...request, url }, {});
    if (fetched.kind !== "document") throw new RefusedFile(`page ${page + 1} of the list is missing; the next update reads the list again`);
    bytes = join(bytes, fetched.bytes);
    url = next(fetched.bytes);
  }
  return { bytes, goesOn: false };
}

const addTo = (before: PartState | undefined, now: PartState): PartState => ({
  ...now,
  rows: (before?.rows ?? 0) + now.rows,
  names: [...new Set([...(before?.names ?? []), ...(now.names ?? [])])],
  ...(before?.newest !== undefined && (now.newest === undefined || before.newest > now.newest) ? { newest: before.newest } : {}),
});

/** Fetches and imports one document. Returns false if the publisher does not have it. */
async function fetchPart({ feed, store, connection, exclusively, parts, progress }: PartsRun, request: FetchRequest, result: FetchedParts): Promise<boolean> {
  const part = parts[request.part];
  // That the first page of a list is unchanged says nothing about the others.
  const isKnown = part?.url === request.url && part.names !== undefined && !feed.fetching?.sampled && !request.pages;
  const { fetched: reply, url } = await fetchAnywhere(connection, request, isKnown ? part : {});
  if (reply.kind === "absent") return false;
  let fetched = reply;
  if (request.pages && reply.kind === "document") {
    const { bytes, goesOn } = await fetchPages(connection, request, request.pages, reply.bytes);
    fetched = { kind: "document", bytes };
    if (goesOn) result.notices.push(`${feed.title}: the list has more than ${request.pages.most} pages, and the others were not read.`);
  }
  if (fetched.kind === "unchanged") {
    result.unchanged++;
    part?.names?.forEach((name) => result.confirmed.add(name));
    return true;
  }
  const of = { store, publisher: connection.publisher, feed, request, before: part, now: connection.transport.now() };
  const imported = await exclusively(() =>
    fetched.kind === "large"
      ? importFetchedLarge({ ...of, request: { ...request, url } }, fetched, { stop: connection.stop, progress: (read, all) => progress?.(read, all, true) })
      : importFetched(of, fetched),
  );
  imported.part.names?.forEach((name) => result.confirmed.add(name));
  append(result.leftOut, imported.leftOut ?? []);
  append(result.notices, (imported.notices ?? []).map(withFullStop));
  // For thousands of filings that never change, only their sum is stored here. A table has which ones have arrived.
  parts[request.once ? ONCE : request.part] = request.once ? addTo(parts[ONCE], imported.part) : imported.part;
  if (request.once) await store.ledger.feeds.markDone(feed.id, request.part);
  result.documents++;
  result.added += imported.added;
  result.changed += imported.changed;
  return true;
}

/**
 * Fetches and imports the documents of a feed, one after the other. A refused document stops only itself; an unreachable publisher ends the run.
 *
 * @throws Stopped if the signal stopped it.
 */
export async function fetchParts(run: PartsRun, requests: readonly FetchRequest[]): Promise<FetchedParts> {
  const { feed, store, connection, storeState, progress } = run;
  const result: FetchedParts = { ...nothingFetched(), confirmed: new Set() };
  const refused: string[] = [];
  let absent = 0;
  for (const [i, request] of requests.entries()) {
    try {
      if (!(await fetchPart(run, request, result))) absent++;
    } catch (e) {
      if (e instanceof Stopped) {
        await storeState();
        throw e;
      }
      if (e instanceof RefusedFile && request.once) {
        await store.ledger.feeds.markDone(feed.id, request.part, BUILD);
        refused.push(withFullStop(`${request.part}: ${e.message}`));
        progress?.(i + 1, requests.length);
        continue;
      }
      // A bug that one document triggers must not stop the others. It is reported like any failure.
      const foreseen = e instanceof FetchFailure || e instanceof RefusedFile;
      const said = e instanceof Error ? e.message : String(e);
      const sentence = foreseen ? said : `the service failed on it (${said}), so nothing was imported; update the service`;
      result.failures.push(withFullStop(requests.length > 1 ? `${request.part}: ${sentence}` : sentence));
      if (e instanceof FetchFailure && e.bytes?.length) store.archive.put(e.bytes);
      if (e instanceof FetchFailure && e.retryable) {
        result.retryAt = connection.transport.now() + Math.max(RETRY_MS, e.wait ?? 0);
        // A publisher that is down for one address is down for the next.
        break;
      }
    }
    progress?.(i + 1, requests.length);
    if ((i + 1) % STORE_EVERY === 0) await storeState();
  }

  if (absent >= ALL_ABSENT && absent === requests.length)
    result.failures.push(
      `None of the ${absent} requested documents exists: the publisher may have moved them. Open ${requests[0]?.url ?? "the address"} in a browser.`,
    );
  // A single document may be odd. If all are refused, the format has changed.
  if (refused.length >= ALL_ABSENT && result.documents === 0) append(result.failures, refused);
  else append(result.leftOut, refused);
  return result;
}
