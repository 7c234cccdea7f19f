import type { Host } from "./host";
import { LIMITS } from "./limits";

/**
 * The one gate for 429 of the whole client. While it is shut nothing is sent; when its time is over one request goes first,
 * and only its success opens it wide. Waits that the service does not name double each time.
 */
export interface Gate {
  /** Milliseconds until requests may go again; 0 when open. */
  shutFor(): number;
  /** Requests that may be under way now. */
  limit(): number;
  shut(askedMs: number | undefined): void;
  succeeded(): void;
}

export function createGate(host: Host, reopened: () => void): Gate {
  let until: number | undefined;
  let callOff: (() => void) | undefined;
  let probing = false;
  let inARow = 0;

  const open = () => {
    until = undefined;
    probing = true;
    reopened();
  };

  return {
    shutFor: () => (until === undefined ? 0 : Math.max(1, until - host.now())),
    limit: () => (until !== undefined ? 0 : probing ? 1 : LIMITS.inFlight),
    shut: (askedMs) => {
      const own = Math.min(LIMITS.gateMs * 2 ** inARow, LIMITS.gateMaxMs);
      inARow++;
      // A little more than asked for, differently for each client, so that not all of them come back in the same instant.
      const wait = (askedMs ?? own) + host.random() * 250;
      const end = host.now() + wait;
      if (until !== undefined && until >= end) return;
      until = end;
      callOff?.();
      callOff = host.schedule(open, wait);
    },
    succeeded: () => {
      probing = false;
      inARow = 0;
    },
  };
}
