import { LIMITS } from "../../core/limits";
import type { Answer } from "../../core/outcome";
import { BASE_URL } from "./credentials";
import { bytesOf, CACHE_LIMITS, hashOf, scriptCache } from "./script-cache";

/**
 * Answers kept between executions, which share nothing else. Google's cache holds 1,000 values of 100 KB, so many answers are packed into one value: each
 * question has its place in one of 128 buckets. A place holds an answer until it is too old, or the mark of an execution that is asking.
 */
export interface AnswerStore {
  /** The answers that may be served without asking. */
  read(keys: readonly string[]): Map<string, Answer>;
  /**
   * Takes on the asking of what nobody else is asking. `answers` came in meanwhile; `others` are being asked until the given time by somebody else.
   * Where the lock cannot be had, everything is taken on: a second request is better than none.
   */
  claim(
    keys: readonly string[],
    until: number,
  ): { readonly answers: Map<string, Answer>; readonly mine: readonly string[]; readonly others: Map<string, number> };
  /** Keeps what came and gives up the marks on what did not. `leastMs`: fresh for so long at least, whatever its `max_age_s`. */
  settle(answers: ReadonlyMap<string, Answer>, keys: readonly string[], leastMs?: number): void;
  /** From now on everything is asked anew: another key may see more, or less. */
  startAnew(): void;
}

/** One question's place: an answer with the time until which it is fresh, or the time until which somebody asks. */
interface Place {
  readonly e: number;
  readonly a?: Answer;
}
type Bucket = Record<string, Place>;

const BUCKETS = 128;
/** An answer that says that a name is not known, or an argument is wrong: short, because names come and slips are mended. */
const UNKNOWN_S = 600;
/** Longest wait for the lock; whoever holds it does so for two or three calls of the cache. */
const LOCK_MS = 3_000;

/** Another service, or another form of what is kept, has other buckets. */
const space = `v1.${hashOf(BASE_URL ?? "").toString(36)}`;
const nameOf = (bucket: number): string => `answers.${space}.${bucket}`;
const EPOCH = `epoch.${space}`;
const bucketOf = (key: string): string => nameOf(hashOf(key) % BUCKETS);

const shortLived = (code: string | undefined): boolean => code !== undefined && (code.startsWith("unknown_") || code === "bad_argument");

function freshUntil(answer: Answer, leastMs: number): number {
  const maxAgeS = shortLived(answer.code) ? Math.min(answer.maxAgeS, UNKNOWN_S) : answer.maxAgeS;
  return answer.receivedAt + Math.min(Math.max(maxAgeS * 1000, leastMs), CACHE_LIMITS.maxS * 1000);
}

function parse(text: string | undefined): Bucket {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null ? (read as Bucket) : {};
  } catch {
    return {};
  }
}

/** The bucket as text, without what is too old; where it grows too big, what is fresh the longest stays. */
function textOf(bucket: Bucket, now: number): { readonly text: string; readonly lastsS: number } {
  const places = Object.entries(bucket)
    .filter(([, { e }]) => e > now)
    .sort(([, a], [, b]) => b.e - a.e);
  const parts: string[] = [];
  let bytes = 2;
  for (const [key, place] of places) {
    const part = `${JSON.stringify(key)}:${JSON.stringify(place)}`;
    bytes += bytesOf(part) + 1;
    if (bytes > CACHE_LIMITS.valueBytes) break;
    parts.push(part);
  }
  const lastsMs = (places[0]?.[1].e ?? now) - now;
  return { text: `{${parts.join(",")}}`, lastsS: Math.min(Math.max(Math.ceil(lastsMs / 1000), 1), CACHE_LIMITS.maxS) };
}

export function createAnswerStore(now: () => number): AnswerStore {
  const cache = scriptCache();

  function load(keys: readonly string[]): { readonly buckets: Map<string, Bucket>; readonly epoch: number } {
    const names = [...new Set(keys.map(bucketOf))];
    const texts = cache.getAll([...names, EPOCH]) as Readonly<Record<string, string | undefined>>;
    return { buckets: new Map(names.map((name) => [name, parse(texts[name])])), epoch: Number(texts[EPOCH] ?? 0) };
  }

  type Loaded = ReturnType<typeof load>;

  function freshIn({ buckets, epoch }: Loaded, key: string): Answer | undefined {
    const place = buckets.get(bucketOf(key))?.[key];
    return place?.a && place.e > now() && place.a.receivedAt >= epoch ? place.a : undefined;
  }

  function answersIn(loaded: Loaded, keys: readonly string[]): Map<string, Answer> {
    const found = new Map<string, Answer>();
    for (const key of keys) {
      const answer = freshIn(loaded, key);
      if (answer) found.set(key, answer);
    }
    return found;
  }

  /** Lets one execution at a time read, change and write buckets; false, and nothing done, where that could not be had in time. */
  function locked(work: () => void): boolean {
    const lock = LockService.getDocumentLock() ?? LockService.getScriptLock();
    if (!lock.tryLock(LOCK_MS)) return false;
    try {
      work();
    } finally {
      lock.releaseLock();
    }
    return true;
  }

  /** One call for all: each place knows for itself until when it is fresh. */
  function save(buckets: Map<string, Bucket>): void {
    const at = now();
    const packed = [...buckets].map(([name, bucket]) => ({ name, ...textOf(bucket, at) }));
    cache.putAll(Object.fromEntries(packed.map(({ name, text }) => [name, text])), Math.max(...packed.map(({ lastsS }) => lastsS)));
  }

  return {
    read: (keys) => answersIn(load(keys), keys),
    claim: (keys, until) => {
      let answers = new Map<string, Answer>();
      const mine: string[] = [];
      const others = new Map<string, number>();
      const had = locked(() => {
        const loaded = load(keys);
        answers = answersIn(loaded, keys);
        for (const key of keys) {
          if (answers.has(key)) continue;
          const bucket = loaded.buckets.get(bucketOf(key)) ?? {};
          const place = bucket[key];
          if (place && !place.a && place.e > now()) others.set(key, place.e);
          else {
            mine.push(key);
            bucket[key] = { e: until };
          }
        }
        if (mine.length > 0) save(loaded.buckets);
      });
      return had ? { answers, mine, others } : { answers, mine: keys, others };
    },
    settle: (answers, keys, leastMs = 0) => {
      if (keys.length === 0) return;
      const put = () => {
        const { buckets } = load(keys);
        for (const key of keys) {
          const bucket = buckets.get(bucketOf(key)) ?? {};
          const answer = answers.get(key);
          if (answer) bucket[key] = { e: freshUntil(answer, leastMs), a: answer };
          else if (bucket[key] && !bucket[key].a) delete bucket[key];
        }
        save(buckets);
      };
      // Without the lock somebody else's answer of this moment may be overwritten, and is asked again: better than keeping none of these.
      if (!locked(put)) put();
    },
    startAnew: () => cache.put(EPOCH, String(now()), CACHE_LIMITS.maxS),
  };
}

/** So long the answer to a renewed question serves the cells that are then calculated: thousands of them take Google some minutes. */
export const RENEWED_MS = 5 * LIMITS.renewedMs;
