import type { Host } from "../host";
import { LIMITS } from "../limits";

/** Counts down the time that a runtime is awake. */
export type Deadline = ReturnType<typeof startDeadline>;

/**
 * Calls `ended` after these milliseconds awake. A runtime that wakes (after sleep, in a frozen page, after a long task) runs overdue timers before it reads
 * the replies that came meanwhile. So the time is counted in several timers: a suspension ends one of them, and if it ends the last, that one is repeated once.
 * Each late timer still counts, or timers that a browser throttles to one a minute would never end.
 */
export function startDeadline(host: Host, ms: number, ended: () => void) {
  let parts: number = host.blocks ? 1 : LIMITS.deadlineParts;
  const part = ms / parts;
  let suspended = false;
  let begun = 0;
  let cancel = (): void => undefined;
  /** How long ago the timer should have run. If the clock was set back, that is unknown: 0. */
  const overdue = (): number => (host.blocks ? 0 : Math.max(0, host.now() - begun - part));

  function wait(isRepeated: boolean): void {
    begun = host.now();
    cancel = host.schedule(() => {
      const late = overdue();
      suspended ||= late > LIMITS.suspendedMs;
      const isLast = parts === 1;
      if (isLast && (isRepeated || late <= LIMITS.lateMs)) return ended();
      if (!isLast) parts--;
      wait(isLast);
    }, part);
  }
  wait(false);

  return {
    /** Milliseconds awake until it ends. */
    left: (): number => part * (parts - 1) + Math.min(part, Math.max(0, begun + part - host.now())),
    /** Whether the runtime was suspended since the start. */
    wasSuspended: (): boolean => suspended || overdue() > LIMITS.suspendedMs,
    cancel: (): void => cancel(),
  };
}
