import { readQuota } from "../../contract/rate-headers";
import type { Host } from "../../core/host";
import type { Get } from "../../pane/check-service";
import type { Credentials } from "./credentials";

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
        const quota = readQuota((name) => reply.headers.get(name));
        // A service that repeats the key in its reply does not get it into a cell or a list.
        const text = (await reply.text()).replaceAll(using.key, "[key]");
        return { status: reply.status, body: text, ...(retryAfter === null ? {} : { retryAfter }), ...(quota ? { quota } : {}) };
      };
      void ask()
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
