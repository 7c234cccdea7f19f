import { LIMITS } from "./limits";

/** Failures worth a retry. */
export type Retryable = "network" | "timeout" | "broken_reply" | "server_error";

/** What a status means for the questions of its request. */
type Verdict =
  /** The body holds the answers. */
  | { readonly kind: "answers" }
  /** The key is refused, or its quota is spent. */
  | { readonly kind: "key_refused" }
  | { readonly kind: "too_fast" }
  /** At least one cell is invalid: the batch is split. */
  | { readonly kind: "cells_refused" }
  | { readonly kind: "again"; readonly cause: Retryable; readonly tries: number }
  /** A retry would not help. */
  | { readonly kind: "rejected" };

const again = (cause: Retryable, tries: number = LIMITS.tries): Verdict => ({ kind: "again", cause, tries });

const CELLS_REFUSED: Verdict = { kind: "cells_refused" };
const UNAVAILABLE = again("server_error");

const BY_STATUS: ReadonlyMap<number, Verdict> = new Map([
  [0, again("network")],
  [200, { kind: "answers" }],
  [400, CELLS_REFUSED],
  [401, { kind: "key_refused" }],
  [408, again("timeout")],
  [413, CELLS_REFUSED],
  [422, CELLS_REFUSED],
  [429, { kind: "too_fast" }],
  [502, UNAVAILABLE],
  [503, UNAVAILABLE],
  [504, UNAVAILABLE],
]);
const FAULT = again("server_error", LIMITS.triesAfter500);
const BROKEN = again("broken_reply");

/** Meaning of a status. Status 0 is a failed connection. */
export function verdictOf(status: number): Verdict {
  const known = BY_STATUS.get(status);
  if (known) return known;
  return status >= 500 ? FAULT : status < 300 ? BROKEN : { kind: "rejected" };
}

/** True if the status shows that the service is reachable and not overloaded. */
export const isServing = (status: number): boolean => status !== 0 && status !== 429 && status < 500;
