import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { mcpServer, type ServerSetting } from "./server";

interface HttpSetting extends ServerSetting {
  /** Host names of the service besides those of this machine. */
  readonly hosts: readonly string[];
}

const noStream = (): Response =>
  Response.json(
    { jsonrpc: "2.0", error: { code: -32000, message: "This service opens no streams. Send requests with POST." }, id: null },
    { status: 405, headers: { allow: "POST, DELETE" } },
  );

/** Answers MCP over HTTP, each request by itself. A session id of a client is ignored, and DELETE of a session ends nothing. */
export function httpHandler({ hosts, ...setting }: HttpSetting): (request: Request) => Promise<Response> {
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  // The library answers earlier revisions with streams. Replies are JSON here: the tools send nothing but their result.
  const modern = createMcpHandler(() => mcpServer(setting), { legacy: "reject", maxSubscriptions: 0 });

  async function earlier(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = mcpServer(setting);
    // The library never answers a cancelled call, so a batch that cancels its own would wait for ever. It cannot know calls of other requests.
    server.setNotificationHandler("notifications/cancelled", () => undefined);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      await transport.close();
    }
  }

  return async (request) => {
    const rejected = hostHeaderValidationResponse(request, allowed) ?? originValidationResponse(request, allowed);
    if (rejected) return rejected;
    if (request.method === "GET") return noStream();
    return (await isLegacyRequest(request)) ? earlier(request) : modern.fetch(request);
  };
}
