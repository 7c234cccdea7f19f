import { asOfText, isEchoOf, type AsOf } from "../contract/as-of";
import { largest } from "../contract/lists";
import { isArgumentCode, isFaultCode } from "../contract/codes";
import type { Quota } from "../contract/rate-headers";
import { isUnreadable, type UnreadableAsOf } from "./as-of-setting";
import { createBudget } from "./budget";
import { CACHE_SIZE, createAnswerCache } from "./cache";
import { addWaiter, functionOf, isLive, newEntry, takeOut, waitersOf, type Entry, type Flight } from "./entry";
import type { Failure } from "./failure";
import { createFlights } from "./flights";
import { createGate } from "./gate";
import type { Host, Reply } from "./host";
import { createHeldValues } from "./held-values";
import { createMetrics, type Failed, type Stats } from "./metrics";
import { createKeyRefusal } from "./key-refusal";
import { LIMITS } from "./limits";
import { isTooLarge } from "./read-body";
import { failed, outcomeOf, type Answer, type Held, type Outcome } from "./outcome";
import type { Question } from "./question";
import { createRefusedCells } from "./refused-cells";
import { readDetail, readReply, retryAfterMs } from "./reply";
import { statusFailure } from "./status-failure";
import { isServing, verdictOf, type Retryable } from "./status-table";
import { createUnanswered, type Outage } from "./unanswered";
import { createWaiters, type Caller, type Waiter } from "./waiters";
import { createWorkQueue } from "./work-queue";

/** State of the API key: still loading from its store, missing, or present. Requests are sent only if it is present. */
export type Access = "loading" | "none" | "present";

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
  /** Returns and clears the cells that wait for a key, each once. */
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

const textOf = (asOf: AsOf | UnreadableAsOf): string => (isUnreadable(asOf) ? asOf.unreadable : asOfText(asOf));

const nothingToCancel = (): void => undefined;
const NO_KEY: Failure = { code: "no_key" };

export function createClient(host: Host, options: ClientOptions = {}): Client {
  const { cellMs = LIMITS.cellMs, waitedMs = 0, trace = false } = options;
  const cache = createAnswerCache<Entry>(() => host.random(), options.cacheSize ?? CACHE_SIZE);
  const metrics = createMetrics(host);
  const gate = createGate(host, pump);
  const budget = createBudget(host);
  const keyRefusal = createKeyRefusal(host);
  const refusedCells = createRefusedCells();
  const heldValues = createHeldValues(() => host.now());
  const unanswered = createUnanswered(host);
  const waiters = createWaiters<Entry>(host, cellMs, (waiter) => {
    const wait = gate.shutFor();
    const failure: Failure = wait > 0 ? { code: "rate_limited", waitMs: wait } : { code: "timeout", afterMs: cellMs + waitedMs };
    drop(waiter, insteadOf(waiter.entry.question, failure, waiter.cell, waiter.held));
  });
  const queue = createWorkQueue<Entry>(host, isLive, (why) => {
    if (why === "gathered") waiters.closeCohort();
    pump();
  });
  const flights = createFlights(
    host,
    {
      replied: (flight, reply) => {
        if (reply.quota && flight.epoch === epoch) quota = { ...quota, ...reply.quota };
        arrived(flight, reply);
        pump();
      },
      timedOut: ({ entries }) => {
        repeat(entries, "timeout");
        pump();
      },
    },
    trace,
  );

  const waitingForKey = new Set<string>();
  const answerListeners = new Set<(question: Question, answer: Answer) => void>();

  let access: Access = "loading";
  /** Every call waits for an answer as of this. */
  let asOf: AsOf | UnreadableAsOf | undefined = options.asOf;
  let asOfProblem: Failure | undefined;
  cache.setAsOf(asOf && textOf(asOf));
  /** Number of pending questions. */
  let pending = 0;
  /** Number of refreshes and key changes. An answer from an earlier generation has expired. */
  let generation = 0;
  /** Number of key changes. */
  let epoch = 0;
  let quota: Quota | undefined;
  let pumping = false;
  let pumpAgain = false;

  return {
    peek: (question, { anyAge = false } = {}) => {
      const answer = cache.fresh(question.key, generation, host.now()) ?? (anyAge ? cache.last(question.key) : undefined);
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
      const refused = refusedNow(question, undefined, undefined);
      if (!refused) return request(question, { settle }, undefined, true);
      settle(refused);
      return nothingToCancel;
    },
    last: (question) => cache.last(question.key),
    hold: heldValues.hold,
    onAnswer: (listener) => {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
    setAccess,
    setAsOf,
    asOf: () => asOf && textOf(asOf),
    asOfProblem: () => asOfProblem,
    refresh: () => {
      generation++;
    },
    stats: () => ({ ...metrics.stats(), queued: queue.all().filter(isLive).length, inFlight: flights.count() }),
    failures: metrics.failures,
    takeWaitingForKey: () => {
      const cells = [...waitingForKey];
      waitingForKey.clear();
      return cells;
    },
    outage: unanswered.outage,
    keyProblem: keyRefusal.now,
    unanswered: unanswered.count,
    takeUnanswered: unanswered.take,
    quota: () => quota,
    onChange: metrics.onChange,
  };

  function atOnce(question: Question, cell: string | undefined): Outcome | undefined {
    metrics.count("asked");
    if (cell) unanswered.calledAgain(cell);
    const fresh = cache.fresh(question.key, generation, host.now());
    const held = heldValues.heldFor(cell, question);
    if (!fresh) return refusedNow(question, cell, held);
    heldValues.release(cell, held);
    metrics.count("fromCache");
    return outcomeOf(fresh);
  }

  /** Whether a call of now may join this entry. */
  function isJoinable(entry: Entry): boolean {
    // A request sent before a refresh may return what the refresh is meant to replace.
    if (entry.generation !== generation && entry.flight) return false;
    entry.generation = generation;
    return true;
  }

  function enter(question: Question, renewed: boolean, counted = !renewed): Entry {
    const slot = cache.open(question.key);
    const joined = slot.pending;
    if (joined && isJoinable(joined)) {
      // Counts calls of cells only.
      if (counted) metrics.count("shared");
      if (renewed) joined.renewed = true;
      if (joined.flight && !isLive(joined)) joined.flight.live++;
      // Gathering also closes the deadline cohort of this call.
      queue.gather();
      return joined;
    }
    const entry = newEntry(question, slot, generation, renewed);
    if (!joined) pending++;
    slot.pending = entry;
    queue.arrive(entry);
    return entry;
  }

  /** Outcome of a call for which nothing may be sent now. */
  function refusedNow(question: Question, cell: string | undefined, held: Held | undefined): Outcome | undefined {
    if (access === "none") return noKey(cell, held);
    const refusal = asOfProblem?.code === "as_of_unreadable" ? asOfProblem : keyRefusal.now();
    if (refusal) return insteadOf(question, refusal, cell, held);
    const shut = gate.shutFor();
    return shut > cellMs ? insteadOf(question, { code: "rate_limited", waitMs: shut }, cell, held) : undefined;
  }

  /** Queues the question. */
  function request(question: Question, caller: Caller, cell: string | undefined, renewed = false): () => void {
    const entry = enter(question, renewed);
    const waiter = waiters.add(entry, cell, heldValues.heldFor(cell, question), caller);
    addWaiter(entry, waiter);
    return () => {
      if (!waiter.settled) drop(waiter, failed({ code: "cancelled" }));
    };
  }

  function setAccess(next: Access, { forget = false }: { readonly forget?: boolean } = {}): void {
    access = next;
    // Another key may see more or less: earlier refusals and answers do not apply to it.
    epoch++;
    generation++;
    keyRefusal.clear();
    unanswered.reset();
    quota = undefined;
    gate.reset();
    if (forget) forgetAnswers();
    // Questions not sent yet will use the new key.
    for (const entry of queue.all()) entry.generation = generation;
    if (access === "none") for (const entry of queue.takeAll()) settleEntry(entry, ({ cell, held }) => noKey(cell, held));
    else pump();
    metrics.changed();
  }

  function setAsOf(next: AsOf | UnreadableAsOf | undefined): void {
    if ((next && textOf(next)) === (asOf && textOf(asOf))) return;
    const earlier = [...queue.takeAll(), ...flights.entries()];
    asOf = next;
    asOfProblem = isUnreadable(next) ? { code: "as_of_unreadable", text: next.unreadable } : undefined;
    cache.setAsOf(next && textOf(next));
    heldValues.hold(new Map());
    earlier.forEach(moveCalls);
    pump();
    metrics.changed();
  }

  /** Has the calls that wait for this entry, which is of an earlier moment, wait for an answer as of the current one. */
  function moveCalls(entry: Entry): void {
    const waiting = waitersOf(entry);
    for (const waiter of waiting) takeOut(entry, waiter);
    // A request in flight goes on: its answers are cached for its own moment.
    if (!entry.flight) leave(entry);
    else if (waiting.length > 0) entry.flight.live--;
    for (const waiter of waiting) {
      waiter.held = undefined;
      const cached = entry.renewed ? undefined : cache.fresh(entry.question.key, generation, host.now());
      const outcome = cached ? outcomeOf(cached) : refusedNow(entry.question, waiter.cell, undefined);
      if (outcome) waiters.settle(waiter, outcome);
      else {
        waiter.entry = enter(entry.question, entry.renewed, false);
        addWaiter(waiter.entry, waiter);
      }
    }
  }

  /** Clears what another service has answered. Sends the questions of requests in flight again. */
  function forgetAnswers(): void {
    cache.clear();
    heldValues.hold(new Map());
    for (const entries of flights.cancelAll()) {
      for (const entry of entries) entry.tries = 1;
      sendAgain(entries);
    }
  }

  /** Outcome of a failed call: the old answer marked stale, else the held value of its cell, else the failure. */
  function insteadOf(question: Question, failure: Failure, cell: string | undefined, shown: Held | undefined): Outcome {
    metrics.failed(question, failure, cell);
    unanswered.failed(failure, cell);
    const old = cache.last(question.key);
    if (old) return { ...outcomeOf(old), ...(isArgumentCode(old.code ?? "") ? {} : { stale: failure }) };
    return shown ? { kind: "held", held: shown, stale: failure } : failed(failure);
  }

  function noKey(cell: string | undefined, shown: Held | undefined): Outcome {
    if (cell) waitingForKey.add(cell);
    return shown ? { kind: "held", held: shown, stale: NO_KEY } : { kind: "no_key", failure: NO_KEY };
  }

  /** The entry is no longer pending. Leaves a later one (asked since a refresh) that has replaced it. */
  function leave(entry: Entry): void {
    if (entry.slot.pending !== entry) return;
    cache.leave(entry.slot);
    pending--;
  }

  function settleEntry(entry: Entry, outcome: (waiter: Waiter<Entry>) => Outcome): void {
    leave(entry);
    const { first } = entry;
    if (first && !first.next) {
      takeOut(entry, first);
      waiters.settle(first, outcome(first));
      return;
    }
    const waiting = waitersOf(entry);
    for (const waiter of waiting) takeOut(entry, waiter);
    for (const waiter of waiting) waiters.settle(waiter, outcome(waiter));
  }

  function failEntry(entry: Entry, failure: Failure): void {
    settleEntry(entry, ({ cell, held }) => insteadOf(entry.question, failure, cell, held));
  }

  /** Settles one waiter. Removes its question from the queue if it was the last one, and aborts a request without waiters. */
  function drop(waiter: Waiter<Entry>, outcome: Outcome): void {
    const { entry } = waiter;
    if (takeOut(entry, waiter) && !isLive(entry)) {
      const aborted = entry.flight;
      if (aborted) {
        if (--aborted.live === 0) {
          flights.cancel(aborted);
          aborted.entries.forEach(leave);
          pump();
        }
      } else {
        queue.noteCancelled();
        leave(entry);
      }
    }
    waiters.settle(waiter, outcome);
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
        while (access === "present" && !keyRefusal.now() && flights.count() < gate.limit()) {
          const batch = queue.take();
          if (batch.length === 0) break;
          send(batch);
        }
      } while (pumpAgain);
    } finally {
      pumping = false;
    }
    if (pending === 0) refusedCells.reset();
    metrics.changed();
  }

  function send(entries: readonly Entry[]): void {
    for (const entry of entries) {
      entry.tries++;
      if (entry.tries > 1) metrics.count("retries");
    }
    metrics.count("requests");
    metrics.count("cells", entries.length);
    flights.send(entries, { epoch, volley: gate.volley(), asOf: isUnreadable(asOf) ? undefined : asOf });
  }

  function arrived(flight: Flight, reply: Reply): void {
    const { entries } = flight;
    if (isServing(reply.status)) {
      gate.succeeded();
      unanswered.answered();
    }
    // Not sent again: what sends too much once does so again, and each time takes as much memory.
    if (isTooLarge(reply)) return entries.forEach((entry) => failEntry(entry, { code: "large_reply" }));
    const verdict = verdictOf(reply.status);
    switch (verdict.kind) {
      case "answers":
        return answered(flight, reply.body);
      case "key_refused":
        return flight.epoch === epoch ? refused(entries, reply.body) : sendAgain(entries);
      case "too_fast":
        return flight.epoch === epoch ? tooFast(flight, reply) : sendAgain(entries);
      case "cells_refused":
        return divide(flight, reply.body);
      case "again":
        return repeat(entries, verdict.cause, verdict.tries, retryAfterMs(reply.retryAfter, host.now()));
      case "rejected": {
        const failure = statusFailure(reply, host.now());
        for (const entry of entries) failEntry(entry, failure);
      }
    }
  }

  function answered({ entries, asOf }: Flight, body: string): void {
    const answers = readReply(body, host.now(), entries.length, (echo) => (asOf ? isEchoOf(echo, asOf) : echo === undefined));
    if (!answers) return repeat(entries, "broken_reply");
    for (const entry of entries) refusedCells.accepted(functionOf(entry));
    if (entries.some(({ slot }) => cache.isCurrent(slot))) asOfProblem = undefined;
    const missing: Entry[] = [];
    let outcome: Outcome;
    /** One function for all entries, because one for each takes memory. */
    const settled = ({ cell, held }: Waiter<Entry>): Outcome => {
      heldValues.release(cell, held);
      return outcome;
    };
    for (let id = 0; id < entries.length; id++) {
      const entry = entries[id]!;
      const answer = answers[id];
      if (!answer) {
        missing.push(entry);
        continue;
      }
      if (answer.value === null && isFaultCode(answer.code ?? "")) {
        failEntry(entry, { code: "service_fault" });
        continue;
      }
      cache.put(entry.slot, answer, entry.generation, entry.renewed ? LIMITS.renewedMs : 0);
      if (cache.isCurrent(entry.slot)) announce(entry.question, answer);
      outcome = outcomeOf(answer);
      settleEntry(entry, settled);
    }
    if (missing.length > 0) repeat(missing, "broken_reply");
    else budget.earn();
  }

  function announce(question: Question, answer: Answer): void {
    for (const listener of answerListeners)
      try {
        listener(question, answer);
      } catch (e) {
        // A listener's error must not cost a cell its answer: rethrown outside of this call.
        host.schedule(() => {
          throw e;
        }, 0);
      }
  }

  /** Entries with waiters; removes the others. */
  function stillWaited(entries: readonly Entry[]): Entry[] {
    for (const entry of entries) if (!isLive(entry)) leave(entry);
    return entries.filter(isLive);
  }

  /** Answers these at once if the key was refused or removed while they were in flight. True if it did. */
  function barred(entries: readonly Entry[]): boolean {
    const refusal = keyRefusal.now();
    if (refusal) for (const entry of entries) failEntry(entry, refusal);
    else if (access === "none") for (const entry of entries) settleEntry(entry, ({ cell, held }) => noKey(cell, held));
    return refusal !== undefined || access === "none";
  }

  /** Queues unanswered entries first, without counting the attempt. */
  function sendAgain(entries: readonly Entry[]): void {
    const live = stillWaited(entries);
    for (const entry of live) entry.tries--;
    if (!barred(live)) queue.putFirst(live);
  }

  /** Retries after a back-off if attempts and the retry budget allow; otherwise fails the entries. */
  function repeat(entries: readonly Entry[], cause: Retryable, tries: number = LIMITS.tries, atLeastMs = 0): void {
    const live = stillWaited(entries);
    if (barred(live)) return;
    const may = live.filter((e) => e.tries < tries);
    for (const entry of live) if (entry.tries >= tries) failEntry(entry, { code: cause });
    if (may.length === 0) return;
    if (atLeastMs > cellMs || !budget.take()) return may.forEach((e) => failEntry(e, { code: cause }));
    const most = largest(may.map((e) => e.tries));
    queue.putLater(may, Math.max(atLeastMs, LIMITS.backOffMs * 2 ** (most - 1) * (0.5 + host.random())));
  }

  /** Splits a refused batch, or fails it with the refusal. */
  function divide({ entries, asOf }: Flight, body: string): void {
    const live = stillWaited(entries);
    if (barred(live) || live.length === 0) return;
    const detail = readDetail(body);
    if (asOf && detail.text?.startsWith("as_of:")) {
      // Entries with waiters are of the current moment.
      const problem: Failure = { code: "as_of_refused", detail: detail.text.slice("as_of:".length).trim() };
      asOfProblem = problem;
      return live.forEach((e) => failEntry(e, problem));
    }
    const divided = refusedCells.divide(live, detail);
    if ("failure" in divided) return live.forEach((e) => failEntry(e, divided.failure));
    for (const entry of live) entry.tries--;
    queue.putParts(...divided.parts);
  }

  /** Stops all requests until the key changes or the quota resets, and fails all waiting calls. */
  function refused(entries: readonly Entry[], body: string): void {
    const failure = keyRefusal.refuse(body);
    for (const entry of [...entries, ...queue.takeAll()]) failEntry(entry, failure);
  }

  function tooFast({ entries, volley }: Flight, reply: Reply): void {
    gate.shut(retryAfterMs(reply.retryAfter, host.now()), volley);
    sendAgain(entries);
    const wait = gate.shutFor();
    const failure: Failure = { code: "rate_limited", waitMs: wait };
    // After a clock jump the remaining time is unknown; the timer of the call ends it.
    const isHopeless = (left: number): boolean => left >= 0 && left < wait;
    for (const entry of queue.all())
      for (const waiter of waitersOf(entry))
        if (isHopeless(waiter.cohort.deadline - host.now())) drop(waiter, insteadOf(entry.question, failure, waiter.cell, waiter.held));
  }
}
