import { createSessionChanges } from "./calls/changes";
import { createIntake } from "./calls/intake";
import type { Stats } from "./calls/metrics";
import { type ClientOptions, createParts } from "./calls/parts";
import { createRefusing } from "./calls/refusing";
import { createReplies } from "./calls/replies";
import { createSending } from "./calls/sending";
import { createSettling } from "./calls/settling";
import { isLive } from "./calls/entry";
import type { Failure } from "./failure";
import type { Host } from "./host";
import { outcomeOf, type Answer, type Outcome } from "./outcome";
import type { Question } from "./question";

const nothingToCancel = (): void => undefined;

export type Client = ReturnType<typeof createClient>;

/** The parts of a client, connected with each other. */
function createConnected(host: Host, options: ClientOptions) {
  const parts = createParts(host, options, {
    ready: () => sending.pump(),
    late: (waiter) => {
      const wait = parts.gate.shutFor();
      const failure: Failure = wait > 0 ? { code: "rate_limited", waitMs: wait } : { code: "timeout", afterMs: parts.cellMs + (options.waitedMs ?? 0) };
      sending.drop(waiter, refusing.insteadOf(waiter.entry.question, failure, waiter.cell, waiter.held));
    },
    replied: (flight, reply) => {
      arrived(flight, reply);
      sending.pump();
    },
    timedOut: (flight) => {
      sending.repeatFlight(flight, "timeout");
      sending.pump();
    },
  });
  const refusing = createRefusing(parts);
  const settling = createSettling(parts, refusing);
  const sending = createSending(parts, settling);
  const arrived = createReplies(parts, refusing, settling, sending);
  const intake = createIntake(parts, refusing, sending);
  return { ...parts, refusing, settling, intake, changes: createSessionChanges(parts, refusing, settling, sending, intake) };
}

/** Batches calls into few requests. docs/architecture.md shows the path of a call and how it can fail. */
export function createClient(host: Host, options: ClientOptions = {}) {
  const { session, cache, heldValues, queue, flights, metrics, unanswered, refusing, settling, intake, changes } = createConnected(host, options);
  const { atOnce, request } = intake;
  return {
    ...changes,
    /** Cached answer, without a request. With `anyAge`, an expired one too. */
    peek: (question: Question, { anyAge = false }: { readonly anyAge?: boolean } = {}): Outcome | undefined => {
      const answer = cache.fresh(question.key, session.generation(), host.now()) ?? (anyAge ? cache.last(question.key) : undefined);
      return answer && outcomeOf(answer);
    },
    /** Answers from the cache or by a request. Calls `settle` exactly once, possibly before it returns. Returns a cancel function. */
    ask: (question: Question, settle: (outcome: Outcome) => void, cell?: string): (() => void) => {
      const outcome = atOnce(question, cell);
      if (!outcome) return request(question, { settle }, cell);
      settle(outcome);
      return nothingToCancel;
    },
    /** First half of `ask`, for the call of a cell: the cached answer if it is fresh, or the outcome if nothing may be sent now. */
    atOnce,
    /** Second half of `ask`, for the call of a cell that `atOnce` did not answer. Settles later. */
    request,
    /**
     * Requests a new answer even if one is cached. The cached answer stays until the new one arrives. Calls `settle` exactly once, possibly before it returns;
     * if no answer arrives, with the old answer marked stale, or with a failure.
     */
    renew: (question: Question, settle: (outcome: Outcome) => void): (() => void) => {
      const refused = refusing.refusedNow(question, undefined, undefined);
      if (!refused) return request(question, { settle }, undefined, true);
      settle(refused);
      return nothingToCancel;
    },
    /** Last known answer of any age. */
    last: (question: Question): Answer | undefined => cache.last(question.key),
    /**
     * Sets the held values: what each cell (by address) showed before recalculation. A cell whose call fails shows its held value if no answer is known, until
     * its question is answered. A held value applies to one question: the one given by key, or else the first that the cell asks within a minute. Replaces
     * earlier held values, except for pending calls.
     */
    hold: heldValues.hold,
    onAnswer: settling.onAnswer,
    /** The day or moment that answers are as of, as text; undefined for now. */
    asOf: session.asOfText,
    asOfProblem: session.asOfProblem,
    /** Expires every cached answer. Each stays until a new one arrives. */
    refresh: session.refresh,
    stats: (): Stats => ({ ...metrics.stats(), queued: queue.all().filter(isLive).length, inFlight: flights.count() }),
    failures: metrics.failures,
    takeWaitingForKey: refusing.takeWaitingForKey,
    /** Since when the service does not answer; undefined if it answered last, or was not asked. */
    outage: unanswered.outage,
    keyProblem: session.keyRefusal,
    /** Number of cells whose last call failed because the service did not answer. */
    unanswered: unanswered.count,
    takeUnanswered: unanswered.take,
    putBackUnanswered: (cells: readonly string[]): void => {
      unanswered.add(cells);
      metrics.changed();
    },
    quota: session.quota,
    onChange: metrics.onChange,
  };
}
