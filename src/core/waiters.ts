import type { Host } from "./host";
import type { Held, Outcome } from "./outcome";

/** One call that waits for its answer. It is settled exactly once, whatever comes first: answer, failure, deadline, cancel. */
export interface Waiter<Entry> {
  readonly entry: Entry;
  /** The cell that asks. */
  readonly cell: string | undefined;
  /** What the cell showed before, where that is to stand in for a failure. */
  readonly held: Held | undefined;
  readonly settled: boolean;
  /** Wall time after which it has been answered; only for telling early that a long wait is hopeless. */
  readonly deadline: number;
  /** Where it stands among the waiters of its entry, so that one of thousands is taken out without a search. */
  place: number;
}

/**
 * Makes waiters and holds their deadline. Calls that come together share one timer, so that ten thousand calls need one and a
 * clock that jumps can neither hurry nor hang them.
 */
export interface Waiters<Entry> {
  add(entry: Entry, cell: string | undefined, held: Held | undefined, settle: (outcome: Outcome) => void): Waiter<Entry>;
  /** Tells the caller, unless it was told before. */
  settle(waiter: Waiter<Entry>, outcome: Outcome): void;
  /** Later calls get a timer of their own. */
  closeCohort(): void;
}

/** The calls of one timer. */
interface Cohort<W> {
  waiters: W[];
  /** Of these, how many are not settled. */
  open: number;
  readonly deadline: number;
  callOff: () => void;
}

export function createWaiters<Entry>(host: Host, cellMs: number, late: (waiter: Waiter<Entry>) => void): Waiters<Entry> {
  interface Waiting extends Waiter<Entry> {
    readonly cohort: Cohort<Waiting>;
    readonly tell: (outcome: Outcome) => void;
    settled: boolean;
  }
  let cohort: Cohort<Waiting> | undefined;

  function currentCohort(): Cohort<Waiting> {
    if (cohort) return cohort;
    const opened: Cohort<Waiting> = { waiters: [], open: 0, deadline: host.now() + cellMs, callOff: () => undefined };
    opened.callOff = host.schedule(() => {
      if (cohort === opened) cohort = undefined;
      for (const waiter of opened.waiters) if (!waiter.settled) late(waiter);
    }, cellMs);
    cohort = opened;
    return opened;
  }

  return {
    add: (entry, cell, held, tell) => {
      const mine = currentCohort();
      const waiter: Waiting = { entry, cell, held, settled: false, deadline: mine.deadline, place: 0, cohort: mine, tell };
      mine.waiters.push(waiter);
      mine.open++;
      return waiter;
    },
    settle: (given, outcome) => {
      const waiter = given as Waiting;
      if (waiter.settled) return;
      waiter.settled = true;
      const mine = waiter.cohort;
      if (--mine.open === 0) {
        mine.waiters = [];
        if (cohort !== mine) mine.callOff();
      }
      try {
        waiter.tell(outcome);
      } catch (e) {
        // One caller's fault must not cost the others their answer; it is thrown where nobody waits.
        host.schedule(() => {
          throw e;
        }, 0);
      }
    },
    closeCohort: () => {
      const closed = cohort;
      cohort = undefined;
      if (closed?.open === 0) closed.callOff();
    },
  };
}
