import type { Host } from "./host";
import type { Held, Outcome } from "./outcome";

/** Who makes a call: the cell, and what it showed before, where that is to stand in for a failure. */
export interface Caller {
  readonly cell: string | undefined;
  readonly held: Held | undefined;
}

/** One call that waits for its answer. It is settled exactly once, whatever comes first: answer, failure, deadline, cancel. */
export interface Waiter<Entry> extends Caller {
  readonly entry: Entry;
  /** Wall time after which it has been answered; only for telling early that a long wait is hopeless. */
  readonly deadline: number;
  settle(outcome: Outcome): void;
  readonly settled: boolean;
}

/**
 * Makes waiters and holds their deadline. Calls that come together share one timer, so that ten thousand calls need one and a
 * clock that jumps can neither hurry nor hang them.
 */
export interface Waiters<Entry> {
  add(entry: Entry, caller: Caller, settle: (outcome: Outcome) => void): Waiter<Entry>;
  /** Later calls get a timer of their own. */
  closeCohort(): void;
}

export function createWaiters<Entry>(host: Host, cellMs: number, late: (waiter: Waiter<Entry>) => void): Waiters<Entry> {
  interface Cohort {
    readonly open: Set<Waiter<Entry>>;
    readonly deadline: number;
    callOff: () => void;
  }
  let cohort: Cohort | undefined;

  function currentCohort(): Cohort {
    if (cohort) return cohort;
    const opened: Cohort = { open: new Set(), deadline: host.now() + cellMs, callOff: () => undefined };
    opened.callOff = host.schedule(() => {
      if (cohort === opened) cohort = undefined;
      for (const waiter of [...opened.open]) late(waiter);
    }, cellMs);
    cohort = opened;
    return opened;
  }

  return {
    add: (entry, { cell, held }, settle) => {
      const mine = currentCohort();
      let settled = false;
      const waiter: Waiter<Entry> = {
        entry,
        cell,
        held,
        deadline: mine.deadline,
        settle: (outcome) => {
          if (settled) return;
          settled = true;
          mine.open.delete(waiter);
          if (mine.open.size === 0 && cohort !== mine) mine.callOff();
          try {
            settle(outcome);
          } catch (e) {
            // One caller's fault must not cost the others their answer; it is thrown where nobody waits.
            host.schedule(() => {
              throw e;
            }, 0);
          }
        },
        get settled() {
          return settled;
        },
      };
      mine.open.add(waiter);
      return waiter;
    },
    closeCohort: () => {
      const closed = cohort;
      cohort = undefined;
      if (closed && closed.open.size === 0) closed.callOff();
    },
  };
}
