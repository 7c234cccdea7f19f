import type { Outcome } from "../outcome";
import { failed, outcomeOf } from "../outcome";
import type { Question } from "../question";
import { addWaiter, isLive, newEntry, type PendingQuestion } from "./entry";
import type { ClientParts } from "./parts";
import type { Refusing } from "./refusing";
import type { Sending } from "./sending";
import type { Caller } from "./waiters";

export type Intake = ReturnType<typeof createIntake>;

/** Takes calls in: from the cache, or as calls that wait for a pending question. */
export function createIntake(
  { host, session, cache, heldValues, waiters, queue, unanswered, metrics }: ClientParts,
  { refusedNow }: Refusing,
  { drop }: Sending,
) {
  /** Whether a call of now may join this entry. */
  function isJoinable(entry: PendingQuestion): boolean {
    // A request sent before a refresh may return what the refresh is meant to replace.
    if (entry.generation !== session.generation() && entry.flight) return false;
    entry.generation = session.generation();
    return true;
  }

  /** The pending entry of the question, for a call of now. @param counted whether joining an earlier call is counted */
  function enter(question: Question, renewed: boolean, counted: boolean): PendingQuestion {
    const slot = cache.open(question.key);
    const joined = slot.pending;
    if (joined && isJoinable(joined)) {
      if (counted) metrics.counts.shared++;
      if (renewed) joined.renewed = true;
      if (joined.flight && !isLive(joined)) joined.flight.live++;
      // Gathering also closes the deadline cohort of this call.
      queue.gather();
      return joined;
    }
    const entry = newEntry(question, slot, session.generation(), renewed);
    cache.enter(slot, entry);
    queue.arrive(entry);
    return entry;
  }

  return {
    /** Outcome of a call that needs no request: the cached answer if it is fresh, or the outcome if nothing may be sent now. */
    atOnce: (question: Question, cell: string | undefined): Outcome | undefined => {
      metrics.counts.asked++;
      metrics.changed();
      if (cell) unanswered.calledAgain(cell);
      const fresh = cache.fresh(question.key, session.generation(), host.now());
      const held = heldValues.heldFor(cell, question);
      if (!fresh) return refusedNow(question, cell, held);
      heldValues.release(cell, held);
      metrics.counts.fromCache++;
      return outcomeOf(fresh);
    },
    /** Has the caller wait for the question. With `renewed`, it is asked for whatever the cache has. Returns a cancel function. */
    request: (question: Question, caller: Caller, cell: string | undefined, renewed = false) => {
      // Only calls of cells are counted.
      const entry = enter(question, renewed, !renewed);
      const waiter = waiters.add(entry, cell, heldValues.heldFor(cell, question), caller);
      addWaiter(entry, waiter);
      return () => {
        if (!waiter.settled) drop(waiter, failed({ code: "cancelled" }));
      };
    },
    enter,
  };
}
