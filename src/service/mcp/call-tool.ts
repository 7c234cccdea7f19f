import { holdsKey } from "../../contract/key-in-text";
import { isNestedTooDeep } from "../../contract/nesting";
import { callAddress, type Arguments } from "./address";
import { fitToModel, cursorPlace } from "./fit";
import { replyInWords } from "./in-words";
import type { Tool } from "./served-tools";
import { errorOfStatus, toolError, type ToolError } from "./tool-error";

/** The service's reply to a GET. */
export interface ApiReply {
  readonly status: number;
  readonly body: string;
  /** Seconds, from Retry-After. */
  readonly retryAfter?: number | undefined;
}

/** Requests an address of the API, with this Authorization header. Rejects with a sentence if no reply came. */
export type Get = (url: string, authorization: string, signal?: AbortSignal) => Promise<ApiReply>;

/** Where calls go. */
export interface Upstream {
  readonly get: Get;
  /** How a user sets a key here, as a sentence. */
  readonly howToSetKey: string;
}

type ToolResult = { readonly failed: ToolError } | { readonly found: Readonly<Record<string, unknown>> };

const REDIRECTED =
  "The service has another address now: it answered with a redirect, which is not followed, because the key would go with it. Ask its operator.";

/** Undefined for what is no JSON, and for JSON that is nested too deep to be explained and sent. */
function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isNestedTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The reason in a refusal's body; its own sentence if there is none, because a proxy's page is no reason. */
function detailIn(status: number, body: string): unknown {
  const detail = (parsed(body) as { detail?: unknown } | null | undefined)?.detail;
  if (detail !== undefined && detail !== null && detail !== "") return detail;
  return status < 400 ? REDIRECTED : `The service answered with status ${status} and gave no reason.`;
}

/**
 * Calls a tool: one GET of its endpoint. Every failure is a result, none is thrown.
 *
 * @param authorization the Authorization header; undefined if there is no key
 */
export async function callTool(
  tool: Tool,
  given: Arguments,
  authorization: string | undefined,
  { get, howToSetKey }: Upstream,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const refused = (detail: string): ToolResult => ({ failed: toolError("invalid_request", detail, 422) });
  if (authorization === undefined) return { failed: toolError("missing_api_key", `There is no API key. ${howToSetKey}`) };
  const key = authorization.replace(/^Bearer\s+/i, "").trim();
  if (isNestedTooDeep(given)) return refused("An argument is nested too deep: expected a text, a number or a list of them.");
  // Before anything else: other refusals repeat arguments.
  if (holdsKey(JSON.stringify(given), key)) return refused("An argument contains the API key. Remove it: the key belongs only where keys are set.");
  const { cursor, ...rest } = given;
  const place = cursorPlace(cursor);
  if (place !== undefined && "wrong" in place) return refused(place.wrong);
  const address = callAddress(tool, rest);
  if ("wrong" in address) return refused(address.wrong);
  let reply: ApiReply;
  try {
    reply = await get(address.url, authorization, signal);
  } catch (e) {
    return { failed: toolError("upstream_unreachable", (e as Error).message) };
  }
  if (reply.status < 200 || reply.status > 299) return { failed: errorOfStatus(reply.status, detailIn(reply.status, reply.body), reply.retryAfter) };
  const body = parsed(reply.body);
  if (body === undefined) return { failed: toolError("bad_response", "The service's reply is not JSON. Check the address of the service.", reply.status) };
  const envelope = typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Readonly<Record<string, unknown>>) : { data: body };
  const in_words = replyInWords(envelope, address.route.reply);
  const fitting = fitToModel({ ...envelope, in_words }, place);
  return "wrong" in fitting ? refused(fitting.wrong) : { found: fitting.reply };
}
