import type { Reply } from "../../../src/core/host";
import { createHttpHost } from "../../../src/web-page/http";
import { fetchLocalKey, localOriginOf } from "../../../src/web-page/local-service";

const CREDENTIALS = { baseUrl: "https://api.example.com", key: "k".repeat(24) };
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const answering = (fetch: (url: string, init: RequestInit) => Promise<Response>) => {
  globalThis.fetch = fetch as typeof globalThis.fetch;
};
const send = (body = "{}") => new Promise<Reply>((done) => createHttpHost(() => CREDENTIALS).send(body, done));

describe("a request for cells", () => {
  it("carries the key in its header only and follows no redirect", async () => {
    const asked: [string, RequestInit][] = [];
    answering(async (url, init) => {
      asked.push([url, init]);
      return new Response('{"data":[]}', { status: 200, headers: { "x-service-monthly-used": "7", "x-ratelimit-limit-minute": "many" } });
    });
    expect(await send('{"cells":[]}')).toEqual({ status: 200, body: '{"data":[]}', quota: { monthUsed: 7 } });
    const [[url, init]] = asked as [[string, RequestInit]];
    expect(url).toBe("https://api.example.com/sheets/eval");
    expect(init).toMatchObject({ method: "POST", redirect: "error", credentials: "omit", referrerPolicy: "no-referrer", body: '{"cells":[]}' });
    expect(init.headers).toEqual({ "Content-Type": "application/json", Authorization: `Bearer ${CREDENTIALS.key}` });
  });

  it("gets a reply in which [key] replaces the key", async () => {
    answering(async () => new Response(`{"data":[{"reason":"no series ${CREDENTIALS.key}","sample":true}]}`));
    expect((await send()).body).toBe('{"data":[{"reason":"no series [key]","sample":true}]}');
  });

  it("gets the Retry-After of the reply", async () => {
    answering(async () => new Response("{}", { status: 429, headers: { "retry-after": "3" } }));
    expect(await send()).toEqual({ status: 429, body: "{}", retryAfter: "3" });
  });

  it("gets status 0 if fetch throws, without the text of the error", async () => {
    answering(() => Promise.reject(new TypeError(`bad header Bearer ${CREDENTIALS.key}`)));
    expect(await send()).toEqual({ status: 0, body: "" });
  });

  it("aborts fetch and gets no reply if it is cancelled", async () => {
    let signal: AbortSignal | null | undefined;
    const done = jest.fn();
    answering((_, init) => {
      signal = init.signal;
      return new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    });
    createHttpHost(() => CREDENTIALS).send("{}", done)();
    await new Promise(setImmediate);
    expect(signal?.aborted).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });
});

describe("the local key", () => {
  it("is requested only if the page is on localhost", () => {
    expect(localOriginOf(new URL("https://localhost:3000/taskpane.html"))).toBe("https://localhost:3000");
    expect(localOriginOf(new URL("https://addin.example.com/taskpane.html"))).toBeUndefined();
    expect(localOriginOf(new URL("file:///taskpane.html"))).toBeUndefined();
  });

  it.each<[string, () => Promise<Response>, string | undefined]>([
    ["given", async () => new Response(JSON.stringify({ key: CREDENTIALS.key })), CREDENTIALS.key],
    ["too short", async () => new Response('{"key":"abc"}'), undefined],
    ["refused", async () => new Response('{"key":"abc"}', { status: 403 }), undefined],
    ["a page", async () => new Response("<html>"), undefined],
    ["empty", async () => new Response('{"key":""}'), undefined],
    ["not reachable", () => Promise.reject(new Error("offline")), undefined],
  ])("is taken from a valid reply only, tested with a reply that is %s", async (_, fetch, expected) => {
    answering(fetch);
    expect(await fetchLocalKey("https://localhost:3000")).toBe(expected);
  });
});
