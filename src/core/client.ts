import type { AsOf } from "../contract/as-of";
import type { Quota } from "../contract/rate-headers";
import type { UnreadableAsOf } from "./as-of-setting";
import { createSessionChanges } from "./calls/changes";
import { createIntake } from "./calls/intake";
import type { Failed, Stats } from "./calls/metrics";
import { createParts } from "./calls/parts";
import { createRefusing } from "./calls/refusing";
import { createReplies } from "./calls/replies";
import { createSending } from "./calls/sending";
import type { Access } from "./calls/session";
import { createSettling } from "./calls/settling";
import type { Outage } from "./calls/unanswered";
import type { Caller } from "./calls/waiters";
import { isLive } from "./calls/entry";
import type { Failure } from "./failure";
import type { Host } from "./host";
import { LIMITS } from "./limits";
import { outcomeOf, type Answer, type Held, type Outcome } from "./outcome";
import type { Question } from "./question";

/** Batches calls into few requests. docs/architecture.md shows the path of a call and how it can fail. */
export interface Client {
  /** Cached answer, without a request. With `anyAge`, an expired one too. */
  peek(question: Question, options?: { readonly anyAge?: boolean }): Outcome | undefined;
  /** Answers from the cache or by a request. Calls `settle` exactly once, possibly before it returns. Returns a cancel function. */
  ask(question: Question, settle: (outcome: Outcome) => void, cell?: string): () => void;
  /** First half of `ask`, for the call of a cell: the cached answer if it is fresh, or the outcome if nothing may be sent now. */
  atOnce(question: Question, cell: string | undefined): Outcome | undefined;
  /** Second half of `ask`, for the call of a cell that `atOnce` did not answer. Settles later. */
  request(question: Question, caller: Caller, cell: string | undefined): () => void;
  /**
   * Requests a new answer even if one is cached. The cached answer stays until the new one arrives. Calls `settle` exactly once, possibly before it returns;
   * if no answer arrives, with the old answer marked stale, or with a failure.
   */
  renew(question: Question, settle: (outcome: Outcome) => void): () => void;
  /** Last known answer of any age. */
  last(question: Question): Answer | undefined;
  /**
   * Sets the held values: what each cell (by address) showed before recalculation. A cell whose call fails shows its held value if no answer is known, until
   * its question is answered. A held value applies to one question: the one given by key, or else the first that the cell asks within a minute. Replaces
   * earlier held values, except for pending calls.
   */
  hold(cells: ReadonlyMap<string, Held>, questions?: ReadonlyMap<string, string>): void;
  /** Calls the listener with every arriving answer. Returns an unsubscribe function. */
  onAnswer(listener: (question: Question, answer: Answer) => void): () => void;
  /** Sets the state of the key. `forget` clears the cache: its answers came from another service. */
  setAccess(access: Access, options?: { readonly forget?: boolean }): void;
  /**
   * Sets the day or moment that all answers are as of; undefined for now. Pending calls are answered as of the new one. The answers of each moment stay cached,
   * and those that still arrive for an earlier moment are cached for it. Held values are cleared: they show another moment. If it is unreadable, every call fails
   * and nothing is sent.
   */
  setAsOf(asOf: AsOf | UnreadableAsOf | undefined): void;
  /** The day or moment that answers are as of, as text; undefined for now. */
  asOf(): string | undefined;
  /** Why no call can be answered as of this day or moment: it is unreadable, or the service refused it last. */
  asOfProblem(): Failure | undefined;
  /** Expires every cached answer. Each stays until a new one arrives. */
  refresh(): void;
  stats(): Stats;
  failures(): readonly Failed[];
  /** Returns and clears the cells that wait for a key, or for another one after a refusal, each once. */
  takeWaitingForKey(): string[];
  /** Since when the service does not answer; undefined if it answered last, or was not asked. */
  outage(): Outage | undefined;
  /** Why the service refuses the current key, or that its quota is used up. */
  keyProblem(): Failure | undefined;
  /** Number of cells whose last call failed because the service did not answer. */
  unanswered(): number;
  /** Returns and clears these cells, each once. */
  takeUnanswered(): string[];
  quota(): Quota | undefined;
  onChange(listener: () => void): () => void;
}

interface ClientOptions {
  readonly cacheSize?: number;
  /** The day or moment that all answers are as of; if absent, now. */
  readonly asOf?: AsOf | undefined;
  /** True: each answer has its `trace`. */
  readonly trace?: boolean;
  /** Deadline of a call, for hosts that end calls sooner. */
  readonly cellMs?: number;
  /** How long the caller has waited already; added to the time in the message. */
  readonly waitedMs?: number;
}

const nothingToCancel = (): void => undefined;

export function createClient(host: Host, options: ClientOptions = {}): Client {
  const { cellMs = LIMITS.cellMs, waitedMs = 0, cacheSize, asOf, trace = false } = options;
  const parts = createParts(
    host,
    { cellMs, cacheSize, asOf, trace },
    {
      ready: () => sending.pump(),
      late: (waiter) => {
        const wait = gate.shutFor();
        const failure: Failure = wait > 0 ? { code: "rate_limited", waitMs: wait } : { code: "timeout", afterMs: cellMs + waitedMs };
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
    },
  );
  const { session, cache, gate, queue, flights, metrics, unanswered } = parts;
  const refusing = createRefusing(parts);
  const settling = createSettling(parts, refusing);
  const sending = createSending(parts, settling);
  const arrived = createReplies(parts, refusing, settling, sending);
  const intake = createIntake(parts, refusing, sending);
  const { atOnce, request } = intake;
  const { setAccess, setAsOf } = createSessionChanges(parts, refusing, settling, sending, intake);

  return {
    peek: (question, { anyAge = false } = {}) => {
      const answer = cache.fresh(question.key, session.generation(), host.now()) ?? (anyAge ? cache.last(question.key) : undefined);
      return answer && outcomeOf(answer);
    },
    ask: (question, settle, cell) => {
      const outcome = atOnce(question, cell);
      if (!outcome) return request(question, { settle }, cell);
      settle(outcome);
      return nothingToCancel;
    },
    atOnce,
    request,
    renew: (question, settle) => {
      const refused = refusing.refusedNow(question, undefined, undefined);
      if (!refused) return request(question, { settle }, undefined, true);
      settle(refused);
      return nothingToCancel;
    },
    last: (question) => cache.last(question.key),
    hold: parts.heldValues.hold,
    onAnswer: settling.onAnswer,
    setAccess,
    setAsOf,
    asOf: session.asOfText,
    asOfProblem: session.asOfProblem,
    refresh: session.refresh,
    stats: () => ({ ...metrics.stats(), queued: queue.all().filter(isLive).length, inFlight: flights.count() }),
    failures: metrics.failures,
    takeWaitingForKey: refusing.takeWaitingForKey,
    outage: unanswered.outage,
    keyProblem: session.keyRefusal,
    unanswered: unanswered.count,
    takeUnanswered: unanswered.take,
    quota: session.quota,
    onChange: metrics.onChange,
  };
}
