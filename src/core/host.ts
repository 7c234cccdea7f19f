import type { Quota } from "../contract/rate-headers";

/** What came back for one request. Status 0 is a connection that failed; `body` is the text as it came, whole or not. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The Retry-After header as it came. */
  readonly retryAfter?: string;
  readonly quota?: Quota;
}

/**
 * All that the core needs of the world; it owns no clock, no wire and no chance. A host may answer `send` before it returns
 * (Apps Script has only blocking requests) and may run scheduled work whenever it likes, as long as it runs it.
 */
export interface Host {
  /** Milliseconds since 1970, wall time: ages of answers must count the hours that a machine slept. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
  /** Runs `work` once, `ms` milliseconds from now and never before the current task ends; returns a function that calls it off. */
  schedule(work: () => void, ms: number): () => void;
  /** Posts this body to the service's /sheets/eval with the user's key; calls `done` at most once, and not after the returned abort was called. */
  send(body: string, done: (reply: Reply) => void): () => void;
}
