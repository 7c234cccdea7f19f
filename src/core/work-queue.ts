import type { Host } from "./host";
import { LIMITS } from "./limits";

/**
 * Questions waiting for a request. Order: retried batches first, then parts of split batches and new questions in turns, so that neither blocks the other.
 * New questions are first come, first served.
 */
interface WorkQueue<E> {
  /** Adds a new question; available once gathering has ended. */
  arrive(entry: E): void;
  /** Starts gathering, unless it is running. */
  gather(): void;
  /** A queued question has lost its last waiter. It is skipped in its turn. */
  noteCancelled(): void;
  /** Removes and returns the next batch; empty if nothing waits. */
  take(): E[];
  /** Queues batches before everything else, in this order. */
  putFirst(...batches: E[][]): void;
  /** Queues the two parts of a split batch before earlier parts. */
  putParts(first: E[], second: E[]): void;
  /** Queues a batch for retry after a delay. */
  putLater(batch: E[], ms: number): void;
  /** Removes and returns everything. */
  takeAll(): E[];
  /** Everything, without removing it. */
  all(): E[];
}

/**
 * @param isLive whether a question still has waiters; others are skipped
 * @param ready called when a batch becomes available: gathering has ended, or a retry delay is over
 */
export function createWorkQueue<E>(host: Host, isLive: (entry: E) => boolean, ready: (why: "gathered" | "later") => void): WorkQueue<E> {
  let arriving: E[] = [];
  /** New questions in order, from `next` on. Those that are sent or have no waiters stay until they are half of the list. */
  let gathered: E[] = [];
  let next = 0;
  let cancelled = 0;
  const again: E[][] = [];
  const parts: E[][] = [];
  let partsNext = false;
  const later = new Map<E[], () => void>();
  let gathering = false;

  /** Waits until the current task ends, then while calls keep arriving, at most `gatherMs`. */
  function gather(): void {
    if (gathering) return;
    gathering = true;
    // A single call is a typed formula: sent when the task ends. Several may be the start of many.
    let seen = 1;
    let end: number | undefined;
    const look = () => {
      end ??= host.now() + LIMITS.gatherMs;
      const came = arriving.length > seen;
      seen = arriving.length;
      const left = end - host.now();
      // More time left than the limit: the clock was set back, so stop waiting.
      if (came && left > 0 && left <= LIMITS.gatherMs) {
        host.schedule(look, Math.min(LIMITS.quietMs, left));
        return;
      }
      gathering = false;
      for (const entry of arriving) if (isLive(entry)) gathered.push(entry);
      arriving = [];
      ready("gathered");
    };
    host.schedule(look, 0);
  }

  /** Removes and returns the first batch with waiters. */
  function firstLive(batches: E[][]): E[] | undefined {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const live = batch.filter(isLive);
      if (live.length > 0) return live;
    }
    return undefined;
  }

  /** Removes questions that are sent or have no waiters. */
  function compact(): void {
    gathered = gathered.slice(next).filter(isLive);
    next = cancelled = 0;
  }

  function firstGathered(): E[] | undefined {
    const batch: E[] = [];
    while (next < gathered.length && batch.length < LIMITS.chunk) {
      const entry = gathered[next++]!;
      if (isLive(entry)) batch.push(entry);
    }
    if (next >= gathered.length / 2) compact();
    return batch.length > 0 ? batch : undefined;
  }

  const all = (): E[] => [...again.flat(), ...parts.flat(), ...[...later.keys()].flat(), ...gathered.slice(next).filter(isLive), ...arriving];

  return {
    arrive: (entry) => {
      arriving.push(entry);
      gather();
    },
    gather,
    noteCancelled: () => {
      if (++cancelled > (gathered.length - next) / 2) compact();
    },
    take: () => {
      const retried = firstLive(again);
      if (retried) return retried;
      partsNext = !partsNext;
      return (partsNext ? (firstLive(parts) ?? firstGathered()) : (firstGathered() ?? firstLive(parts))) ?? [];
    },
    putFirst: (...batches) => {
      for (let i = batches.length - 1; i >= 0; i--) again.unshift(batches[i]!);
    },
    putParts: (first, second) => void parts.unshift(first, second),
    putLater: (batch, ms) => {
      const cancel = host.schedule(() => {
        later.delete(batch);
        again.push(batch);
        ready("later");
      }, ms);
      later.set(batch, cancel);
    },
    takeAll: () => {
      const taken = all();
      for (const cancel of later.values()) cancel();
      again.length = 0;
      parts.length = 0;
      later.clear();
      gathered = [];
      next = cancelled = 0;
      arriving = [];
      return taken;
    },
    all,
  };
}
