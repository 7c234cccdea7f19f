import type { FastifyReply, FastifyRequest } from "fastify";
import { RATE_HEADERS } from "../../contract/rate-headers";
import type { KeyRefusal } from "../../contract/wire";
import type { Clock } from "../time/clock";
import type { Store } from "../store/store";
import type { StoredKey } from "../store/keys";
import { holdsKey } from "../../contract/holds-key";
import { refuse } from "./refuse";

/** Maximum number of requests of one key. A batch of a thousand cells is one request. */
export interface Quotas {
  readonly perMinute: number;
  readonly perMonth: number;
}

export const DEFAULT_QUOTAS: Quotas = { perMinute: 600, perMonth: 500_000 };

/** Form of every key. A token of another form is `malformed_key`, not `unknown_key`. */
const KEY_FORM = /^[A-Za-z0-9_\-.]{16,128}$/;

interface QuotaState {
  readonly minuteRemaining: number;
  readonly monthUsed: number;
  /** Start of the next month, when the monthly count returns to 0. */
  readonly resetsAt: string;
}

declare module "fastify" {
  interface FastifyRequest {
    apiKey?: StoredKey;
    quotaState?: QuotaState;
  }
}

const REFUSED: Readonly<Record<KeyRefusal, string>> = {
  missing_key: "The request has no API key. Send it in the header Authorization: Bearer <API_KEY>.",
  malformed_key: "Expected Authorization: Bearer <API_KEY>, with a key of 16 to 128 letters, digits, points, hyphens or underscores. Copy the whole key.",
  unknown_key: "This service does not know this API key. Use a key of this service.",
  revoked_key: "This API key has been revoked. Use another key.",
  over_quota: "The monthly quota of this API key is used up. Wait until resets_at, or use another key.",
};

const nextMonth = (month: string): string => {
  const [year, m] = month.split("-").map(Number) as [number, number];
  return `${m === 12 ? year + 1 : year}-${String(m === 12 ? 1 : m + 1).padStart(2, "0")}-01T00:00:00Z`;
};

/** The token of `Authorization: Bearer <API_KEY>`; undefined if the header has another form. */
export const bearerOf = (request: Pick<FastifyRequest, "headers">): string | undefined => /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? "")?.[1];

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/**
 * Checks the key of every request and counts the request. 401 says why the key is refused, 429 how long to wait. Every reply to a known key has
 * the rate headers, refusals too.
 */
export function createAccess(store: Store, clock: Clock, quotas: Quotas) {
  return async function access(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const refuseKey = (code: KeyRefusal, resets_at?: string) =>
      reply.code(401).send({ detail: { code, reason: REFUSED[code], ...(resets_at ? { resets_at } : {}) } });
    const header = request.headers.authorization;
    if (header === undefined || header.trim() === "") return refuseKey("missing_key");
    const token = bearerOf(request);
    if (token === undefined || !KEY_FORM.test(token)) return refuseKey("malformed_key");
    const key = store.keys.find(token);
    if (!key) return refuseKey("unknown_key");
    if (key.revoked) return refuseKey("revoked_key");

    const now = new Date(clock.realNow()).toISOString();
    const minute = `minute:${now.slice(0, 16)}`;
    const month = now.slice(0, 7);
    const resetsAt = nextMonth(month);
    const used = { minute: store.usage.used(key.hash, minute), month: store.usage.used(key.hash, `month:${month}`) };
    const state = (counted: number): QuotaState => ({
      minuteRemaining: Math.max(0, quotas.perMinute - used.minute - counted),
      monthUsed: used.month + counted,
      resetsAt,
    });
    const setHeaders = (s: QuotaState) =>
      reply.headers({
        [RATE_HEADERS.minuteLimit]: quotas.perMinute,
        [RATE_HEADERS.minuteRemaining]: s.minuteRemaining,
        [RATE_HEADERS.monthLimit]: quotas.perMonth,
        [RATE_HEADERS.monthUsed]: s.monthUsed,
      });

    if (used.month >= quotas.perMonth) {
      setHeaders(state(0));
      return refuseKey("over_quota", resetsAt);
    }
    if (used.minute >= quotas.perMinute) {
      setHeaders(state(0));
      const wait = 60 - Number(now.slice(17, 19));
      return refuse(reply.header("retry-after", wait), { code: "too_many_requests", perMinute: quotas.perMinute, waitS: wait });
    }
    store.usage.count(key.hash, [minute, `month:${month}`]);
    if (used.minute === 0) store.usage.forget("minute:", minute);
    request.apiKey = key;
    request.quotaState = state(1);
    setHeaders(request.quotaState);
    if (holdsKey(decoded(request.url), token)) return refuse(reply, { code: "key_in_address" });
  };
}
