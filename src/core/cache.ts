import type { Answer } from "./outcome";

/** One kept answer and the refresh generation in which it was asked. */
interface Kept {
  readonly key: string;
  answer: Answer;
  generation: number;
  /** Wall milliseconds until which it is fresh at least, whatever its `max_age_s`. */
  leastUntil: number;
  /** Counts up with each use: the smaller, the longer it has not been used. */
  used: number;
}

/** Answers by question, the least recently used dropped first. Ages are judged here; nothing is dropped for being old, because an old answer stands in when a call fails. */
export interface AnswerCache {
  /** An answer that may be served again without asking: of this generation and within its `max_age_s`. */
  fresh(key: string, generation: number, now: number): Answer | undefined;
  /** Whatever was last known, however old. */
  last(key: string): Answer | undefined;
  /** @param leastMs fresh for so long at least, whatever its `max_age_s`; until then it is dropped after all others */
  put(key: string, answer: Answer, generation: number, leastMs?: number): void;
  clear(): void;
}

/** More distinct questions than workbooks ask; about 700 bytes each. A smaller workbook fills as much as it asks. */
export const CACHE_SIZE = 200_000;
/** Of so many answers the one that was not used the longest is dropped: nearly that of all, at no cost per use. */
const SAMPLE = 8;

/**
 * A workbook that asks more than the cache holds recalculates in the same order each time. Dropping strictly the oldest would then drop each answer just
 * before it is asked for; a drawn one costs only as many requests as there are answers too many.
 */
export function createAnswerCache(random: () => number, max = CACHE_SIZE): AnswerCache {
  const byKey = new Map<string, Kept>();
  /** The same, to draw from. */
  const all: Kept[] = [];
  let uses = 0;

  /** The place of an answer to drop. */
  function least(now: number): number {
    // Renewed answers are kept for the cells that come for them.
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
      // A clock that was set back makes an age negative: nothing can be said of it, so it counts as old.
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
