import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withSeparators } from "../../../src/contract/counted";
import { PLAN_IDS, PLANS } from "../../../src/contract/plans";
import { RATE_HEADERS } from "../../../src/contract/rate-headers";
import type { Status } from "../../../src/contract/wire";
import { createApp } from "../../../src/service/app";
import { createClock } from "../../../src/service/time/clock";
import { openStore } from "../../../src/service/store/store";
import { LIMITS } from "../../../src/core/limits";
import type { Document } from "./openapi-document";
import { marketState } from "./rows";
import { keyFor, NOON, openServices, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";

const service = openServices();
const at = (time: string): number => Date.parse(time);
type Reply = Awaited<ReturnType<ServiceUnderTest["get"]>>;
const rates = ({ headers }: Reply) => Object.fromEntries(Object.entries(RATE_HEADERS).map(([name, header]) => [name, headers[header]]));

describe("the key of a request", () => {
  it.each([
    ["missing", "", "missing_key", /Authorization: Bearer/],
    ["blank", "  ", "missing_key", /Authorization: Bearer/],
    ["without bearer", `Basic ${keyFor("good")}`, "malformed_key", /^Expected Authorization: Bearer .*Copy the whole key\.$/],
    ["empty after bearer", "Bearer ", "malformed_key", /^Expected Authorization: Bearer .*Copy the whole key\.$/],
    ["two words", `Bearer ${keyFor("good")} again`, "malformed_key", /^Expected Authorization: Bearer .*Copy the whole key\.$/],
    ["too short", "Bearer abc", "malformed_key", /^Expected Authorization: Bearer .*Copy the whole key\.$/],
    ["made of other characters", `Bearer ${keyFor("good")}!`, "malformed_key", /^Expected Authorization: Bearer .*Copy the whole key\.$/],
    ["too long", `Bearer ${"k".repeat(129)}`, "malformed_key", /^Expected Authorization: Bearer .*Copy the whole key\.$/],
    ["unknown", `Bearer ${keyFor("unknown")}`, "unknown_key", /does not know/],
    ["revoked", `Bearer ${keyFor("revoked")}`, "revoked_key", /revoked/],
  ])("is refused with 401 and the reason if it is %s", async (_what, authorization, code, reason) => {
    const s = await service();
    const { keys } = s.store.ledger;
    await keys.add(keyFor("revoked"), "free", "gone", "2024-06-01");
    await keys.revoke("gone", "2024-06-02T12:00:00Z");
    for (const response of [await s.get("/v1/status", { authorization }), await s.post({ cells: [{ id: 0, fn: "REGIME" }] }, { authorization })]) {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ detail: { code, reason: expect.stringMatching(reason) } });
      expect(response.headers["content-type"]).toMatch(/^application\/json/);
    }
  });

  it("is refused with 401 before any other check if the header is missing", async () => {
    const s = await service();
    const response = await s.app.inject({ method: "POST", url: "/sheets/eval", payload: "not even JSON" });
    expect([response.statusCode, response.json().detail.code]).toEqual([401, "missing_key"]);
    expect(await s.store.ledger.usage.used("", ["month:2024-06"])).toEqual([0]);
  });

  it("is accepted after bearer in any case, and if a revoked key was added again", async () => {
    const s = await service();
    expect((await s.get("/v1/status", { authorization: `bearer  ${s.key}` })).statusCode).toBe(200);
    await s.store.ledger.keys.revoke("test", "2024-06-02T12:00:00Z");
    expect((await s.get("/v1/status")).statusCode).toBe(401);
    await s.store.ledger.keys.add(s.key, "free", "test", "2024-06-03");
    expect((await s.read<Status>("/v1/status")).data.plan).toBe("free");
  });
});

describe("quotas", () => {
  it("are whole numbers in the headers of every reply to a known key", async () => {
    const s = await service({ quotas: { perMinute: 10, perMonth: 100 } });
    const replies = [
      await s.get("/v1/status"),
      await s.post("no JSON"),
      await s.get("/v1/fields?limit=0"),
      await s.get("/macro/fred/DGS100"),
      await s.get("/v1/openapi.json"),
      await s.post({ cells: [{ id: 0, fn: "REGIME" }] }),
    ];
    expect(replies.map((r) => r.statusCode)).toEqual([200, 400, 422, 404, 200, 200]);
    expect(replies.map(rates)).toEqual(
      replies.map((_, i) => ({ minuteLimit: "10", minuteRemaining: String(9 - i), monthLimit: "100", monthUsed: String(i + 1) })),
    );
  });

  it("are in the status reply, and include that request", async () => {
    const s = await service({ quotas: { perMinute: 10, perMonth: 100 }, now: () => at("2024-12-31T23:59:58Z") });
    await s.get("/v1/fields");
    expect((await s.read<Status>("/v1/status")).data.quota).toEqual({
      minute_limit: 10,
      minute_remaining: 8,
      monthly_limit: 100,
      monthly_used: 2,
      resets_at: "2025-01-01T00:00:00Z",
    });
  });

  it("per minute refuse with 429 and the seconds to wait, until the next minute", async () => {
    let now = at("2024-06-25T12:00:40.900Z");
    const s = await service({ quotas: { perMinute: 2, perMonth: 100 }, now: () => now });
    expect([(await s.get("/v1/status")).statusCode, (await s.get("/v1/status")).statusCode]).toEqual([200, 200]);
    const refused = await s.get("/v1/status");
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("20");
    expect(refused.json()).toEqual({ detail: expect.stringMatching(/^More than 2 requests.*Wait 20 s\.$/), code: "too_many_requests" });
    expect(rates(refused)).toEqual({ minuteLimit: "2", minuteRemaining: "0", monthLimit: "100", monthUsed: "2" });
    now = at("2024-06-25T12:00:59.999Z");
    expect((await s.get("/v1/status")).headers["retry-after"]).toBe("1");
    now = at("2024-06-25T12:01:00.000Z");
    const again = await s.get("/v1/status");
    expect([again.statusCode, rates(again)]).toEqual([200, { minuteLimit: "2", minuteRemaining: "1", monthLimit: "100", monthUsed: "3" }]);
  });

  it("per month refuse with 401 and the reset date, until that date", async () => {
    let now = at("2024-12-31T23:59:00Z");
    const s = await service({ quotas: { perMinute: 100, perMonth: 2 }, now: () => now });
    await s.get("/v1/status");
    await s.get("/v1/status");
    const refused = await s.get("/v1/status");
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual({ detail: { code: "over_quota", reason: expect.stringMatching(/used up/), resets_at: "2025-01-01T00:00:00Z" } });
    expect(rates(refused)).toMatchObject({ monthLimit: "2", monthUsed: "2" });
    now = at("2025-01-01T00:00:00Z");
    const again = await s.get("/v1/status");
    expect([again.statusCode, rates(again).monthUsed]).toEqual([200, "1"]);
  });

  it("use real time, regardless of the data's date", async () => {
    const s = await service({ asOf: "1990-06-01", now: () => at("2024-02-10T00:00:00Z") });
    const { quota, as_of } = (await s.read<Status>("/v1/status")).data;
    expect([quota.resets_at, as_of]).toEqual(["2024-03-01T00:00:00Z", "1990-06-01"]);
  });

  it("belong to one key each, and a request of 1,000 cells counts once", async () => {
    const s = await service({ quotas: { perMinute: 2, perMonth: 100 } });
    await s.store.ledger.keys.add(keyFor("other"), "free", "test", "2024-06-01");
    await s.post({ cells: Array.from({ length: 1000 }, (_, id) => ({ id, fn: "REGIME" })) });
    await s.get("/v1/status");
    expect((await s.get("/v1/status")).statusCode).toBe(429);
    expect((await s.get("/v1/status", { authorization: `Bearer ${keyFor("other")}` })).statusCode).toBe(200);
  });

  it("do not count refused requests", async () => {
    const s = await service({ quotas: { perMinute: 1, perMonth: 100 } });
    await s.get("/v1/status");
    for (let i = 0; i < 5; i++) expect((await s.get("/v1/status")).headers[RATE_HEADERS.monthUsed]).toBe("1");
  });
});

describe("requests in flight", () => {
  /** A service whose requests for a live book wait until the returned function is called. */
  async function waiting(): Promise<ServiceUnderTest & { readonly answer: () => void; readonly asked: () => number }> {
    const asked: (() => void)[] = [];
    const books = () => new Promise<{ reason: string }>((resolve) => asked.push(() => resolve({ reason: "It does not answer." })));
    const s = await service({ plan: "free", quotas: undefined, clock: createClock(undefined, () => NOON), books });
    take(s, [marketState("m1", 0.5, { yes_token: "1" })]);
    return { ...s, answer: () => asked.splice(0).forEach((go) => go()), asked: () => asked.length };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const BOOK = "/v1/prediction/markets/m1/book";
  const most = PLANS.free.inFlight;

  it("of a key are limited by its plan, and those beyond get 429 without being counted", async () => {
    const s = await waiting();
    await s.store.ledger.keys.add(keyFor("other"), "free", "other", "2024-06-01");
    const inFlight = Array.from({ length: most }, () => s.get(BOOK));
    while (s.asked() < most) await turn();
    const refused = await s.get("/v1/status");
    expect([refused.statusCode, refused.headers["retry-after"], refused.json()]).toEqual([
      429,
      "1",
      { code: "too_many_in_flight", detail: `This key has ${most} requests in flight, and more are not accepted. Wait for a reply, then send this one again.` },
    ]);
    expect(rates(refused).monthUsed).toBe(String(most));
    expect((await s.get("/v1/status", { authorization: `Bearer ${keyFor("other")}` })).statusCode).toBe(200);
    s.answer();
    expect((await Promise.all(inFlight)).map(({ statusCode }) => statusCode)).toEqual(Array(most).fill(200));
    expect((await s.get("/v1/status")).statusCode).toBe(200);
  });

  it("count until their work is done, also if the client has hung up", async () => {
    const s = await waiting();
    await s.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = s.app.server.address() as AddressInfo;
    const sent = Array.from({ length: most }, () =>
      get({ host: "127.0.0.1", port, path: BOOK, headers: { authorization: `Bearer ${s.key}` } }).on("error", () => undefined),
    );
    while (s.asked() < most) await turn();
    const closed = new Promise<void>((resolve) => {
      let left = most;
      sent.forEach((request) => request.on("close", () => --left === 0 && resolve()).destroy());
    });
    await closed;
    expect((await s.get("/v1/status")).statusCode).toBe(429);
    s.answer();
    let status = 429;
    for (let turns = 0; status === 429 && turns < 1_000; turns++) {
      await turn();
      status = (await s.get("/v1/status")).statusCode;
    }
    expect(status).toBe(200);
  });

  it("are more than the add-in has with eight workbooks open, in every plan", () => {
    for (const plan of PLAN_IDS) expect(PLANS[plan].inFlight).toBeGreaterThanOrEqual(8 * LIMITS.inFlight);
  });
});

test("quotas are those of the key's plan, as docs/keys.md lists them", async () => {
  const docs = readFileSync(path.join(__dirname, "../../../docs/keys.md"), "utf8");
  const store = openStore({ path: ":memory:" });
  const app = await createApp({ store, clock: createClock("2024-06-25", () => at("2024-06-25T12:00:00Z")) });
  for (const plan of PLAN_IDS) {
    await store.ledger.keys.add(keyFor(plan), plan, plan, "2024-06-25");
    const { title, perMinute, perMonth, inFlight } = PLANS[plan];
    const reply = await app.inject({ url: "/v1/status", headers: { authorization: `Bearer ${keyFor(plan)}` } });
    expect(rates(reply)).toMatchObject({ minuteLimit: String(perMinute), monthLimit: String(perMonth) });
    expect(docs).toMatch(new RegExp(`^\\| ${title} +\\| ${withSeparators(perMinute)} +\\| ${withSeparators(perMonth)} +\\| ${inFlight} +\\|`, "m"));
  }
  await app.close();
  store.close();
});

describe("request counts in a database file", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "access-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("survive closing and reopening", async () => {
    const file = path.join(folder, "service.db");
    for (const used of ["1", "2", "3"]) {
      const store = openStore({ path: file });
      const s = await serviceUnderTest({ store });
      expect((await s.get("/v1/status")).headers[RATE_HEADERS.monthUsed]).toBe(used);
      await s.close();
      store.close();
    }
  });

  it("are shared by two services on one file", async () => {
    const stores = [1, 2].map(() => openStore({ path: path.join(folder, "service.db") }));
    const services = [];
    for (const store of stores) services.push(await serviceUnderTest({ store, quotas: { perMinute: 3, perMonth: 100 } }));
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await services[i % 2]!.get("/v1/status")).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await stores[0]!.ledger.keys.revoke("test", "2024-06-25T12:00:00Z");
    expect((await services[1]!.get("/v1/status")).json().detail.code).toBe("revoked_key");
    for (const s of services) await s.close();
    for (const store of stores) store.close();
  });

  it("of past minutes are deleted, those of the month are kept", async () => {
    let now = at("2024-06-25T12:00:00Z");
    const store = openStore({ path: path.join(folder, "service.db") });
    const s = await serviceUnderTest({ store, now: () => now });
    await s.get("/v1/status");
    const { keys, usage } = store.ledger;
    const { account } = (await keys.find(s.key))!;
    expect(await usage.used(account, ["minute:2024-06-25T12:00"])).toEqual([1]);
    now += 60_000;
    await s.get("/v1/status");
    expect(await usage.used(account, ["minute:2024-06-25T12:00", "month:2024-06"])).toEqual([0, 2]);
    await s.close();
    store.close();
  });
});

describe("a refused request", () => {
  it.each([
    ["GET", "/v2/status", 404],
    ["GET", "/", 404],
    ["PUT", "/sheets/eval", 404],
    ["GET", "/sheets/eval", 404],
    ["OPTIONS", "/sheets/eval", 404],
    ["GET", "/v1/status/", 404],
    ["GET", "/macro/fred/DGS100", 404],
    ["GET", "/v1/macro/fred/DGS100/history", 404],
    ["GET", `/macro/fred/${"x".repeat(65)}`, 422],
    ["GET", `/macro/fred/${"x".repeat(300)}`, 422],
    ["GET", "/macro/fred/%zz", 400],
    ["GET", "/v1/fields?limit=1.5", 422],
    ["GET", "/v1/fields?limit=true", 422],
    ["GET", "/v1/fields?limit=1e2", 422],
    ["GET", "/v1/macro/fred/DGS10/history?to=2024-13-01", 422],
    ["GET", "/v1/macro/fred/DGS10/history?to=25.06.2024", 422],
  ] as const)("%s %s gives %i with detail and code", async (method, url, status) => {
    const s = await service();
    const response = await s.app.inject({ method, url, headers: { authorization: `Bearer ${s.key}` } });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ detail: expect.stringMatching(/\w+ \w+/), code: expect.stringMatching(/^[a-z_]+$/) });
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
  });

  it("gets the parameter's name with the expected and received value", async () => {
    const s = await service();
    for (const [url, detail] of [
      ["/v1/fields?limit=", "limit: expected a whole number from 1 to 500, got a blank."],
      ["/v1/fields?limit=1&limit=2", "limit: expected a whole number from 1 to 500, got several values."],
      ["/v1/fields?kind=mnemonic", 'kind: expected screener, path, series, function or caveat, got "mnemonic".'],
      [`/v1/fields?q=${"x".repeat(81)}`, `q: expected text of at most 80 characters, got "${"x".repeat(57)}…".`],
      ["/v1/macro/fred/DGS10/history?from=2024", 'from: expected a day such as 2024-06-25, got "2024".'],
      ["/v1/macro/fred/DGS10/history?from=2024-02-30", 'from: expected a day that exists, such as 2024-06-25, got "2024-02-30".'],
      ["/v1/equities/insider-clusters?direction=both", 'direction: expected buy or sell, got "both".'],
      ["/v1/crypto/funding/BTC?exchange=kraken", 'exchange: expected binance, bybit, okx or hyperliquid, got "kraken".'],
      ["/v1/equities/congress?ticker=", "ticker: expected text of 1 to 12 characters, got a blank."],
      ["/v1/equities/short-interest?min_pct_float=100.5", "min_pct_float: expected a number from 0 to 100, got 100.5."],
      ["/v1/crypto/whales?min_usd=99999.5", "min_usd: expected a number of at least 100000, got 99999.5."],
      ["/v1/crypto/whales?min_usd=1e6", 'min_usd: expected a number of at least 100000, got "1e6".'],
    ])
      expect(await s.read(url!)).toEqual({ status: 422, detail, code: "invalid_request" });
  });

  it("gets what was expected, for every parameter of every endpoint and beyond every bound", async () => {
    const s = await service();
    const { paths } = (await s.get("/v1/openapi.json")).json<Document>();
    let asked = 0;
    for (const [path, { get }] of Object.entries(paths))
      for (const { name, in: where, schema } of get?.parameters ?? []) {
        if (where !== "query") continue;
        const others = get!.parameters!.filter((p) => p.in === "query" && p.required && p.name !== name).map((p) => `&${p.name}=2024-06-25`);
        const address = path.replace("{asset_class}", "crypto").replace(/\{[^}]+\}/, path.includes("fred") ? "DGS10" : "BTC");
        const reply = (value: string | number) => s.read(`${address}?${name}=${value}${others.join("")}`);
        const { type, minimum, maximum, maxLength } = schema as { type?: string; minimum?: number; maximum?: number; maxLength?: number };
        asked++;
        const { status, detail } = await reply(type === "string" && maxLength !== undefined ? "x".repeat(maxLength + 1) : "wrong");
        expect([path, name, status]).toEqual([path, name, 422]);
        expect(detail).toMatch(
          new RegExp(`^${name}: expected (a (?:whole )?number|a (?:day|quarter) such|text of|[A-Za-z_0-9, /-]+ or )[^{}|^]*, got "(wrong|x+…?)"\\.$`),
        );
        const outside = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
        const bounds = maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
        for (const value of outside) {
          const said = `${name}: expected a ${type === "integer" ? "whole number" : "number"} ${bounds}, got ${value}.`;
          expect([path, await reply(value)]).toEqual([path, { status: 422, code: "invalid_request", detail: said }]);
        }
      }
    expect(asked).toBeGreaterThan(12);
  });
});

describe("an error in one data family", () => {
  const faults: string[] = [];
  /** A service whose observations cannot be read. */
  const broken = async () => {
    faults.length = 0;
    const s = await service({ onFault: (message) => faults.push(message) });
    const isPublished = (): never => {
      throw new Error(`SELECT broke in ${__filename}`);
    };
    Object.assign(s.store.observations, { isPublished });
    return s;
  };

  it("is 500 at an address, is logged for the operator, and reveals no internals", async () => {
    const response = await (await broken()).get("/macro/fred/DGS10");
    expect(response.statusCode).toBe(500);
    expect(Object.keys(response.json())).toEqual(["detail", "code"]);
    expect(response.body).not.toMatch(/SELECT|broke|\.ts|stack|at /);
    expect(faults).toEqual([expect.stringContaining("SELECT broke")]);
    expect(faults.join()).not.toContain(keyFor("good"));
  });

  it("fails only the cells of that family, and is logged", async () => {
    const { data } = await (
      await broken()
    ).cells([
      { fn: "FRED", args: ["DGS10"] },
      { fn: "PRICE", args: ["AAPL"] },
    ]);
    expect(data[0]).toMatchObject({ id: 0, value: null, code: "service_fault", max_age_s: 0 });
    expect(data[1]).toMatchObject({ id: 1, value: expect.any(Number) });
    expect(faults).toEqual([expect.stringContaining("SELECT broke")]);
  });
});

test("a key in the address or in a cell is refused, and not shown in the reply", async () => {
  const s = await service();
  for (const url of [
    `/v1/fields?limit=${s.key}`,
    `/v1/fields?q=${s.key}`,
    `/v1/status?key=${s.key.toUpperCase()}`,
    `/macro/fred/%${s.key.charCodeAt(0).toString(16)}${s.key.slice(1)}`,
  ]) {
    const response = await s.get(url);
    expect(response.statusCode).toBe(422);
    expect(response.json().detail).toMatch(/API key is in the address/);
    expect(response.body.toLowerCase()).not.toContain(s.key.slice(8, 16));
  }
  const cells = [
    { fn: s.key },
    { fn: "FRED", args: [`x${s.key}`] },
    { fn: "FRED", args: ["DGS10", s.key] },
    { entity: s.key, path: "price" },
    { entity: "AAPL", path: s.key },
  ];
  const reply = await s.cells([...cells, { fn: "FRED", args: ["DGS10"] }]);
  for (const answer of reply.data.slice(0, -1))
    expect(answer).toMatchObject({ value: null, code: "bad_argument", reason: expect.stringContaining("take it out") });
  expect(typeof reply.data.at(-1)?.value).toBe("number");
  expect(JSON.stringify(reply).toLowerCase()).not.toContain(s.key.slice(8, 16));
});
