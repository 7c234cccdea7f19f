import { readQuota } from "../contract/rate-headers";
import { withoutKey } from "../core/api-key";
import type { Failure } from "../core/failure";
import type { Host } from "../core/host";
import { readDetail } from "../core/reply";
import { statusFailure } from "../core/status-failure";
import type { Get } from "../pane/account/check-service";
import type { Fetched } from "../pane/pane-host";
import { paneWords } from "../pane/pane-words";
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
        const text = withoutKey(await reply.text(), using.key);
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

const no = (failure: Failure): Fetched => ({ ok: false, message: paneWords(failure) });

/** One GET of the service in use, for the pane: the reply as JSON, or a sentence. The key is blotted out of whatever comes back. */
export async function fetchJson(using: Credentials | undefined, path: string, signal?: AbortSignal): Promise<Fetched> {
  if (!using) return no({ code: "no_key" });
  const reply = await get(`${using.baseUrl}${path}`, { Authorization: `Bearer ${using.key}` }, signal);
  if (!reply) return no({ code: "network" });
  const body = withoutKey(reply.body, using.key);
  if (reply.status === 404) {
    const { text } = readDetail(body);
    return no({ code: "unknown_name", ...(text === undefined ? {} : { detail: text }) });
  }
  if (reply.status !== 200) return no(statusFailure({ ...reply, body }, Date.now()));
  try {
    return { ok: true, body: JSON.parse(body) as unknown };
  } catch {
    return no({ code: "broken_reply" });
  }
}

/** One careful GET, as the test of a key needs it. */
export const get = async (url: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): ReturnType<Get> => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, PATIENCE_MS);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    if (signal?.aborted) return undefined;
    const reply = await fetch(url, { ...CAREFUL, headers, signal: controller.signal });
    const retryAfter = reply.headers.get("retry-after");
    return { status: reply.status, body: await reply.text(), ...(retryAfter === null ? {} : { retryAfter }) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
};
