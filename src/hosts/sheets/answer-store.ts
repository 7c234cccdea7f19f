import { asOfText, type AsOf } from "../../contract/as-of";
import { isRecord, parsedJson } from "../../contract/json";
import { largest } from "../../contract/lists";
import { memoized } from "../../contract/memoized";
import { LIMITS } from "../../core/limits";
import { outcomeOf, type Answer, type Outcome } from "../../core/outcome";
import { BASE_URL } from "./credentials";
import { utf8Bytes, CACHE_LIMITS, hashOf, scriptCache, withLock } from "./script-cache";

/** What the cache has for some questions, by key. */
export interface Known {
  readonly outcomes: Map<string, Outcome>;
  /** Questions that another execution has claimed, with the time at which the claim expires. */
  readonly others: Map<string, number>;
  /** Answers that have expired or are from before the last `renew`: requested again, and shown only if that fails. */
  readonly older: Map<string, Answer>;
  /** The moment of the last `renew` in wall milliseconds; 0 if there was none. */
  readonly renewed: number;
}

/** What a request brought. */
interface Replied {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** The answers of these outcomes. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** When the request was sent, in wall milliseconds. An answer is as old as its request, however late it comes. */
  readonly sent: number;
}

export type AnswerStore = ReturnType<typeof createAnswerStore>;

/** A question's entry. Names are short because the cache is small. */
interface Entry {
  /** Expires at, in wall milliseconds. */
  readonly e: number;
  /** When the request was sent, or the question claimed. */
  readonly s: number;
  readonly a?: Answer;
  /** A failure, for executions that waited for it. */
  readonly f?: Outcome;
  /** The execution that has claimed the question. */
  readonly by?: number;
  /** Kept until: after `e` the answer is shown only if a request fails, and it says that answers of earlier requests are older. */
  readonly k?: number;
}
type Bucket = Record<string, Entry>;

const BUCKETS = 128;
/** Maximum age of an unknown name or a wrong argument; short, because names are added and mistakes corrected. */
const UNKNOWN_S = 600;
/** Lifetime of a claim: longer than a request may take, shorter than another execution can wait. */
const CLAIM_MS = 12_000;
/** Lifetime of an outcome that is only for executions that wait for it. */
const WAITERS_MS = 15_000;
/** Number of times that a claim which another execution has overwritten is written again. */
const CLAIM_TRIES = 3;
/** Longest wait for the lock, for an answer that was overwritten at once, and for a refresh. */
const LOCK_MS = 3_000;
const RENEWED_LOCK_MS = 10_000;
/** How long a refreshed answer serves recalculated cells at least: Google takes minutes for thousands of cells. */
const RENEWED_MS = 5 * LIMITS.renewedMs;

/** Separates what is cached by service and by format version. */
export const SPACE = `v4.${hashOf(BASE_URL ?? "").toString(36)}`;
const KINDS = ["answers", "refreshed", "waiting"] as const;
type Kind = (typeof KINDS)[number];
const EPOCH = `epoch.${SPACE}`;
const RENEWED = `renewed.${SPACE}`;

const shortLived = (code: string | undefined): boolean => code !== undefined && (code.startsWith("unknown_") || code === "bad_argument");

function expiryOf(answer: Answer, leastMs: number): number {
  const maxAgeS = shortLived(answer.code) ? Math.min(answer.maxAgeS, UNKNOWN_S) : answer.maxAgeS;
  return answer.receivedAt + Math.min(Math.max(maxAgeS * 1000, leastMs), CACHE_LIMITS.maxS * 1000);
}

/** An answer's entry. `leastMs` is how long it serves at least. */
const answerEntry = (a: Answer, sent: number, leastMs = 0): Entry => ({ e: expiryOf(a, leastMs), s: sent, k: sent + CACHE_LIMITS.maxS * 1000, a });

function bucketIn(text: string | undefined): Bucket {
  const read = parsedJson(text ?? "");
  return isRecord(read) ? (read as Bucket) : {};
}

const lastsUntil = ({ e, k = 0 }: Entry): number => Math.max(e, k);

/** True if the entry's content may be shown, at least if a request fails. What must not be cached, and an unknown name, are gone once they expire. */
const isAtHand = (entry: Entry, now: number): boolean =>
  entry.e > now || (lastsUntil(entry) > now && entry.a !== undefined && entry.a.maxAgeS > 0 && !shortLived(entry.a.code));

/** The bucket as text, with the entries that are still kept. If it is too large, those that expire last stay. */
function textOf(bucket: Bucket, now: number): { readonly text: string; readonly lastsS: number } {
  const entries = Object.entries(bucket)
    .filter(([, entry]) => lastsUntil(entry) > now)
    .sort(([, x], [, y]) => y.e - x.e);
  const parts: string[] = [];
  let bytes = 2;
  for (const [key, entry] of entries) {
    const { e, s, k } = entry;
    const part = `${JSON.stringify(key)}:${JSON.stringify(isAtHand(entry, now) ? entry : { e, s, k })}`;
    const more = utf8Bytes(part) + 1;
    if (bytes + more > CACHE_LIMITS.valueBytes) continue;
    bytes += more;
    parts.push(part);
  }
  const lastsMs =
    largest(
      entries.map(([, entry]) => lastsUntil(entry)),
      now,
    ) - now;
  return { text: `{${parts.join(",")}}`, lastsS: Math.min(Math.max(Math.ceil(lastsMs / 1000), 1), CACHE_LIMITS.maxS) };
}

/** Some buckets as they are in the cache now. */
type Loaded = ReturnType<ReturnType<typeof createLoad>>;

/** Reads the buckets of these questions, as of a day or moment. */
function createLoad(now: () => number, asOf: AsOf | undefined) {
  const cache = scriptCache();
  const moment = asOf ? `${asOfText(asOf)} ` : "";
  const numberOf = memoized((key: string): number => hashOf(moment + key) % BUCKETS);
  const nameOf = (kind: Kind, key: string): string => `${kind}.${SPACE}.${numberOf(key)}`;
  return (keys: readonly string[], kinds: readonly Kind[] = KINDS) => {
    const names = [...new Set(keys.flatMap((key) => kinds.map((kind) => nameOf(kind, key))))];
    const texts = cache.getAll([...names, EPOCH, RENEWED]);
    const buckets = new Map(names.map((name) => [name, bucketIn(texts[name])]));
    const changed = new Set<string>();
    return {
      /** When all answers were invalidated last, and when they were renewed. */
      epoch: Number(texts[EPOCH] ?? 0),
      renewed: Number(texts[RENEWED] ?? 0),
      entry: (kind: Kind, key: string): Entry | undefined => buckets.get(nameOf(kind, key))?.[moment + key],
      put: (kind: Kind, key: string, entry: Entry): void => {
        const name = nameOf(kind, key);
        const bucket = buckets.get(name);
        if (bucket) bucket[moment + key] = entry;
        changed.add(name);
      },
      /** Writes the changed buckets with one call and one lifetime; each entry has its own expiry. */
      save: (): void => {
        if (changed.size === 0) return;
        const packed = [...changed].map((name) => ({ name, ...textOf(buckets.get(name) ?? {}, now()) }));
        cache.putAll(Object.fromEntries(packed.map(({ name, text }) => [name, text])), largest(packed.map(({ lastsS }) => lastsS)));
        changed.clear();
      },
    };
  };
}

/** The answer to the latest request. An earlier one may expire later, and is still not the latest. */
function latestIn({ entry }: Loaded, key: string): Entry | undefined {
  const [cells, refreshes] = [entry("answers", key), entry("refreshed", key)];
  return cells && refreshes ? (cells.s > refreshes.s ? cells : refreshes) : (cells ?? refreshes);
}

/** Puts the answer to a request, unless there is one to a later request. */
function put(loaded: Loaded, kind: Kind, key: string, entry: Entry): void {
  if ((loaded.entry(kind, key)?.s ?? 0) <= entry.s) loaded.put(kind, key, entry);
}

/** What is known of these questions; `mine` are those that this execution has claimed, `free` those that nobody has. */
function knownIn(loaded: Loaded, keys: readonly string[], waiting: ReadonlySet<string>, by: number, now: number) {
  const { epoch, renewed } = loaded;
  const valid = Math.max(epoch, renewed);
  const known: Known = { outcomes: new Map(), others: new Map(), older: new Map(), renewed };
  const [free, mine]: [string[], string[]] = [[], []];
  const outcome = (key: string, left: Entry | undefined): Outcome | undefined => {
    const latest = latestIn(loaded, key);
    if (latest?.a && latest.s >= epoch && isAtHand(latest, now)) {
      if (latest.e > now && latest.s >= renewed) return outcomeOf(latest.a);
      known.older.set(key, latest.a);
    }
    return waiting.has(key) ? (left?.f ?? (left?.a && outcomeOf(left.a))) : undefined;
  };
  for (const key of keys) {
    const entry = loaded.entry("waiting", key);
    const left = entry && entry.e > now && entry.s >= valid ? entry : undefined;
    const found = outcome(key, left);
    if (found) known.outcomes.set(key, found);
    else if (left?.by === undefined) free.push(key);
    else if (left.by === by) mine.push(key);
    else known.others.set(key, left.e);
  }
  return { ...known, free, mine };
}

/**
 * Answers shared between executions, in Google's cache. It has 1,000 values of 100 KB, so entries are packed into 128 buckets of three kinds: answers of
 * cells, answers of refreshes, and what executions that fetch leave for those that wait.
 *
 * Cells write without Google's lock: there is one for the whole spreadsheet, and hundreds of cells would queue for it. Two that write a bucket at the same
 * time can lose an entry or bring back an earlier one. So entries are valid by themselves: by their expiry and by the moment of their request. Only a refresh
 * replaces answers that are still valid; its answers have buckets that no cell writes.
 *
 * @param asOf the day or moment of all answers and claims of this store; those of another are not found. Undefined for now
 */
export function createAnswerStore(now: () => number, asOf: AsOf | undefined) {
  const load = createLoad(now, asOf);
  const created = now();
  const by = Math.random();

  /** Stores what a cell's request brought; of an answer that is not the latest, nothing. */
  function write({ outcomes, answers, sent }: Replied, keys: readonly string[]): void {
    const loaded = load(keys, ["answers", "waiting"]);
    for (const key of keys) {
      const [a, f] = [answers.get(key), outcomes.get(key)];
      const entry = a && answerEntry(a, sent);
      const forWaiters = { e: now() + WAITERS_MS, s: sent };
      // The answer may be for another key than the one that is saved now.
      if (loaded.epoch > created) loaded.put("waiting", key, { e: 0, s: sent });
      else if (a && entry && entry.e <= now()) loaded.put("waiting", key, { ...forWaiters, a });
      else if (entry) put(loaded, "answers", key, entry);
      else if (f) loaded.put("waiting", key, { ...forWaiters, f });
    }
    loaded.save();
  }

  return {
    /** Cached outcomes. Questions in `waiting` were claimed by others before: for them, outcomes that must not be cached count too. */
    read: (keys: readonly string[], waiting: ReadonlySet<string> = new Set()): Known => knownIn(load(keys), keys, waiting, by, now()),
    /** Reads, and claims the questions that nobody else has claimed; `mine` has their keys. */
    claim: (keys: readonly string[], waiting: ReadonlySet<string>): Known & { readonly mine: readonly string[] } => {
      for (let tries = 1; ; tries++) {
        const begun = now();
        const loaded = load(keys);
        const known = knownIn(loaded, keys, waiting, by, now());
        const mine = [...known.mine, ...known.free];
        // A claim that is overwritten each time costs a request twice, which is better than none.
        if (known.free.length === 0 || tries > CLAIM_TRIES) return { ...known, mine };
        for (const key of known.free) loaded.put("waiting", key, { e: now() + CLAIM_MS, s: now(), by });
        loaded.save();
        // Of those that claim a question at the same time, the last to write has it. Others need as long to write what they have read.
        Utilities.sleep(Math.max(1, now() - begun));
      }
    },
    /**
     * Caches outcomes. Failures and answers that must not be cached stay 15 s, for the executions that wait for them.
     * @returns cached answers whose requests were sent later; they stay, and are to be shown
     */
    settle: (replied: Replied): ReadonlyMap<string, Outcome> => {
      const keys = [...replied.outcomes.keys()];
      if (keys.length === 0) return new Map();
      write(replied, keys);
      const loaded = load(keys);
      const newer = new Map<string, Outcome>();
      const lost: string[] = [];
      for (const key of keys) {
        const latest = latestIn(loaded, key);
        if (latest?.a && latest.s > replied.sent && latest.s >= loaded.epoch && latest.e > now()) newer.set(key, outcomeOf(latest.a));
        else if (loaded.epoch <= created && !(["answers", "waiting"] as const).some((kind) => loaded.entry(kind, key)?.s === replied.sent)) lost.push(key);
      }
      // Another execution wrote the bucket at the same time.
      if (lost.length > 0 && !withLock(LOCK_MS, () => write(replied, lost))) write(replied, lost);
      return newer;
    },
    /** Caches answers of a refresh. They serve the cells that are then recalculated, whatever their `max_age_s`. */
    settleRenewed: ({ answers, sent }: Replied): void => {
      const keys = [...answers.keys()];
      if (keys.length === 0) return;
      const writeRenewed = (): void => {
        const loaded = load(keys, ["refreshed"]);
        if (loaded.epoch > created) return;
        for (const [key, a] of answers) put(loaded, "refreshed", key, answerEntry(a, sent, RENEWED_MS));
        loaded.save();
      };
      if (!withLock(RENEWED_LOCK_MS, writeRenewed)) writeRenewed();
    },
    /** Invalidates all answers, because another key may see more or less. */
    invalidate: (): void => scriptCache().putAll({ [EPOCH]: String(now()) }, CACHE_LIMITS.maxS),
    /** Has every answer whose request was sent before this moment requested again. */
    renew: (from: number): void => scriptCache().putAll({ [RENEWED]: String(from) }, CACHE_LIMITS.maxS),
  };
}
