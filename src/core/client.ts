import { largest } from "../contract/lists";
import { isArgumentCode, isFaultCode } from "../contract/codes";
import type { Quota } from "../contract/rate-headers";
import { createBudget } from "./budget";
import { CACHE_SIZE, createAnswerCache } from "./cache";
import { addWaiter, functionOf, isLive, newEntry, takeOut, takeWaiters, type Entry, type Flight } from "./entry";
import { createGate } from "./gate";
import type { Host, Reply } from "./host";
import { createHoldings } from "./holdings";
import { createJournal, type Failed, type Stats } from "./journal";
import { createKeyRefusal } from "./key-refusal";
import { LIMITS } from "./limits";
import { late, MESSAGES, rateLimited, rejected } from "./messages";
import { failure, NO_KEY_TEXT, outcomeOf, reasonInFull, type Answer, type FailureCode, type Held, type Outcome } from "./outcome";
import type { Question } from "./question";
import { createRefusedCells } from "./refused-cells";
import { readDetail, readReply, retryAfterMs } from "./reply";
import { isServing, verdictOf, type Retryable } from "./status-table";
import { createWaiters, type Waiter } from "./waiters";
import { createWorkQueue } from "./work-queue";

/** Whether requests may go: the key is still being read from its store, there is none, or there is one. */
export type Access = "loading" | "none" | "present";

/** Many calls in, few requests out. See docs/architecture.md for the way of one call and its failure exits. */
export interface Client {
  /** A cached answer that may be shown without asking; with `anyAge`, the last one known. */
  peek(question: Question, options?: { readonly anyAge?: boolean }): Outcome | undefined;
  /** Asks. `settle` is called exactly once, possibly before this returns; the returned function calls the question off. */
  ask(question: Question, settle: (outcome: Outcome) => void, cell?: string): () => void;
  /**
   * Asks anew whatever is cached; the old answer stands until a new one comes, which the cells then get, even one that must not be kept.
   * `settle` is called exactly once, possibly before this returns; where no answer came, with the old one marked stale, or a failure.
   */
  renew(question: Question, settle: (outcome: Outcome) => void): () => void;
  /** The answer last known, however old. */
  last(question: Question): Answer | undefined;
  /**
   * What the next call of each of these cells gives when it fails and no answer is known, by address; also when the same question is asked again, until
   * it is answered. A cell that asks something else showed something else, too: the key of what it asked is told where it is known, else the first
   * question counts that it asks within a minute. Replaces what was held before, but for calls under way.
   */
  hold(cells: ReadonlyMap<string, Held>, questions?: ReadonlyMap<string, string>): void;
  /** Hears of every answer as it arrives. */
  onAnswer(listener: (question: Question, answer: Answer) => void): () => void;
  /** `forget` drops every answer: they came from another service. */
  setAccess(access: Access, options?: { readonly forget?: boolean }): void;
  /** From now on every question is asked anew; the old answers stand until, and unless, new ones come. */
  refresh(): void;
  stats(): Stats;
  failures(): readonly Failed[];
  /** Cells that were told to wait for a key, each once; the list is emptied. */
  takeWaitingForKey(): string[];
  quota(): Quota | undefined;
  onChange(listener: () => void): () => void;
}

export interface ClientOptions {
  readonly cacheSize?: number;
  /** How long a call may take in all, for hosts that end one sooner than the core would. */
  readonly cellMs?: number;
  /** How long the caller has waited already, for the words of a call that gets no answer. */
  readonly waitedMs?: number;
}

export function createClient(host: Host, options: ClientOptions = {}): Client {
  const { cellMs = LIMITS.cellMs, waitedMs = 0 } = options;
  const cache = createAnswerCache(() => host.random(), options.cacheSize ?? CACHE_SIZE);
  const journal = createJournal(host);
  const gate = createGate(host, pump);
  const budget = createBudget(host);
  const keyRefusal = createKeyRefusal(host);
  const refusedCells = createRefusedCells();
  const holdings = createHoldings(() => host.now());
  const waiters = createWaiters<Entry>(host, cellMs, (waiter) => {
    const wait = gate.shutFor();
    drop(waiter, failed(waiter.entry.question, "timeout", wait > 0 ? rateLimited(wait) : late(cellMs + waitedMs), waiter.cell, waiter.held));
  });
  const queue = createWorkQueue<Entry>(host, isLive, (why) => {
    if (why === "gathered") waiters.closeCohort();
    pump();
  });

  /** Every question under way by key: equal questions share one. */
  const pending = new Map<string, Entry>();
  const flights = new Set<Flight>();
  const waitingForKey = new Set<string>();
  const answerListeners = new Set<(question: Question, answer: Answer) => void>();

  let access: Access = "loading";
  /** Counts refreshes and keys: an answer of an earlier one is not served again. */
  let generation = 0;
  /** Counts keys. */
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
      journal.count("asked");
      const fresh = cache.fresh(question.key, generation, host.now());
      const held = holdings.heldFor(cell, question);
      if (!fresh) return askNow(question, settle, cell, held);
      holdings.release(cell, held);
      journal.count("fromCache");
      settle(outcomeOf(fresh));
      return () => undefined;
    },
    renew: (question, settle) => askNow(question, settle, undefined, undefined, true),
    last: (question) => cache.last(question.key),
    hold: holdings.hold,
    onAnswer: (listener) => {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
    setAccess,
    refresh: () => {
      generation++;
    },
    stats: () => ({ ...journal.stats(), queued: queue.all().filter(isLive).length, inFlight: flights.size }),
    failures: journal.failures,
    takeWaitingForKey: () => {
      const cells = [...waitingForKey];
      waitingForKey.clear();
      return cells;
    },
    quota: () => quota,
    onChange: journal.onChange,
  };

  function joinable(key: string): Entry | undefined {
    const entry = pending.get(key);
    if (!entry || entry.generation === generation) return entry;
    // Asked before a refresh: a request that is on its way already may bring what the refresh wants to replace.
    if (entry.flight) return undefined;
    entry.generation = generation;
    return entry;
  }

  function enter(question: Question, renewed: boolean): Entry {
    const joined = joinable(question.key);
    if (joined) {
      // Counted are the calls of cells.
      if (!renewed) journal.count("shared");
      if (joined.flight && !isLive(joined)) joined.flight.live++;
      // Ends the cohort of this call's deadline, too.
      queue.gather();
      return joined;
    }
    const entry = newEntry(question, generation);
    pending.set(question.key, entry);
    queue.arrive(entry);
    return entry;
  }

  /** Asks the service, unless it is known that nothing may be sent. */
  function askNow(question: Question, settle: (outcome: Outcome) => void, cell?: string, held?: Held, renewed = false): () => void {
    const now = (outcome: Outcome) => {
      settle(outcome);
      return () => undefined;
    };
    if (access === "none") return now(noKey(cell, held));
    const refusal = keyRefusal.now();
    if (refusal) return now(failed(question, refusal.code, refusal.message, cell, held));
    const shut = gate.shutFor();
    if (shut > cellMs) return now(failed(question, "rate_limited", rateLimited(shut), cell, held));
    const entry = enter(question, renewed);
    if (renewed) entry.renewed = true;
    const waiter = waiters.add(entry, cell, held, settle);
    addWaiter(entry, waiter);
    return () => {
      if (!waiter.settled) drop(waiter, failure("cancelled", MESSAGES.cancelled));
    };
  }

  function setAccess(next: Access, { forget = false }: { readonly forget?: boolean } = {}): void {
    access = next;
    // Another key may see more, or less: what was refused or answered for the last one is asked anew.
    epoch++;
    generation++;
    keyRefusal.clear();
    quota = undefined;
    gate.reset();
    if (forget) {
      cache.clear();
      holdings.hold(new Map());
      // What is on its way was asked of the other service: it is asked anew here.
      for (const flight of [...flights]) {
        flight.abort();
        land(flight);
        for (const entry of flight.entries) entry.tries = 1;
        sendAgain(flight.entries);
      }
    }
    // What has not been sent yet goes with the key in use.
    for (const entry of pending.values()) if (!entry.flight) entry.generation = generation;
    if (access === "none") for (const entry of queue.takeAll()) settleEntry(entry, ({ cell, held }) => noKey(cell, held));
    else pump();
    journal.changed();
  }

  /** What a call shows when asking failed: the old answer, marked, where there is one, or what its cell showed; else the failure. */
  function failed(question: Question, code: FailureCode, message: string, cell: string | undefined, shown: Held | undefined): Outcome {
    journal.failed(question, message, cell);
    const old = cache.last(question.key);
    if (old) return { ...outcomeOf(old), ...(isArgumentCode(old.code ?? "") ? {} : { stale: message }) };
    return shown ? { kind: "held", held: shown, stale: message } : failure(code, message);
  }

  function noKey(cell: string | undefined, shown: Held | undefined): Outcome {
    if (cell) waitingForKey.add(cell);
    return shown ? { kind: "held", held: shown, stale: NO_KEY_TEXT } : { kind: "no_key", text: NO_KEY_TEXT };
  }

  /** The question is under way no longer; a later one of the same key, asked since a refresh, stays. */
  function leave(entry: Entry): void {
    if (pending.get(entry.question.key) === entry) pending.delete(entry.question.key);
  }

  function settleEntry(entry: Entry, outcome: (waiter: Waiter<Entry>) => Outcome): void {
    leave(entry);
    for (const waiter of takeWaiters(entry)) waiters.settle(waiter, outcome(waiter));
  }

  function failEntry(entry: Entry, code: FailureCode, message: string): void {
    settleEntry(entry, ({ cell, held }) => failed(entry.question, code, message, cell, held));
  }

  /** Takes one waiter off its question; a question that nobody waits for leaves the queue, and a request with none left is aborted. */
  function drop(waiter: Waiter<Entry>, outcome: Outcome): void {
    const { entry } = waiter;
    if (takeOut(entry, waiter) && !isLive(entry)) {
      const aborted = entry.flight;
      if (aborted) {
        if (--aborted.live === 0) {
          aborted.abort();
          land(aborted);
          aborted.entries.forEach(leave);
          pump();
        }
      } else {
        queue.remove(entry);
        leave(entry);
      }
    }
    waiters.settle(waiter, outcome);
  }

  function land(flight: Flight): void {
    flight.over = true;
    flight.callOffTimeout();
    flights.delete(flight);
    for (const entry of flight.entries) if (entry.flight === flight) entry.flight = undefined;
  }

  /** Sends what may be sent. A host that answers before `send` returns comes back in here, so the loop takes turns with itself. */
  function pump(): void {
    if (pumping) {
      pumpAgain = true;
      return;
    }
    pumping = true;
    try {
      do {
        pumpAgain = false;
        while (access === "present" && !keyRefusal.now() && flights.size < gate.limit()) {
          const batch = queue.take();
          if (batch.length === 0) break;
          send(batch);
        }
      } while (pumpAgain);
    } finally {
      pumping = false;
    }
    if (pending.size === 0) refusedCells.reset();
    journal.changed();
  }

  function send(entries: Entry[]): void {
    const flight: Flight = {
      entries,
      epoch,
      volley: gate.volley(),
      live: entries.length,
      over: false,
      abort: () => undefined,
      callOffTimeout: () => undefined,
    };
    for (const entry of entries) {
      entry.flight = flight;
      entry.tries++;
      if (entry.tries > 1) journal.count("retries");
    }
    flights.add(flight);
    journal.count("requests");
    journal.count("cells", entries.length);
    flight.callOffTimeout = host.schedule(() => {
      if (flight.over) return;
      flight.abort();
      land(flight);
      repeat(entries, "timeout");
      pump();
    }, LIMITS.requestMs);
    const body = JSON.stringify({
      cells: entries.map(({ question: { cell } }, id) => ("fn" in cell ? { id, fn: cell.fn, args: cell.args } : { id, entity: cell.entity, path: cell.path })),
    });
    const done = (reply: Reply) => {
      if (flight.over) return;
      land(flight);
      if (reply.quota && flight.epoch === epoch) quota = { ...quota, ...reply.quota };
      arrived(flight, reply);
      pump();
    };
    try {
      flight.abort = host.send(body, done);
    } catch {
      // A host that cannot even send has no connection, as far as a cell is concerned.
      done({ status: 0, body: "" });
    }
  }

  function arrived(flight: Flight, reply: Reply): void {
    const { entries } = flight;
    if (isServing(reply.status)) gate.succeeded();
    const verdict = verdictOf(reply.status);
    switch (verdict.kind) {
      case "answers":
        return answered(entries, reply.body);
      case "key_refused":
        return flight.epoch === epoch ? refused(entries, reply.body) : sendAgain(entries);
      case "too_fast":
        return flight.epoch === epoch ? tooFast(flight, reply) : sendAgain(entries);
      case "cells_refused":
        return divide(entries, reply.body);
      case "again":
        return repeat(entries, verdict.cause, verdict.tries, retryAfterMs(reply.retryAfter, host.now()));
      case "rejected": {
        const { code, message } = rejected(reply.status, readDetail(reply.body));
        for (const entry of entries) failEntry(entry, code, message);
      }
    }
  }

  function answered(entries: readonly Entry[], body: string): void {
    const answers = readReply(body, host.now());
    if (!answers) return repeat(entries, "broken_reply");
    for (const entry of entries) refusedCells.accepted(functionOf(entry));
    const missing: Entry[] = [];
    for (const [id, entry] of entries.entries()) {
      const answer = answers.get(id);
      if (!answer) {
        missing.push(entry);
        continue;
      }
      if (answer.value === null && isFaultCode(answer.code ?? "")) {
        failEntry(entry, "server_error", reasonInFull(answer));
        continue;
      }
      cache.put(entry.question.key, answer, entry.generation, entry.renewed ? LIMITS.renewedMs : 0);
      announce(entry.question, answer);
      const outcome = outcomeOf(answer);
      settleEntry(entry, ({ cell, held }) => {
        holdings.release(cell, held);
        return outcome;
      });
    }
    if (missing.length > 0) repeat(missing, "broken_reply");
    else budget.earn();
  }

  function announce(question: Question, answer: Answer): void {
    for (const listener of answerListeners)
      try {
        listener(question, answer);
      } catch (e) {
        // A listener's own fault must not cost a cell its answer; it is thrown where nobody waits.
        host.schedule(() => {
          throw e;
        }, 0);
      }
  }

  /** The questions that somebody still waits for; the others are let go. */
  function stillWaited(entries: readonly Entry[]): Entry[] {
    for (const entry of entries) if (!isLive(entry)) leave(entry);
    return entries.filter(isLive);
  }

  /** Answers these at once where nothing may be sent any more: the key was refused or taken away while they were on their way. */
  function barred(entries: readonly Entry[]): boolean {
    const refusal = keyRefusal.now();
    if (refusal) for (const entry of entries) failEntry(entry, refusal.code, refusal.message);
    else if (access === "none") for (const entry of entries) settleEntry(entry, ({ cell, held }) => noKey(cell, held));
    return refusal !== undefined || access === "none";
  }

  /** Puts what was sent and not answered back to the front, as if it had not been sent. */
  function sendAgain(entries: readonly Entry[]): void {
    const live = stillWaited(entries);
    for (const entry of live) entry.tries--;
    if (!barred(live)) queue.putFirst(live);
  }

  /** Asks again after a back-off, where tries and the budget of the whole client allow it; else every waiting call is answered. */
  function repeat(entries: readonly Entry[], cause: Retryable, tries: number = LIMITS.tries, atLeastMs = 0): void {
    const live = stillWaited(entries);
    if (barred(live)) return;
    const may = live.filter((e) => e.tries < tries);
    for (const entry of live) if (entry.tries >= tries) failEntry(entry, cause, MESSAGES[cause]);
    if (may.length === 0) return;
    if (atLeastMs > cellMs || !budget.take()) return may.forEach((e) => failEntry(e, cause, MESSAGES[cause]));
    const most = largest(may.map((e) => e.tries));
    queue.putLater(may, Math.max(atLeastMs, LIMITS.backOffMs * 2 ** (most - 1) * (0.5 + host.random())));
  }

  /** A batch that the service refuses is asked again in parts, or answered with the refusal. */
  function divide(entries: readonly Entry[], body: string): void {
    const live = stillWaited(entries);
    if (barred(live) || live.length === 0) return;
    const divided = refusedCells.divide(live, readDetail(body));
    if ("message" in divided) return live.forEach((e) => failEntry(e, "refused_cell", divided.message));
    for (const entry of live) entry.tries--;
    queue.putParts(...divided.parts);
  }

  /** No request goes out any more until the key changes or the quota resets; whoever waits is told which. */
  function refused(entries: readonly Entry[], body: string): void {
    const { code, message } = keyRefusal.refuse(body);
    for (const entry of [...entries, ...queue.takeAll()]) failEntry(entry, code, message);
  }

  function tooFast({ entries, volley }: Flight, reply: Reply): void {
    gate.shut(retryAfterMs(reply.retryAfter, host.now()), volley);
    sendAgain(entries);
    const wait = gate.shutFor();
    const message = rateLimited(wait);
    // Where the clock jumped it is not known how long a call may still wait, and its timer ends it.
    const isHopeless = (left: number): boolean => left >= 0 && left < wait;
    for (const entry of queue.all())
      for (const waiter of [...entry.waiters])
        if (isHopeless(waiter.deadline - host.now())) drop(waiter, failed(entry.question, "rate_limited", message, waiter.cell, waiter.held));
  }
}
