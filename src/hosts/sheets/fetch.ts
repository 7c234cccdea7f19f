import { withoutKey } from "../../core/api-key";
import type { Reply } from "../../core/host";
import { BASE_URL } from "./credentials";
import { replyHeader } from "./reply-header";

type Request = GoogleAppsScript.URL_Fetch.URLFetchRequest;
type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;

/** The key goes to the service's own address and nowhere else: no redirect is followed. */
const careful = (key: string): Pick<Request, "headers" | "muteHttpExceptions" | "followRedirects"> => ({
  headers: { Authorization: `Bearer ${key}` },
  muteHttpExceptions: true,
  followRedirects: false,
});

function replyOf(response: Response, key: string): Reply {
  const header = replyHeader(response);
  const retryAfter = header("retry-after");
  // A service that repeats the key in its reply does not get it into a cell.
  const body = withoutKey(response.getContentText(), key);
  return { status: response.getResponseCode(), body, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** What Google itself does not let the script do, by the words in its exception, each with what to do. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /too many times|quota|bandwidth|rate limit/i,
    "Google's own limit of requests for a day is used up. It starts anew within a day; ask with ranges rather than single cells to need fewer.",
  ],
  [/permission|authoriz|authoris|scope/i, "The script may not ask the service yet: open the sidebar in the SERVICE menu once and allow it."],
  [
    /whitelist|allowlist|not allowed|urlfetch.*disallowed/i,
    "The script may not ask this address: appsscript.json and Code.js must come from one build. Tell who set it up for you.",
  ],
];

const refusalIn = (e: unknown): string | undefined => {
  const words = e instanceof Error ? e.message : String(e);
  return REFUSALS.find(([pattern]) => pattern.test(words))?.[1];
};

/** A status that the core does not ask again for. */
const NOT_SENT = 499;

/**
 * Posts these bodies to the service at once; status 0 where no answer came. Google gives up on all of them where one finds no server.
 * @returns with `refused`, in words, where Google itself did not let the script ask
 */
export function postAll(bodies: readonly string[], key: string): { readonly replies: readonly Reply[]; readonly refused?: string } {
  try {
    const requests = bodies.map((payload): Request => ({
      ...careful(key),
      url: `${BASE_URL ?? ""}/sheets/eval`,
      method: "post",
      contentType: "application/json",
      payload,
    }));
    return { replies: UrlFetchApp.fetchAll(requests).map((response) => replyOf(response, key)) };
  } catch (e) {
    // What Google throws is its own text, with the address; what a person can do about it is said here, or by the core.
    const refused = refusalIn(e);
    return refused === undefined
      ? { replies: bodies.map(() => ({ status: 0, body: "" })) }
      : { replies: bodies.map(() => ({ status: NOT_SENT, body: "" })), refused };
  }
}

/** One GET of the service's status with this key: undefined where no answer came. */
export function getStatus(key: string): Reply | undefined {
  try {
    return replyOf(UrlFetchApp.fetch(`${BASE_URL ?? ""}/v1/status`, careful(key)), key);
  } catch {
    return undefined;
  }
}
