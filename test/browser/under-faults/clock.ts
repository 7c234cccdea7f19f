import type { BrowserContext } from "playwright-core";

/** The time of the pages. It runs as on every machine, and a test can have some of it pass. */
export interface Clock {
  /** Runs all timers that are due within these milliseconds, in their order. */
  pass(ms: number): Promise<void>;
  /** Suspends the pages, as a closed lid does. When they wake, each overdue timer runs once, before they read the replies that came meanwhile. */
  suspend(ms: number, replies: () => void): Promise<void>;
  /** True until suspended pages have woken. */
  isSuspended(): boolean;
  /** Has time pass in steps until nothing is left; after many steps throws. */
  until(left: () => readonly string[]): Promise<void>;
}

const STEP_MS = 1_000;
/** More than any call, refresh or pause may take. */
const STEPS = 400;

export async function replaceClock(context: BrowserContext): Promise<Clock> {
  await context.clock.install();
  let suspended = false;
  const pass = (ms: number): Promise<void> => context.clock.runFor(ms);
  return {
    pass,
    suspend: async (ms, replies) => {
      suspended = true;
      await context.clock.fastForward(ms);
      suspended = false;
      replies();
    },
    isSuspended: () => suspended,
    until: async (left) => {
      for (let step = 0; ; step++) {
        // For messages that are on their way between pages, browser and test.
        await new Promise((resolve) => setTimeout(resolve, 20));
        const still = left();
        if (still.length === 0) return;
        if (step > STEPS) throw new Error(`After ${STEPS} seconds there are still ${still.slice(0, 20).join(", ")}`);
        await pass(STEP_MS);
      }
    },
  };
}
