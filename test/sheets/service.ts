import { createHash } from "node:crypto";
import { LIMITS } from "../../src/core/limits";
import { keyFor, serviceUnderTest, type ServiceUnderTest, type Setting } from "../contract/service/service-under-test";
import type { Seen, Service, ServiceReply } from "./network";

/** How the service behaves; may change at any time. */
export interface ServiceSwitches {
  /**
   * `answer` is the real one. `refused`: the key is unknown (401). `busy`: 429 with Retry-After. `broken`: 500. `truncated`: the real reply, cut in half. A
   * status with a body is what a proxy answers in place of the service, such as a web page: Google's requests come from known addresses of its servers
   * (developers.google.com/apps-script/reference/url-fetch), and a proxy may want them to pass a challenge for browsers
   * (developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response). A function decides for each request, counted from 0.
   */
  mode: Mode | ((request: Seen, number: number) => Mode);
  /** Seconds of Retry-After; undefined sends none. */
  retryAfter: number | string | undefined;
  /** Virtual time of each reply. */
  latencyMs: number;
  /** Case of header names: servers and proxies differ. */
  headerNames: "lower" | "title" | "upper";
}

export type Mode = "answer" | "refused" | "busy" | "broken" | "unreachable" | "truncated" | "large" | { readonly status: number; readonly body: string };

/** The real service in process, on sample data of a fixed day. Its quotas use the fake's virtual time. */
export interface SheetsService {
  /** Options for `createWorld`. */
  readonly service: Service;
  readonly switches: ServiceSwitches;
  readonly baseUrl: string;
  /** Keys created for one test run; `unknown` and `revoked` are refused. */
  readonly keys: { readonly good: string; readonly unknown: string; readonly revoked: string };
  /** Questions of each request for cells, in order, including refused requests. */
  readonly batches: readonly (readonly unknown[])[];
  /** The service's own store and app. */
  readonly under: ServiceUnderTest;
  close(): Promise<void>;
}

/** Address with which tests build the script. */
export const BASE_URL = "https://api.example.com";

const title = (name: string): string => name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
const WRITTEN = { lower: (name: string) => name, title, upper: (name: string) => name.toUpperCase() } as const;

const cellsOf = (body: string | undefined): readonly unknown[] => {
  const { cells } = JSON.parse(body ?? "{}") as { cells?: readonly unknown[] };
  return cells ?? [];
};

export async function startService(setting: Omit<Setting, "now"> & { readonly baseUrl?: string } = {}): Promise<SheetsService> {
  const { baseUrl = BASE_URL, ...rest } = setting;
  let now = 0;
  const under = await serviceUnderTest({ ...rest, now: () => now });
  const made = (what: string) => createHash("sha256").update(`sheets test ${what}`).digest("hex").slice(0, 40);
  const keys = { good: keyFor("good"), unknown: made("unknown"), revoked: made("revoked") };
  await under.store.ledger.keys.add(keys.revoked, "developer", "gone", "2024-06-01");
  await under.store.ledger.keys.revoke("gone", "2024-06-02T12:00:00Z");
  const switches: ServiceSwitches = { mode: "answer", retryAfter: 2, latencyMs: 200, headerNames: "lower" };
  const batches: (readonly unknown[])[] = [];
  let count = 0;

  async function real({ url, method, headers, body }: Seen): Promise<{ status: number; headers: Record<string, string>; body: string }> {
    const reply = await under.app.inject({
      method: method as "GET" | "POST",
      url: url.slice(baseUrl.length) || "/",
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: reply.statusCode,
      headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
      body: reply.payload,
    };
  }

  async function replyTo(request: Seen, mode: Mode): Promise<ServiceReply> {
    if (!request.url.startsWith(`${baseUrl}/`)) return "unreachable";
    const json = { "content-type": "application/json; charset=utf-8" };
    if (typeof mode === "object") return { status: mode.status, headers: json, body: mode.body };
    if (mode === "unreachable") return "unreachable";
    if (mode === "refused") return real({ ...request, headers: { ...request.headers, Authorization: `Bearer ${keys.unknown}` } });
    if (mode === "large") return { status: 200, headers: json, body: " ".repeat(LIMITS.replyBytes + 1) };
    if (mode === "busy") {
      const wait = switches.retryAfter === undefined ? {} : { "retry-after": String(switches.retryAfter) };
      return { status: 429, headers: { ...json, ...wait }, body: JSON.stringify({ detail: "More than 600 requests in this minute. Wait 20 s." }) };
    }
    if (mode === "broken")
      return { status: 500, headers: json, body: JSON.stringify({ detail: "Server error. Retry later; the operator's log has the details." }) };
    const reply = await real(request);
    return mode === "truncated" ? { ...reply, body: reply.body.slice(0, reply.body.length / 2) } : reply;
  }

  return {
    switches,
    baseUrl,
    keys,
    batches,
    under,
    close: under.close,
    service: async (request) => {
      now = request.at;
      if (request.url.startsWith(`${baseUrl}/sheets/eval`)) batches.push(cellsOf(request.body));
      const mode = typeof switches.mode === "function" ? switches.mode(request, count) : switches.mode;
      count++;
      const reply = await replyTo(request, mode);
      if (reply === "unreachable") return reply;
      const names = WRITTEN[switches.headerNames];
      const headers = Object.fromEntries(Object.entries(reply.headers ?? {}).map(([name, value]) => [names(name), value]));
      return { ...reply, headers, latencyMs: switches.latencyMs };
    },
  };
}
