import type { Host } from "./host";
import { keyRefused } from "./messages";
import type { FailureCode } from "./outcome";
import { readDetail } from "./reply";

/** Why the current key cannot be used. */
interface Refusal {
  readonly code: FailureCode;
  readonly message: string;
}

/** Refusal of the current key: stops all requests until the key changes or the quota resets. */
interface KeyRefusal {
  now(): Refusal | undefined;
  /** @param body of the 401 reply */
  refuse(body: string): Refusal;
  /** Forgets the refusal: the key has changed. */
  clear(): void;
}

export function createKeyRefusal(host: Host): KeyRefusal {
  let refusal: (Refusal & { readonly at: number; readonly until?: number }) | undefined;
  return {
    now: () => {
      if (refusal?.until === undefined) return refusal;
      const now = host.now();
      // After the clock was set back the remaining time is unknown: one request may try.
      if (now >= refusal.until || now < refusal.at) refusal = undefined;
      return refusal;
    },
    refuse: (body) => {
      const at = host.now();
      const { code, message, until } = keyRefused(readDetail(body), at);
      return (refusal = { code, message, at, ...(until === undefined ? {} : { until }) });
    },
    clear: () => {
      refusal = undefined;
    },
  };
}
