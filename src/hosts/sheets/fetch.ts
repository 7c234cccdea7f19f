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
  const body = response.getContentText().replaceAll(key, "[key]");
  return { status: response.getResponseCode(), body, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Posts these bodies to the service at once; status 0 where no answer came. Google gives up on all of them where one finds no server. */
export function postAll(bodies: readonly string[], key: string): readonly Reply[] {
  try {
    const requests = bodies.map((payload): Request => ({
      ...careful(key),
      url: `${BASE_URL ?? ""}/sheets/eval`,
      method: "post",
      contentType: "application/json",
      payload,
    }));
    return UrlFetchApp.fetchAll(requests).map((response) => replyOf(response, key));
  } catch {
    // What Google throws is its own text, with the address; what a person can do about it is the core's to say.
    return bodies.map(() => ({ status: 0, body: "" }));
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
