import type { Answer } from "./outcome";

/** One cached answer and the refresh generation of its request. */
interface Kept {
  readonly key: string;
  answer: Answer;
  generation: number;
  /** Fresh at least until this wall time (ms), whatever its `max_age_s`. */
  leastUntil: number;
  /** Number of its last use; smaller is longer ago. */
  used: number;
}

/** Answers by question key; evicts the least recently used. Expired answers stay: a cell shows them if its call fails. */
interface AnswerCache {
  /** Answer of this generation within its `max_age_s`. */
  fresh(key: string, generation: number, now: number): Answer | undefined;
  /** Last known answer of any age. */
  last(key: string): Answer | undefined;
  /** @param leastMs minimum time it stays fresh, whatever its `max_age_s`; until then it is evicted last */
  put(key: string, answer: Answer, generation: number, leastMs?: number): void;
  clear(): void;
}

/** Maximum number of cached answers, at about 700 bytes each: more distinct questions than workbooks have. */
export const CACHE_SIZE = 200_000;
/** Evicts the least recently used of this many random answers: close to the least recent of all, without a cost per use. */
const SAMPLE = 8;

/**
 * Caches answers. Eviction is random among the oldest: a workbook larger than the cache recalculates in the same order each time, and strict LRU would evict
 * each answer just before it is needed.
 */
export function createAnswerCache(random: () => number, max = CACHE_SIZE): AnswerCache {
  const byKey = new Map<string, Kept>();
  /** The same answers as a list, for random picks. */
  const all: Kept[] = [];
  let uses = 0;

  /** Index of the answer to evict. */
  function least(now: number): number {
    // Refreshed answers stay until the cells have read them.
    const rank = ({ used, leastUntil }: Kept): number => (leastUntil > now ? used + Number.MAX_SAFE_INTEGER / 2 : used);
    let found = 0;
    let lowest = Infinity;
    const sample = Math.min(SAMPLE, all.length);
    for (let i = 0; i < sample; i++) {
      const at = sample === all.length ? i : Math.floor(random() * all.length);
      const ranked = rank(all[at]!);
      if (ranked < lowest) [found, lowest] = [at, ranked];
    }
    return found;
  }

  return {
    fresh: (key, generation, now) => {
      const found = byKey.get(key);
      if (!found || found.generation !== generation) return undefined;
      found.used = ++uses;
      const age = now - found.answer.receivedAt;
      // A negative age (the clock was set back) counts as expired.
      return age >= 0 && (age < found.answer.maxAgeS * 1000 || now < found.leastUntil) ? found.answer : undefined;
    },
    last: (key) => byKey.get(key)?.answer,
    put: (key, answer, generation, leastMs = 0) => {
      const leastUntil = leastMs === 0 ? 0 : answer.receivedAt + leastMs;
      const found = byKey.get(key);
      if (found) {
        if (found.generation <= generation) Object.assign(found, { answer, generation, leastUntil, used: ++uses });
        return;
      }
      const kept: Kept = { key, answer, generation, leastUntil, used: ++uses };
      if (all.length < max) all.push(kept);
      else {
        const at = least(answer.receivedAt);
        byKey.delete(all[at]!.key);
        all[at] = kept;
      }
      byKey.set(key, kept);
    },
    clear: () => {
      byKey.clear();
      all.length = 0;
    },
  };
}
