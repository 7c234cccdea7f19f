import Database from "libsql";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MAX_REASON } from "../../../src/contract/wire";
import type { EvalReply } from "../../../src/contract/wire";
import { fredFetcher } from "../../../src/service/ingest/fetch-fred";
import { createClock } from "../../../src/service/time/clock";
import { openStore } from "../../../src/service/store/store";
import { openLoopback, type Loopback, type Reply } from "../../unit/service/publishers/loopback";
import { noValue, NOON, openServices, type Setting } from "./service-under-test";

/** A made-up key in the form of FRED's keys. */
const SECRET = createHash("sha256").update("contract test fred").digest("hex").slice(0, 32);
const PATH = (id: string): string => `/fred/series/observations?series_id=${id}&api_key=${SECRET}&file_type=json`;
const PATH_AS_OF = (id: string, day: string): string => `${PATH(id)}&realtime_start=${day}&realtime_end=${day}`;
const service = openServices();
let loopback: Loopback;
let warnings: string[];
beforeEach(async () => {
  warnings = [];
  loopback = await openLoopback(NOON, /^https:\/\/api\.stlouisfed\.org/);
});
afterEach(() => loopback.close());

const observations = (days: Readonly<Record<string, string>>, more: object = {}): Reply => ({
  body: JSON.stringify({
    realtime_start: "2024-06-25",
    realtime_end: "2024-06-25",
    units: "lin",
    count: Object.keys(days).length,
    observations: Object.entries(days).map(([date, value]) => ({ realtime_start: "2024-06-25", realtime_end: "2024-06-25", date, value })),
    ...more,
  }),
});
const MORTGAGE = observations({ "2024-06-06": "6.99", "2024-06-13": "6.95", "2024-06-20": "6.8700000000000001" });

async function live(setting: Setting & { readonly on?: boolean; readonly key?: string | undefined; readonly fetch?: Loopback["transport"]["fetch"] } = {}) {
  const { on = true, key = "key" in setting ? setting.key : SECRET, fetch = loopback.transport.fetch, ...rest } = setting;
  const s = await service({
    ...rest,
    live: fredFetcher({ transport: { ...loopback.transport, fetch }, key, warn: (sentence) => void warnings.push(sentence) }),
  });
  if (on) s.store.decisions.decide("fred", true, "2024-06-25");
  return s;
}

describe("FRED with the operator's key", () => {
  it("serves a series without published rows at its current value, with FRED's notice", async () => {
    loopback.replies(PATH("MORTGAGE30US"), MORTGAGE);
    const s = await live();
    const { data, meta } = await s.cells([
      { fn: "fred", args: [" mortgage30us "] },
      { fn: "FRED", args: ["MORTGAGE30US", "change"] },
      { fn: "FREDH", args: ["MORTGAGE30US", "2024-06-12"] },
      { fn: "FREDH", args: ["MORTGAGE30US", "2024-06-19", "date"] },
    ]);
    expect(data.map((a) => a.value)).toEqual([6.87, -0.08, 6.95, "2024-06-13"]);
    for (const answer of data) expect(answer).toMatchObject({ source: "fred", max_age_s: 60, note: expect.stringContaining("Freddie Mac, through FRED®") });
    expect(data.some((a) => a.sample)).toBe(false);
    expect(data[0]).toMatchObject({ unit: "%", observation_date: "2024-06-20" });
    expect(meta.attribution["fred"]).toContain("This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.");
    // One request for each series, for any number of cells.
    expect(loopback.asked).toHaveLength(1);
  });

  it("reports a warning about a reply once, and still serves the series", async () => {
    loopback.replies(PATH("MORTGAGE30US"), observations({ "2019-06-20": "3.84" }), observations({ "2019-06-20": "3.84" }));
    const s = await live();
    for (let i = 0; i < 2; i++) expect(await s.ask("FREDH", "MORTGAGE30US", "2019-06-20")).toMatchObject({ value: 3.84 });
    expect(loopback.asked).toHaveLength(2);
    expect(warnings).toEqual(["FRED: MORTGAGE30US ends on 2019-06-20, and nothing newer is stored; check for newer data."]);
  });

  it('treats "." as missing, rounds floating-point noise, and ignores observations after the service\'s date', async () => {
    loopback.replies(PATH("VIXCLS"), observations({ "2024-06-18": "12.300000000000001", "2024-06-19": ".", "2024-06-26": "99" }));
    const s = await live();
    expect(await s.ask("FRED", "VIXCLS")).toMatchObject({ value: 12.3, observation_date: "2024-06-18" });
    expect(await s.ask("FREDH", "VIXCLS", "2024-06-19")).toMatchObject({ value: null, code: "no_observation", source: "fred" });
    loopback.replies(PATH_AS_OF("VIXCLS", "2024-06-17"), observations({ "2024-06-18": "12.3" }, { realtime_start: "2024-06-17", realtime_end: "2024-06-17" }));
    const empty = await live({ asOf: "2024-06-17" });
    expect(await empty.ask("FRED", "VIXCLS")).toMatchObject({ value: null, code: "no_data_yet", source: "fred" });
    expect((await empty.ask("FRED", "VIXCLS")).sample).toBeUndefined();
  });

  describe("as of a past day", () => {
    const asked = async (as_of: string, id = "MORTGAGE30US") => {
      const s = await live({ clock: createClock(undefined, () => NOON) });
      return (await s.post({ cells: [{ id: 0, fn: "FRED", args: [id] }], as_of })).json<EvalReply>().data[0];
    };
    const knownOn = (day: string, days: Readonly<Record<string, string>>): Reply => observations(days, { realtime_start: day, realtime_end: day });

    it("asks as of the last day that had ended in New York at a moment, because FRED dates revisions by day", async () => {
      loopback.replies(PATH_AS_OF("MORTGAGE30US", "2024-06-13"), knownOn("2024-06-13", { "2024-06-06": "6.99" }));
      expect(await asked("2024-06-14T20:00Z")).toMatchObject({ value: 6.99 });
      expect(await asked("2024-06-14T03:59:59Z")).toMatchObject({ value: 6.99 });
    });

    it("asks FRED for the values known on that day, per batch: a batch without as_of gets the current values", async () => {
      loopback.replies(PATH_AS_OF("MORTGAGE30US", "2024-06-14"), knownOn("2024-06-14", { "2024-06-06": "6.99", "2024-06-13": "6.95" }));
      loopback.replies(PATH("MORTGAGE30US"), MORTGAGE);
      const s = await live({ clock: createClock(undefined, () => NOON) });
      const cells = [{ id: 0, fn: "FRED", args: ["MORTGAGE30US"] }];
      const [then, now] = [await s.post({ cells, as_of: "2024-06-14" }), await s.post({ cells })];
      const values = [{ value: 6.95, observation_date: "2024-06-13", source: "fred" }, { value: 6.87 }];
      expect([then, now].map((r) => r.json<EvalReply>().data[0])).toMatchObject(values);
      expect(loopback.asked).toHaveLength(2);
    });

    it("refuses a reply with the values of another day", async () => {
      loopback.replies(PATH_AS_OF("MORTGAGE30US", "2024-06-14"), MORTGAGE);
      expect(await asked("2024-06-14")).toMatchObject(
        noValue(
          "source_unavailable",
          expect.any(String),
          expect.stringContaining('expected the values known on 2024-06-14, got those known from "2024-06-25" to "2024-06-25"'),
        ),
      );
    });

    it("gives a reason if FRED has no values known on that day", async () => {
      loopback.replies(PATH_AS_OF("VIXCLS", "1999-01-04"), { status: 400, body: '{"error_message":"Bad Request.  The series does not exist in ALFRED."}' });
      expect(await asked("1999-01-04", "VIXCLS")).toMatchObject({
        value: null,
        reason: "FRED shows no VIXCLS as of 1999-01-04.",
        explanation: expect.stringMatching(/as they were known on 1999-01-04 \(status 400\)/),
      });
    });
  });

  it("sends no request while FRED is off, or for a series with published rows", async () => {
    const off = await live({ on: false });
    expect(await off.ask("FRED", "MORTGAGE30US")).toMatchObject({ sample: true });
    const s = await live({ imports: { DGS10: { "2024-06-20": 4.25 }, DGS2: { "2024-06-20": 4.7 }, MORTGAGE30US: { "2024-06-20": 6.5 } } });
    expect((await s.cells([{ fn: "FRED", args: ["MORTGAGE30US"] }, { fn: "FRED", args: ["T10Y2Y"] }, { fn: "YIELD", args: ["30Y"] }])).data.map((a) => a.value)).toEqual([6.5, -0.45, expect.any(Number)]); // prettier-ignore
    await s.cells([{ fn: "FRED", args: ["NOSUCH"] }, { fn: "FRED" }, { fn: 7, args: "x" }, { fn: "FREDH", args: ["VIXCLS"] }]);
    expect(loopback.asked).toEqual([]);
  });

  it("fetches a spread as one series, not its legs, if a leg has no rows, and no series whose unit FRED changed without stating it", async () => {
    loopback.replies(PATH("T10Y2Y"), observations({ "2024-06-20": "-0.45" }));
    const s = await live();
    expect(await s.ask("FRED", "T10Y2Y")).toMatchObject({ value: -0.45, source: "fred" });
    for (const id of ["WTREGEN", "WRESBAL"]) expect(await s.ask("FRED", id)).toMatchObject({ sample: true });
    expect(loopback.asked.map((a) => a.path)).toEqual([PATH("T10Y2Y")]);
  });

  it("stores nothing: each request for cells fetches the series again", async () => {
    loopback.replies(PATH("MORTGAGE30US"), MORTGAGE, observations({ "2024-06-20": "6.5" }));
    const s = await live();
    expect((await s.ask("FRED", "MORTGAGE30US")).value).toBe(6.87);
    expect((await s.ask("FRED", "MORTGAGE30US")).value).toBe(6.5);
    loopback.replies(PATH("MORTGAGE30US"), { status: 500 });
    expect(await s.ask("FRED", "MORTGAGE30US")).toMatchObject({ value: null, code: "source_unavailable" });
    expect(s.store.observations.imported()).toEqual([]);
    expect(s.store.imports.files()).toEqual([]);
  });

  it.each<[string, Reply, RegExp]>([
    [
      "a key that is refused",
      { status: 400, body: '{"error_code":400,"error_message":"Bad Request.  The value for variable api_key is not registered."}' },
      /FRED refuses the key in SERVICE_FRED_KEY/,
    ],
    ["a forbidden key", { status: 403 }, /FRED refuses the key/],
    ["a rate limit", { status: 429, headers: { "Retry-After": "30" } }, /Too many requests/],
    [
      "a series that no longer exists",
      { status: 400, body: '{"error_code":400,"error_message":"Bad Request.  The series does not exist."}' },
      /does not know the series MORTGAGE30US/,
    ],
    ["a server error", { status: 503 }, /had an error \(status 503\)/],
    ["a redirect", { status: 302, headers: { Location: `https://example.org/?k=${SECRET}` } }, /another address \(status 302\), which is not followed/],
    ["a web page", { body: `<html>${SECRET}</html>` }, /reply was refused.*web page/],
    ["an incomplete reply", { body: MORTGAGE.body!, breaksAfter: 40 }, /incomplete document/],
    ["cut JSON", { body: String(MORTGAGE.body).slice(0, 200) }, /this JSON is incomplete/],
    ["fewer observations than it says", observations({ "2024-06-20": "6.87" }, { count: 2 }), /the reply is cut/],
    ["transformed values", observations({ "2024-06-20": "6.87" }, { units: "pc1" }), /expected the values as published/],
    ["an invalid value", observations({ "2024-06-20": SECRET }), /reply was refused/],
    ["no answer", { hangs: true }, /did not answer within 10 seconds/],
  ])("shows %s as a reason, never a sample, an old value or the key", async (_what, reply, sentence) => {
    const told: string[] = [];
    loopback.replies(PATH("MORTGAGE30US"), reply);
    const s = await live({ onFault: (m) => told.push(m) });
    const answers = await s.cells([{ fn: "FRED", args: ["MORTGAGE30US"] }, { fn: "YIELD", args: ["10Y"] }]); // prettier-ignore
    expect(answers.data[0]).toMatchObject({
      value: null,
      code: "source_unavailable",
      source: "fred",
      max_age_s: 60,
      explanation: expect.stringMatching(sentence),
    });
    expect(answers.data[0]?.reason?.length).toBeLessThanOrEqual(MAX_REASON);
    expect(answers.data[0]?.sample).toBeUndefined();
    expect(answers.data[1]?.value).toEqual(expect.any(Number));
    expect(JSON.stringify(answers).includes(SECRET)).toBe(false);
    expect(told).toEqual([]);
  });

  it("does not show a network error's message that contains the address with the key", async () => {
    const fetch = (url: string): never => {
      throw new TypeError(`Failed to parse URL from ${url}`, { cause: Object.assign(new Error(url), { code: "ENOTFOUND" }) });
    };
    expect((await (await live({ fetch })).ask("FRED", "VIXCLS")).explanation).toBe(
      "FRED cannot be reached (ENOTFOUND). Check the connection of the service, then try again.",
    );
  });

  it("says which variable to set if there is no key", async () => {
    const s = await live({ key: undefined });
    expect(await s.ask("FRED", "VIXCLS")).toMatchObject({ value: null, code: "source_unavailable", explanation: expect.stringContaining("SERVICE_FRED_KEY") });
    expect(loopback.asked).toEqual([]);
  });

  it("sends at most 120 requests a minute, and continues in the next one", async () => {
    loopback.replies(PATH("VIXCLS"), observations({ "2024-06-18": "12.3" }));
    const s = await live();
    for (let i = 0; i < 120; i++) expect((await s.ask("FRED", "VIXCLS")).value).toBe(12.3);
    expect(await s.ask("FRED", "VIXCLS")).toMatchObject({ value: null, reason: expect.stringContaining("Too many requests") });
    expect(loopback.asked).toHaveLength(120);
    loopback.pass(60_001);
    expect((await s.ask("FRED", "VIXCLS")).value).toBe(12.3);
  });

  it("pauses for a minute after FRED's rate limit", async () => {
    loopback.replies(PATH("VIXCLS"), { status: 429 }, observations({ "2024-06-18": "12.3" }));
    const s = await live();
    for (let i = 0; i < 3; i++) expect((await s.ask("FRED", "VIXCLS")).reason).toContain("Too many requests");
    expect(loopback.asked).toHaveLength(1);
    loopback.pass(60_001);
    expect((await s.ask("FRED", "VIXCLS")).value).toBe(12.3);
  });

  it("sends no further requests for a batch of cells once FRED refuses the key", async () => {
    const s = await live();
    const refused = { status: 400, body: '{"error_message":"api_key"}' };
    const ids = ["VIXCLS", "NFCI", "STLFSI4", "UMCSENT", "MORTGAGE30US", "DGS1", "DGS2", "DGS3", "DGS5", "DGS7", "DGS10", "DGS20"];
    ids.forEach((id) => loopback.replies(PATH(id), refused));
    const { data } = await s.cells(ids.map((id) => ({ fn: "FRED", args: [id] })));
    expect(new Set(data.map((a) => a.reason))).toEqual(new Set(["FRED refuses the service's key."]));
    expect(loopback.asked.length).toBeLessThan(ids.length);
  });

  it("serves the same values from the series endpoints", async () => {
    loopback.replies(PATH("MORTGAGE30US"), MORTGAGE);
    const s = await live();
    expect((await s.get("/macro/fred/MORTGAGE30US")).json()).toMatchObject({ data: { date: "2024-06-20", value: 6.87 }, meta: { sample: false } });
    expect((await s.get("/v1/macro/fred/MORTGAGE30US/history?limit=2")).json()).toMatchObject({ data: [{ value: 6.95 }, { value: 6.87 }], count: 3 });
    loopback.replies(PATH("MORTGAGE30US"), { status: 500 });
    expect((await s.get("/macro/fred/MORTGAGE30US")).json()).toMatchObject({ data: { value: null, reason: expect.stringContaining("had an error") } });
    expect((await s.get("/v1/macro/fred/MORTGAGE30US/history")).statusCode).toBe(503);
  });

  it("writes neither the key nor FRED values into any file", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "fred-"));
    const store = openStore({ path: path.join(folder, "service.db") });
    loopback.replies(PATH("MORTGAGE30US"), observations({ "2024-06-20": "6.8712345" }));
    const s = await live({ store });
    expect((await s.ask("FRED", "MORTGAGE30US")).value).toBe(6.8712345);
    store.close();
    const sql = new Database(path.join(folder, "service.db"));
    sql.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    sql.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
    expect(files.map((f) => f.name)).toContain("service.db");
    for (const file of files) {
      const text = readFileSync(path.join(file.parentPath, file.name), "latin1");
      for (const secret of [SECRET, SECRET.slice(0, 12), "6.8712345"]) expect(text.includes(secret)).toBe(false);
    }
    rmSync(folder, { recursive: true, force: true });
  });
});

it("keywords of OSINT are stored for the next fetch while GDELT is on, and not while it is off", async () => {
  const s = await service();
  await s.ask("OSINT", "copper", 24);
  expect(await s.store.ledger.keywords.list()).toEqual([]);
  s.store.decisions.decide("gdelt", true, "2024-06-25");
  const answer = await s.ask("OSINT", " Copper  Mine ", 24);
  expect(answer).toMatchObject({ value: null, code: "not_fetched", source: "gdelt", max_age_s: 60 });
  expect(answer.sample).toBeUndefined();
  expect(await s.store.ledger.keywords.list()).toEqual(["copper mine"]);
});
