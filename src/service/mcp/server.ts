import { ProtocolError, ProtocolErrorCode, Server, type Tool as ListedTool } from "@modelcontextprotocol/server";
import { endWithNearest } from "../../contract/nearest";
import { VERSION } from "../store/version";
import { callTool, type Upstream } from "./call-tool";
import type { Tool } from "./served-tools";

const INSTRUCTIONS = [
  "Read-only, descriptive market data; no investment advice. Every tool is one read.",
  "Call service_status first: it says how fresh each family is and which are generated sample data. Never present a result with meta.sample true as market data.",
  "Macro series, yields and policy rates have no tool. field_search names them and the addresses that give them (doors), for a client that can send requests with the same key.",
  "null means unknown and comes with a reason; it never means zero.",
  "When you quote a figure, give its unit and date, the attribution in meta.attribution, and the caveats; in_words has them in sentences.",
  "A failed call returns error, status, retry_after (seconds) and detail.",
].join("\n");

/** How long a client may cache the list of tools. It changes only with the service's version. */
const LIST_MS = 300_000;

export interface ServerSetting {
  readonly tools: readonly Tool[];
  readonly upstream: Upstream;
  /** The Authorization header for a request that has none; undefined if there is no key. */
  readonly fallback?: string | undefined;
}

/** An MCP server with these tools, for one connection or request. */
export function mcpServer({ tools, upstream, fallback }: ServerSetting): Server {
  const server = new Server(
    { name: "service", title: "Market Intelligence Data Service", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, cacheHints: { "tools/list": { ttlMs: LIST_MS, cacheScope: "public" } } },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: inputSchema as unknown as ListedTool["inputSchema"],
      annotations: { readOnlyHint: true },
    })),
  }));
  const names = tools.map(({ name }) => name);
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    // The name is not repeated: it could be a pasted key.
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool${endWithNearest(params.name, names)} tools/list lists all.`);
    const header = context.http?.req?.headers.get("authorization");
    const authorization = header?.trim() ? header : fallback;
    // Over HTTP a client cancels a call by closing its connection.
    const signal = context.http?.req?.signal ?? context.mcpReq.signal;
    const result = await callTool(tool, params.arguments ?? {}, authorization, upstream, signal);
    const structuredContent = "failed" in result ? { ...result.failed } : result.found;
    return {
      content: [{ type: "text", text: JSON.stringify(structuredContent) }],
      structuredContent,
      ...("failed" in result ? { isError: true } : {}),
    };
  });
  return server;
}
