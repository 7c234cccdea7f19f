import type { Host } from "../host";
import { LIMITS } from "../limits";

/**
 * New questions, until they are gathered.
 *
 * @param gathered called when no more calls arrive
 */
function createGathering<E>(host: Host, gathered: () => void) {
  let gathering = false;
  const self = {
    arriving: [] as E[],
    /** Waits until the current task ends, then while calls keep arriving, at most `gatherMs`. Does nothing while it waits. */
    gather: (): void => {
      if (gathering) return;
      gathering = true;
      // A single call is a typed formula: sent when the task ends. Several may be the start of many.
      let seen = 1;
      let end: number | undefined;
      const look = () => {
        end ??= host.now() + LIMITS.gatherMs;
        const came = self.arriving.length > seen;
        seen = self.arriving.length;
        const left = end - host.now();
        // More time left than the limit: the clock was set back, so stop waiting.
        if (came && left > 0 && left <= LIMITS.gatherMs) {
          host.schedule(look, Math.min(LIMITS.quietMs, left));
          return;
        }
        gathering = false;
        gathered();
      };
      host.schedule(look, 0);
    },
  };
  return self;
}

/** Gathered questions, first come, first served. */
function createLine<E>(isLive: (entry: E) => boolean) {
  /** In order, from `next` on. Those that are sent or have no waiters stay until they are half of the list. */
  let entries: E[] = [];
  let next = 0;
  let cancelled = 0;

  const waiting = (): E[] => entries.slice(next).filter(isLive);

  function set(to: E[]): void {
    entries = to;
    next = cancelled = 0;
  }

  return {
    add: (given: readonly E[]): void => {
      for (const entry of given) if (isLive(entry)) entries.push(entry);
    },
    noteCancelled: (): void => {
      if (++cancelled > (entries.length - next) / 2) set(waiting());
    },
    /** Removes and returns the first ones, as many as a request may have; undefined if there are none. */
    take: (): E[] | undefined => {
      const batch: E[] = [];
      while (next < entries.length && batch.length < LIMITS.chunk) {
        const entry = entries[next++]!;
        if (isLive(entry)) batch.push(entry);
      }
      if (next >= entries.length / 2) set(waiting());
      return batch.length > 0 ? batch : undefined;
    },
    all: waiting,
    clear: () => set([]),
  };
}

/**
 * Questions waiting for a request. Order: retried batches first, then parts of split batches and new questions in turns, so that neither blocks the other.
 * New questions are first come, first served.
 *
 * @param isLive whether a question still has waiters; others are skipped
 * @param ready called when a batch becomes available: gathering has ended, or a retry delay is over
 */
export function createWorkQueue<E>(host: Host, isLive: (entry: E) => boolean, ready: (why: "gathered" | "later") => void) {
  const line = createLine(isLive);
  const again: E[][] = [];
  const parts: E[][] = [];
  let partsNext = false;
  const later = new Map<E[], () => void>();
  const gathering = createGathering<E>(host, () => {
    line.add(gathering.arriving);
    gathering.arriving = [];
    ready("gathered");
  });

  /** Removes and returns the first batch with waiters. */
  function firstLive(batches: E[][]): E[] | undefined {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const live = batch.filter(isLive);
      if (live.length > 0) return live;
    }
    return undefined;
  }

  const all = (): E[] => [...again.flat(), ...parts.flat(), ...[...later.keys()].flat(), ...line.all(), ...gathering.arriving];

  return {
    /** Adds a new question; available once gathering has ended. */
    arrive: (entry: E): void => {
      gathering.arriving.push(entry);
      gathering.gather();
    },
    /** Starts gathering, unless it is running. */
    gather: gathering.gather,
    /** A queued question has lost its last waiter. It is skipped in its turn. */
    noteCancelled: line.noteCancelled,
    /** Removes and returns the next batch; empty if nothing waits. */
    take: (): E[] => {
      const retried = firstLive(again);
      if (retried) return retried;
      partsNext = !partsNext;
      return (partsNext ? (firstLive(parts) ?? line.take()) : (line.take() ?? firstLive(parts))) ?? [];
    },
    /** Queues a batch before everything else. */
    putFirst: (batch: E[]): void => void again.unshift(batch),
    /** Queues the two parts of a split batch before earlier parts. */
    putParts: (first: E[], second: E[]): void => void parts.unshift(first, second),
    /** Queues a batch for retry after a delay. */
    putLater: (batch: E[], ms: number): void => {
      const cancel = host.schedule(() => {
        later.delete(batch);
        again.push(batch);
        ready("later");
      }, ms);
      later.set(batch, cancel);
    },
    /** Removes and returns everything. */
    takeAll: (): E[] => {
      const taken = all();
      for (const cancel of later.values()) cancel();
      again.length = 0;
      parts.length = 0;
      later.clear();
      line.clear();
      gathering.arriving = [];
      return taken;
    },
    /** Everything, without removing it. */
    all,
  };
}
