import type { Question } from "./question";
import type { Waiter } from "./waiters";

/** One pending question and the calls waiting for it. */
export interface Entry {
  readonly question: Question;
  generation: number;
  waiters: Waiter<Entry>[];
  tries: number;
  flight: Flight | undefined;
  /** Being refreshed: its answer stays valid for a while whatever its `max_age_s`, until the cells read it. */
  renewed: boolean;
}

/** One request in flight. */
export interface Flight {
  readonly entries: readonly Entry[];
  /** Number of the key it was sent with. A refusal of an earlier key does not apply to the current one. */
  readonly epoch: number;
  /** Volley of the gate at the time of sending. */
  readonly volley: number;
  live: number;
  over: boolean;
  abort: () => void;
  cancelTimeout: () => void;
}

/** Shared empty list; never pushed to. */
const NO_WAITERS: Waiter<Entry>[] = [];

export const newEntry = (question: Question, generation: number): Entry => ({
  question,
  generation,
  waiters: NO_WAITERS,
  tries: 0,
  flight: undefined,
  renewed: false,
});

/** True if at least one call waits for it. */
export const isLive = (entry: Entry): boolean => entry.waiters.length > 0;

/** Function name, or path of the SERVICE function. */
export const functionOf = ({ question: { cell } }: Entry): string => ("fn" in cell ? cell.fn : cell.path);

export function addWaiter(entry: Entry, waiter: Waiter<Entry>): void {
  // Most questions have one waiter, and a push to an empty array allocates room for 17.
  if (entry.waiters.length === 0) entry.waiters = [waiter];
  else waiter.place = entry.waiters.push(waiter) - 1;
}

/** Removes a waiter by moving the last one into its place. False if it was removed already. */
export function takeOut(entry: Entry, waiter: Waiter<Entry>): boolean {
  const { waiters } = entry;
  if (waiters[waiter.place] !== waiter) return false;
  const last = waiters.pop()!;
  if (last !== waiter) {
    waiters[waiter.place] = last;
    last.place = waiter.place;
  }
  return true;
}

/** Removes and returns all waiters. */
export function takeWaiters(entry: Entry): readonly Waiter<Entry>[] {
  const { waiters } = entry;
  entry.waiters = NO_WAITERS;
  return waiters;
}
