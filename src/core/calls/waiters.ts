import { startDeadline, type Deadline } from "./deadline";
import type { Host } from "../host";
import type { Held, Outcome } from "../outcome";

/** Receives the outcome of a call, exactly once. An object rather than a closure, which takes twice the memory: a workbook may have 100,000 waiting calls. */
export interface Caller {
  settle(outcome: Outcome): void;
}

/** One call waiting for its answer. Settled exactly once: by an answer, a failure, the deadline or a cancel. */
export interface Waiter<Entry> {
  /** The pending question; another entry once the moment changes. */
  entry: Entry;
  /** The cell that asks. */
  readonly cell: string | undefined;
  /** Held value to show if the call fails. */
  held: Held | undefined;
  readonly settled: boolean;
  /** Calls that share its deadline. */
  readonly cohort: { readonly deadline: Pick<Deadline, "left"> };
  /** Neighbours among the waiters of its entry. A list of objects: most entries have one waiter, and an array takes 70 bytes more. */
  previous: Waiter<Entry> | undefined;
  next: Waiter<Entry> | undefined;
}

/** Calls that share a deadline. */
interface Cohort<W> {
  waiters: W[];
  /** Number of unsettled waiters. */
  open: number;
  readonly deadline: Deadline;
}

/** Creates waiters and enforces their deadline. Calls that arrive together (a cohort) share one. */
export function createWaiters<Entry>(host: Host, cellMs: number, late: (waiter: Waiter<Entry>) => void) {
  interface Waiting extends Waiter<Entry> {
    readonly cohort: Cohort<Waiting>;
    readonly caller: Caller;
    settled: boolean;
  }
  let cohort: Cohort<Waiting> | undefined;

  function currentCohort(): Cohort<Waiting> {
    if (cohort) return cohort;
    const deadline = startDeadline(host, cellMs, () => {
      if (cohort === opened) cohort = undefined;
      for (const waiter of opened.waiters) if (!waiter.settled) late(waiter);
    });
    const opened: Cohort<Waiting> = { waiters: [], open: 0, deadline };
    cohort = opened;
    return opened;
  }

  return {
    add: (entry: Entry, cell: string | undefined, held: Held | undefined, caller: Caller): Waiter<Entry> => {
      const mine = currentCohort();
      const waiter: Waiting = { entry, cell, held, settled: false, previous: undefined, next: undefined, cohort: mine, caller };
      mine.waiters.push(waiter);
      mine.open++;
      return waiter;
    },
    /** Settles the call unless it is settled already. */
    settle: (given: Waiter<Entry>, outcome: Outcome): void => {
      const waiter = given as Waiting;
      if (waiter.settled) return;
      waiter.settled = true;
      const mine = waiter.cohort;
      if (--mine.open === 0) {
        mine.waiters = [];
        if (cohort !== mine) mine.deadline.cancel();
      }
      try {
        waiter.caller.settle(outcome);
      } catch (e) {
        // An error of one caller must not cost the others their answer: rethrown outside of this call.
        host.schedule(() => {
          throw e;
        }, 0);
      }
    },
    /** Starts a new cohort with the next call. */
    closeCohort: (): void => {
      const closed = cohort;
      cohort = undefined;
      if (closed?.open === 0) closed.deadline.cancel();
    },
  };
}
