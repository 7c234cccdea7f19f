import { LIMITS } from "./limits";

/** What came wrong on the way and may come right when it is asked again. */
export type Retryable = "network" | "timeout" | "broken_reply" | "server_error";

/** What a reply's status says of the questions of its request. */
export type Verdict =
  /** The body holds the answers. */
  | { readonly kind: "answers" }
  /** The key is refused, or its quota is spent. */
  | { readonly kind: "key_refused" }
  | { readonly kind: "too_fast" }
  /** One of the cells, or more, cannot be taken: the batch is divided. */
  | { readonly kind: "cells_refused" }
  | { readonly kind: "again"; readonly cause: Retryable; readonly tries: number }
  /** No cell of it will be answered, however often it is asked. */
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

/** Status 0 is a connection that failed. */
export function verdictOf(status: number): Verdict {
  const known = BY_STATUS.get(status);
  if (known) return known;
  return status >= 500 ? FAULT : status < 300 ? BROKEN : { kind: "rejected" };
}

/** True for a status that shows a service which is there and keeps up. */
export const isServing = (status: number): boolean => status !== 0 && status !== 429 && status < 500;
