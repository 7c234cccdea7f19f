import type { Question } from "./question";
import type { Waiter } from "./waiters";

/** One question under way, with all the calls that wait for it. */
export interface Entry {
  readonly question: Question;
  generation: number;
  waiters: Waiter<Entry>[];
  tries: number;
  flight: Flight | undefined;
  /** Somebody renews it: cells will come for its answer, whatever its age. */
  renewed: boolean;
}

/** One request under way. */
export interface Flight {
  readonly entries: readonly Entry[];
  /** Which key it was sent with: what is said of an earlier one says nothing of the key in use. */
  readonly epoch: number;
  /** Of the gate, when it was sent. */
  readonly volley: number;
  live: number;
  over: boolean;
  abort: () => void;
  callOffTimeout: () => void;
}

/** Never pushed to: of every entry that has none. */
const NO_WAITERS: Waiter<Entry>[] = [];

export const newEntry = (question: Question, generation: number): Entry => ({
  question,
  generation,
  waiters: NO_WAITERS,
  tries: 0,
  flight: undefined,
  renewed: false,
});

/** Whether anybody still waits for it. */
export const isLive = (entry: Entry): boolean => entry.waiters.length > 0;

/** What a question asks: a function, or a path of the function SERVICE. */
export const functionOf = ({ question: { cell } }: Entry): string => ("fn" in cell ? cell.fn : cell.path);

export function addWaiter(entry: Entry, waiter: Waiter<Entry>): void {
  // Most questions have one waiter, and an empty list that is pushed to takes room for seventeen.
  if (entry.waiters.length === 0) entry.waiters = [waiter];
  else waiter.place = entry.waiters.push(waiter) - 1;
}

/** Takes a waiter out, the last one into its place; false where it was not in any more. */
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

/** Takes all of them out. */
export function takeWaiters(entry: Entry): readonly Waiter<Entry>[] {
  const { waiters } = entry;
  entry.waiters = NO_WAITERS;
  return waiters;
}
