import { LRUCache } from "lru-cache";
import type { Answer } from "./outcome";

/** One kept answer and the refresh generation in which it was asked. */
interface Kept {
  readonly answer: Answer;
  readonly generation: number;
  /** Fresh for this long at least, whatever its `max_age_s`. */
  readonly leastMs: number;
}

/** Answers by question, the least recently used dropped first. Ages are judged here; nothing is dropped for being old, because an old answer stands in when a call fails. */
export interface AnswerCache {
  /** An answer that may be served again without asking: of this generation and within its `max_age_s`. */
  fresh(key: string, generation: number, now: number): Answer | undefined;
  /** Whatever was last known, however old. */
  last(key: string): Answer | undefined;
  put(key: string, answer: Answer, generation: number, leastMs?: number): void;
  clear(): void;
}

export const CACHE_SIZE = 50_000;

export function createAnswerCache(max = CACHE_SIZE): AnswerCache {
  const kept = new LRUCache<string, Kept>({ max });
  return {
    fresh: (key, generation, now) => {
      const found = kept.get(key);
      if (!found || found.generation !== generation) return undefined;
      const age = now - found.answer.receivedAt;
      // A clock that was set back makes an age negative: nothing can be said of it, so it counts as old.
      return age >= 0 && age < Math.max(found.answer.maxAgeS * 1000, found.leastMs) ? found.answer : undefined;
    },
    last: (key) => kept.get(key)?.answer,
    put: (key, answer, generation, leastMs = 0) => {
      const found = kept.peek(key);
      if (!found || found.generation <= generation) kept.set(key, { answer, generation, leastMs });
    },
    clear: () => kept.clear(),
  };
}
