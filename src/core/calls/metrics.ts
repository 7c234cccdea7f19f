import type { Failure } from "../failure";
import type { Host } from "../host";
import { LIMITS } from "../limits";
import { formulaOf, type Question } from "../question";

/** Counts since the start. `shared`: duplicate calls merged into a pending question. `cells`: cells sent in requests. */
export type Counts = Record<"asked" | "fromCache" | "shared" | "requests" | "cells" | "retries" | "failures", number>;

export interface Stats extends Readonly<Counts> {
  readonly queued: number;
  readonly inFlight: number;
}

/** One failed call, for display. Contains no API key. */
export interface Failed {
  readonly at: number;
  readonly cell?: string;
  readonly question: string;
  readonly failure: Failure;
}

export function createMetrics(host: Host) {
  const counts: Counts = { asked: 0, fromCache: 0, shared: 0, requests: 0, cells: 0, retries: 0, failures: 0 };
  /** Formula texts are built on display, because thousands of calls may fail at once. */
  let recent: (Omit<Failed, "question"> & { readonly question: Question })[] = [];
  const listeners = new Set<() => void>();
  let announced = false;

  /** Notifies listeners once for many changes: a recalculation causes thousands. */
  const changed = () => {
    if (announced || listeners.size === 0) return;
    announced = true;
    host.schedule(() => {
      announced = false;
      for (const listener of [...listeners]) listener();
    }, 100);
  };

  return {
    /** Counted directly: a call for each would cost each cell more. `changed` announces them. */
    counts,
    failed: (question: Question, failure: Failure, cell: string | undefined): void => {
      counts.failures++;
      recent.push({ at: host.now(), ...(cell ? { cell } : {}), question, failure });
      // Trimmed in steps: trimming on every failure would be slow.
      if (recent.length > 2 * LIMITS.failuresKept) recent = recent.slice(-LIMITS.failuresKept);
      changed();
    },
    stats: (): Counts => ({ ...counts }),
    /** Newest first. */
    failures: (): readonly Failed[] =>
      recent
        .slice(-LIMITS.failuresKept)
        .reverse()
        .map((failed) => ({ ...failed, question: formulaOf(failed.question) })),
    changed,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
