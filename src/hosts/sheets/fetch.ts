import { withoutKey } from "../../core/api-key";
import type { Reply } from "../../core/host";
import { BASE_URL } from "./credentials";

/** Reads headers of a response by lower-case name; the first of several. */
function replyHeader(response: GoogleAppsScript.URL_Fetch.HTTPResponse): (name: string) => string | undefined {
  const headers = response.getAllHeaders() as Readonly<Record<string, unknown>>;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = byName.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return first === undefined || first === null ? undefined : String(first);
  };
}

type Request = GoogleAppsScript.URL_Fetch.URLFetchRequest;
type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;

/** Options that send the key to the service's address only: redirects are not followed. */
const authorized = (key: string): Pick<Request, "headers" | "muteHttpExceptions" | "followRedirects"> => ({
  headers: { Authorization: `Bearer ${key}` },
  muteHttpExceptions: true,
  followRedirects: false,
});

function replyOf(response: Response, key: string): Reply {
  const header = replyHeader(response);
  const retryAfter = header("retry-after");
  // If the service repeats the key in its reply, the key must not appear in a cell.
  const body = withoutKey(response.getContentText(), key);
  return { status: response.getResponseCode(), body, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Refusals by Google, recognised by words of its exception, and what to do. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /too many times|quota|bandwidth|rate limit/i,
    "Google's daily limit of requests is used up and resets within a day. Formulas over ranges need fewer requests than single cells.",
  ],
  [/permission|authoriz|authoris|scope/i, "The script has no permission to call the service yet. Open the sidebar in the SERVICE menu and allow it."],
  [
    /whitelist|allowlist|not allowed|urlfetch.*disallowed/i,
    "Google blocks this address: appsscript.json and Code.js must be from the same build. Contact the person who set up this script.",
  ],
];

const refusalIn = (e: unknown): string | undefined => {
  const words = e instanceof Error ? e.message : String(e);
  return REFUSALS.find(([pattern]) => pattern.test(words))?.[1];
};

/** A status that the core does not retry. */
const NOT_SENT = 499;

/**
 * Posts these bodies at once. Status 0 means no reply; if one request finds no server, Google fails all of them.
 * @returns the replies; `refused` is a message if Google did not let the script send
 */
export function postAll(bodies: readonly string[], key: string): { readonly replies: readonly Reply[]; readonly refused?: string } {
  try {
    const requests = bodies.map((payload): Request => ({
      ...authorized(key),
      url: `${BASE_URL ?? ""}/sheets/eval`,
      method: "post",
      contentType: "application/json",
      payload,
    }));
    return { replies: UrlFetchApp.fetchAll(requests).map((response) => replyOf(response, key)) };
  } catch (e) {
    // Google's own text contains the address and does not say what to do, so it is replaced here or by the core.
    const refused = refusalIn(e);
    return refused === undefined
      ? { replies: bodies.map(() => ({ status: 0, body: "" })) }
      : { replies: bodies.map(() => ({ status: NOT_SENT, body: "" })), refused };
  }
}

/** Fetches an address of the service with this key; undefined without a reply. */
export function getReply(path: string, key: string): Reply | undefined {
  try {
    return replyOf(UrlFetchApp.fetch(`${BASE_URL ?? ""}${path}`, authorized(key)), key);
  } catch {
    return undefined;
  }
}

/** Fetches the service's status with this key; undefined without a reply. */
export const getStatus = (key: string): Reply | undefined => getReply("/v1/status", key);
