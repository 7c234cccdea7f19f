import type { FastifyReply, FastifyRequest } from "fastify";
import { PLANS, WITHOUT_KEY, type Quotas } from "../../../contract/plans";
import { RATE_HEADERS } from "../../../contract/rate-headers";
import type { KeyRefusal } from "../../../contract/wire";
import type { Clock } from "../../time/clock";
import type { Ledger } from "../../ledger/ledger";
import { isValid, type StoredKey } from "../../ledger/keys";
import { holdsKey } from "../../../contract/key-in-text";
import type { InFlight } from "./in-flight";
import { networkOf } from "./free-keys";
import { refuse } from "../server/refuse";

/** Form of every key. A token of another form is `malformed_key`, not `unknown_key`. */
const KEY_FORM = /^[A-Za-z0-9_\-.]{16,128}$/;

interface QuotaState {
  readonly limits: Quotas;
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
  interface FastifyContextConfig {
    /** Also answers keys whose month is used up, and does not count towards the month. */
    beyondMonth?: true;
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

/** Refuses a body with a text that holds the caller's key: such texts are stored, as the addresses of webhooks are. Cells are checked one by one. */
export async function noKeyInBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const key = bearerOf(request) ?? "";
  const texts = Object.values((request.body ?? {}) as object).filter((value) => typeof value === "string");
  if (texts.some((text) => holdsKey(text, key))) await refuse(reply, { code: "key_in_body" });
}

/** Seconds after which a request beyond those in flight may be sent again. */
const IN_FLIGHT_WAIT_S = 1;

/** Limits the requests of one address that need no key. Those with a key are limited where the key is checked. */
export function createOpenAccess(inFlight: InFlight) {
  return async function openAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { inFlight: most } = WITHOUT_KEY;
    if (request.headers.authorization?.trim() || inFlight.enter(`address ${networkOf(request.ip)}`, most, request, reply)) return;
    return refuse(reply.header("retry-after", IN_FLIGHT_WAIT_S), { code: "too_many_in_flight", most, of: "address" });
  };
}

/**
 * Checks the key of every request and counts the request. 401 says why the key is refused, 429 how long to wait. Every reply to a known key has
 * the rate headers, refusals too.
 *
 * @param quotas the quotas of every key, instead of the limits of its plan
 */
export function createAccess({ keys, usage }: Pick<Ledger, "keys" | "usage">, clock: Clock, inFlight: InFlight, quotas?: Quotas) {
  return async function access(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const refuseKey = (code: KeyRefusal, resets_at?: string) =>
      reply.code(401).send({ detail: { code, reason: REFUSED[code], ...(resets_at ? { resets_at } : {}) } });
    const header = request.headers.authorization;
    if (header === undefined || header.trim() === "") return refuseKey("missing_key");
    const token = bearerOf(request);
    if (token === undefined || !KEY_FORM.test(token)) return refuseKey("malformed_key");
    const key = await keys.find(token);
    if (!key) return refuseKey("unknown_key");
    const now = new Date(clock.realNow()).toISOString();
    if (!isValid(key, now)) return refuseKey("revoked_key");

    const limits = quotas ?? PLANS[key.plan];
    const minute = { period: `minute:${now.slice(0, 16)}`, limit: limits.perMinute };
    const month = { period: `month:${now.slice(0, 7)}`, limit: limits.perMonth };
    const resetsAt = nextMonth(now.slice(0, 7));
    const beyondMonth = request.routeOptions.config.beyondMonth === true;
    const most = quotas ? Infinity : PLANS[key.plan].inFlight;
    const isFlying = inFlight.enter(`key ${key.account}`, most, request, reply);
    const taken = isFlying ? await usage.take(key.account, beyondMonth ? [minute] : [minute, month]) : undefined;
    const [usedInMinute = 0, usedInMonth = 0] = beyondMonth || !taken ? await usage.used(key.account, [minute.period, month.period]) : taken.used;
    const used = { minute: usedInMinute, month: usedInMonth };
    const state: QuotaState = { limits, minuteRemaining: Math.max(0, limits.perMinute - used.minute), monthUsed: used.month, resetsAt };
    reply.headers({
      [RATE_HEADERS.minuteLimit]: limits.perMinute,
      [RATE_HEADERS.minuteRemaining]: state.minuteRemaining,
      [RATE_HEADERS.monthLimit]: limits.perMonth,
      [RATE_HEADERS.monthUsed]: state.monthUsed,
    });
    if (!isFlying) return refuse(reply.header("retry-after", IN_FLIGHT_WAIT_S), { code: "too_many_in_flight", most, of: "key" });
    if (!taken?.isTaken && !beyondMonth && used.month >= limits.perMonth) return refuseKey("over_quota", resetsAt);
    if (!taken?.isTaken) {
      const wait = 60 - Number(now.slice(17, 19));
      return refuse(reply.header("retry-after", wait), { code: "too_many_requests", perMinute: limits.perMinute, waitS: wait });
    }
    if (used.minute === 1) await usage.forget("minute:", minute.period, key.account);
    request.apiKey = key;
    request.quotaState = state;
    if (holdsKey(request.url, token)) return refuse(reply, { code: "key_in_address" });
  };
}
