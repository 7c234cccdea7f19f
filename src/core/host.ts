import type { Quota } from "../contract/rate-headers";

/** Reply to one request. Status 0 is a failed connection; `body` is the raw text, possibly cut off. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The host did not read the body to its end, because it has more than `LIMITS.replyBytes`. `body` is then empty, and `status` says nothing. */
  readonly cutOff?: true;
  /** Raw Retry-After header. */
  readonly retryAfter?: string | undefined;
  readonly quota?: Quota;
}

/**
 * What the core needs from its host: clock, randomness, timers and network. A host may answer `send` before it returns (Apps Script has only blocking
 * requests), and may delay scheduled work.
 */
export interface Host {
  /** True if requests block: time that passes in one is no suspension of the runtime. */
  readonly blocks?: true;
  /** Wall time in milliseconds since 1970. Ages must include the hours that a machine slept. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
  /** Runs `work` once, `ms` milliseconds from now and never before the current task ends. Returns a cancel function. */
  schedule(work: () => void, ms: number): () => void;
  /** Posts the body to /sheets/eval with the user's key. Calls `done` at most once, and never after the returned abort function was called. */
  send(body: string, done: (reply: Reply) => void): () => void;
}
