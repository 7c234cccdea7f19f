import type { Host } from "./host";
import { LIMITS } from "./limits";

/** Client-wide retry budget: small during an outage, earned back by complete replies and slowly by time. */
interface Budget {
  /** Spends one retry. False if none is left. */
  take(): boolean;
  /** Records a complete reply. */
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
