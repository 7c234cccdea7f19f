import type { Failure, FailureCode } from "../failure";
import type { Host } from "../host";

/** Failures of a service that did not answer, in contrast to one that refused. */
const NO_ANSWER: ReadonlySet<FailureCode> = new Set(["network", "timeout", "broken_reply", "large_reply", "server_error"]);

/** Since when the service does not answer. */
export interface Outage {
  /** Wall milliseconds. */
  readonly since: number;
  readonly failure: Failure;
}

/** The outage of the service, and the cells whose last call it left without an answer. */
export function createUnanswered(host: Pick<Host, "now">) {
  const cells = new Set<string>();
  let outage: Outage | undefined;
  return {
    outage: () => outage,
    /** Notes the failure of a call. Other failures than of a service that did not answer change nothing. */
    failed: (failure: Failure, cell: string | undefined): void => {
      if (!NO_ANSWER.has(failure.code)) return;
      outage ??= { since: host.now(), failure };
      if (cell) cells.add(cell);
    },
    /** The cell calls again: its earlier failure no longer counts. */
    calledAgain: (cell: string) => void (cells.size > 0 && cells.delete(cell)),
    /** The service answered, or the key or the service has changed. Cells stay until they call again. */
    answered: () => {
      outage = undefined;
    },
    count: () => cells.size,
    /** Returns and clears the cells, each once. */
    take: () => {
      const taken = [...cells];
      cells.clear();
      return taken;
    },
    /** Returns cells that were taken and could not be recalculated. */
    add: (taken: readonly string[]): void => taken.forEach((cell) => cells.add(cell)),
  };
}
