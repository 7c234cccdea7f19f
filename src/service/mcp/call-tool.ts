import { shown } from "../../contract/arguments";
import { CAVEATS } from "../../contract/caveats";
import { isNestedTooDeep, isRecord, own, parsedJson } from "../../contract/json";
import { holdsKey } from "../../contract/key-in-text";
import { unknownName } from "../../contract/unknown-name";
import type { JsonSchema, Route, Tool } from "./served-tools";

/** What a failed tool returns. `retry_after` is in seconds. */
interface ToolError {
  readonly error:
    | "missing_api_key"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "invalid_request"
    | "rate_limited"
    | "http_error"
    | "upstream_unreachable"
    | "bad_response";
  /** Null if no reply came, or no request was sent. */
  readonly status: number | null;
  readonly retry_after: number | null;
  /** The reason: a sentence, or the object that the service sent. */
  readonly detail: unknown;
}

const BY_STATUS: Readonly<Record<string, ToolError["error"]>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  422: "invalid_request",
  429: "rate_limited",
};

/** A failed call. Without a status, no reply is to blame. */
const failure = (error: ToolError["error"], detail: unknown, status: number | null = null, retryAfter: number | null = null): ToolResult => ({
  failed: { error, status, retry_after: retryAfter, detail },
});

/** The meaning of each caveat of a reply, also of those in its parts. */
function caveatsIn(value: unknown, found: Record<string, string> = {}): Record<string, string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (name !== "caveats" || !Array.isArray(inner)) caveatsIn(inner, found);
    else
      for (const id of inner) {
        const meaning = typeof id === "string" ? own(CAVEATS, id) : undefined;
        if (meaning !== undefined) found[id as string] = meaning;
      }
  }
  return found;
}

/** The descriptions of the fields that a value has, by name: units, and what null means. `strikes[].strike` is a field of the rows in strikes. */
function fieldsOf(schema: JsonSchema | undefined, value: unknown, at: string, found: Record<string, string>): void {
  if (schema === undefined || value === undefined) return;
  if (at !== "" && schema.description !== undefined) found[at] ??= schema.description;
  for (const one of schema.anyOf ?? []) fieldsOf(one, value, at, found);
  if (Array.isArray(value)) for (const item of value) fieldsOf(schema.items, item, at === "" ? "" : `${at}[]`, found);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) fieldsOf(own(schema.properties ?? {}, name), inner, at === "" ? name : `${at}.${name}`, found);
}

/** What a reader needs to quote a reply: its caveats and its fields in words. */
function replyInWords(reply: Readonly<Record<string, unknown>>, schema: JsonSchema): { readonly caveats: object; readonly fields: object } {
  const fields: Record<string, string> = {};
  fieldsOf(schema.properties?.data, reply.data, "", fields);
  return { caveats: caveatsIn(reply.meta, caveatsIn(reply.data)), fields };
}

/** Longest result in characters of JSON: about 15,000 tokens. Clients cut or refuse results of 25,000. */
const MOST_CHARACTERS = 45_000;
/** Room for the cursor and its sentence. */
const OF_CURSOR = 250;

type Reply = Readonly<Record<string, unknown>>;
/** A place in a list of a reply: `data`, or a list in it, and the number of rows before. */
interface Place {
  readonly list: string;
  readonly from: number;
}

/** Reads `cursor`. `wrong` says what is wrong with it. */
function cursorPlace(cursor: unknown): Place | undefined | { readonly wrong: string } {
  if (cursor === undefined || cursor === null) return undefined;
  const [, list, from] = (typeof cursor === "string" && /^([A-Za-z_]\w{0,63}):(\d{1,9})$/.exec(cursor)) || [];
  if (list === undefined) return { wrong: `cursor: expected next_cursor of an earlier result, got ${shown(cursor)}. Omit it for the first rows.` };
  return { list, from: Number(from) };
}

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** The list to cut: the data itself, or the longest list in it. */
function longestList({ data }: Reply): string | undefined {
  if (Array.isArray(data)) return "data";
  if (!isRecord(data)) return undefined;
  const lists = Object.keys(data).filter((name) => Array.isArray(data[name]));
  return lists.sort((a, b) => lengthOf(data[b]) - lengthOf(data[a]))[0];
}

const listIn = ({ data }: Reply, name: string): readonly unknown[] | undefined => {
  const list = name === "data" && Array.isArray(data) ? data : isRecord(data) ? data[name] : undefined;
  return Array.isArray(list) ? list : undefined;
};
const withList = (reply: Reply, list: readonly unknown[], name: string): Reply => ({
  ...reply,
  data: Array.isArray(reply.data) ? list : { ...(reply.data as Reply), [name]: list },
});

/** Cuts a reply that is too long for a model, at the end of a row. `next_cursor` then leads to the next rows. */
function fitToModel(reply: Reply, place: Place | undefined): { readonly reply: Reply } | { readonly wrong: string } {
  if (place === undefined && lengthOf(reply) <= MOST_CHARACTERS - OF_CURSOR) return { reply };
  const name = place?.list ?? longestList(reply);
  const all = name === undefined ? undefined : listIn(reply, name);
  if (name === undefined || all === undefined)
    return place === undefined ? { reply } : { wrong: `cursor: this reply has no list ${shown(place.list)}. Omit the cursor.` };
  const from = place?.from ?? 0;
  if (from > all.length) return { wrong: `cursor: expected one of at most ${all.length} rows, got ${from}. Omit it for the first rows.` };
  let room = MOST_CHARACTERS - OF_CURSOR - lengthOf(withList(reply, [], name));
  let until = from;
  // At least one row, or the next cursor would lead back here.
  while (until < all.length && (until === from || room > lengthOf(all[until]))) room -= lengthOf(all[until++]) + 1;
  const cut = withList(reply, all.slice(from, until), name);
  const rows = `Rows ${from + 1} to ${until} of ${all.length}`;
  if (until === all.length) return { reply: { ...cut, rows: until === from ? "No rows follow." : `${rows}, the last.` } };
  return { reply: { ...cut, next_cursor: `${name}:${until}`, rows: `${rows}. For the next, repeat the call with next_cursor as cursor.` } };
}

/** Arguments of a call, as a client sent them. */
type Arguments = Readonly<Record<string, unknown>>;

type Address = { readonly url: string; readonly route: Route } | { readonly wrong: string };

/** A blank or missing value is not sent: the endpoint's default applies. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A value as text for an address; an object as JSON, which the endpoint then refuses in its own words. */
const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** The address for a call. `wrong` says which argument cannot be part of one; all other checks are the endpoint's. */
function callAddress({ routes, sentAs, inputSchema }: Tool, given: Arguments): Address {
  const renamed = new Set(Object.values(sentAs));
  // The endpoint would name its query parameters only, without those in the path.
  const unknown = unknownName("parameter", Object.fromEntries(Object.entries(given).filter(([name]) => !renamed.has(name))), inputSchema.properties);
  if (unknown !== undefined) return { wrong: unknown };
  const parameters = new Map(Object.entries(given).flatMap(([name, value]) => (isGiven(value) ? [[sentAs[name] ?? name, value] as const] : [])));
  const route = routes.find(({ inPath }) => inPath.every((name) => parameters.has(name)));
  if (route === undefined) {
    const missing = routes.at(-1)?.inPath.find((name) => !parameters.has(name)) ?? "";
    return { wrong: `${missing}: expected a value, got ${shown(given[missing])}.` };
  }
  let path = route.path;
  for (const name of route.inPath) {
    const text = textOf(parameters.get(name));
    parameters.delete(name);
    // The first two would name another endpoint: addresses resolve them, encoded or not. Half of a surrogate pair has no encoding.
    if (text === "." || text === ".." || /\p{Surrogate}/u.test(text)) return { wrong: `${name}: expected a name, got ${shown(text)}.` };
    path = path.replace(`{${name}}`, () => encodeURIComponent(text));
  }
  const query = new URLSearchParams([...parameters].flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, textOf(one)])));
  return { url: query.size === 0 ? path : `${path}?${query.toString()}`, route };
}

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
  const value = parsedJson(body);
  return isNestedTooDeep(value) ? undefined : value;
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
  const refused = (detail: string): ToolResult => failure("invalid_request", detail, 422);
  if (authorization === undefined) return failure("missing_api_key", `There is no API key. ${howToSetKey}`);
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
    return failure("upstream_unreachable", (e as Error).message);
  }
  const { status, retryAfter } = reply;
  if (status < 200 || status > 299) return failure(own(BY_STATUS, String(status)) ?? "http_error", detailIn(status, reply.body), status, retryAfter);
  const body = parsed(reply.body);
  if (body === undefined) return failure("bad_response", "The service's reply is not JSON. Check the address of the service.", status);
  const envelope = isRecord(body) ? body : { data: body };
  const in_words = replyInWords(envelope, address.route.reply);
  const fitting = fitToModel({ ...envelope, in_words }, place);
  return "wrong" in fitting ? refused(fitting.wrong) : { found: fitting.reply };
}
