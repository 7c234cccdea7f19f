import { append, smallest } from "../../contract/lists";
import { isoOf } from "../../contract/dates";
import type { Feed, FetchRequest } from "../publishers/publisher";
import { RefusedFile } from "../publishers/reading/refused-file";
import type { FeedState, PartState } from "../store/feeds";
import { momentOf, type RowsName } from "../store/freshness";
import { VERSION } from "../store/version";
import type { Store } from "../store/store";
import { requestContext, type Named } from "./request-context";
import { nextDue } from "./due";
import { FetchFailure, Stopped } from "./fetch-failure";
import { fetchDocument, type Conversation, type Fetched, type Validators } from "./fetch-document";
import type { OneAtATime } from "./one-at-a-time";
import { takeFetched, takeFetchedLarge } from "./take-fetched";
import { HOUR_MS } from "../time/durations";

/** What one run did with one feed. */
export interface FeedUpdate {
  readonly feed: string;
  readonly title: string;
  readonly documents: number;
  readonly unchanged: number;
  readonly added: number;
  readonly changed: number;
  /** Sentences: what failed, and what to do. Empty where all went well. */
  readonly failures: readonly string[];
  /** Documents, or parts of one, that are not in the form that is read, and why: they were left out, the others were taken. */
  readonly leftOut: readonly string[];
  /** Sentences about what was taken and looks odd. */
  readonly notices: readonly string[];
  /** Something has to be set before it can be asked for. */
  readonly waiting?: string;
}

interface FeedRun extends Named {
  readonly store: Store;
  readonly talk: Conversation;
  /** Writing, and what is decided by what is kept, is not done while another feed takes a large document. */
  readonly alone: OneAtATime;
  /** Told after each document of a feed of many, and while a large one is read: then in bytes. */
  progress?(done: number, of: number, bytes?: boolean): void;
}

/** What passes by itself is tried again after this. */
const AGAIN_MS = HOUR_MS;
/** So often it is written down how far a feed of many parts has come. */
const KEPT_EVERY = 50;
/** How many failures of single documents are told; the rest are counted. */
const TOLD = 3;

/** One day without a document is a holiday; so many in a row are none. */
const ALL_ABSENT = 4;

const STOPPED = "It was stopped before it was done. What had come by then is kept; type: npm run -s data -- update";

/** Under this name the sum of all that is asked for once stands among a feed's parts. */
const ONCE = "all";

const added = (before: PartState | undefined, now: PartState): PartState => ({
  ...now,
  rows: (before?.rows ?? 0) + now.rows,
  names: [...new Set([...(before?.names ?? []), ...(now.names ?? [])])],
  ...(before?.newest !== undefined && (now.newest === undefined || before.newest > now.newest) ? { newest: before.newest } : {}),
});

/** Asks at the other addresses, too, where there is nothing at the first. */
async function fetchAnywhere(talk: Conversation, request: FetchRequest, known: Validators): Promise<{ readonly fetched: Fetched; readonly url: string }> {
  let fetched: Fetched = { kind: "absent" };
  let at = request.url;
  for (const url of [request.url, ...(request.fallbackUrls ?? [])]) {
    at = url;
    fetched = await fetchDocument(talk, { ...request, url }, known);
    if (fetched.kind !== "absent") break;
  }
  return { fetched, url: at };
}

/** When the oldest of these lists last came whole; undefined where one that was ever asked for has not. */
function listsAsOf(store: Store, lists: readonly string[]): number | undefined {
  const states = lists.map((id) => store.feeds.state(id)).filter((state) => state.tried !== undefined);
  const at = smallest(states.map((state) => Date.parse(state.succeeded ?? "")));
  return Number.isFinite(at) ? at : undefined;
}

/** A sentence with a full stop at its end. */
export const dot = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function told(failures: readonly string[]): string | undefined {
  if (failures.length === 0) return undefined;
  const more = failures.length - TOLD;
  return [...failures.slice(0, TOLD), ...(more > 0 ? [`And ${more} documents more.`] : [])].join(" ");
}

/**
 * Fetches one feed, document by document; each that came whole is taken at once. A document that is refused stops only itself, a publisher that cannot be
 * reached the feed. How it went is kept in the store whatever happens, also to the process.
 *
 * @throws Stopped where the signal stopped it.
 */
export async function updateFeed(feed: Feed, { store, talk, alone, settings, tickers, keywords, progress }: FeedRun): Promise<FeedUpdate> {
  const { fetching } = feed;
  if (!fetching) throw new Error(`${feed.id} is not fetched: its documents are downloaded by a person.`);
  const { publisher, wire } = talk;
  const before = store.feeds.state(feed.id);
  const today = isoOf(wire.now());
  const followed = tickers && [...new Set([...(before.tickers ?? []), ...tickers])];
  const context = await alone(() => requestContext(store, feed, before, today, { settings, tickers, keywords }));
  const done = { feed: feed.id, title: feed.title, documents: 0, unchanged: 0, added: 0, changed: 0 };
  const waiting = await alone(() => fetching.missing?.(context));
  if (waiting !== undefined) {
    const looked = new Date(nextDue(fetching.schedule, wire.now())).toISOString();
    await alone(() => store.feeds.keep(feed.id, { ...before, failure: dot(waiting), nextDue: looked }));
    return { ...done, failures: [], leftOut: [], notices: [], waiting: dot(waiting) };
  }
  const parts: Record<string, PartState> = { ...before.parts };
  const kept = (state: Partial<FeedState>): Promise<void> =>
    alone(() =>
      store.feeds.keep(feed.id, { ...before, tried: new Date(wire.now()).toISOString(), ...(followed ? { tickers: followed } : {}), parts, ...state }),
    );
  // Stands there until it is done, so that a process that ends in the middle leaves the right word behind.
  await kept({ failure: STOPPED });

  const failures: string[] = [];
  const leftOut: string[] = [];
  const notices: string[] = [];
  const refused: string[] = [];
  let again: number | undefined;
  let absent = 0;
  const confirmed = new Set<RowsName>();
  const one = async (request: FetchRequest): Promise<void> => {
    const part = parts[request.part];
    const { fetched, url } = await fetchAnywhere(talk, request, part?.url === request.url && part.names ? part : {});
    if (fetched.kind === "absent") {
      absent++;
      return;
    }
    if (fetched.kind === "unchanged") {
      done.unchanged++;
      part?.names?.forEach((name) => confirmed.add(name));
      return;
    }
    const of = { store, publisher, feed, request, before: part, now: wire.now() };
    const taken = await alone(() =>
      fetched.kind === "large"
        ? takeFetchedLarge({ ...of, request: { ...request, url } }, fetched, { stop: talk.stop, progress: (behind, all) => progress?.(behind, all, true) })
        : takeFetched(of, fetched),
    );
    taken.part.names?.forEach((name) => confirmed.add(name));
    append(leftOut, taken.leftOut ?? []);
    append(notices, (taken.notices ?? []).map(dot));
    // Of thousands of filings that never change the sum is kept, and that each has come stands in a table.
    parts[request.once ? ONCE : request.part] = request.once ? added(parts[ONCE], taken.part) : taken.part;
    if (request.once) await alone(() => store.feeds.done(feed.id, request.part));
    done.documents++;
    done.added += taken.added;
    done.changed += taken.changed;
  };

  const requests = await alone(() => fetching.requests(context));
  for (const [i, request] of requests.entries()) {
    try {
      await one(request);
    } catch (e) {
      if (e instanceof Stopped) {
        await kept({ failure: STOPPED });
        throw e;
      }
      if (e instanceof RefusedFile && request.once) {
        await alone(() => store.feeds.done(feed.id, request.part, VERSION));
        refused.push(dot(`${request.part}: ${e.message}`));
        progress?.(i + 1, requests.length);
        continue;
      }
      // A fault of the service's own over one document must not keep the others from coming; it is told like any other.
      const foreseen = e instanceof FetchFailure || e instanceof RefusedFile;
      const said = e instanceof Error ? e.message : String(e);
      const sentence = foreseen ? said : `the service itself failed over it (${said}); nothing of it was taken: update the service`;
      failures.push(dot(requests.length > 1 ? `${request.part}: ${sentence}` : sentence));
      if (e instanceof FetchFailure && e.bytes?.length) store.archive.put(e.bytes);
      if (e instanceof FetchFailure && e.passing) {
        again = wire.now() + Math.max(AGAIN_MS, e.wait ?? 0);
        // Who is down for one address is down for the next one, too.
        break;
      }
    }
    progress?.(i + 1, requests.length);
    if ((i + 1) % KEPT_EVERY === 0) await kept({ failure: STOPPED });
  }

  if (absent >= ALL_ABSENT && absent === requests.length)
    failures.push(
      `None of the ${absent} documents asked for is there: the publisher may have moved or closed them. Look at ${requests[0]?.url ?? "the address"} in a browser.`,
    );

  // Single documents are odd; where none is in the known form, the form has changed.
  if (refused.length >= ALL_ABSENT && done.documents === 0) append(failures, refused);
  else append(leftOut, refused);

  const now = wire.now();
  const due = nextDue(fetching.schedule, now);
  const well = failures.length === 0;
  const whole = well && !tickers && !keywords;
  if (well) await alone(() => store.freshness.confirm([...confirmed], momentOf(now)));
  // Where nothing new is listed, what is fetched once is confirmed by that: as of the lists, or of the publisher's own word that there is no more.
  const lists = fetching.listedBy;
  const looked = lists ? await alone(() => listsAsOf(store, lists)) : requests.length > 0 ? now : undefined;
  const once = parts[ONCE]?.names;
  if (whole && once && looked !== undefined) {
    const requested = new Set(requests.map((r) => r.part));
    await alone(() => {
      const waits = lists !== undefined && fetching.requests(context).some((r) => !requested.has(r.part));
      if (!waits) store.freshness.confirm(once, momentOf(looked));
    });
  }
  const newestOf = Object.values(parts).reduce<string | undefined>(
    (a, p) => (p.newest !== undefined && (a === undefined || p.newest > a) ? p.newest : a),
    undefined,
  );
  await kept({
    failure: told(failures),
    nextDue: new Date(again ?? due).toISOString(),
    ...(whole ? { succeeded: new Date(now).toISOString(), complete: newestOf !== undefined && newestOf > today ? today : newestOf } : {}),
  });
  return { ...done, failures, leftOut, notices };
}
