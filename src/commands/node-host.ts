import type { FastifyInstance } from "fastify";
import { readQuota } from "../contract/rate-headers";
import { withoutKey } from "../core/api-key";
import type { Host, Reply } from "../core/host";
import { readBody, replyOfError } from "../core/read-body";

/** Posts a request to the service, over HTTP or in process. Rejects if there is no connection; `text` also if the body is too large. */
export type Post = (body: string, signal: AbortSignal) => Promise<{ status: number; header(name: string): string | undefined; text(): Promise<string> }>;

/** The core's host on Node. */
export function nodeHost(post: Post, now: () => number): Host {
  return {
    now,
    random: Math.random,
    schedule: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    send: (body, done) => {
      const controller = new AbortController();
      const reply = async (): Promise<Reply> => {
        try {
          const response = await post(body, controller.signal);
          const retryAfter = response.header("retry-after");
          const quota = readQuota(response.header);
          return {
            status: response.status,
            body: await response.text(),
            ...(quota ? { quota } : {}),
            ...(retryAfter === undefined ? {} : { retryAfter }),
          };
        } catch (e) {
          // No connection, or it broke, or too large; the core words the message.
          return replyOfError(e);
        }
      };
      void reply().then((r) => {
        if (!controller.signal.aborted) done(r);
      });
      return () => controller.abort();
    },
  };
}

/** Posts to a remote service. The key goes into the header only, and is removed from the reply if the service repeats it. */
export const httpPost =
  (baseUrl: string, key: string, send: (url: string, init: RequestInit) => Promise<Response> = fetch): Post =>
  async (body, signal) => {
    const response = await send(`${baseUrl}/sheets/eval`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body,
      signal,
    });
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      text: async () => withoutKey(await readBody(response.body, new TextDecoder()), key),
    };
  };

/** Posts to a service in this process. */
export const appPost =
  (app: FastifyInstance, key: string): Post =>
  async (body) => {
    const response = await app.inject({
      method: "POST",
      url: "/sheets/eval",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      payload: body,
    });
    return {
      status: response.statusCode,
      header: (name) => (response.headers[name] === undefined ? undefined : String(response.headers[name])),
      text: async () => response.payload,
    };
  };
