import type {} from "@fastify/swagger";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Get } from "./call-tool";
import { servedTools, type ApiDocument } from "./served-tools";

export interface McpOptions {
  /** The key of a request that has none; undefined for no key. */
  readonly key?: (request: FastifyRequest) => string | undefined;
  /** Host names of the service besides those of this machine, for requests that a proxy passes on. */
  readonly hosts?: readonly string[];
}

const PATH = "/mcp";

/** The request of a client as the handler reads it, with a key if it has none. */
function webRequest(request: FastifyRequest, key: string | undefined, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  if (!headers.get("authorization")?.trim() && key !== undefined) headers.set("authorization", `Bearer ${key}`);
  const { method } = request;
  return new Request(`http://localhost${PATH}`, { method, headers, signal, ...(method === "POST" ? { body: String(request.body ?? "") } : {}) });
}

/** Registers MCP over HTTP. `hangUp` returns the signal that aborts once the client of a request has hung up. Each call of a tool is a request to `api`, so that keys, quotas and answers are those of REST. */
export function mcp(app: FastifyInstance, api: FastifyInstance, hangUp: (request: FastifyRequest) => AbortSignal, { key, hosts = [] }: McpOptions): void {
  const get: Get = async (url, authorization, signal) => {
    const { statusCode, payload, headers } = await api.inject({ method: "GET", url, headers: { authorization }, ...(signal ? { signal } : {}) });
    const seconds = Number(headers["retry-after"] ?? NaN);
    return { status: statusCode, body: payload, ...(Number.isNaN(seconds) ? {} : { retryAfter: seconds }) };
  };
  let handler: Promise<(request: Request) => Promise<Response>> | undefined;
  /** The protocol's library is loaded with the first request: loading it takes longer than many commands. */
  const made = async () => {
    const { httpHandler } = await import("./serve-http");
    return httpHandler({
      tools: servedTools(api.swagger() as ApiDocument),
      upstream: { get, howToSetKey: "Send it in the header Authorization: Bearer <API_KEY>." },
      hosts,
    });
  };
  // The handler parses bodies itself, because it answers a broken one in the protocol's form.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: PATH,
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      handler ??= made();
      const response = await (await handler)(webRequest(request, key?.(request), hangUp(request)));
      // As text, which the application searches for the caller's key.
      const text = await response.text();
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(text === "" ? undefined : text);
    },
  });
}
