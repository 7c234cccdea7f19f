/** Longest single timeout. Longer waits are split, so that work that fell due while the machine slept runs soon after it wakes. */
const MAX_TIMEOUT_MS = 30_000;

/** Repeats work at an interval of wall time. Work that fell due while the machine slept runs once. */
interface RepeatTimer {
  /** Sets the interval and starts it; undefined stops the timer. */
  every(ms: number | undefined): void;
  /** Next run, in wall milliseconds. */
  nextAt(): number | undefined;
}

export function createRepeatTimer(now: () => number, work: () => Promise<unknown>): RepeatTimer {
  let interval: number | undefined;
  let due: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function arm(): void {
    clearTimeout(timer);
    if (due !== undefined) timer = setTimeout(check, Math.max(0, Math.min(MAX_TIMEOUT_MS, due - now())));
  }

  function check(): void {
    if (due === undefined || interval === undefined) return;
    // If the clock was set back, the wait must not exceed one interval.
    if (due - now() > interval) due = now() + interval;
    if (now() < due) return arm();
    due = undefined;
    const current = interval;
    const repeat = () => {
      // The interval may have been changed during the work.
      if (due !== undefined || interval !== current) return;
      due = now() + current;
      arm();
    };
    work().then(repeat, repeat);
  }

  return {
    every: (ms) => {
      interval = ms;
      due = ms === undefined ? undefined : now() + ms;
      arm();
    },
    nextAt: () => due,
  };
}
