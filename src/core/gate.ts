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
  /** Another key or service: what the last one asked for does not count. */
  reset(): void;
}

export function createGate(host: Host, reopened: () => void): Gate {
  let until: number | undefined;
  let callOff: (() => void) | undefined;
  let probing = false;
  let inARow = 0;

  /** Waits in timers that no host's timer overflows; counted down, because a clock may be set. */
  function wait(ms: number): void {
    const part = Math.min(ms, LIMITS.gateTimerMs);
    callOff = host.schedule(() => {
      if (ms > part) return wait(ms - part);
      until = undefined;
      probing = true;
      reopened();
    }, part);
  }

  return {
    shutFor: () => (until === undefined ? 0 : Math.max(1, until - host.now())),
    limit: () => (until !== undefined ? 0 : probing ? 1 : LIMITS.inFlight),
    shut: (askedMs) => {
      const own = Math.min(LIMITS.gateMs * 2 ** inARow, LIMITS.gateMaxMs);
      // "Retry-After: 0" is taken at its word once; a service that goes on saying so is not asked in a circle.
      const least = askedMs === undefined || inARow > 0 ? own : 0;
      inARow++;
      // A little more than asked for, differently for each client, so that not all of them come back in the same instant.
      const ms = Math.max(askedMs ?? 0, least) + host.random() * 250;
      const end = host.now() + ms;
      if (until !== undefined && until >= end) return;
      until = end;
      callOff?.();
      wait(ms);
    },
    succeeded: () => {
      probing = false;
      inARow = 0;
    },
    reset: () => {
      callOff?.();
      until = undefined;
      probing = false;
      inARow = 0;
    },
  };
}
