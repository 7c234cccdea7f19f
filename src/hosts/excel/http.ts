import type { Quota } from "../../contract/wire";
import type { Host } from "../../core/host";
import type { Get } from "../../pane/check-service";
import type { Credentials } from "./credentials";

/** The specification's rate headers. The contract lists them too, beside schemas that are too large for this bundle; a test holds both equal. */
export const RATE_HEADERS: Readonly<Record<keyof Quota, string>> = {
  minuteLimit: "x-ratelimit-limit-minute",
  minuteRemaining: "x-ratelimit-remaining-minute",
  monthLimit: "x-service-monthly-limit",
  monthUsed: "x-service-monthly-used",
};

function quotaOf(headers: Headers): Quota | undefined {
  const said = Object.entries(RATE_HEADERS)
    .map(([name, header]) => [name, headers.get(header)] as const)
    .filter(([, text]) => text !== null && /^\d+$/.test(text))
    .map(([name, text]) => [name, Number(text)] as const);
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

/** The key goes to the service's own address and nowhere else: no redirect is followed, no cookie, no referrer, nothing kept by the browser. */
const CAREFUL = { redirect: "error", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" } as const satisfies RequestInit;

/**
 * The core's host in a browser. The key travels in the Authorization header only; what `fetch` throws is dropped, because its text is the
 * browser's own and no use to a person.
 */
export function createHttpHost(credentials: () => Credentials | undefined): Host {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    schedule: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    send: (body, done) => {
      const using = credentials();
      const controller = new AbortController();
      const ask = async () => {
        if (!using) return { status: 0, body: "" };
        const reply = await fetch(`${using.baseUrl}/sheets/eval`, {
          ...CAREFUL,
          method: "POST",
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${using.key}` },
          body,
          signal: controller.signal,
        });
        const retryAfter = reply.headers.get("retry-after");
        const quota = quotaOf(reply.headers);
        return { status: reply.status, body: await reply.text(), ...(retryAfter === null ? {} : { retryAfter }), ...(quota ? { quota } : {}) };
      };
      ask()
        .catch(() => ({ status: 0, body: "" }))
        .then((reply) => {
          if (!controller.signal.aborted) done(reply);
        });
      return () => controller.abort();
    },
  };
}

const PATIENCE_MS = 15_000;

/** One careful GET, as the test of a key needs it. */
export const get: Get = async (url, headers) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
  try {
    const reply = await fetch(url, { ...CAREFUL, headers, signal: controller.signal });
    const retryAfter = reply.headers.get("retry-after");
    return { status: reply.status, body: await reply.text(), ...(retryAfter === null ? {} : { retryAfter }) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};
