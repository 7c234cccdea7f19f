import type { Reply } from "../../core/host";
import { readDetail, retryAfterMs } from "../../core/reply";
import { CACHE_LIMITS, hashOf, scriptCache } from "./script-cache";

/**
 * Caches the service's refusals of the key and its requests to wait, because each cell is a separate execution and would repeat the request. The cached reply
 * is returned instead of sending a request.
 */
interface Refusals {
  /** The reply to return instead of sending, with the remaining wait; undefined if requests may be sent. */
  current(): Reply | undefined;
  note(replies: readonly Reply[]): void;
  forget(): void;
}

interface Noted {
  readonly status: number;
  readonly body: string;
  readonly until: number;
}

/** Seconds for a refused key; short, because the service may accept it later. */
const KEY_S = 60;
/** Seconds for a used-up quota; shorter than its reset, because the plan may change. */
const QUOTA_S = 300;

/** @param key its refusals do not affect other keys */
export function createRefusals(key: string, now: () => number): Refusals {
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

  function read(): Noted | undefined {
    try {
      return JSON.parse(cache.getAll([name])[name] ?? "") as Noted;
    } catch {
      return undefined;
    }
  }

  return {
    current: () => {
      const noted = read();
      if (!noted || noted.until <= now()) return undefined;
      const { status, body, until } = noted;
      return { status, body, ...(status === 429 ? { retryAfter: String(Math.ceil((until - now()) / 1000)) } : {}) };
    },
    note: (replies) => {
      let noted: Noted | undefined;
      for (const reply of replies) {
        const lasts = lastsS(reply);
        if (lasts === undefined || lasts <= 0) continue;
        const until = now() + Math.min(lasts, CACHE_LIMITS.maxS) * 1000;
        if (!noted || until > noted.until) noted = { status: reply.status, body: reply.body.slice(0, 2000), until };
      }
      if (noted) cache.putAll({ [name]: JSON.stringify(noted) }, Math.max(1, Math.ceil((noted.until - now()) / 1000)));
    },
    forget: () => cache.remove(name),
  };
}
