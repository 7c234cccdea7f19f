import type { Reply } from "./host";
import type { Failure } from "./failure";
import { isTooLarge } from "./read-body";
import { readDetail, retryAfterMs, type Detail } from "./reply";

/** Wait after a 429 without Retry-After. */
const UNSAID_MS = 60_000;

const KEY_CODES = ["missing_key", "malformed_key", "unknown_key", "revoked_key"] as const;

/** Why the service does not accept the key (401). */
export function keyFailure({ code, resetsAt }: Detail): Failure {
  if (code === "over_quota") {
    const resets = Date.parse(resetsAt ?? "");
    return { code, ...(Number.isNaN(resets) ? {} : { resetsAt: new Date(resets).toISOString() }) };
  }
  return { code: KEY_CODES.find((known) => known === code) ?? "key_refused" };
}

/** Failure for a reply that is too large, or that has a status other than 200. Status 0 is a failed connection. */
export function statusFailure(reply: Pick<Reply, "status" | "body" | "cutOff" | "retryAfter">, now: number): Failure {
  const { status, body, retryAfter } = reply;
  if (isTooLarge(reply)) return { code: "large_reply" };
  if (status === 0) return { code: "network" };
  if (status === 401) return keyFailure(readDetail(body));
  if (status === 404) return { code: "not_found" };
  if (status === 408) return { code: "timeout" };
  if (status === 429) return { code: "rate_limited", waitMs: retryAfterMs(retryAfter, now) ?? UNSAID_MS };
  if (status >= 500) return { code: "server_error" };
  const { text } = readDetail(body);
  const said = text === undefined ? {} : { detail: text };
  return status === 403 ? { code: "forbidden", ...said } : { code: "rejected", status, ...said };
}
