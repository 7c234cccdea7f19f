import type { Host } from "./host";
import type { Failure } from "./failure";
import { LIMITS } from "./limits";
import { readDetail } from "./reply";
import { keyFailure } from "./status-failure";

/** When the current key was refused. After `until` one request may try again. */
interface Refusal {
  readonly failure: Failure;
  readonly at: number;
  readonly until: number | undefined;
}

/** Wall time after which a request may try again; undefined if only another key helps. */
function endOf(failure: Failure, at: number): number | undefined {
  if (failure.code === "over_quota" && failure.resetsAt !== undefined) return Date.parse(failure.resetsAt);
  return failure.code === "over_quota" || failure.code === "key_refused" ? at + LIMITS.refusalMs : undefined;
}

/** Refusal of the current key: stops all requests until the key changes or the quota resets. */
interface KeyRefusal {
  now(): Failure | undefined;
  /** @param body of the 401 reply */
  refuse(body: string): Failure;
  /** Forgets the refusal: the key has changed. */
  clear(): void;
}

export function createKeyRefusal(host: Host): KeyRefusal {
  let refusal: Refusal | undefined;
  return {
    now: () => {
      if (refusal?.until === undefined) return refusal?.failure;
      const now = host.now();
      // After the clock was set back the remaining time is unknown: one request may try.
      if (now >= refusal.until || now < refusal.at) refusal = undefined;
      return refusal?.failure;
    },
    refuse: (body) => {
      const at = host.now();
      const failure = keyFailure(readDetail(body));
      refusal = { failure, at, until: endOf(failure, at) };
      return failure;
    },
    clear: () => {
      refusal = undefined;
    },
  };
}
