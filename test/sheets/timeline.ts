export type Timeline = ReturnType<typeof createTimeline>;

interface Due {
  readonly at: number;
  readonly rank: number;
  readonly order: number;
  readonly work: () => void | Promise<void>;
}

/** Virtual time. It advances only to the next event, and only when everything that runs waits. */
export function createTimeline(start: number) {
  let now = start;
  let order = 0;
  let due: Due[] = [];
  let driving = false;

  /** One task at a time, each to its end, so that two runs of a test are the same. */
  async function drive(): Promise<void> {
    try {
      for (;;) {
        const next = due.reduce<Due | undefined>((a, b) => (a && (a.at - b.at || a.rank - b.rank || a.order - b.order) <= 0 ? a : b), undefined);
        if (!next) return;
        due = due.filter((d) => d !== next);
        now = Math.max(now, next.at);
        await next.work();
        // Waiting code continues before time advances.
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      driving = false;
    }
  }

  return {
    now: () => now,
    /** Schedules a task in this many milliseconds; at equal times the lower rank runs first. Returns a cancel function. */
    after: (ms: number, rank: number, work: Due["work"]) => {
      const item: Due = { at: now + ms, rank, order: order++, work };
      due.push(item);
      if (!driving) {
        driving = true;
        // After the calling task, so that everything it starts begins at the same time.
        setImmediate(() => void drive());
      }
      return () => {
        due = due.filter((d) => d !== item);
      };
    },
    /** Advances the time while nothing runs. */
    advance: (ms: number) => {
      if (due.length > 0) throw new Error("Time is moved by the executions while any runs: wait for them first.");
      if (!(ms >= 0)) throw new Error(`Time passes forwards, got ${ms} ms.`);
      now += ms;
    },
  };
}
