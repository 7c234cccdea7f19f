import { asOfText, type AsOf } from "../../contract/as-of";
import { largest } from "../../contract/lists";
import { LIMITS } from "../../core/limits";
import { outcomeOf, type Answer, type Outcome } from "../../core/outcome";
import { BASE_URL } from "./credentials";
import { utf8Bytes, CACHE_LIMITS, hashOf, scriptCache, withLock } from "./script-cache";

/** What the cache has for some questions, by key. */
export interface Known {
  readonly outcomes: Map<string, Outcome>;
  /** Questions that another execution has claimed, with the time at which the claim expires. */
  readonly others: Map<string, number>;
  /** Answers from before the last `renew`: requested again, and shown only if that fails. */
  readonly older: Map<string, Answer>;
  /** The moment of the last `renew` in wall milliseconds; 0 if there was none. */
  readonly renewed: number;
}

/**
 * Answers shared between executions, in Google's cache. It has 1,000 values of 100 KB, so answers are packed into 128 buckets. A question's entry is an
 * answer until it expires, or the claim of an execution that is fetching the answer.
 */
export interface AnswerStore {
  /** Cached outcomes. Questions in `waiting` were claimed by others before: for them, outcomes that must not be cached count too. */
  read(keys: readonly string[], waiting?: ReadonlySet<string>): Known;
  /** Reads, and claims the questions that nobody else has claimed; `mine` has their keys. */
  claim(keys: readonly string[], waiting: ReadonlySet<string>): Known & { readonly mine: readonly string[] };
  /**
   * Caches outcomes. Failures and answers that must not be cached stay 15 s, for the executions that wait for them.
   * @param answers the answers of these outcomes
   * @param leastMs shortest time for which an answer stays fresh, whatever its `max_age_s`
   * @param waitMs longest wait for the lock
   */
  settle(outcomes: ReadonlyMap<string, Outcome>, answers: ReadonlyMap<string, Answer>, leastMs: number, waitMs: number): void;
  /** Invalidates all answers, because another key may see more or less. */
  invalidate(): void;
  /** Has every answer that was received before this moment requested again. */
  renew(from: number): void;
}

/** A question's entry. With only `e`, it is a claim. Names are short because the cache is small. */
interface Entry {
  /** Expires at, in wall milliseconds. */
  readonly e: number;
  readonly a?: Answer;
  /** A failure, for executions that waited for it. */
  readonly f?: Outcome;
  /** The answer must not be cached; it is only for executions that waited for it. */
  readonly w?: 1;
  /** Of a claim or a failure: the older answer in its place, and when that expires. */
  readonly o?: Answer;
  readonly oe?: number;
}
type Bucket = Record<string, Entry>;

const BUCKETS = 128;
/** Maximum age of an unknown name or a wrong argument; short, because names are added and mistakes corrected. */
const UNKNOWN_S = 600;
/** Lifetime of a claim: longer than a request may take, shorter than another execution can wait. */
const CLAIM_MS = 12_000;
/** Lifetime of an outcome that is only for executions that wait for it. */
const WAITERS_MS = 15_000;
/** Longest wait for the lock, and number of tries. Between tries another execution may have claimed everything. */
const LOCK_MS = 1_000;
const LOCK_TRIES = 5;

/** Separates what is cached by service and by format version. */
export const SPACE = `v3.${hashOf(BASE_URL ?? "").toString(36)}`;
const nameOf = (bucket: number): string => `answers.${SPACE}.${bucket}`;
const EPOCH = `epoch.${SPACE}`;
const RENEWED = `renewed.${SPACE}`;

const shortLived = (code: string | undefined): boolean => code !== undefined && (code.startsWith("unknown_") || code === "bad_argument");

/** The unexpired answer of an entry, to keep while a claim or a failure takes its place. */
function olderIn(entry: Entry | undefined, now: number): { readonly o?: Answer; readonly oe?: number } {
  const { a: o, e: oe } = entry?.a && entry.w === undefined ? { a: entry.a, e: entry.e } : { a: entry?.o, e: entry?.oe ?? 0 };
  return o && oe > now ? { o, oe } : {};
}

const lastsUntil = ({ e, oe = 0 }: Entry): number => Math.max(e, oe);

function entryOf(outcome: Outcome, answer: Answer | undefined, leastMs: number, now: number, before: Entry | undefined): Entry {
  if (!answer) return { e: now + WAITERS_MS, f: outcome, ...olderIn(before, now) };
  const maxAgeS = shortLived(answer.code) ? Math.min(answer.maxAgeS, UNKNOWN_S) : answer.maxAgeS;
  const until = answer.receivedAt + Math.min(Math.max(maxAgeS * 1000, leastMs), CACHE_LIMITS.maxS * 1000);
  return until > now ? { e: until, a: answer } : { e: now + WAITERS_MS, a: answer, w: 1 };
}

const isClaim = (entry: Entry): boolean => entry.a === undefined && entry.f === undefined;

function parse(text: string | undefined): Bucket {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null ? (read as Bucket) : {};
  } catch {
    return {};
  }
}

/** The bucket as text, without expired entries. If it is too large, the entries that expire last stay. */
function textOf(bucket: Bucket, now: number): { readonly text: string; readonly lastsS: number } {
  const entries = Object.entries(bucket)
    .filter(([, entry]) => lastsUntil(entry) > now)
    .sort(([, a], [, b]) => lastsUntil(b) - lastsUntil(a));
  const parts: string[] = [];
  let bytes = 2;
  for (const [key, entry] of entries) {
    const part = `${JSON.stringify(key)}:${JSON.stringify(entry)}`;
    const more = utf8Bytes(part) + 1;
    if (bytes + more > CACHE_LIMITS.valueBytes) continue;
    bytes += more;
    parts.push(part);
  }
  const lastsMs = (entries[0] ? lastsUntil(entries[0][1]) : now) - now;
  return { text: `{${parts.join(",")}}`, lastsS: Math.min(Math.max(Math.ceil(lastsMs / 1000), 1), CACHE_LIMITS.maxS) };
}

/** Some buckets as they are in the cache now. */
interface Loaded {
  readonly buckets: Map<string, Bucket>;
  /** When all answers were invalidated last, and when they were renewed. */
  readonly epoch: number;
  readonly renewed: number;
}

/** The buckets of questions: each question has one entry in one bucket. */
interface Buckets {
  load(keys: readonly string[]): Loaded;
  /** Writes all buckets with one call and one lifetime; each entry has its own expiry. */
  save(buckets: Map<string, Bucket>): void;
  /** A question's entry. */
  entry(loaded: Loaded, key: string): Entry | undefined;
  /** Puts an entry into its bucket, made from the one before it. */
  put(loaded: Loaded, key: string, make: (before: Entry | undefined) => Entry): void;
  /** The key under which a question is stored. */
  stored(key: string): string;
}

function createBuckets(now: () => number, asOf: AsOf | undefined): Buckets {
  const cache = scriptCache();
  const moment = asOf ? `${asOfText(asOf)} ` : "";
  const stored = (key: string): string => moment + key;
  const bucketOf = (key: string): string => nameOf(hashOf(stored(key)) % BUCKETS);
  return {
    load: (keys) => {
      const names = [...new Set(keys.map(bucketOf))];
      const texts = cache.getAll([...names, EPOCH, RENEWED]);
      const buckets = new Map(names.map((name) => [name, parse(texts[name])]));
      return { buckets, epoch: Number(texts[EPOCH] ?? 0), renewed: Number(texts[RENEWED] ?? 0) };
    },
    save: (buckets) => {
      const at = now();
      const packed = [...buckets].map(([name, bucket]) => ({ name, ...textOf(bucket, at) }));
      cache.putAll(Object.fromEntries(packed.map(({ name, text }) => [name, text])), largest(packed.map(({ lastsS }) => lastsS)));
    },
    entry: ({ buckets }, key) => buckets.get(bucketOf(key))?.[stored(key)],
    put: ({ buckets }, key, make) => {
      const bucket = buckets.get(bucketOf(key));
      if (bucket) bucket[stored(key)] = make(bucket[stored(key)]);
    },
    stored,
  };
}

const free = (keys: readonly string[], { outcomes, others }: Known): string[] => keys.filter((key) => !outcomes.has(key) && !others.has(key));

/** @param asOf the day or moment of all answers and claims of this store; those of another are not found. Undefined for now */
export function createAnswerStore(now: () => number, asOf: AsOf | undefined): AnswerStore {
  const { load, save, entry: entryIn, put, stored } = createBuckets(now, asOf);
  /** Keys that this execution has claimed, as stored. */
  const own = new Set<string>();

  function knownIn(loaded: Loaded, keys: readonly string[], waiting: ReadonlySet<string>): Known {
    const { epoch, renewed } = loaded;
    const known: Known = { outcomes: new Map(), others: new Map(), older: new Map(), renewed };
    for (const key of keys) {
      const entry = entryIn(loaded, key);
      const { o } = olderIn(entry, now());
      if (o && o.receivedAt >= epoch && o.receivedAt < renewed) known.older.set(key, o);
      if (!entry || entry.e <= now()) continue;
      const { a, f, w, e } = entry;
      if (isClaim(entry)) known.others.set(key, e);
      else if (a && a.receivedAt >= Math.max(epoch, renewed) && (w === undefined || waiting.has(key))) known.outcomes.set(key, outcomeOf(a));
      else if (f && waiting.has(key)) known.outcomes.set(key, f);
    }
    return known;
  }

  /** Reads what is known, and what nobody has claimed. */
  function look(keys: readonly string[], waiting: ReadonlySet<string>) {
    const loaded = load(keys);
    const known = knownIn(loaded, keys, waiting);
    return { loaded, known, mine: free(keys, known) };
  }

  function claim(keys: readonly string[]): void {
    for (const key of keys) own.add(stored(key));
  }

  /** Writes outcomes. Without the lock this may overwrite another execution's. */
  function write(outcomes: ReadonlyMap<string, Outcome>, answers: ReadonlyMap<string, Answer>, leastMs: number, locked: boolean): void {
    const loaded = load([...outcomes.keys()]);
    // A lost answer is fetched again, but others would wait for a claim that this write brings back, so other executions' claims are removed.
    if (!locked)
      for (const bucket of loaded.buckets.values())
        for (const [key, entry] of Object.entries(bucket)) if (isClaim(entry) && !own.has(key)) bucket[key] = { e: 0, ...olderIn(entry, now()) };
    for (const [key, outcome] of outcomes) {
      put(loaded, key, (before) => entryOf(outcome, answers.get(key), leastMs, now(), before));
      own.delete(stored(key));
    }
    save(loaded.buckets);
  }

  return {
    read: (keys, waiting = new Set()) => look(keys, waiting).known,
    claim: (keys, waiting) => {
      for (let tries = 0; tries < LOCK_TRIES; tries++) {
        let claimed: ReturnType<AnswerStore["claim"]> | undefined;
        withLock(LOCK_MS, () => {
          const { loaded, known, mine } = look(keys, waiting);
          for (const key of mine) put(loaded, key, (before) => ({ e: now() + CLAIM_MS, ...olderIn(before, now()) }));
          claim(mine);
          if (mine.length > 0) save(loaded.buckets);
          claimed = { ...known, mine };
        });
        if (claimed) return claimed;
        // The execution that had the lock may have claimed all of it.
        const { known, mine } = look(keys, waiting);
        if (mine.length === 0) return { ...known, mine };
      }
      // Without the lock, a duplicate request is better than none.
      const { known, mine } = look(keys, waiting);
      claim(mine);
      return { ...known, mine };
    },
    settle: (outcomes, answers, leastMs, waitMs) => {
      if (outcomes.size === 0) return;
      if (!withLock(waitMs, () => write(outcomes, answers, leastMs, true))) write(outcomes, answers, leastMs, false);
    },
    invalidate: () => scriptCache().putAll({ [EPOCH]: String(now()) }, CACHE_LIMITS.maxS),
    renew: (from) => scriptCache().putAll({ [RENEWED]: String(from) }, CACHE_LIMITS.maxS),
  };
}

/** How long a refreshed answer serves recalculated cells at least: Google takes minutes for thousands of cells. */
export const RENEWED_MS = 5 * LIMITS.renewedMs;
