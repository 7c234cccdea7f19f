import type { Host } from "./host";
import { LIMITS } from "./limits";

/** Repetitions that the whole client may make: few during an outage, earned back by whole replies and, slowly, by time. */
export interface Budget {
  /** Takes one repetition, where there is one left. */
  take(): boolean;
  /** A request was answered whole. */
  earn(): void;
}

export function createBudget(host: Host): Budget {
  let left: number = LIMITS.retryBudget;
  let at = host.now();
  return {
    take: () => {
      const now = host.now();
      left = Math.min(LIMITS.retryBudget, left + Math.max(0, now - at) / LIMITS.retryRefillMs);
      at = now;
      if (left < 1) return false;
      left--;
      return true;
    },
    earn: () => {
      left = Math.min(LIMITS.retryBudget, left + LIMITS.retryEarned);
    },
  };
}
