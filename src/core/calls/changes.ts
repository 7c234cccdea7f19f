import type { AsOf } from "../../contract/as-of";
import type { UnreadableAsOf } from "../as-of-setting";
import { outcomeOf } from "../outcome";
import { addWaiter, takeOut, waitersOf, type PendingQuestion } from "./entry";
import type { Intake } from "./intake";
import type { ClientParts } from "./parts";
import type { Refusing } from "./refusing";
import type { Sending } from "./sending";
import type { Access } from "./session";
import type { Settling } from "./settling";

/** Changes the key, the service or the moment, and what that means for pending calls. */
export function createSessionChanges(
  { host, session, cache, heldValues, waiters, queue, flights, gate, unanswered, metrics }: ClientParts,
  { refusedNow }: Refusing,
  { failWithoutKey }: Settling,
  { pump, sendAgain }: Sending,
  { enter }: Intake,
) {
  /** Clears what another service has answered. Sends the questions of requests in flight again. */
  function forgetAnswers(): void {
    cache.clear();
    heldValues.hold(new Map());
    for (const entries of flights.cancelAll()) {
      for (const entry of entries) entry.tries = 1;
      sendAgain(entries);
    }
  }

  /** Has the calls that wait for this entry, which is of an earlier moment, wait for an answer as of the current one. */
  function moveCalls(entry: PendingQuestion): void {
    const waiting = waitersOf(entry);
    for (const waiter of waiting) takeOut(entry, waiter);
    // A request in flight goes on: its answers are cached for its own moment.
    if (!entry.flight) cache.leave(entry.slot, entry);
    else if (waiting.length > 0) entry.flight.live--;
    for (const waiter of waiting) {
      waiter.held = undefined;
      const cached = entry.renewed ? undefined : cache.fresh(entry.question.key, session.generation(), host.now());
      const outcome = cached ? outcomeOf(cached) : refusedNow(entry.question, waiter.cell, undefined);
      if (outcome) waiters.settle(waiter, outcome);
      else {
        waiter.entry = enter(entry.question, entry.renewed, false);
        addWaiter(waiter.entry, waiter);
      }
    }
  }

  return {
    /** Sets the state of the key. `forget` clears the cache: its answers came from another service. */
    setAccess: (access: Access, { forget = false }: { readonly forget?: boolean } = {}): void => {
      session.setAccess(access);
      unanswered.answered();
      gate.reset();
      if (forget) forgetAnswers();
      // Questions not sent yet will use the new key.
      for (const entry of queue.all()) entry.generation = session.generation();
      if (access === "none") failWithoutKey(queue.takeAll());
      else pump();
      metrics.changed();
    },
    /**
     * Sets the day or moment that all answers are as of; undefined for now. Pending calls are answered as of the new one. The answers of each moment stay
     * cached, and those that still arrive for an earlier moment are cached for it. Held values are cleared: they show another moment. If it is unreadable,
     * every call fails and nothing is sent.
     */
    setAsOf: (asOf: AsOf | UnreadableAsOf | undefined): void => {
      if (!session.setAsOf(asOf)) return;
      const earlier = [...queue.takeAll(), ...flights.entries()];
      cache.setAsOf(session.asOfText());
      heldValues.hold(new Map());
      earlier.forEach(moveCalls);
      pump();
      metrics.changed();
    },
  };
}
