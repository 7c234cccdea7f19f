import type { Host, Reply } from "../../core/host";

/** A synchronous host's clock, sleep and blocking requests. */
interface Blocking {
  now(): number;
  sleep(ms: number): void;
  /** Sends these bodies at once; returns the replies in order. Does not throw. */
  fetchAll(bodies: readonly string[]): readonly Reply[];
  random(): number;
}

/** The core's host without timers; `run` does the scheduled work. */
interface SyncHost extends Host {
  /** Runs scheduled work when due, and sends requests together in between, until `done()` or nothing is left. */
  run(done: () => boolean): void;
}

interface Scheduled {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** Expected duration of the first request: a proxy in front of the service gives up then. */
export const FIRST_MS = 12_000;
/** Shortest expected duration of later requests; they are expected to take 1.25 times the slowest so far. */
const LATER_MS = 4_000;

/**
 * Runs the core with blocking requests: requests are collected until no other work is due, then sent together.
 * @param end wall time by which the last request should return. A request that is expected to return later is not sent; its calls get the core's timeout
 *   at once.
 */
export function createSyncHost(blocking: Blocking, end: number): SyncHost {
  const scheduled = new Set<Scheduled>();
  let outbox: { readonly body: string; readonly done: (reply: Reply) => void; off: boolean }[] = [];
  let order = 0;
  let slowest: number | undefined;
  /** Time skipped instead of waited for, once no reply can come in time. */
  let skipped = 0;
  const now = (): number => blocking.now() + skipped;
  const expected = (): number => (slowest === undefined ? FIRST_MS : Math.max(LATER_MS, 1.25 * slowest));

  const next = (): Scheduled | undefined => {
    let first: Scheduled | undefined;
    for (const s of scheduled) if (!first || s.at < first.at || (s.at === first.at && s.order < first.order)) first = s;
    return first;
  };

  function deliver(): void {
    const sent = outbox.filter(({ off }) => !off);
    outbox = [];
    if (sent.length === 0) return;
    const begun = blocking.now();
    const replies = blocking.fetchAll(sent.map(({ body }) => body));
    slowest = Math.max(slowest ?? 0, blocking.now() - begun);
    for (const [i, { done, off }] of sent.entries()) if (!off) done(replies[i] ?? { status: 0, body: "" });
  }

  return {
    blocks: true,
    now,
    random: () => blocking.random(),
    schedule: (work, ms) => {
      const task: Scheduled = { at: now() + Math.max(0, ms), order: order++, work };
      scheduled.add(task);
      return () => void scheduled.delete(task);
    },
    send: (body, done) => {
      const letter = { body, done, off: false };
      outbox.push(letter);
      return () => {
        letter.off = true;
      };
    },
    run: (done) => {
      while (!done()) {
        const task = next();
        if (task && task.at <= now()) {
          scheduled.delete(task);
          task.work();
        } else if (outbox.length > 0 && skipped === 0 && blocking.now() + expected() <= end) deliver();
        else if (!task) return;
        else if (skipped === 0 && outbox.length === 0 && task.at + expected() <= end) blocking.sleep(task.at - now());
        else skipped += task.at - now();
      }
    },
  };
}
