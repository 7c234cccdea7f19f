import { largest } from "../../contract/lists";
import { LIMITS } from "../limits";
import type { Outcome } from "../outcome";
import type { Retryable } from "../status-table";
import { isLive, takeOut, type Flight, type PendingQuestion } from "./entry";
import type { ClientParts } from "./parts";
import type { Settling } from "./settling";
import type { Waiter } from "./waiters";

export type Sending = ReturnType<typeof createSending>;

/** Client-wide retry budget: small during an outage, earned back by complete replies and slowly by time. */
function createBudget(now: () => number) {
  let left: number = LIMITS.retryBudget;
  let at = now();
  return {
    take: (): boolean => {
      const then = at;
      at = now();
      left = Math.min(LIMITS.retryBudget, left + Math.max(0, at - then) / LIMITS.retryRefillMs);
      if (left < 1) return false;
      left--;
      return true;
    },
    earn: (): void => {
      left = Math.min(LIMITS.retryBudget, left + LIMITS.retryEarned);
    },
  };
}

function createRepeating({ host, cellMs, queue }: ClientParts, { fail, sendable }: Settling) {
  const budget = createBudget(() => host.now());

  /** Retries after a back-off if attempts and the retry budget allow; otherwise fails the entries. */
  function repeat(entries: readonly PendingQuestion[], cause: Retryable, tries: number = LIMITS.tries, atLeastMs = 0): void {
    const live = sendable(entries);
    const may = live.filter((entry) => entry.tries < tries);
    fail(
      live.filter((entry) => entry.tries >= tries),
      { code: cause },
    );
    if (may.length === 0) return;
    if (atLeastMs > cellMs || !budget.take()) return fail(may, { code: cause });
    const most = largest(may.map((entry) => entry.tries));
    queue.putLater(may, Math.max(atLeastMs, LIMITS.backOffMs * 2 ** (most - 1) * (0.5 + host.random())));
  }

  return {
    repeat,
    /** Repeats a request that got no reply: as above, or if the runtime was suspended meanwhile, once the network is back and without counting the attempt. */
    repeatFlight: ({ entries, deadline }: Flight, cause: Retryable): void => {
      if (!deadline.wasSuspended()) return repeat(entries, cause);
      const live = sendable(entries);
      for (const entry of live) entry.tries--;
      if (live.length > 0) queue.putLater(live, LIMITS.wakeMs * (0.5 + host.random()));
    },
    /** Records a complete reply, which earns a part of a retry back. */
    earnRetry: budget.earn,
  };
}

/** Sends queued questions in batches, and those without an answer again. */
export function createSending(parts: ClientParts, settling: Settling) {
  const { session, cache, waiters, queue, flights, gate, refusedCells, metrics } = parts;
  let pumping = false;
  let pumpAgain = false;

  function send(entries: readonly PendingQuestion[]): void {
    const { counts } = metrics;
    for (const entry of entries) if (++entry.tries > 1) counts.retries++;
    counts.requests++;
    counts.cells += entries.length;
    flights.send(entries, { epoch: session.epoch(), volley: gate.volley(), asOf: session.asOf() });
  }

  /** Sends queued batches up to the limit. A host may answer before `send` returns and so re-enter here; the flags turn that into another round of the loop. */
  function pump(): void {
    if (pumping) {
      pumpAgain = true;
      return;
    }
    pumping = true;
    try {
      do {
        pumpAgain = false;
        while (session.access() === "present" && !session.keyRefusal() && flights.count() < gate.limit()) {
          const batch = queue.take();
          if (batch.length === 0) break;
          send(batch);
        }
      } while (pumpAgain);
    } finally {
      pumping = false;
    }
    if (cache.pending() === 0) refusedCells.reset();
    metrics.changed();
  }

  /** The entry has lost its last waiter. */
  function abandon(entry: PendingQuestion): void {
    const { flight } = entry;
    if (!flight) {
      queue.noteCancelled();
      cache.leave(entry.slot, entry);
    } else if (--flight.live === 0) {
      flights.cancel(flight);
      for (const other of flight.entries) cache.leave(other.slot, other);
      pump();
    }
  }

  return {
    pump,
    /** Queues unanswered entries first, without counting the attempt. */
    sendAgain: (entries: readonly PendingQuestion[]): void => {
      const live = settling.sendable(entries);
      for (const entry of live) entry.tries--;
      queue.putFirst(live);
    },
    ...createRepeating(parts, settling),
    /** Settles one waiter. Removes its question from the queue if it was the last one, and aborts a request without waiters. */
    drop: (waiter: Waiter<PendingQuestion>, outcome: Outcome): void => {
      const { entry } = waiter;
      if (takeOut(entry, waiter) && !isLive(entry)) abandon(entry);
      waiters.settle(waiter, outcome);
    },
  };
}
