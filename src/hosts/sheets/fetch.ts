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

/** Too much at once: the core waits and sends again, as for a 429 of the service. */
const TOO_FAST = 429;
/** A status that the core does not retry. */
const NOT_SENT = 499;
const TOO_FAST_S = 1;
/** Attempts of a request outside of cells. */
const TRIES = 3;

/** Refusals by Google, recognised by words of its exception, the status that they count as, and what to do. The first that fits counts. */
const REFUSALS: readonly (readonly [RegExp, number, string])[] = [
  [
    /for one day|daily/i,
    NOT_SENT,
    "Google's daily limit of requests is used up and resets within a day. Formulas over ranges need fewer requests than single cells.",
  ],
  [
    /short time|too many times|rate limit|rate of data|simultaneous|wait a bit/i,
    TOO_FAST,
    "Google refused the request, because there were too many at once. Choose Refresh in the SERVICE menu in a minute. Formulas over ranges need fewer requests.",
  ],
  [/quota/i, NOT_SENT, "A limit of Google's is used up and resets within a day. Formulas over ranges need fewer requests than single cells."],
  [
    /permission|authoriz|authoris|scope/i,
    NOT_SENT,
    "The script has no permission to call the service. Open the sidebar in the SERVICE menu and allow it: for cells the owner of the spreadsheet, for a refresh the person who runs it.",
  ],
  [
    /whitelist|allowlist|not allowed|urlfetch.*disallowed/i,
    NOT_SENT,
    "Google blocks this address: appsscript.json and Code.js must be from the same build. Contact the person who set up this script.",
  ],
];

/** A reply, or why Google or something in front of the service gave none, in words for the user. */
type Posted = Reply & { readonly refused?: string };

/** Turns an exception of Google's fetch into a reply. Its own text contains the address and does not say what to do. */
function refusalOf(e: unknown): Posted {
  const words = e instanceof Error ? e.message : String(e);
  const known = REFUSALS.find(([pattern]) => pattern.test(words));
  if (!known) return { status: 0, body: "" };
  const [, status, refused] = known;
  return { status, body: "", refused, ...(status === TOO_FAST ? { retryAfter: String(TOO_FAST_S) } : {}) };
}

/** A web page of a proxy or a login is no answer of the service about the key or its plan. A missing page, overload and outages are what they say. */
function withoutPage(reply: Reply): Posted {
  const { status, body } = reply;
  if (status === 404 || status === TOO_FAST || status >= 500 || !/^\s*<(!doctype|html|head|body)/i.test(body)) return reply;
  const refused = `A web page came with status ${status} instead of the service's answer, as from a proxy or a login. Contact the person who runs the service.`;
  return { status: NOT_SENT, body: "", refused };
}

/**
 * Posts these bodies at once. Status 0 means no reply; if one request finds no server, Google fails all of them.
 * @returns the replies; `refused` is a message if Google did not let the script send, or if a web page came instead of an answer
 */
export function postAll(bodies: readonly string[], key: string): readonly Posted[] {
  try {
    const url = `${BASE_URL ?? ""}/sheets/eval`;
    const requests = bodies.map((payload): Request => ({ ...authorized(key), url, method: "post", contentType: "application/json", payload }));
    return UrlFetchApp.fetchAll(requests).map((response) => withoutPage(replyOf(response, key)));
  } catch (e) {
    const refusal = refusalOf(e);
    return bodies.map(() => refusal);
  }
}

/** Fetches an address of the service with this key. Sends it again if Google refuses it for a moment. */
export function getReply(path: string, key: string): Posted {
  for (let tries = 1; ; tries++) {
    let reply: Posted;
    try {
      return withoutPage(replyOf(UrlFetchApp.fetch(`${BASE_URL ?? ""}${path}`, authorized(key)), key));
    } catch (e) {
      reply = refusalOf(e);
    }
    if (reply.status !== TOO_FAST || tries === TRIES) return reply;
    Utilities.sleep(TOO_FAST_S * 1000 * tries);
  }
}

/** Fetches the service's status with this key. */
export const getStatus = (key: string): Posted => getReply("/v1/status", key);
