import { parsedJson } from "../contract/json";
import { readQuota } from "../contract/rate-headers";
import { withoutKey } from "../core/api-key";
import type { Failure } from "../core/failure";
import type { FailureWords } from "../core/failure-words";
import type { Host } from "../core/host";
import { isTooLarge, LargeReply, readBody, replyOfError } from "../core/read-body";
import { readDetail } from "../core/reply";
import { statusFailure } from "../core/status-failure";
import { isServing } from "../core/status-table";
import type { SendGet } from "../pane/account/check-service";
import type { Fetched } from "../tables/read-table";
import { paneWords } from "../pane/pane-words";
import type { Credentials } from "./key-store";

/** Sends the key to the service's address only: no redirects, cookies, referrer or browser cache. */
const FETCH_OPTIONS = { redirect: "error", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" } as const satisfies RequestInit;

/**
 * The core's host in a browser. The key is only in the Authorization header. Errors thrown by `fetch` become status 0, because their texts do not help users.
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
          ...FETCH_OPTIONS,
          method: "POST",
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${using.key}` },
          body,
          signal: controller.signal,
        });
        const retryAfter = reply.headers.get("retry-after") ?? undefined;
        const quota = readQuota((name) => reply.headers.get(name));
        // If the service repeats the key in its reply, the key must not appear in a cell or list.
        const text = withoutKey(await readBody(reply.body, new TextDecoder()), using.key);
        return { status: reply.status, body: text, retryAfter, ...(quota ? { quota } : {}) };
      };
      void ask()
        .catch(replyOfError)
        .then((reply) => {
          if (!controller.signal.aborted) done(reply);
        });
      return () => controller.abort();
    },
  };
}

const TIMEOUT_MS = 15_000;

interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Called with the failure of the request, or undefined if the service answered. */
  readonly heard?: (failure: Failure | undefined) => void;
  /** How failures are worded; by default as in the pane. */
  readonly words?: FailureWords;
}

/** Sends one GET for the pane; returns the reply as JSON, or a message. Removes the key from the reply. */
export async function fetchJson(using: Credentials | undefined, path: string, options: FetchOptions = {}): Promise<Fetched> {
  const fetched = await fetchText(using, path, options);
  if (!fetched.ok) return fetched;
  const body = parsedJson(fetched.body);
  return body === undefined ? { ok: false, message: (options.words ?? paneWords)({ code: "broken_reply" }) } : { ok: true, body };
}

/** The text of a GET's reply, or a message that says what went wrong and what to do. */
export type FetchedText = Extract<Fetched, { ok: false }> | { readonly ok: true; readonly body: string };

/** Sends one GET; returns the reply's text, or a message. Removes the key from the reply. */
export async function fetchText(
  using: Credentials | undefined,
  path: string,
  { signal, timeoutMs, heard, words = paneWords }: FetchOptions = {},
): Promise<FetchedText> {
  const fail = (failure: Failure) => {
    heard?.(failure);
    return { ok: false as const, message: words(failure), failure };
  };
  if (!using) return fail({ code: "no_key" });
  const reply = await get(`${using.baseUrl}${path}`, { Authorization: `Bearer ${using.key}` }, signal, timeoutMs);
  // A cancelled request says nothing about the service.
  if (signal?.aborted) return { ok: false, message: words({ code: "cancelled" }) };
  if (!reply) return fail({ code: "network" });
  const body = withoutKey(reply.body, using.key);
  if (reply.status === 404) {
    const { text } = readDetail(body);
    return fail({ code: "unknown_name", ...(text === undefined ? {} : { detail: text }) });
  }
  // 503 with Retry-After: the service is busy. It is no outage.
  const status = reply.status === 503 && reply.retryAfter ? 429 : reply.status;
  if (status !== 200 || isTooLarge(reply)) return fail(statusFailure({ ...reply, body, status }, Date.now()));
  heard?.(undefined);
  return { ok: true, body };
}

/** Sends one GET; undefined without a reply in time, by default within 15 s. */
export const get = async (url: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal, timeoutMs = TIMEOUT_MS): ReturnType<SendGet> => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    if (signal?.aborted) return undefined;
    const reply = await fetch(url, { ...FETCH_OPTIONS, headers, signal: controller.signal });
    const retryAfter = reply.headers.get("retry-after") ?? undefined;
    return { status: reply.status, body: await readBody(reply.body, new TextDecoder()), retryAfter };
  } catch (e) {
    return e instanceof LargeReply ? replyOfError(e) : undefined;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
};

/** True if the service answers, whatever it says: a proxy may not pass this address on. Sends no key. */
export async function probe(using: Pick<Credentials, "baseUrl"> | undefined): Promise<boolean> {
  const reply = using && (await get(`${using.baseUrl}/healthz`, {}));
  return reply !== undefined && isServing(reply.status);
}
