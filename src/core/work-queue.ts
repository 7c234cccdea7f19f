import type { Host } from "./host";
import { LIMITS } from "./limits";

/**
 * What waits for a request: batches that are to be sent again first, then parts of refused batches and gathered calls in turns, so that neither holds up the
 * other. Gathered calls are first come first served.
 */
export interface WorkQueue<E> {
  /** A new question: gathered with those of its task before it may be taken. */
  arrive(entry: E): void;
  /** Begins a gathering, or joins the one that is on. */
  gather(): void;
  /** A question that nobody waits for any more. */
  remove(entry: E): void;
  /** What goes into the next request; empty where nothing waits. */
  take(): E[];
  /** Puts batches before everything else, in this order. */
  putFirst(...batches: E[][]): void;
  /** Parts of a refused batch, to be asked before those that wait here already. */
  putParts(first: E[], second: E[]): void;
  /** Keeps a batch back for so long; it comes before what was never sent. */
  putLater(batch: E[], ms: number): void;
  /** Everything, taken out. */
  takeAll(): E[];
  /** Everything, left where it is. */
  all(): E[];
}

/**
 * @param isLive whether anybody still waits for a question; dead ones are passed over
 * @param ready called when something may be taken: a gathering has closed, or a batch was kept back long enough
 */
export function createWorkQueue<E>(host: Host, isLive: (entry: E) => boolean, ready: (why: "gathered" | "later") => void): WorkQueue<E> {
  let arriving: E[] = [];
  const gathered = new Set<E>();
  const again: E[][] = [];
  const parts: E[][] = [];
  let partsNext = false;
  const later = new Map<E[], () => void>();
  let gathering = false;

  /** Waits for the current task to end, then on for as long as calls keep arriving, at most `gatherMs`. */
  function gather(): void {
    if (gathering) return;
    gathering = true;
    // A call alone is a formula that was typed: it goes when the task ends. Several may be the first of many.
    let seen = 1;
    let end: number | undefined;
    const look = () => {
      end ??= host.now() + LIMITS.gatherMs;
      const came = arriving.length > seen;
      seen = arriving.length;
      const left = end - host.now();
      // A clock that was set back leaves more than there ever was: then the wait is over.
      if (came && left > 0 && left <= LIMITS.gatherMs) {
        host.schedule(look, Math.min(LIMITS.quietMs, left));
        return;
      }
      gathering = false;
      for (const entry of arriving) if (isLive(entry)) gathered.add(entry);
      arriving = [];
      ready("gathered");
    };
    host.schedule(look, 0);
  }

  /** The first batch that somebody still waits for, taken out. */
  function firstLive(batches: E[][]): E[] | undefined {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const live = batch.filter(isLive);
      if (live.length > 0) return live;
    }
    return undefined;
  }

  function firstGathered(): E[] | undefined {
    const batch: E[] = [];
    for (const entry of gathered) {
      gathered.delete(entry);
      batch.push(entry);
      if (batch.length === LIMITS.chunk) break;
    }
    return batch.length > 0 ? batch : undefined;
  }

  const all = (): E[] => [...again.flat(), ...parts.flat(), ...[...later.keys()].flat(), ...gathered, ...arriving];

  return {
    arrive: (entry) => {
      arriving.push(entry);
      gather();
    },
    gather,
    remove: (entry) => void gathered.delete(entry),
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
      const callOff = host.schedule(() => {
        later.delete(batch);
        again.push(batch);
        ready("later");
      }, ms);
      later.set(batch, callOff);
    },
    takeAll: () => {
      const taken = all();
      for (const callOff of later.values()) callOff();
      again.length = 0;
      parts.length = 0;
      later.clear();
      gathered.clear();
      arriving = [];
      return taken;
    },
    all,
  };
}
