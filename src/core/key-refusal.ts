import type { Host } from "./host";
import { keyRefused } from "./messages";
import type { FailureCode } from "./outcome";
import { readDetail } from "./reply";

/** Why nothing may be sent with the key in use. */
export interface Refusal {
  readonly code: FailureCode;
  readonly message: string;
}

/** What the service said of the key: once it is refused, no request goes out until the key changes or the quota resets. */
export interface KeyRefusal {
  now(): Refusal | undefined;
  /** @param body of the reply that refused it */
  refuse(body: string): Refusal;
  /** Another key. */
  clear(): void;
}

export function createKeyRefusal(host: Host): KeyRefusal {
  let refusal: (Refusal & { readonly at: number; readonly until?: number }) | undefined;
  return {
    now: () => {
      if (refusal?.until === undefined) return refusal;
      const now = host.now();
      // Where the clock was set back it is not known how much of the time is over: one request may try.
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
