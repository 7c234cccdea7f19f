import { parsedJson } from "../../contract/json";
import type { Failure } from "../../core/failure";
import type { Reply } from "../../core/host";
import { readDetail, retryAfterMs } from "../../core/reply";
import { statusFailure } from "../../core/status-failure";
import { SPACE } from "./answer-store";
import { CACHE_LIMITS, hashOf, scriptCache } from "./script-cache";

interface Noted {
  readonly status: number;
  readonly body: string;
  readonly until: number;
}

/** Seconds for a refused key; short, because the service may accept it later. */
const KEY_S = 60;
/** Seconds for a used-up quota; shorter than its reset, because the plan may change. */
const QUOTA_S = 300;

/** Seconds for an outage. Only cells use it: a refresh tries at once. */
const OUTAGE_S = 60;
const OUTAGE = `outage.${SPACE}`;

/** No server, or a proxy without one behind it. A 500 may be about one question. */
const isDown = (status: number): boolean => status === 0 || (status >= 502 && status <= 504);

/**
 * Caches the service's refusals of the key, its requests to wait and its outages, because each cell is a separate execution and would repeat the request. The
 * cached reply is returned instead of sending a request.
 * @param key its refusals do not affect other keys
 */
export function createRefusals(key: string, now: () => number) {
  const cache = scriptCache();
  const name = `refused.v1.${hashOf(key).toString(36)}`;

  function lastsS({ status, body, retryAfter }: Reply): number | undefined {
    if (status === 429) {
      const ms = retryAfterMs(retryAfter, now());
      return ms === undefined || ms <= 0 ? undefined : ms / 1000;
    }
    if (status !== 401) return undefined;
    const { code, resetsAt } = readDetail(body);
    if (code !== "over_quota") return KEY_S;
    const left = (Date.parse(resetsAt ?? "") - now()) / 1000;
    return Number.isNaN(left) ? QUOTA_S : Math.min(left, QUOTA_S);
  }

  let last: Reply | undefined;
  let hasAnswered = false;

  const read = (of = name): Noted | undefined => parsedJson(cache.getAll([of])[of] ?? "") as Noted | undefined;

  return {
    /** The reply to return instead of sending, with the remaining wait; undefined if requests may be sent. */
    current: (): Reply | undefined => {
      const noted = read();
      if (!noted || noted.until <= now()) return undefined;
      const { status, body, until } = noted;
      return { status, body, ...(status === 429 ? { retryAfter: String(Math.ceil((until - now()) / 1000)) } : {}) };
    },
    note: (replies: readonly Reply[]): void => {
      let noted: Noted | undefined;
      for (const reply of replies) {
        last = reply;
        hasAnswered ||= !isDown(reply.status);
        const lasts = lastsS(reply);
        if (lasts === undefined || lasts <= 0) continue;
        const until = now() + Math.min(lasts, CACHE_LIMITS.maxS) * 1000;
        if (!noted || until > noted.until) noted = { status: reply.status, body: reply.body.slice(0, 2000), until };
      }
      if (noted) cache.putAll({ [name]: JSON.stringify(noted) }, Math.max(1, Math.ceil((noted.until - now()) / 1000)));
    },
    /** Why the service did not answer any attempt of another execution, within the last minute. */
    outage: (): Failure | undefined => {
      const noted = read(OUTAGE);
      return noted && noted.until > now() ? statusFailure(noted, now()) : undefined;
    },
    /** Notes an outage if no reply so far came from the service; each cell would try three times. */
    noteOutage: (): void => {
      if (!last || hasAnswered) return;
      const noted: Noted = { status: last.status, body: "", until: now() + OUTAGE_S * 1000 };
      cache.putAll({ [OUTAGE]: JSON.stringify(noted) }, OUTAGE_S);
    },
    /** Forgets refusals of this key, and an outage. */
    forget: (): void => {
      cache.remove(name);
      cache.remove(OUTAGE);
    },
  };
}
