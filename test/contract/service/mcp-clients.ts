import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export const ME = { name: "test", version: "1.0.0" };

export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: any;
  readonly content?: any;
}
interface McpClient {
  readonly version: string | undefined;
  list(): Promise<string[]>;
  call(name: string, given?: object): Promise<ToolResult>;
  close(): Promise<void>;
}
/** What the clients of both libraries have. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const clientOf = (client: AnyClient, version: string | undefined): McpClient => ({
  version,
  list: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: async (name, given = {}) => (await client.callTool({ name, arguments: given as Record<string, unknown> })) as ToolResult,
  close: () => client.close(),
});

/** Connects a client of each revision, with the library of its time. */
export const MCP_CLIENTS: readonly (readonly [revision: string, connect: (url: string, key?: string, send?: typeof fetch) => Promise<McpClient>])[] = [
  [
    "2026-07-28",
    async (url, key, send = fetch) => {
      const client = new Client(ME, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { ...headersOf(key), fetch: send }));
      return clientOf(client, client.getNegotiatedProtocolVersion());
    },
  ],
  [
    "2025-11-25",
    async (url, key, send = fetch) => {
      const client = new EarlierClient(ME);
      const transport = new EarlierTransport(new URL(url), { ...headersOf(key), fetch: send });
      // The library's own types disagree under exactOptionalPropertyTypes.
      await client.connect(transport as Parameters<EarlierClient["connect"]>[0]);
      return clientOf(client, transport.protocolVersion);
    },
  ],
];

const headersOf = (key: string | undefined) => ({ requestInit: { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } } });
