import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Readable, Writable } from "node:stream";
import { mcpServer, type ServerSetting } from "./server";

/** Serves tools over two streams, in either revision of the protocol. Call `close` when the input has ended. */
export function serveTools(setting: ServerSetting, input: Readable, output: Writable, onError: (error: Error) => void): { close(): Promise<void> } {
  return serveStdio(() => mcpServer(setting), { transport: new StdioServerTransport(input, output), onerror: onError, maxSubscriptions: 0 });
}
