import { databaseFault, isBusy } from "./database-fault";

/** Writes of counters: requests for the quota, keywords for the next update. They may fail; answers must not. */
export interface Counting {
  /**
   * Runs the write, which returns the number of changed rows. Skips it if the database cannot be written to now; the caller keeps its count and writes it
   * later.
   */
  write(work: () => number): void;
  /** Why nothing can be written now. Undefined while counting works. */
  off(): string | undefined;
}

/** Successful writes in a row that end a fault, because a nearly full disk accepts some writes. */
const STEADY = 100;

/** Calls `notice` once when counting stops, and once when it works steadily again. */
export function createCounting(notice: (sentence: string) => void): Counting {
  let off: string | undefined;
  /** Successful writes since the last reported fault. Undefined without one. */
  let since: number | undefined;
  return {
    write: (work) => {
      let rows: number;
      try {
        rows = work();
      } catch (e) {
        // A long import holds the lock. That is not a fault.
        if (isBusy(e)) return;
        const fault = databaseFault(e);
        if (fault === undefined) throw e;
        off = `Counting is off: ${fault}. Answers continue; requests are counted in memory until then.`;
        if (since === undefined) notice(off);
        since = 0;
        return;
      }
      // A write without changes does not prove that the disk is writable.
      if (rows === 0 || since === undefined) return;
      off = undefined;
      if (++since < STEADY) return;
      since = undefined;
      notice("Counting is on again: the requests counted in memory are stored.");
    },
    off: () => off,
  };
}
