import { largest } from "../contract/lists";
import { isArgumentCode, isFaultCode } from "../contract/codes";
import type { Quota } from "../contract/rate-headers";
import { createBudget } from "./budget";
import { CACHE_SIZE, createAnswerCache } from "./cache";
import { createGate } from "./gate";
import type { Host, Reply } from "./host";
import { createJournal, type Failed, type Stats } from "./journal";
import { LIMITS } from "./limits";
import { keyRefused, late, MESSAGES, rateLimited, refusedCell, refusedTogether, rejected } from "./messages";
import { createHoldings } from "./holdings";
import { failure, NO_KEY_TEXT, outcomeOf, reasonInFull, type Answer, type FailureCode, type Held, type Outcome } from "./outcome";
import type { Question } from "./question";
import { readDetail, readReply, retryAfterMs } from "./reply";
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

/** One question under way, with all the calls that wait for it. */
interface Entry {
  readonly question: Question;
  generation: number;
  waiters: Waiter<Entry>[];
  tries: number;
  flight: Flight | undefined;
  /** Somebody renews it: cells will come for its answer, whatever its age. */
  renewed: boolean;
}

/** One request under way. */
interface Flight {
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

type Retryable = "network" | "timeout" | "broken_reply" | "server_error";

/** What a question asks: a function, or a path of the function SERVICE. */
const functionOf = ({ question: { cell } }: Entry): string => ("fn" in cell ? cell.fn : cell.path);

/** Never pushed to: of every entry that has none. */
const NO_WAITERS: Waiter<Entry>[] = [];

/** Takes a waiter out, the last one into its place; false where it was not in any more. */
function takeOut(entry: Entry, waiter: Waiter<Entry>): boolean {
  const { waiters } = entry;
  if (waiters[waiter.place] !== waiter) return false;
  const last = waiters.pop()!;
  if (last !== waiter) {
    waiters[waiter.place] = last;
    last.place = waiter.place;
  }
  return true;
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
  const waiters = createWaiters<Entry>(host, cellMs, (waiter) => {
    const wait = gate.shutFor();
    drop(waiter, failed(waiter.entry.question, "timeout", wait > 0 ? rateLimited(wait) : late(cellMs + waitedMs), waiter.cell, waiter.held));
  });

  /** Every question under way by key: equal questions share one. */
  const pending = new Map<string, Entry>();
  const isLive = (entry: Entry): boolean => entry.waiters.length > 0;
  const queue = createWorkQueue<Entry>(host, isLive, (why) => {
    if (why === "gathered") waiters.closeCohort();
    pump();
  });
  const flights = new Set<Flight>();
  const waitingForKey = new Set<string>();
  const holdings = createHoldings(() => host.now());
  const answerListeners = new Set<(question: Question, answer: Answer) => void>();

  let access: Access = "loading";
  let generation = 0;
  let refusal: { readonly code: FailureCode; readonly message: string; readonly at: number; readonly until?: number } | undefined;
  let epoch = 0;
  const budget = createBudget(host);
  /** Of the present burst of work: the functions of which cells were accepted, and how many cells were refused alone. */
  const accepted = new Set<string>();
  let refusedAlone = 0;
  /** The same by function and message. */
  const refusedSame = new Map<string, number>();
  let quota: Quota | undefined;
  let pumping = false;
  let pumpAgain = false;

  /** What a call shows when asking failed: the old answer, marked, where there is one, or what its cell showed; else the failure. */
  function failed(question: Question, code: FailureCode, message: string, cell: string | undefined, shown: Held | undefined): Outcome {
    journal.failed(question, message, cell);
    const old = cache.last(question.key);
    if (old) return { ...outcomeOf(old), ...(isArgumentCode(old.code ?? "") ? {} : { stale: message }) };
    return shown ? { kind: "held", held: shown, stale: message } : failure(code, message);
  }

  const noKey = (cell: string | undefined, shown: Held | undefined): Outcome => {
    if (cell) waitingForKey.add(cell);
    return shown ? { kind: "held", held: shown, stale: NO_KEY_TEXT } : { kind: "no_key", text: NO_KEY_TEXT };
  };

  /** The question is under way no longer; a later one of the same key, asked since a refresh, stays. */
  function leave(entry: Entry): void {
    if (pending.get(entry.question.key) === entry) pending.delete(entry.question.key);
  }

  function settleEntry(entry: Entry, outcome: (waiter: Waiter<Entry>) => Outcome): void {
    leave(entry);
    const waiting = entry.waiters;
    entry.waiters = NO_WAITERS;
    for (const waiter of waiting) waiters.settle(waiter, outcome(waiter));
  }

  const failEntry = (entry: Entry, code: FailureCode, message: string): void =>
    settleEntry(entry, ({ cell, held }) => failed(entry.question, code, message, cell, held));

  /** Takes one waiter off its question; a question that nobody waits for leaves the queue, and a request with none left is aborted. */
  function drop(waiter: Waiter<Entry>, outcome: Outcome): void {
    const { entry } = waiter;
    if (takeOut(entry, waiter) && entry.waiters.length === 0) {
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
        while (access === "present" && !refusalNow() && flights.size < gate.limit()) {
          const batch = queue.take();
          if (batch.length === 0) break;
          send(batch);
        }
      } while (pumpAgain);
    } finally {
      pumping = false;
    }
    if (pending.size === 0) {
      accepted.clear();
      refusedAlone = 0;
      refusedSame.clear();
    }
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
    const { status } = reply;
    if (status !== 0 && status !== 429 && status < 500) gate.succeeded();
    if (status === 200) return answered(entries, reply.body);
    if (status === 401) return flight.epoch === epoch ? refused(entries, reply.body) : sendAgain(entries);
    if (status === 429) return flight.epoch === epoch ? tooFast(flight, reply) : sendAgain(entries);
    if (status === 400 || status === 413 || status === 422) return split(entries, reply);
    if (status === 0) return repeat(entries, "network");
    if (status === 408) return repeat(entries, "timeout");
    if (status >= 502 && status <= 504) return repeat(entries, "server_error", LIMITS.tries, retryAfterMs(reply.retryAfter, host.now()));
    if (status >= 500) return repeat(entries, "server_error", LIMITS.triesAfter500);
    if (status < 300) return repeat(entries, "broken_reply");
    const { code, message } = rejected(status, readDetail(reply.body));
    for (const entry of entries) failEntry(entry, code, message);
  }

  function answered(entries: readonly Entry[], body: string): void {
    const answers = readReply(body, host.now());
    if (!answers) return repeat(entries, "broken_reply");
    for (const entry of entries) accepted.add(functionOf(entry));
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
    const refusedNow = refusalNow();
    if (refusedNow) for (const entry of entries) failEntry(entry, refusedNow.code, refusedNow.message);
    else if (access === "none") for (const entry of entries) settleEntry(entry, ({ cell, held }) => noKey(cell, held));
    return refusedNow !== undefined || access === "none";
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

  /**
   * Divides a refused batch until the bad cell stands alone: by functions first, because a column of one function is refused as a whole or not at all, then in
   * halves. The asking ends before every cell was tried where no request at all is accepted, and for a function that is refused with one message again and again.
   */
  function split(entries: readonly Entry[], reply: Reply): void {
    const live = stillWaited(entries);
    if (barred(live)) return;
    const detail = readDetail(reply.body);
    if (accepted.size === 0 && refusedAlone >= LIMITS.refusedAlone) return live.forEach((e) => failEntry(e, "refused_cell", refusedTogether(detail)));
    const functions = [...new Set(live.map(functionOf))];
    const [first] = functions;
    if (live.length === 0 || first === undefined) return;
    if (functions.length === 1) {
      // What a message quotes differs from cell to cell.
      const kind = `${first} ${(detail.text ?? "").replace(/"[^"]*"|\d+/g, "")}`;
      const same = refusedSame.get(kind) ?? 0;
      if (live.length === 1) {
        refusedAlone++;
        refusedSame.set(kind, same + 1);
        return live.forEach((e) => failEntry(e, "refused_cell", refusedCell(detail)));
      }
      if (live.length <= LIMITS.refusedGroup && same >= (accepted.has(first) ? LIMITS.refusedSameMost : LIMITS.refusedSame)) {
        refusedAlone += live.length;
        return live.forEach((e) => failEntry(e, "refused_cell", refusedTogether(detail)));
      }
    }
    for (const entry of live) entry.tries--;
    const half = functions.length > 1 ? new Set(functions.slice(0, functions.length >> 1)) : undefined;
    const inFirst = (entry: Entry, i: number): boolean => (half ? half.has(functionOf(entry)) : i < live.length >> 1);
    queue.putParts(
      live.filter(inFirst),
      live.filter((entry, i) => !inFirst(entry, i)),
    );
  }

  /** No request goes out any more until the key changes or the quota resets; whoever waits is told which. */
  function refused(entries: readonly Entry[], body: string): void {
    const detail = readDetail(body);
    const at = host.now();
    const { code, message, until } = keyRefused(detail, at);
    refusal = { code, message, at, ...(until === undefined ? {} : { until }) };
    for (const entry of [...entries, ...queue.takeAll()]) failEntry(entry, code, message);
  }

  function refusalNow(): typeof refusal {
    const now = host.now();
    // Where the clock was set back it is not known how much of the time is over: one request may try.
    if (refusal?.until !== undefined && (now >= refusal.until || now < refusal.at)) refusal = undefined;
    return refusal;
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
      if (joined.flight && joined.waiters.length === 0) joined.flight.live++;
      // Ends the cohort of this call's deadline, too.
      queue.gather();
      return joined;
    }
    const entry: Entry = { question, generation, waiters: NO_WAITERS, tries: 0, flight: undefined, renewed: false };
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
    const refusedNow = refusalNow();
    if (refusedNow) return now(failed(question, refusedNow.code, refusedNow.message, cell, held));
    const shut = gate.shutFor();
    if (shut > cellMs) return now(failed(question, "rate_limited", rateLimited(shut), cell, held));
    const entry = enter(question, renewed);
    if (renewed) entry.renewed = true;
    const waiter = waiters.add(entry, cell, held, settle);
    // Most questions have one waiter, and an empty list that is pushed to takes room for seventeen.
    if (entry.waiters.length === 0) entry.waiters = [waiter];
    else waiter.place = entry.waiters.push(waiter) - 1;
    return () => {
      if (!waiter.settled) drop(waiter, failure("cancelled", MESSAGES.cancelled));
    };
  }

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
    setAccess: (next, { forget = false } = {}) => {
      access = next;
      // Another key may see more, or less: what was refused or answered for the last one is asked anew.
      epoch++;
      generation++;
      refusal = undefined;
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
    },
    refresh: () => {
      generation++;
    },
    stats: () => ({
      ...journal.stats(),
      queued: queue.all().filter(isLive).length,
      inFlight: flights.size,
    }),
    failures: journal.failures,
    takeWaitingForKey: () => {
      const cells = [...waitingForKey];
      waitingForKey.clear();
      return cells;
    },
    quota: () => quota,
    onChange: journal.onChange,
  };
}
