import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { holdsKey } from "../../contract/key-in-text";
import { isNestedTooDeep } from "../../contract/json";
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

/** Characters of the longest id that is answered: a reply repeats the id of its request. */
const LONGEST_ID = 256;

const invalid = (message: string): Response => Response.json({ jsonrpc: "2.0", error: { code: -32600, message }, id: null }, { status: 400 });

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly arguments?: unknown } | null;
}

/** A message without the arguments of a call: the tool refuses deep ones, in a result that has the call's id. */
const withoutArguments = (message: Message | null): Message | null =>
  message?.method === "tools/call" ? { ...message, params: { ...message.params, arguments: null } } : message;

/** Refuses a message that is nested deeper than the library's stack, or whose id a reply must not repeat. Undefined for any other, also for what is no JSON: the library answers that. */
async function refusalOf(request: Request): Promise<Response | undefined> {
  let body: unknown;
  try {
    body = await request.clone().json();
  } catch {
    return undefined;
  }
  const key = request.headers.get("authorization")?.replace(/^Bearer\s+/i, "") ?? "";
  const messages = [body].flat() as (Message | null)[];
  if (isNestedTooDeep(messages.map(withoutArguments))) return invalid("The message is nested too deep: expected at most 32 levels of lists and objects.");
  for (const message of messages) {
    const given = message?.id;
    // The library repeats no id of another type.
    const id = typeof given === "string" || typeof given === "number" ? String(given) : "";
    if (id.length > LONGEST_ID) return invalid(`The id is too long. Send a number, or a text of at most ${LONGEST_ID} characters.`);
    if (holdsKey(id, key)) return invalid("The id contains the API key. Send another id: the key belongs only in the header Authorization.");
  }
  return undefined;
}

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
    const refused = request.method === "POST" ? await refusalOf(request) : undefined;
    if (refused) return refused;
    return (await isLegacyRequest(request)) ? earlier(request) : modern.fetch(request);
  };
}
