import { cell, error, NOON, value, worldOf } from "./one-function";
import { startService, type SheetsService } from "../../../sheets/service";
import { createWorld, type WorldOptions } from "../../../sheets/world";
import type { Seen, ServiceReply } from "../../../sheets/network";

describe("the simulated CacheService", () => {
  const cache = (body: string, options?: Partial<WorldOptions>) => cell(`const c = CacheService.getScriptCache(); ${body}`, options);
  const big = "1".repeat(102_400);

  it.each([
    ["a key of 251 characters", `c.put("k".repeat(251), "v");`, /Argument too large: key/],
    ["a read of a key of 251 characters", `c.get("k".repeat(251));`, /Argument too large: key/],
    ["a value over 100 KB", `c.put("k", "${big}1");`, /Argument too large: value/],
    ["a value over 100 KB as UTF-8", `c.put("k", "ü".repeat(51201));`, /Argument too large: value/],
    ["one value over 100 KB among several", `c.putAll({ a: "1", k: "${big}1" });`, /Argument too large: value/],
    ["an expiry of six hours and a second", `c.put("k", "v", 21601);`, /Argument too large: expirationInSeconds/],
    ["an expiry of zero", `c.put("k", "v", 0);`, /at least 1/],
    ["the same key twice", `c.getAll(["k", "k"]);`, /twice/],
    ["more than a thousand keys", `c.getAll(Array.from({ length: 1001 }, (_, i) => "k" + i));`, /Argument too large: keys/],
    ["a missing key", `c.get(null);`, /Invalid argument: key/],
  ])("refuses %s", async (_what, body, words) => {
    expect(await cache(body)).toEqual(error(words));
  });

  it("accepts a key, a value, an expiry and a number of keys at Google's limits", async () => {
    expect(await cache(`c.put("k".repeat(250), "${big}", 21600); return c.get("k".repeat(250)).length;`)).toEqual(value(102_400));
    expect(await cache(`return Object.keys(c.getAll(Array.from({ length: 1000 }, (_, i) => "k" + i))).length;`)).toEqual(value(0));
  });

  it("returns text for any stored value, and null for a missing one", async () => {
    expect(
      await cache(
        `c.put("n", 12.5); c.putAll({ o: { a: 1 }, t: "t" }); c.remove("t"); return [[c.get("n"), c.get("o"), c.get("t"), JSON.stringify(c.getAll(["n", "x"]))]];`,
      ),
    ).toEqual(value([["12.5", "[object Object]", null, '{"n":"12.5"}']]));
  });

  it("keeps a value for ten minutes, or for the given time", async () => {
    const world = worldOf(`const c = CacheService.getScriptCache(); if (a) { c.put("x", "1"); c.put("y", "1", 21600); } return [[c.get("x"), c.get("y")]];`);
    expect(await world.call("F", [true])).toEqual(value([["1", "1"]]));
    world.advance(590_000);
    expect(await world.call("F", [])).toEqual(value([["1", "1"]]));
    world.advance(10_000);
    expect(await world.call("F", [])).toEqual(value([[null, "1"]]));
    world.advance(21_000_000);
    expect(await world.call("F", [])).toEqual(value([[null, null]]));
  });

  it("holds 1,000 items, and when one more is added it evicts those that expire first, down to 900", async () => {
    const world = worldOf(
      `const c = CacheService.getScriptCache(); for (let i = 0; i < 1001; i++) c.put("k" + i, "v", i === 5 ? 21600 : 1000 + i); return c.get("k5");`,
    );
    expect(await world.call("F")).toEqual(value("v"));
    const kept = [...world.scriptCache.items().keys()];
    expect(kept).toHaveLength(900);
    expect([kept.includes("k101"), kept.includes("k102"), kept.includes("k5")]).toEqual([false, true, true]);
    expect([world.scriptCache.peak, world.scriptCache.calls.put]).toEqual([1000, 1001]);
  });

  it("has separate caches for document, script and user", async () => {
    const body = `CacheService.getDocumentCache().put("k", "d"); CacheService.getUserCache().put("k", "u"); return CacheService.getScriptCache().get("k");`;
    expect(await cell(body)).toEqual(value(null));
    expect(await cell("return CacheService.getDocumentCache();", { container: false })).toEqual(value(null));
  });
});

describe("the simulated PropertiesService", () => {
  it.each(["User", "Document", "Script"])("lets a cell read %s properties, but not write them", async (which) => {
    const world = worldOf(`const p = PropertiesService.get${which}Properties(); return a ? p[a]("k", "v") : p.getProperty("k");`);
    const held = { User: world.userProperties(), Document: world.documentProperties, Script: world.scriptProperties }[which]!;
    held.values.set("k", "v");
    expect(await world.call("F")).toEqual(value("v"));
    for (const method of ["setProperty", "deleteProperty", "deleteAllProperties"])
      expect(await world.call("F", [method])).toEqual(error(`You do not have permission to call PropertiesService.Properties.${method}`));
    expect([held.values.get("k"), held.calls]).toEqual(["v", { read: 1, write: 0 }]);
  });

  it("reads the owner's user properties in a cell, and the user's own properties elsewhere", async () => {
    const world = worldOf(`return PropertiesService.getUserProperties().getProperty("k");`);
    world.userProperties().values.set("k", "of the owner");
    world.userProperties("reader@example.com").values.set("k", "of the reader");
    expect(await world.call("F", [], { as: "reader@example.com" })).toEqual(value("of the owner"));
    expect(await world.run("F", [], { as: "reader@example.com" })).toEqual(value("of the reader"));
  });

  it("accepts 9 KB per value and 500 KB in total", async () => {
    const world = worldOf(
      `const p = PropertiesService.getUserProperties(); for (let i = 0; i < a; i++) p.setProperty("k" + i, "v".repeat(b)); return p.getKeys().length;`,
    );
    expect(await world.run("F", [1, 9216])).toEqual(value(1));
    expect(await world.run("F", [1, 9217])).toEqual(error("Argument too large: value"));
    expect(await world.run("F", [56, 9216])).toEqual(error(/exceeded the property storage quota/));
    expect(world.userProperties().values.size).toBe(55);
  });

  it("throws when the number of reads and writes per day is used up", async () => {
    const world = worldOf(`const p = PropertiesService.getDocumentProperties(); p.setProperty("k", "v"); p.getProperty("k"); return p.getProperty("k");`, {
      propertyCallsPerDay: 2,
    });
    expect(await world.run("F")).toEqual(error("Service invoked too many times for one day: properties."));
    expect(world.documentProperties.values.get("k")).toBe("v");
  });

  it("has no document properties in a script without a document", async () => {
    expect(await cell("return PropertiesService.getDocumentProperties();", { container: false })).toEqual(value(null));
  });
});

describe("the simulated UrlFetchApp", () => {
  const fetched = async (params: string, options?: Partial<WorldOptions>) =>
    cell(`const r = UrlFetchApp.fetch("https://a.b/c", ${params}); return r.getResponseCode();`, options);

  it.each([
    ["an http address", `UrlFetchApp.fetch("http://a.b/c");`, /https/],
    ["an invalid address", `UrlFetchApp.fetch("a.b/c");`, /Invalid argument: a\.b/],
    ["an address over 2 KB", `UrlFetchApp.fetch("https://a.b/" + "c".repeat(2040));`, /URL Length/],
    ["a header over 8 KB", `UrlFetchApp.fetch("https://a.b/c", { headers: { A: "b".repeat(8192) } });`, /Header Size/],
    ["a header with a line break", `UrlFetchApp.fetch("https://a.b/c", { headers: { A: "b\\nC: d" } });`, /invalid value: Header:A/],
    ["a header that Google sets", `UrlFetchApp.fetch("https://a.b/c", { headers: { Host: "x" } });`, /invalid value: Header:Host/],
    ["an unknown parameter", `UrlFetchApp.fetch("https://a.b/c", { body: "x" });`, /Invalid argument: body/],
    ["an unknown method", `UrlFetchApp.fetch("https://a.b/c", { method: "query" });`, /invalid value: method/],
    ["a call of fetchAll without a list", `UrlFetchApp.fetchAll("https://a.b/c");`, /do not match/],
  ])("refuses %s, and nothing is sent", async (_what, body, words) => {
    const world = worldOf(body);
    expect(await world.call("F")).toEqual(error(words));
    expect(world.requests).toEqual([]);
  });

  it("sends the given request, and returns the reply with its headers unchanged", async () => {
    const service = ({ body }: Seen): ServiceReply => ({ status: 201, headers: { "ReTry-After": "3", "set-cookie": ["a", "b"] }, body: `got ${body}` });
    const world = worldOf(
      `const r = UrlFetchApp.fetchAll([{ url: "https://a.b/c", method: "post", contentType: "application/json", payload: "{}", headers: { A: "b" }, muteHttpExceptions: true }])[0];
       return [[r.getResponseCode(), r.getContentText(), JSON.stringify(r.getAllHeaders()), JSON.stringify(r.getHeaders())]];`,
      { service },
    );
    expect(await world.call("F")).toEqual(value([[201, "got {}", '{"ReTry-After":"3","set-cookie":["a","b"]}', '{"ReTry-After":"3","set-cookie":"b"}']]));
    expect(world.requests).toEqual([{ url: "https://a.b/c", method: "POST", headers: { A: "b", "Content-Type": "application/json" }, body: "{}", at: NOON }]);
  });

  it("throws for a status of 400 or higher unless muteHttpExceptions is true", async () => {
    const service = () => ({ status: 404, body: "nothing" });
    expect(await fetched("{}", { service })).toEqual(error(/Request failed for https:\/\/a\.b returned code 404.*nothing/));
    expect(await fetched("{ muteHttpExceptions: true }", { service })).toEqual(value(404));
  });

  it("follows a redirect with all headers unless followRedirects is false", async () => {
    const service = ({ url }: Seen): ServiceReply =>
      url === "https://a.b/c" ? { status: 302, headers: { Location: "https://elsewhere.example/d" } } : { status: 200 };
    const world = worldOf(`return UrlFetchApp.fetch("https://a.b/c", { headers: { A: "b" }, followRedirects: a }).getResponseCode();`, { service });
    expect(await world.call("F", [false])).toEqual(value(302));
    expect(world.requests.map(({ url }) => url)).toEqual(["https://a.b/c"]);
    expect(await world.call("F", [true])).toEqual(value(200));
    expect(world.requests.at(-1)).toMatchObject({ url: "https://elsewhere.example/d", headers: { A: "b" } });
  });

  it("fetchAll throws if one of its addresses cannot be reached", async () => {
    const service = ({ url }: Seen): ServiceReply => (url.startsWith("https://away.example") ? "unreachable" : { status: 200 });
    expect(await cell(`UrlFetchApp.fetchAll(["https://a.b/c", "https://away.example/d"]);`, { service })).toEqual(
      error("Address unavailable: https://away.example/d"),
    );
  });

  it("fetchAll takes as long as its slowest request", async () => {
    const service = ({ url }: Seen): ServiceReply => ({ status: 200, latencyMs: Number(url.slice("https://a.b/".length)) });
    expect(
      await cell(`const t = Date.now(); UrlFetchApp.fetchAll(["https://a.b/300", "https://a.b/900", "https://a.b/10"]); return Date.now() - t;`, { service }),
    ).toEqual(value(900));
  });

  it("accepts a test service that answers with a promise", async () => {
    expect(await fetched("{}", { service: async () => Promise.resolve({ status: 203 }) })).toEqual(value(203));
  });

  it("makes the test fail if the test service throws", async () => {
    const service = () => Promise.reject(new Error("the test's own mistake"));
    await expect(fetched("{}", { service })).rejects.toThrow("the test's own mistake");
  });

  it("fetches only addresses that the manifest's urlFetchWhitelist contains", async () => {
    const manifest = { urlFetchWhitelist: ["https://a.b/c/"] };
    expect(await cell(`return UrlFetchApp.fetch("https://a.b/c/d").getContentText();`, { manifest })).toEqual(value("hello"));
    expect(await cell(`return UrlFetchApp.fetch("https://a.b/c?d").getContentText();`, { manifest: { urlFetchWhitelist: ["https://a.b/c"] } })).toEqual(
      value("hello"),
    );
    for (const url of ["https://a.b/d", "https://a.b.evil.example/c/", "https://a.b/c"])
      expect(await cell(`UrlFetchApp.fetch("${url}");`, { manifest })).toEqual(error(/not in the urlFetchWhitelist/));
    expect(() => createWorld({ code: "", manifest: { urlFetchWhitelist: ["https://a.b"] } })).toThrow(/with a path/);
  });

  it("needs its scope if the manifest lists scopes, and is unavailable in simple triggers", async () => {
    const scope = "https://www.googleapis.com/auth/script.external_request";
    expect(await fetched("{}", { manifest: { oauthScopes: [scope] } })).toEqual(value(200));
    expect(await fetched("{}", { manifest: { oauthScopes: [] } })).toEqual(error(/permissions are not sufficient to call UrlFetchApp\.fetch/));
    expect(await worldOf(`UrlFetchApp.fetch("https://a.b/c");`).run("F", [], { kind: "simple" })).toEqual(error(/do not have permission/));
  });

  it("throws when the number of requests per day is used up", async () => {
    expect(await cell(`UrlFetchApp.fetch("https://a.b/c"); UrlFetchApp.fetchAll(["https://a.b/c", "https://a.b/c"]);`, { fetchesPerDay: 2 })).toEqual(
      error(/too many times for one day: urlfetch/),
    );
  });
});

describe("the simulated Utilities, Session and permissions of a cell", () => {
  it("format and parse dates in a given time zone", async () => {
    const body = `const d = new Date(Date.UTC(2024, 2, 10, 7, 30, 5));
      return [[Utilities.formatDate(d, "America/New_York", "yyyy-MM-dd'T'HH:mm:ss"), Utilities.formatDate(d, "Asia/Kolkata", "dd.MM.yyyy"), Utilities.parseDate("2024-07-01", "America/New_York", "yyyy-MM-dd").toISOString(), Utilities.parseDate("2018-11-04", "America/Sao_Paulo", "yyyy-MM-dd").toISOString()]];`;
    expect(await cell(body)).toEqual(value([["2024-03-10T03:30:05", "10.03.2024", "2024-07-01T04:00:00.000Z", "2018-11-04T03:00:00.000Z"]]));
    expect(await cell(`Utilities.parseDate("soon", "Etc/UTC", "yyyy-MM-dd");`)).toEqual(error(/Unparseable date: "soon"/));
    expect(await cell(`Utilities.formatDate("2024-07-01", "Etc/UTC", "yyyy");`)).toEqual(error(/don't match/));
    expect(await cell(`Utilities.formatDate(new Date(), "Nowhere/Land", "yyyy");`)).toEqual(error(/timeZone/));
  });

  it("compute digests, Base64 and UUIDs", async () => {
    const body = `return [[Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, "abc").slice(0, 3).join(), Utilities.base64Encode("ÿ?>"), Utilities.base64EncodeWebSafe([-1, -17, -1]), /^[0-9a-f-]{36}$/.test(Utilities.getUuid())]];`;
    expect(await cell(body)).toEqual(value([["-70,120,22", "w78/Pg==", "_-__", true]]));
  });

  it("sleep at most five minutes", async () => {
    expect(await worldOf("Utilities.sleep(300000); return 1;").run("F")).toEqual(value(1));
    expect(await cell("Utilities.sleep(300001);")).toEqual(error(/milliseconds/));
  });

  it.each(["getActiveUser", "getEffectiveUser"])("return an e-mail address from Session.%s only with its scope", async (method) => {
    expect(await worldOf(`return Session.${method}().getEmail();`).run("F")).toEqual(error(/userinfo\.email/));
    const manifest = { oauthScopes: ["https://www.googleapis.com/auth/userinfo.email"] };
    expect(await worldOf(`return Session.${method}().getEmail();`, { manifest }).run("F", [], { as: "me@example.com" })).toEqual(value("me@example.com"));
  });

  it.each([
    "SpreadsheetApp.getUi().alert('x')",
    "SpreadsheetApp.openById('x')",
    "ScriptApp.getProjectTriggers()",
    "MailApp.sendEmail('x')",
    "DriveApp.getFiles()",
  ])("do not allow a cell to call %s", async (call) => {
    expect((await cell(`${call}; return 1;`)).kind).toBe("error");
  });

  it("allow a cell to read the spreadsheet's time zone", async () => {
    expect(await cell("return SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();", { spreadsheet: { timeZone: "Asia/Tokyo" } })).toEqual(
      value("Asia/Tokyo"),
    );
  });
});

describe("the service that the Sheets tests call", () => {
  let service: SheetsService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const worldOfService = () =>
    worldOf(
      `const r = UrlFetchApp.fetch(${JSON.stringify(service.baseUrl)} + "/sheets/eval", { method: "post", contentType: "application/json", headers: { Authorization: "Bearer " + a },
         payload: JSON.stringify({ cells: [{ id: 0, fn: "FRED", args: ["DGS10"] }] }), muteHttpExceptions: true });
       return [[r.getResponseCode(), r.getContentText(), Object.keys(r.getAllHeaders()).join(), Date.now() - ${NOON}]];`,
      { service: service.service },
    );
  const ask = async (key = service.keys.good): Promise<readonly [number, string, string, number]> =>
    ((await worldOfService().call("F", [key])) as unknown as { value: readonly [readonly [number, string, string, number]] }).value[0];

  it("answers cells for a known key, after its latency in virtual time", async () => {
    service.switches.latencyMs = 321;
    const [status, body, headers, ms] = await ask();
    expect([status, ms]).toEqual([200, 321]);
    expect(JSON.parse(body)).toMatchObject({ data: [{ id: 0, value: expect.any(Number) as number }] });
    expect(headers).toContain("content-type");
    expect(service.batches).toEqual([[{ id: 0, fn: "FRED", args: ["DGS10"] }]]);
  });

  it.each(["unknown", "revoked"] as const)("refuses a key that is %s", async (which) => {
    const [status, body] = await ask(service.keys[which]);
    expect([status, JSON.parse(body)]).toEqual([401, { detail: { code: `${which}_key`, reason: expect.any(String) as string } }]);
  });

  it("fails in the way that the test chooses, for all requests or single ones", async () => {
    const statuses = async () => (await ask())[0];
    service.switches.mode = "refused";
    expect(await statuses()).toBe(401);
    service.switches.mode = (_request, number) => (number === 1 ? "busy" : number === 2 ? "broken" : "answer");
    expect([await statuses(), await statuses(), await statuses()]).toEqual([429, 500, 200]);
    service.switches.mode = "truncated";
    const [status, body] = await ask();
    expect(status).toBe(200);
    expect(() => JSON.parse(body) as unknown).toThrow();
    service.switches.mode = { status: 302, body: "" };
    expect(await statuses()).toBe(302);
    service.switches.mode = "unreachable";
    expect(await worldOfService().call("F", [service.keys.good])).toEqual(error(/Address unavailable/));
  });

  it("sends Retry-After only if the test sets it, with header names in the chosen letter case", async () => {
    service.switches.mode = "busy";
    service.switches.headerNames = "title";
    expect((await ask())[2]).toBe("Content-Type,Retry-After");
    service.switches.headerNames = "upper";
    service.switches.retryAfter = undefined;
    expect((await ask())[2]).toBe("CONTENT-TYPE");
  });
});
