import { isLoopback, readBaseUrl } from "../../../src/pane/account/base-url";
import { checkService, type SendGet } from "../../../src/pane/account/check-service";
import { keyTestWords } from "../../../src/pane/pane-words";
import { STATUS } from "../../status-reply";

const KEY = "k".repeat(24);

const answering =
  (status: number, body: unknown, retryAfter?: string): SendGet =>
  async () => ({ status, body: typeof body === "string" ? body : JSON.stringify(body), ...(retryAfter ? { retryAfter } : {}) });

const message = async (get: SendGet, key = KEY) => {
  const checked = await checkService(get, () => 0, "https://api.example.com", key);
  return checked.ok ? "ok" : keyTestWords(checked.failure);
};

describe("testing a key with its service", () => {
  it("requests /v1/status with the key in the header and nowhere else", async () => {
    const asked: unknown[] = [];
    const checked = await checkService(
      async (...args) => {
        asked.push(args);
        return { status: 200, body: JSON.stringify({ data: STATUS, as_of: "2024-06-28" }) };
      },
      () => 0,
      "https://api.example.com/data",
      KEY,
    );
    expect(asked).toEqual([["https://api.example.com/data/v1/status", { Authorization: `Bearer ${KEY}` }]]);
    expect(checked).toEqual({ ok: true, status: STATUS });
  });

  it.each<[string, SendGet, RegExp]>([
    ["no reply", async () => undefined, /^No answer from the base URL\. Check/],
    ["an unknown key", answering(401, { detail: { code: "unknown_key" } }), /does not know this API key/],
    ["a malformed key", answering(401, { detail: { code: "malformed_key" } }), /whole key/],
    ["a revoked key", answering(401, { detail: { code: "revoked_key" } }), /revoked.*new key/],
    ["a key over quota", answering(401, { detail: { code: "over_quota", resets_at: "2024-07-01T00:00:00Z" } }), /used up until 2024-07-01\./],
    ["a 401 without a known code", answering(401, "<html>"), /refused the API key/],
    ["a 403", answering(403, {}), /does not allow/],
    ["a 404", answering(404, { detail: "nothing here" }), /no SERVICE/],
    ["a 429", answering(429, {}, "7"), /Test again in 7 s\./],
    ["a 429 without Retry-After", answering(429, {}), /Test again in 60 s\./],
    ["a 503", answering(503, "down"), /had an error/],
    ["an HTML page", answering(200, "<!doctype html>"), /not SERVICE/],
    ["a reply from another service", answering(200, { data: { plan: "x" } }), /not SERVICE/],
    ["a status reply with invalid data families", answering(200, { data: { ...STATUS, families: [null] } }), /not SERVICE/],
    ["a status reply without a quota", answering(200, { data: { ...STATUS, quota: null } }), /not SERVICE/],
    ["a redirect", answering(302, ""), /not SERVICE/],
  ])("says what is wrong and what to do after %s", async (_, get, expected) => {
    const said = await message(get);
    expect(said).toMatch(expected);
    expect(said).not.toContain(KEY);
  });

  it("sends no request if the key is empty or has invalid characters", async () => {
    const never: SendGet = () => Promise.reject(new Error("asked"));
    expect(await message(never, "")).toMatch(/Enter/);
    expect(await message(never, "a key")).toMatch(/blank/);
    expect(await message(never, "schlüssel")).toMatch(/blank or an invalid character/);
  });
});

const url = (typed: string) => {
  const read = readBaseUrl(typed);
  return read.ok ? read.url : read.message;
};

describe("the base URL", () => {
  it("is trimmed of blanks and final slashes, and keeps its path", () => {
    expect(url(" https://api.example.com/ ")).toBe("https://api.example.com");
    expect(url("https://example.com/data//")).toBe("https://example.com/data");
  });

  it("defaults to https without a scheme", () => expect(url("api.example.com")).toBe("https://api.example.com"));

  it("may use http on this computer only", () => {
    for (const local of ["http://localhost:3001", "http://127.0.0.1:3001", "http://[::1]:3001"]) expect(url(local)).toBe(local);
    expect(url("http://api.example.com")).toMatch(/https/);
    expect(url("http://localhost.example.com")).toMatch(/https/);
    expect(url("http://127.0.0.1.example.com")).toMatch(/https/);
  });

  it("is refused with a user name, a query or a fragment", () => {
    expect(url("https://key@api.example.com")).toMatch(/name and password/);
    expect(url("https://api.example.com?key=abc")).toMatch(/after \? or #/);
    expect(url("https://api.example.com#abc")).toMatch(/after \? or #/);
  });

  it("is refused with a message if invalid", () => {
    expect(url("")).toMatch(/^Enter/);
    expect(url("https://")).toMatch(/Not a valid URL/);
    expect(url("ftp://example.com")).toMatch(/https/);
  });
});

it("isLoopback recognises the names of this computer", () => {
  expect(["localhost", "127.0.0.1", "[::1]", "a.localhost"].every(isLoopback)).toBe(true);
  expect(["localhost.com", "127.0.0.1.nip.io", "10.0.0.1", ""].some(isLoopback)).toBe(false);
});
