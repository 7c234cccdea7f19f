import { largest } from "../../contract/lists";
import { LIMITS } from "../../core/limits";
import { outcomeOf, type Answer, type Outcome } from "../../core/outcome";
import { BASE_URL } from "./credentials";
import { alone, bytesOf, CACHE_LIMITS, hashOf, scriptCache } from "./script-cache";

/** What the cache says of some questions. */
export interface Known {
  readonly outcomes: Map<string, Outcome>;
  /** Being asked by another execution, until the given time at most. */
  readonly others: Map<string, number>;
}

/**
 * Answers kept between executions, which share nothing else. Google's cache holds 1,000 values of 100 KB, so many answers are packed into one value: each
 * question has its place in one of 128 buckets. A place holds an answer until it is too old, or the mark of an execution that is asking.
 */
export interface AnswerStore {
  /** What may be served without asking. `waiting` are questions that were seen being asked: what came of that counts for them even where it is not kept. */
  read(keys: readonly string[], waiting?: ReadonlySet<string>): Known;
  /** The same, and takes on the asking of what nobody else is asking: those are marked, and given back. */
  claim(keys: readonly string[], waiting: ReadonlySet<string>): Known & { readonly mine: readonly string[] };
  /**
   * Keeps what came. What must not be kept, and failures, stay for a moment for those who wait for them.
   * @param answers those behind the outcomes, where there was one
   * @param leastMs fresh for so long at least, whatever its `max_age_s`
   * @param waitMs for the lock
   */
  settle(outcomes: ReadonlyMap<string, Outcome>, answers: ReadonlyMap<string, Answer>, leastMs: number, waitMs: number): void;
  /** From now on everything is asked anew: another key may see more, or less. */
  startAnew(): void;
}

/** One question's place: until when it counts, and what it holds; nothing else is the mark of somebody who asks. */
interface Place {
  readonly e: number;
  readonly a?: Answer;
  /** A failure, for those who waited for it. */
  readonly f?: Outcome;
  /** Only for those who waited: the answer must not be kept. */
  readonly w?: 1;
}
type Bucket = Record<string, Place>;

const BUCKETS = 128;
/** An answer that says that a name is not known, or an argument is wrong: short, because names come and slips are mended. */
const UNKNOWN_S = 600;
/** A mark counts so long, unless what it stands for comes before: longer than a request may take, shorter than another can wait. */
const MARK_MS = 12_000;
/** What is there only for those who wait stays for so long. */
const MOMENT_MS = 15_000;
/** One wait for the lock, and how many there are. Marks that appear meanwhile make it needless. */
const LOCK_MS = 1_000;
const LOCK_TRIES = 5;

/** Another service, or another form of what is kept, has other buckets. */
const space = `v3.${hashOf(BASE_URL ?? "").toString(36)}`;
const nameOf = (bucket: number): string => `answers.${space}.${bucket}`;
const EPOCH = `epoch.${space}`;
const bucketOf = (key: string): string => nameOf(hashOf(key) % BUCKETS);

const shortLived = (code: string | undefined): boolean => code !== undefined && (code.startsWith("unknown_") || code === "bad_argument");

function placeOf(outcome: Outcome, answer: Answer | undefined, leastMs: number, now: number): Place {
  if (!answer) return { e: now + MOMENT_MS, f: outcome };
  const maxAgeS = shortLived(answer.code) ? Math.min(answer.maxAgeS, UNKNOWN_S) : answer.maxAgeS;
  const until = answer.receivedAt + Math.min(Math.max(maxAgeS * 1000, leastMs), CACHE_LIMITS.maxS * 1000);
  return until > now ? { e: until, a: answer } : { e: now + MOMENT_MS, a: answer, w: 1 };
}

const isMark = (place: Place): boolean => place.a === undefined && place.f === undefined;

function parse(text: string | undefined): Bucket {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null ? (read as Bucket) : {};
  } catch {
    return {};
  }
}

/** The bucket as text, without what is over; where it grows too big, what counts the longest stays. */
function textOf(bucket: Bucket, now: number): { readonly text: string; readonly lastsS: number } {
  const places = Object.entries(bucket)
    .filter(([, { e }]) => e > now)
    .sort(([, a], [, b]) => b.e - a.e);
  const parts: string[] = [];
  let bytes = 2;
  for (const [key, place] of places) {
    const part = `${JSON.stringify(key)}:${JSON.stringify(place)}`;
    const more = bytesOf(part) + 1;
    if (bytes + more > CACHE_LIMITS.valueBytes) continue;
    bytes += more;
    parts.push(part);
  }
  const lastsMs = (places[0]?.[1].e ?? now) - now;
  return { text: `{${parts.join(",")}}`, lastsS: Math.min(Math.max(Math.ceil(lastsMs / 1000), 1), CACHE_LIMITS.maxS) };
}

export function createAnswerStore(now: () => number): AnswerStore {
  const cache = scriptCache();
  /** Marks of this execution, as they were written: others' may be over by the time a bucket is written again. */
  const own = new Set<string>();

  function load(keys: readonly string[]): { readonly buckets: Map<string, Bucket>; readonly epoch: number } {
    const names = [...new Set(keys.map(bucketOf))];
    const texts = cache.getAll([...names, EPOCH]);
    return { buckets: new Map(names.map((name) => [name, parse(texts[name])])), epoch: Number(texts[EPOCH] ?? 0) };
  }

  type Loaded = ReturnType<typeof load>;

  function knownIn({ buckets, epoch }: Loaded, keys: readonly string[], waiting: ReadonlySet<string>): Known {
    const known: Known = { outcomes: new Map(), others: new Map() };
    for (const key of keys) {
      const place = buckets.get(bucketOf(key))?.[key];
      if (!place || place.e <= now()) continue;
      const { a, f, w, e } = place;
      if (isMark(place)) known.others.set(key, e);
      else if (a && a.receivedAt >= epoch && (w === undefined || waiting.has(key))) known.outcomes.set(key, outcomeOf(a));
      else if (f && waiting.has(key)) known.outcomes.set(key, f);
    }
    return known;
  }

  /** One call for all: each place knows for itself until when it counts. */
  function save(buckets: Map<string, Bucket>): void {
    const at = now();
    const packed = [...buckets].map(([name, bucket]) => ({ name, ...textOf(bucket, at) }));
    cache.putAll(Object.fromEntries(packed.map(({ name, text }) => [name, text])), largest(packed.map(({ lastsS }) => lastsS)));
  }

  function mark(loaded: Loaded, keys: readonly string[]): void {
    for (const key of keys) {
      const bucket = loaded.buckets.get(bucketOf(key));
      if (bucket) bucket[key] = { e: now() + MARK_MS };
      own.add(key);
    }
    if (keys.length > 0) save(loaded.buckets);
  }

  const free = (keys: readonly string[], { outcomes, others }: Known): string[] => keys.filter((key) => !outcomes.has(key) && !others.has(key));

  return {
    read: (keys, waiting = new Set()) => knownIn(load(keys), keys, waiting),
    claim: (keys, waiting) => {
      for (let tries = 0; tries < LOCK_TRIES; tries++) {
        let claimed: ReturnType<AnswerStore["claim"]> | undefined;
        alone(LOCK_MS, () => {
          const loaded = load(keys);
          const known = knownIn(loaded, keys, waiting);
          const mine = free(keys, known);
          mark(loaded, mine);
          claimed = { ...known, mine };
        });
        if (claimed) return claimed;
        // Whoever had the lock may have marked all of it: then there is nothing to take on.
        const known = knownIn(load(keys), keys, waiting);
        if (free(keys, known).length === 0) return { ...known, mine: [] };
      }
      // A second request is better than none.
      const known = knownIn(load(keys), keys, waiting);
      const mine = free(keys, known);
      for (const key of mine) own.add(key);
      return { ...known, mine };
    },
    settle: (outcomes, answers, leastMs, waitMs) => {
      if (outcomes.size === 0) return;
      const put = (locked: boolean) => {
        const { buckets } = load([...outcomes.keys()]);
        // Without the lock somebody else's place of this moment may be overwritten: an answer is asked again, but a mark that is over would be waited for.
        if (!locked)
          for (const bucket of buckets.values()) for (const [key, place] of Object.entries(bucket)) if (isMark(place) && !own.has(key)) delete bucket[key];
        for (const [key, outcome] of outcomes) {
          const bucket = buckets.get(bucketOf(key));
          if (bucket) bucket[key] = placeOf(outcome, answers.get(key), leastMs, now());
          own.delete(key);
        }
        save(buckets);
      };
      if (!alone(waitMs, () => put(true))) put(false);
    },
    startAnew: () => cache.putAll({ [EPOCH]: String(now()) }, CACHE_LIMITS.maxS),
  };
}

/** So long the answer to a renewed question serves the cells that are then calculated: thousands of them take Google some minutes. */
export const RENEWED_MS = 5 * LIMITS.renewedMs;
