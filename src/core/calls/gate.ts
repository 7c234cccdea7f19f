import type { Host } from "../host";
import { LIMITS } from "../limits";

/**
 * Client-wide gate for status 429. While it is shut, nothing is sent. Afterwards one request goes first, and only its success opens the gate for all. Waits
 * without Retry-After double each time.
 */
export function createGate(host: Host, reopened: () => void) {
  /** While shut: since when (wall time), and for how long. */
  let shutSince: { readonly at: number; readonly ms: number } | undefined;
  let cancel: (() => void) | undefined;
  let probing = false;
  let inARow = 0;
  let volleys = 0;

  /** Remaining wait. If the clock was set back it is unknown: returns the whole wait, and the timer ends it. */
  function left(): number {
    if (!shutSince) return 0;
    const { at, ms } = shutSince;
    const passed = host.now() - at;
    return passed < 0 ? ms : Math.max(1, ms - passed);
  }

  /** Waits in several timers, each short enough for every host. Counts down instead of reading the clock, which may change. */
  function wait(ms: number): void {
    const part = Math.min(ms, LIMITS.gateTimerMs);
    cancel = host.schedule(() => {
      if (ms > part) return wait(ms - part);
      shutSince = undefined;
      probing = true;
      reopened();
    }, part);
  }

  return {
    /** Milliseconds until the gate opens; 0 if it is open. */
    shutFor: left,
    /** Maximum number of requests allowed in flight now. */
    limit: (): number => (shutSince ? 0 : probing ? 1 : LIMITS.inFlight),
    /** Number of times the gate was shut. Requests sent between two shuts form one volley. */
    volley: () => volleys,
    /** @param volley value of `volley` when the refused request was sent; refusals of one volley count once */
    shut: (askedMs: number | undefined, volley: number): void => {
      if (volley === volleys) {
        volleys++;
        inARow++;
      }
      const row = Math.max(1, inARow);
      const own = Math.min(LIMITS.gateMs * 2 ** (row - 1), LIMITS.gateMaxMs);
      // "Retry-After: 0" is followed once. If the service repeats it, the default wait applies; otherwise requests would loop.
      const least = askedMs === undefined || row > 1 ? own : 0;
      // Random extra time, so that clients do not all return at once.
      const ms = Math.max(askedMs ?? 0, least) + host.random() * 250;
      if (left() >= ms) return;
      shutSince = { at: host.now(), ms };
      cancel?.();
      wait(ms);
    },
    succeeded: () => {
      probing = false;
      inARow = 0;
    },
    /** Opens the gate: the key or the service has changed. */
    reset: () => {
      cancel?.();
      shutSince = undefined;
      probing = false;
      inARow = 0;
    },
  };
}
