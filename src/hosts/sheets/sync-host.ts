import type { Host, Reply } from "../../core/host";

/** What a synchronous host has: a clock, a way to wait, and requests that are sent together and waited for. */
interface Blocking {
  now(): number;
  sleep(ms: number): void;
  /** Sends these bodies at once; gives the replies in their order. Does not throw. */
  fetchAll(bodies: readonly string[]): readonly Reply[];
  random(): number;
}

/** The core's host in a world without timers, and what makes its work happen. */
interface SyncHost extends Host {
  /** Works until `done` says so or nothing is left to do: scheduled work in its time, and requests in between, several at once. */
  run(done: () => boolean): void;
}

interface Scheduled {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** A first request is taken to need so long: a proxy before the service gives up then. */
export const FIRST_MS = 12_000;
/** A later one at least so long, and a quarter longer than the slowest so far. */
const LATER_MS = 4_000;

/**
 * Runs the core where every request blocks: what is sent gathers until nothing else is due, then goes out together.
 * @param end wall time by which the last request should be back: one that would come later, as far as those so far tell, is not begun, and
 *   whoever waits for it is answered by the core's own deadline, without waiting for that
 */
export function createSyncHost(blocking: Blocking, end: number): SyncHost {
  const scheduled = new Set<Scheduled>();
  let outbox: { readonly body: string; readonly done: (reply: Reply) => void; off: boolean }[] = [];
  let order = 0;
  let slowest: number | undefined;
  /** Time that was passed over, not waited for, once nothing could come any more. */
  let passed = 0;
  const now = (): number => blocking.now() + passed;
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
        } else if (outbox.length > 0 && passed === 0 && blocking.now() + expected() <= end) deliver();
        else if (!task) return;
        else if (passed === 0 && outbox.length === 0 && task.at + expected() <= end) blocking.sleep(task.at - now());
        else passed += task.at - now();
      }
    },
  };
}
