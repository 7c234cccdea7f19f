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
  /** The number of times that it was shut: requests that were sent between the same two are one volley. */
  volley(): number;
  /** @param volley what `volley` gave when the refused request was sent; the refusals of one volley count as one */
  shut(askedMs: number | undefined, volley: number): void;
  succeeded(): void;
  /** Another key or service: what the last one asked for does not count. */
  reset(): void;
}

export function createGate(host: Host, reopened: () => void): Gate {
  /** While shut: since which wall moment, and for how long. */
  let shutSince: { readonly at: number; readonly ms: number } | undefined;
  let callOff: (() => void) | undefined;
  let probing = false;
  let inARow = 0;
  let volleys = 0;

  /** How much of the wait is left. Of a clock that was set back it is not known: then all of it, and the timer ends it. */
  function left(): number {
    if (!shutSince) return 0;
    const { at, ms } = shutSince;
    const passed = host.now() - at;
    return passed < 0 ? ms : Math.max(1, ms - passed);
  }

  /** Waits in timers that no host's timer overflows; counted down, because a clock may be set. */
  function wait(ms: number): void {
    const part = Math.min(ms, LIMITS.gateTimerMs);
    callOff = host.schedule(() => {
      if (ms > part) return wait(ms - part);
      shutSince = undefined;
      probing = true;
      reopened();
    }, part);
  }

  return {
    shutFor: left,
    limit: () => (shutSince ? 0 : probing ? 1 : LIMITS.inFlight),
    volley: () => volleys,
    shut: (askedMs, volley) => {
      if (volley === volleys) {
        volleys++;
        inARow++;
      }
      const row = Math.max(1, inARow);
      const own = Math.min(LIMITS.gateMs * 2 ** (row - 1), LIMITS.gateMaxMs);
      // "Retry-After: 0" is taken at its word once; a service that goes on saying so is not asked in a circle.
      const least = askedMs === undefined || row > 1 ? own : 0;
      // A little more than asked for, differently for each client, so that not all of them come back in the same instant.
      const ms = Math.max(askedMs ?? 0, least) + host.random() * 250;
      if (left() >= ms) return;
      shutSince = { at: host.now(), ms };
      callOff?.();
      wait(ms);
    },
    succeeded: () => {
      probing = false;
      inARow = 0;
    },
    reset: () => {
      callOff?.();
      shutSince = undefined;
      probing = false;
      inARow = 0;
    },
  };
}
