import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withSeparators } from "../../../src/contract/counted";
import { TOP_UP } from "../../../src/contract/plans";
import { CELL_FUNCTIONS, type FunctionName } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import type { EvalReply, RegistryRow } from "../../../src/contract/wire";
import { openStore } from "../../../src/service/store/store";
import { importInto, keyFor, noValue, serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

/** Every field that only some plans get. */
const RESTRICTED = CELL_FUNCTIONS.flatMap((fn: FunctionName) => declarationOf(fn).fields.flatMap(({ name, plan }) => (plan ? [{ fn, name, plan }] : [])));
const free = { authorization: `Bearer ${keyFor("free")}` };

let s: ServiceUnderTest;
beforeAll(async () => {
  s = await serviceUnderTest();
  await s.store.ledger.keys.add(keyFor("free"), "free", "free", "2024-06-25");
  const range = { DFEDTARL: 5.25, DFEDTARU: 5.5 };
  importInto(s.store, Object.fromEntries(Object.entries(range).map(([id, value]) => [id, { "2024-06-21": value, "2024-06-24": value }])));
  importInto(s.store, { SOFR: { "2024-06-21": 5.31, "2024-06-24": 5.33 }, EFFR: { "2024-06-24": 5.33 } });
});
afterAll(() => s.close());

const cells = (fn: string, fields: readonly string[], headers?: Record<string, string>) =>
  s.post({ cells: fields.map((field, id) => ({ id, fn, args: ["SOFR", field] })) }, headers).then((reply) => reply.json<EvalReply>().data);

test("a restricted figure never reaches a free key, whichever key asked first", async () => {
  const fields = declarationOf("MMRATE").fields.map(({ name }) => name);
  const first = await cells("MMRATE", fields, free);
  const developers = await cells("MMRATE", fields);
  // The same question again: the answer to the developer key is cached by now.
  for (const answers of [first, await cells("MMRATE", fields, free)])
    for (const [i, answer] of answers.entries()) {
      if (fields[i] !== "corridor_position_pct") expect(answer).toEqual(developers[i]);
      else
        expect(answer).toMatchObject(
          noValue(
            "plan_required",
            "This figure needs the Developer plan.",
            expect.stringMatching(/^corridor_position_pct is served to keys of the Developer plan, and this key is of the Free plan\. Ask /),
          ),
        );
    }
  expect(developers[fields.indexOf("corridor_position_pct")]?.value).toBe(32);
});

test("every restricted field is withheld, and the registry names its plan", async () => {
  expect(RESTRICTED.map(({ fn, name }) => `${fn}.${name}`)).toEqual(["MMRATE.corridor_position_pct"]);
  for (const { fn, name, plan } of RESTRICTED) {
    const [answer] = await cells(fn, [name], free);
    expect([fn, name, answer?.value, answer?.code]).toEqual([fn, name, null, "plan_required"]);
    const [row] = (await s.get(`/v1/fields?q=SERVICE.${fn}`, free)).json<{ data: RegistryRow[] }>().data;
    expect(row?.fields?.find((field) => field.name === name)?.plan).toBe(plan);
  }
});

test("an endpoint has the same row for both plans, with withheld_reason in place of the figure", async () => {
  type Reply = { data: Record<string, unknown>[] };
  const both = [(await s.get("/v1/macro/money-market")).json<Reply>(), (await s.get("/v1/macro/money-market", free)).json<Reply>()];
  const [full, restricted] = both.map(({ data }) => data.find(({ key }) => key === "SOFR")!);
  expect(full).toMatchObject({ rate_pct: 5.33, corridor_position_pct: 32 });
  expect(full).not.toHaveProperty("withheld_reason");
  const reason = expect.stringContaining("keys of the Developer plan");
  expect(restricted).toEqual({
    ...full,
    corridor_position_pct: null,
    reasons: { ...(full!["reasons"] as object), corridor_position_pct: { code: "plan_required", reason } },
    withheld_reason: reason,
  });
  // No other reply has a restricted figure: an endpoint that adds one belongs into this test.
  const { paths } = (await s.get("/v1/openapi.json")).json<{ paths: Record<string, unknown> }>();
  const having = Object.entries(paths).filter(([, path]) => RESTRICTED.some(({ name }) => JSON.stringify(path).includes(`"${name}":`)));
  expect(having.map(([path]) => path)).toEqual(["/v1/macro/money-market"]);
});

describe("POST /v1/billing/top-up", () => {
  const quote = (of: ServiceUnderTest, body: object, headers = { authorization: `Bearer ${of.key}` }) =>
    of.app.inject({ method: "POST", url: "/v1/billing/top-up", headers, payload: body });

  it("has the steps that docs/keys.md states", () => {
    const docs = readFileSync(path.join(__dirname, "../../../docs/keys.md"), "utf8");
    expect(docs).toContain(`in steps of ${withSeparators(TOP_UP.step)} and at most ${withSeparators(TOP_UP.most)}.`);
  });

  it("has no price if the operator has set none, and says so", async () => {
    const { data } = (await quote(s, { requests: 25_000 })).json<{ data: object }>();
    expect(data).toMatchObject({ status: "quote", requests: 25_000, price: null, valid_until: null });
    expect(data).toMatchObject({ note: expect.stringMatching(/^This service's operator has set no price\. Nothing is charged/) });
  });

  it("quotes a price, also when the month is used up, and changes nothing", async () => {
    const strict = await serviceUnderTest({ quotas: { perMinute: 4, perMonth: 1 }, topUpCents: 50 });
    await strict.get("/v1/status");
    expect((await strict.get("/v1/status")).statusCode).toBe(401);
    const reply = await quote(strict, { requests: 25_000 });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        data: {
          status: "quote",
          plan: "Developer",
          requests: 25_000,
          price: { amount: "12.50", currency: "USD", per_request: "0.0005" },
          monthly_limit: 1,
          monthly_limit_after: 25_001,
          monthly_used: 1,
          resets_at: "2024-07-01T00:00:00Z",
          valid_until: "2024-06-25T13:00:00.000Z",
          note: expect.stringContaining("Nothing is charged"),
        },
        as_of: "2024-06-25T12:00:00.000Z",
        meta: {},
      },
    ]);
    expect((await strict.get("/v1/status")).json().detail.code).toBe("over_quota");
    const statuses = [await quote(strict, { requests: 1000 }), await quote(strict, { requests: 1000 })].map(({ statusCode }) => statusCode);
    // It counts towards the minute.
    expect([...statuses, (await quote(strict, { requests: 1000 })).statusCode]).toEqual([200, 200, 429]);
    await strict.close();
  });

  it.each([
    [{}, "requests: expected a multiple of 1000 from 1000 to 1000000, got nothing."],
    [{ requests: 500 }, "requests: expected a multiple of 1000 from 1000 to 1000000, got 500."],
    [{ requests: 1500 }, "requests: expected a multiple of 1000 from 1000 to 1000000, got 1500."],
    [{ requests: 2_000_000 }, "requests: expected a multiple of 1000 from 1000 to 1000000, got 2000000."],
    [{ requests: "1000" }, 'requests: expected a multiple of 1000 from 1000 to 1000000, got "1000".'],
    [[], 'Expected a JSON object with "requests", such as {"requests":1000}.'],
    [{ requests: 1000, settle: true }, expect.stringContaining('"settle"')],
  ])("refuses %j", async (body, detail) => {
    const reply = await quote(s, body);
    expect([reply.statusCode, reply.json()]).toEqual([422, { detail, code: "invalid_request" }]);
  });
});

describe("POST /v1/keys", () => {
  const create = (of: ServiceUnderTest, address = "203.0.113.7") => of.app.inject({ method: "POST", url: "/v1/keys", headers: { "x-forwarded-for": address } });

  it("is forbidden unless the operator allows it", async () => {
    const reply = await create(s);
    expect([reply.statusCode, reply.json()]).toEqual([403, { detail: expect.stringContaining("Ask the service operator"), code: "no_self_service" }]);
  });

  it("creates free keys, at most the allowed number a day for one address", async () => {
    let now = Date.UTC(2024, 5, 25, 23, 59, 30);
    let made = 0;
    const open = await serviceUnderTest({ now: () => now, freeKeys: { perAddress: 2, newKey: () => keyFor(`self-service ${made++}`) } });
    const { data } = (await create(open)).json<{ data: { key: string; name: string; plan: string } }>();
    expect(data).toEqual({
      key: keyFor("self-service 0"),
      name: expect.stringMatching(/^self-service-\w{8}$/),
      plan: "free",
      minute_limit: 60,
      monthly_limit: 10_000,
    });
    expect((await open.get("/v1/status", { authorization: `Bearer ${data.key}` })).json().data.plan).toBe("free");
    expect((await open.store.ledger.keys.list()).find(({ label }) => label === data.name)?.plan).toBe("free");
    // An IPv6 customer has a whole network of addresses.
    for (const address of ["203.0.113.7", "::ffff:203.0.113.7"])
      expect([address, (await create(open, address)).statusCode]).toEqual([address, address.startsWith("::") ? 429 : 200]);
    for (const [address, status] of [
      ["2001:db8:1:2::1", 200],
      ["2001:0DB8:1:2:ffff::2", 200],
      ["2001:db8:1:2:3:4:5:6", 429],
      ["[2001:db8:1:2::1]:4711", 429],
      ["203.0.113.7:4711", 429],
      ["2001:db8:1:3::1", 200],
      ["2001:db8::5", 200],
    ] as const)
      expect([address, (await create(open, address)).statusCode]).toEqual([address, status]);
    const refused = await create(open);
    expect([refused.statusCode, refused.headers["retry-after"], refused.json().detail]).toEqual([
      429,
      "30",
      "This address has created its 2 keys of today. Use one of them, or try again tomorrow (UTC).",
    ]);
    now += 30_000;
    expect((await create(open)).statusCode).toBe(200);
    await open.close();
  });
});

test("GET /healthz and /readyz need no key and are not counted; /readyz says why the service cannot answer", async () => {
  const faults: string[] = [];
  const replies: string[] = [];
  const other = await serviceUnderTest({
    onFault: (message) => void faults.push(message),
    onReply: ({ method, route, status, ms }) => void replies.push(`${method} ${route} ${status} ${ms >= 0}`),
  });
  for (const url of ["/healthz", "/readyz"]) {
    for (let i = 0; i < 3; i++) {
      const reply = await other.app.inject({ url });
      expect([reply.statusCode, reply.json(), reply.headers["cache-control"]]).toEqual([200, { status: "ok" }, "no-store"]);
    }
    expect((await other.app.inject({ url: `${url}?verbose=1` })).statusCode).toBe(422);
  }
  expect((await other.get("/v1/status")).headers["x-service-monthly-used"]).toBe("1");
  Object.assign(other.store, {
    check: () => {
      throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
    },
  });
  const down = await other.app.inject({ url: "/readyz" });
  expect([down.statusCode, down.json()]).toEqual([
    503,
    { detail: expect.stringMatching(/^The service cannot answer: .*Check the disk\.$/), code: "not_ready" },
  ]);
  expect([(await other.app.inject({ url: "/healthz" })).statusCode, faults.length]).toEqual([200, 1]);
  // The log has no address as it was sent: it may contain a key.
  await other.get(`/v1/fields?q=${other.key}`);
  await other.get(`/v1/${other.key}`);
  expect(replies.slice(-2)).toEqual(["GET /v1/fields 422 true", "GET (no such address) 404 true"]);
  await other.close();
});

test("GET /readyz says that the database file was deleted or replaced", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "readyz-"));
  const file = path.join(folder, "service.db");
  const store = openStore({ path: file });
  const other = await serviceUnderTest({ store });
  const ready = async () => (await other.app.inject({ url: "/readyz" })).json<{ status?: string; detail?: string }>();
  const detail = "The service cannot answer: the database file was moved, deleted or replaced. Put it back, or start the service again.";
  renameSync(file, `${file}.old`);
  expect(await ready()).toMatchObject({ detail });
  copyFileSync(`${file}.old`, file);
  expect(await ready()).toMatchObject({ detail });
  renameSync(`${file}.old`, file);
  expect(await ready()).toEqual({ status: "ok" });
  await other.close();
  store.close();
  rmSync(folder, { recursive: true });
});
