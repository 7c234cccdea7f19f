import { setTimeout as sleep } from "node:timers/promises";
import type { Io } from "../io";
import { type After, processStops, type Stops } from "../until-stopped";

/** What a refresh needs of its process; tests pass their own. */
export interface Machine {
  readonly stops: Stops;
  exit(status: number): void;
  /** Waits some milliseconds, or until the signal. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Starts a timer; missing: the process's. */
  readonly after?: After;
}

/** This process. */
export const thisMachine = (io: Io): Machine => ({
  stops: processStops(io.env),
  exit: process.exit,
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
});

/** The status of shells for a program that Ctrl+C ended. */
export const INTERRUPTED = 130;
