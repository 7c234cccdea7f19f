import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  originValidationResponse,
  hostHeaderValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { randomUUID } from "node:crypto";
import { DAY_MS } from "../../contract/dates";
import { HOUR_MS } from "../time/durations";
import { mcpServer, type ServerSetting } from "./server";

/** Bounds of sessions of the revision 2025-11-25, for those with and without a key each. They hold no data: a client whose session has ended starts another. */
const SESSIONS = { most: 500, idleMs: HOUR_MS, longestMs: DAY_MS };

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly since: number;
  /** True once a call with a valid key has come. */
  hasKey: boolean;
}

interface HttpSetting extends ServerSetting {
  /** Real time in milliseconds. */
  readonly now: () => number;
  /** Host names of the service besides those of this machine. */
  readonly hosts: readonly string[];
  readonly sessionBounds?: typeof SESSIONS;
}

const refusal = (status: number, code: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });

/** Answers MCP over HTTP: 2026-07-28 request by request, 2025-11-25 and earlier in sessions. */
export function httpHandler({ now, hosts, sessionBounds = SESSIONS, ...setting }: HttpSetting): (request: Request) => Promise<Response> {
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  // Replies are JSON and no stream stays open: the tools send nothing but their result.
  const modern = createMcpHandler(() => mcpServer(setting), { legacy: "reject", maxSubscriptions: 0 });
  const cache = (dispose: (session: Session) => void) =>
    new LRUCache<string, Session>({
      max: sessionBounds.most,
      ttl: sessionBounds.idleMs,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: { now },
      dispose,
    });
  const close = ({ transport }: Session): void => void transport.close();
  /** Anyone may start sessions. Apart, so that those without a key never end one with a key. */
  const withoutKey = cache((session) => session.hasKey || close(session));
  const withKey = cache(close);

  function sessionOf(id: string): Session | undefined {
    const session = withKey.get(id) ?? withoutKey.get(id);
    if (session === undefined || now() - session.since <= sessionBounds.longestMs) return session;
    end(id);
    return undefined;
  }

  function end(id: string): void {
    withKey.delete(id);
    withoutKey.delete(id);
  }

  function keep(id: string | undefined): void {
    const session = id === undefined ? undefined : withoutKey.get(id);
    if (id === undefined || session === undefined) return;
    session.hasKey = true;
    withoutKey.delete(id);
    withKey.set(id, session);
  }

  async function started(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => void withoutKey.set(id, { transport, since: now(), hasKey: false }),
      onsessionclosed: end,
    });
    const get: ServerSetting["upstream"]["get"] = async (...asked) => {
      const reply = await setting.upstream.get(...asked);
      if (reply.status !== 401) keep(transport.sessionId);
      return reply;
    };
    await mcpServer({ ...setting, upstream: { ...setting.upstream, get } }).connect(transport);
    return transport;
  }

  return async (request) => {
    const rejected = hostHeaderValidationResponse(request, allowed) ?? originValidationResponse(request, allowed);
    if (rejected) return rejected;
    if (request.method === "GET") return refusal(405, -32000, "This service opens no streams. Send requests with POST.", { allow: "POST, DELETE" });
    if (!(await isLegacyRequest(request))) return modern.fetch(request);
    const id = request.headers.get("mcp-session-id");
    if (id !== null)
      return sessionOf(id)?.transport.handleRequest(request) ?? refusal(404, -32001, "This session has ended. Send initialize to start another.");
    const transport = await started();
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await transport.close();
    return response;
  };
}
