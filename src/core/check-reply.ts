import type { Status } from "../contract/wire";

/** What a service said of a key: its status, or a sentence that says what is wrong and what to do. */
export type Checked = { readonly ok: true; readonly status: Status } | { readonly ok: false; readonly message: string };

/** What came of `GET {base}/v1/status`. */
export interface CheckReply {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: string;
}

const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === "object" && raw !== null && !Array.isArray(raw);
const no = (message: string): Checked => ({ ok: false, message });

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const QUOTA = ["minute_limit", "minute_remaining", "monthly_limit", "monthly_used"] as const;

/** The status of the envelope, or undefined where somebody else answers: any web server gives a 200 for something. */
function readStatus(body: string): Status | undefined {
  const data = parse(body)?.data;
  if (!isRecord(data) || typeof data.plan !== "string" || typeof data.as_of !== "string" || typeof data.sample !== "boolean") return undefined;
  const { quota, families } = data;
  if (!isRecord(quota) || !QUOTA.every((name) => typeof quota[name] === "number") || typeof quota.resets_at !== "string") return undefined;
  if (!Array.isArray(families) || !families.every((f) => isRecord(f) && typeof f.family === "string" && typeof f.sample === "boolean")) return undefined;
  return data as unknown as Status;
}

/** "2026-12-01T00:00:00Z" as a person reads it. */
export const inWords = (iso: string): string =>
  iso
    .replace("T", " ")
    .replace(/:\d\d(\.\d+)?Z$/, " UTC")
    .replace(/ 00:00 UTC$/, "");

function refused(body: string): Checked {
  const detail = parse(body)?.detail;
  const { code, resets_at } = isRecord(detail) ? detail : { code: undefined, resets_at: undefined };
  switch (code) {
    case "over_quota":
      return no(
        `This key's quota is used up${typeof resets_at === "string" ? ` until ${inWords(resets_at)}` : ""}. Use another key, or test again after that.`,
      );
    case "revoked_key":
      return no("This key has been revoked. Create a new key where you got this one, and enter that.");
    case "malformed_key":
    case "missing_key":
      return no("This is not a whole key. Copy it anew, from its first to its last character.");
    case "unknown_key":
      return no("The service does not know this key. Check that key and base URL belong together, and copy the key anew.");
    default:
      return no("The service refused this key. Check that key and base URL belong together, and copy the key anew.");
  }
}

/**
 * What a reply to the test of a key says. Every way in which that can fail has its own sentence; none holds the key, and none repeats what a server wrote.
 * @param correct how a person of this host puts a wrong base URL right
 */
export function readCheck({ status, body, retryAfter }: CheckReply, baseUrl: string, correct = "Correct the base URL"): Checked {
  if (status === 401) return refused(body);
  if (status === 403) return no("The service does not allow this key to ask for its status. Contact the service operator.");
  if (status === 404) return no(`There is a server at ${baseUrl}, but no SERVICE. ${correct}; it ends before /v1.`);
  if (status === 429) {
    const seconds = /^\d+$/.test(retryAfter ?? "") ? ` Wait ${retryAfter} seconds` : " Wait a minute";
    return no(`Too many requests with this key.${seconds}, then test again.`);
  }
  if (status >= 500) return no(`The service has an error (status ${status}). Test again in a minute; if this persists, contact the service operator.`);
  const read = status === 200 ? readStatus(body) : undefined;
  return read ? { ok: true, status: read } : no(`Something answers at ${baseUrl}, but it is not SERVICE. ${correct}.`);
}
