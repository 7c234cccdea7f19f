import type { Context } from "./context";

/**
 * Long work gets one slice in each turn of the event loop, so that requests that arrive meanwhile are read and answered between two slices. Requests that have
 * worked little go first, and the accounts one after the other: an account's many long requests delay those of another by a slice or two.
 */

/** How long a slice should last, in milliseconds, while another request waits for its turn. */
const SLICE_MS = 8;
/** The same while none waits. Each slice begins a snapshot of the database anew, so long slices cost less. */
const LONE_SLICE_MS = 32;
/** Slices after which a request counts as long. */
const SHORT_SLICES = 12;
/** One turn in this many goes to long requests, even if short ones wait. */
const TURNS_FOR_LONG = 4;

/** Waiting requests by account. A map keeps its order: an account that has had its turn goes to the end. */
type Queue = Map<string, (() => void)[]>;

function take(queue: Queue): (() => void) | undefined {
  for (const [account, requests] of queue) {
    const first = requests.shift();
    queue.delete(account);
    if (requests.length > 0) queue.set(account, requests);
    return first;
  }
  return undefined;
}

function add(queue: Queue, account: string, go: () => void): void {
  const requests = queue.get(account);
  if (requests) requests.push(go);
  else queue.set(account, [go]);
}

/** @param later calls back in the next turn of the event loop */
export function createTurns(later: (go: () => void) => void) {
  const [short, long]: [Queue, Queue] = [new Map(), new Map()];
  let turns = 0;
  /** True if a slice has begun in this turn of the event loop. */
  let isTaken = false;

  function next(): void {
    const [first, second] = ++turns % TURNS_FOR_LONG === 0 ? [long, short] : [short, long];
    const go = take(first) ?? take(second);
    isTaken = go !== undefined;
    if (!go) return;
    later(next);
    go();
  }

  return {
    /** Resolves when the next slice of a request may begin. `slices` is the number of those that it has had. The slice must end before the next await. */
    turn(account: string, slices: number): Promise<void> | undefined {
      if (!isTaken) {
        isTaken = true;
        later(next);
        return undefined;
      }
      return new Promise((go) => add(slices < SHORT_SLICES ? short : long, account, go));
    },

    /** How long the slice that begins now should last, in milliseconds. */
    sliceMs: (): number => (short.size + long.size > 0 ? SLICE_MS : LONE_SLICE_MS),
  };
}

/** The turns of this process. */
const { turn, sliceMs } = createTurns(setImmediate);

/**
 * Runs long work in slices. `slice` works until `isOver` says so, or a little longer, and returns true once all work is done. Throws the signal's reason if
 * nobody waits for the answer any more.
 */
export async function inTurns({ account = "", signal }: Pick<Context, "account" | "signal">, slice: (isOver: () => boolean) => boolean): Promise<void> {
  for (let slices = 0, done = false; !done; slices++) {
    await turn(account, slices);
    signal?.throwIfAborted();
    const end = performance.now() + sliceMs();
    done = slice(() => performance.now() >= end);
  }
}
