import { isRecord, parsedJson } from "../contract/json";
import type { Status } from "../contract/wire";
import type { Failure } from "./failure";
import type { Reply } from "./host";
import { statusFailure } from "./status-failure";

/** Result of testing a key: the service's status, or why the key cannot be used. */
export type Checked = { readonly ok: true; readonly status: Status } | { readonly ok: false; readonly failure: Failure };

/** Reply to `GET {base}/v1/status`. */
export type CheckReply = Omit<Reply, "quota">;

const failed = (failure: Failure): Checked => ({ ok: false, failure });

const QUOTA = ["minute_limit", "minute_remaining", "monthly_limit", "monthly_used"] as const;

/** Reads the status from the envelope. Undefined if another server answered: any web server may send a 200. */
function readStatus(body: string): Status | undefined {
  const read = parsedJson(body);
  const data = isRecord(read) ? read.data : undefined;
  if (!isRecord(data) || typeof data.plan !== "string" || typeof data.as_of !== "string" || typeof data.sample !== "boolean") return undefined;
  const { quota, families } = data;
  if (!isRecord(quota) || !QUOTA.every((name) => typeof quota[name] === "number") || typeof quota.resets_at !== "string") return undefined;
  if (!Array.isArray(families) || !families.every((f) => isRecord(f) && typeof f.family === "string" && typeof f.sample === "boolean")) return undefined;
  return data as unknown as Status;
}

/** Reads the reply to a key test. The failure quotes nothing from the body, because any server may have written it. */
export function readCheck({ status, body, retryAfter }: CheckReply, now: number): Checked {
  const known = status === 401 ? body : "";
  if (status >= 400) return failed(statusFailure({ status, body: known, retryAfter }, now));
  const read = status === 200 ? readStatus(body) : undefined;
  return read ? { ok: true, status: read } : failed({ code: "not_the_service" });
}
