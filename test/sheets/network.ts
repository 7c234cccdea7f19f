import type { FetchReply, FetchRequest, Manifest } from "./calls";
import { Refusal } from "./refusal";

/** One request that left the script; `at` is virtual time. */
export interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly at: number;
}

/** The server. `unreachable`: no server answers. Header names reach the script as written here. */
export type ServiceReply =
  | { readonly status: number; readonly headers?: FetchReply["headers"]; readonly body?: string; readonly latencyMs?: number }
  | "unreachable";
export type Service = (request: Seen) => ServiceReply | Promise<ServiceReply>;

export type Network = ReturnType<typeof createNetwork>;

const MAX_URL = 2048;
const MAX_HEADER = 8192;
const MAX_HEADERS = 100;
const MAX_PAYLOAD_BYTES = 50 * 1024 * 1024;
const MAX_REDIRECTS = 10;
/** Headers that only Google sets. */
const NOT_OURS = /^(host|content-length|connection|transfer-encoding)$/i;

/** The address itself, or one below it. */
const below = (url: string, prefix: string): boolean =>
  url === prefix || (prefix.endsWith("/") ? url.startsWith(prefix) : ["/", "?", "#"].some((sign) => url.startsWith(prefix + sign)));

/** What Google refuses before sending. */
function check({ url, headers, body }: FetchRequest, { urlFetchWhitelist }: Manifest): void {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\s]+)/i.exec(url);
  if (!parts) throw new Refusal(`Invalid argument: ${url}`);
  // Google itself would allow http. A script that sends a key over http must fail here.
  if (parts[1]!.toLowerCase() !== "https") throw new Refusal(`Only https addresses are fetched here: ${url}`);
  if (url.length > MAX_URL) throw new Refusal("Limit Exceeded: URLFetch URL Length.");
  if (urlFetchWhitelist && !urlFetchWhitelist.some((prefix) => below(url, prefix)))
    throw new Refusal(`Request failed because the URL ${url} is not in the urlFetchWhitelist of the script's manifest.`);
  if (Object.keys(headers).length > MAX_HEADERS) throw new Refusal("Limit Exceeded: URLFetch Header Count.");
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || NOT_OURS.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new Refusal(`Attribute provided with invalid value: Header:${name}`);
    if (name.length + value.length > MAX_HEADER) throw new Refusal("Limit Exceeded: URLFetch Header Size.");
  }
  if (body !== undefined && Buffer.byteLength(body) > MAX_PAYLOAD_BYTES) throw new Refusal("Limit Exceeded: URLFetch POST Size.");
}

const headerOf = (headers: FetchReply["headers"], name: string): string | undefined => {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "string" || value === undefined ? value : value[0];
};

/** The network behind UrlFetchApp: passes requests to the test's service, follows redirects, and counts. */
export function createNetwork(
  service: Service,
  manifest: Manifest,
  latencyMs: number,
  perDay: number,
  refuses: (call: number) => string | undefined = () => undefined,
) {
  const requests: Seen[] = [];
  let calls = 0;

  /** A redirect receives all headers, including the key. A script that must not do so sets followRedirects: false. */
  async function one(request: FetchRequest, at: number): Promise<{ ms: number; reply: FetchReply | Refusal }> {
    let [url, method, body, ms] = [request.url, request.method, request.body, 0];
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const sent: Seen = { url, method, headers: request.headers, body, at: at + ms };
      requests.push(sent);
      const reply = await service(sent);
      if (reply === "unreachable") return { ms: ms + latencyMs, reply: new Refusal(`Address unavailable: ${url}`) };
      ms += reply.latencyMs ?? latencyMs;
      const headers = reply.headers ?? {};
      const target = headerOf(headers, "location");
      if (!request.followRedirects || ![301, 302, 303, 307, 308].includes(reply.status) || target === undefined)
        return { ms, reply: { status: reply.status, headers, body: reply.body ?? "" } };
      url = new URL(target, url).href;
      if (reply.status < 304 && method !== "GET") [method, body] = ["GET", undefined];
    }
    return { ms, reply: new Refusal(`Too many redirects: ${request.url}`) };
  }

  const failed = (url: string, { status, body }: FetchReply) =>
    new Refusal(
      `Request failed for ${new URL(url).origin} returned code ${status}. Truncated server response: ${body.slice(0, 200)} (use muteHttpExceptions option to examine full response)`,
    );

  return {
    requests,
    /** Results of these requests, and how many milliseconds they took. Refusals take time too. */
    carry: async (list: readonly FetchRequest[], at: number) => {
      const refusal = refuses(calls++);
      if (refusal !== undefined) throw new Refusal(refusal);
      for (const request of list) check(request, manifest);
      if (requests.length + list.length > perDay) throw new Refusal("Service invoked too many times for one day: urlfetch.");
      const carried: { request: FetchRequest; ms: number; reply: FetchReply | Refusal }[] = [];
      for (const request of list) carried.push({ request, ...(await one(request, at)) });
      return {
        afterMs: Math.max(0, ...carried.map(({ ms }) => ms)),
        replies: (): readonly FetchReply[] =>
          carried.map(({ request, reply }) => {
            if (reply instanceof Refusal) throw reply;
            if (reply.status >= 400 && !request.muteHttpExceptions) throw failed(request.url, reply);
            return reply;
          }),
      };
    },
  };
}
