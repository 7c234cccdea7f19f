import { databaseFault, isBusy } from "./database-fault";

/** Writes that only count: requests for the quota, keywords for the next update. They may fail; answering must not. */
export interface Counting {
  /**
   * Does the write, which gives how many rows it changed, or leaves it when the database cannot be written to now: the caller keeps what it counted and
   * writes it with a later one.
   */
  write(work: () => number): void;
  /** Why nothing can be written now, in a sentence; undefined while counting works. */
  off(): string | undefined;
}

/** A nearly full disk takes one write and not the next: only after this many in a row is the fault over. */
const STEADY = 100;

/** `notice` is called once when counting stops, and once when it has worked steadily again. */
export function createCounting(notice: (sentence: string) => void): Counting {
  let off: string | undefined;
  /** Writes that have succeeded since the last fault; undefined without any fault that was told. */
  let since: number | undefined;
  return {
    write: (work) => {
      let rows: number;
      try {
        rows = work();
      } catch (e) {
        // A long import holds the lock: nothing is wrong.
        if (isBusy(e)) return;
        const fault = databaseFault(e);
        if (fault === undefined) throw e;
        off = `Counting is off: ${fault}. Answers continue; requests are counted in memory until then.`;
        if (since === undefined) notice(off);
        since = 0;
        return;
      }
      // A write that changed nothing says nothing about the disk.
      if (rows === 0 || since === undefined) return;
      off = undefined;
      if (++since < STEADY) return;
      since = undefined;
      notice("Counting is on again: the requests counted in memory are stored.");
    },
    off: () => off,
  };
}
