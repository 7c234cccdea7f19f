import type { AsOf } from "../../contract/as-of";
import type { Slot } from "./cache";
import type { Deadline } from "./deadline";
import type { Question } from "../question";
import type { Waiter } from "./waiters";

/** One pending question and the calls waiting for it. */
export interface PendingQuestion {
  readonly question: Question;
  /** Its slot in the cache, which holds the entry until it is answered or replaced by a later one. */
  readonly slot: Slot<PendingQuestion>;
  generation: number;
  /** First of its waiters, linked by `next`. */
  first: Waiter<PendingQuestion> | undefined;
  tries: number;
  flight: Flight | undefined;
  /** Requested by a refresh: its answer stays valid until the cells have read it, whatever its `max_age_s`. */
  renewed: boolean;
}

/** One request in flight. */
export interface Flight {
  readonly entries: readonly PendingQuestion[];
  /** Number of the key it was sent with. A refusal of an earlier key does not apply to the current one. */
  readonly epoch: number;
  /** Volley of the gate at the time of sending. */
  readonly volley: number;
  /** The day or moment that its answers are as of; undefined for now. */
  readonly asOf: AsOf | undefined;
  /** Number of its entries with waiters. */
  live: number;
  over: boolean;
  abort: () => void;
  readonly deadline: Deadline;
}

export function newEntry(question: Question, slot: Slot<PendingQuestion>, generation: number, renewed: boolean): PendingQuestion {
  return { question, slot, generation, first: undefined, tries: 0, flight: undefined, renewed };
}

/** True if at least one call waits for it. */
export const isLive = (entry: PendingQuestion): boolean => entry.first !== undefined;

/** Function name, or path of the SERVICE function. */
export const functionOf = ({ question }: PendingQuestion): string => question.name;

export function addWaiter(entry: PendingQuestion, waiter: Waiter<PendingQuestion>): void {
  waiter.next = entry.first;
  if (entry.first) entry.first.previous = waiter;
  entry.first = waiter;
}

/** Removes a waiter. False if it was removed already. */
export function takeOut(entry: PendingQuestion, waiter: Waiter<PendingQuestion>): boolean {
  const { previous, next } = waiter;
  if (previous) previous.next = next;
  else if (entry.first === waiter) entry.first = next;
  else return false;
  if (next) next.previous = previous;
  waiter.previous = waiter.next = undefined;
  return true;
}

export function waitersOf(entry: PendingQuestion): Waiter<PendingQuestion>[] {
  const waiters: Waiter<PendingQuestion>[] = [];
  for (let waiter = entry.first; waiter; waiter = waiter.next) waiters.push(waiter);
  // The list starts with the newest; calls are answered in the order of arrival.
  return waiters.reverse();
}
