/** One timer of the page at most: longer waits are taken in pieces, so that a machine that slept is seen soon after it wakes. */
const PIECE_MS = 30_000;

/** Does something every so often, by the wall clock: what fell due while the machine slept is done once. */
interface RepeatTimer {
  /** Begins anew; undefined ends it. */
  every(ms: number | undefined): void;
  /** Wall milliseconds of the next time. */
  nextAt(): number | undefined;
}

export function createRepeatTimer(now: () => number, work: () => Promise<unknown>): RepeatTimer {
  let interval: number | undefined;
  let due: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function arm(): void {
    clearTimeout(timer);
    if (due !== undefined) timer = setTimeout(look, Math.max(0, Math.min(PIECE_MS, due - now())));
  }

  function look(): void {
    if (due === undefined || interval === undefined) return;
    // A clock that was set back must not put it off for longer than it ever was.
    if (due - now() > interval) due = now() + interval;
    if (now() < due) return arm();
    due = undefined;
    const began = interval;
    const again = () => {
      // Somebody may have set another pace while it worked.
      if (due !== undefined || interval !== began) return;
      due = now() + began;
      arm();
    };
    work().then(again, again);
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
