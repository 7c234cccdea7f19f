import type { Failure } from "../failure";
import { LIMITS } from "../limits";
import { outcomeOf, type Answer, type Outcome } from "../outcome";
import type { Question } from "../question";
import { isLive, takeOut, waitersOf, type PendingQuestion } from "./entry";
import type { ClientParts } from "./parts";
import type { Refusing } from "./refusing";
import type { Waiter } from "./waiters";

export type Settling = ReturnType<typeof createSettling>;

/** Ends pending questions, and with each the calls that wait for it. */
export function createSettling({ host, session, cache, heldValues, waiters }: ClientParts, { insteadOf, noKey }: Refusing) {
  const listeners = new Set<(question: Question, answer: Answer) => void>();

  /** @param by what the outcomes follow from. An argument, because a function for each entry takes memory. */
  function settle<By>(entry: PendingQuestion, outcome: (waiter: Waiter<PendingQuestion>, by: By) => Outcome, by: By): void {
    cache.leave(entry.slot, entry);
    const { first } = entry;
    if (first && !first.next) {
      takeOut(entry, first);
      waiters.settle(first, outcome(first, by));
      return;
    }
    const waiting = waitersOf(entry);
    for (const waiter of waiting) takeOut(entry, waiter);
    for (const waiter of waiting) waiters.settle(waiter, outcome(waiter, by));
  }

  function answered({ cell, held }: Waiter<PendingQuestion>, outcome: Outcome): Outcome {
    heldValues.release(cell, held);
    return outcome;
  }
  const failed = ({ entry, cell, held }: Waiter<PendingQuestion>, failure: Failure): Outcome => insteadOf(entry.question, failure, cell, held);
  const withoutKey = ({ cell, held }: Waiter<PendingQuestion>): Outcome => noKey(cell, held);

  function announce(question: Question, answer: Answer): void {
    for (const listener of listeners)
      try {
        listener(question, answer);
      } catch (e) {
        // A listener's error must not cost a cell its answer: rethrown outside of this call.
        host.schedule(() => {
          throw e;
        }, 0);
      }
  }

  /** Settles each call with its old answer, its held value or the failure. */
  function fail(entries: readonly PendingQuestion[], failure: Failure): void {
    for (const entry of entries) settle(entry, failed, failure);
  }

  /** Settles each call as one without a key. */
  function failWithoutKey(entries: readonly PendingQuestion[]): void {
    for (const entry of entries) settle(entry, withoutKey, undefined);
  }

  return {
    /** Caches the answer, and settles the calls with it. */
    answer: (entry: PendingQuestion, answer: Answer): void => {
      cache.put(entry.slot, answer, entry.generation, entry.renewed ? LIMITS.renewedMs : 0);
      if (cache.isCurrent(entry.slot)) announce(entry.question, answer);
      settle(entry, answered, outcomeOf(answer));
    },
    fail,
    failWithoutKey,
    /** The entries that can be sent again: those with waiters. Answers them at once if the key was refused or removed while they were in flight. */
    sendable: (entries: readonly PendingQuestion[]): PendingQuestion[] => {
      for (const entry of entries) if (!isLive(entry)) cache.leave(entry.slot, entry);
      const live = entries.filter(isLive);
      const refusal = session.keyRefusal();
      if (refusal) fail(live, refusal);
      else if (session.access() === "none") failWithoutKey(live);
      else return live;
      return [];
    },
    /** Calls the listener with every arriving answer. Returns an unsubscribe function. */
    onAnswer: (listener: (question: Question, answer: Answer) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
