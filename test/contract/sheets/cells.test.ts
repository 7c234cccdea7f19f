import { describeCells } from "../../conformance/cells";
import { builtScript } from "../../sheets/built-script";
import type { CellArgument } from "../../sheets/cells";
import { sheetsOfTests } from "../../sheets/sheets-of-tests";
import { runAtOnce } from "../../sheets/threads";
import type { CellOutcome } from "../../sheets/world";

/* The built Code.js in a context with only what Apps Script has, over fakes of Google's services that enforce its limits. */

const ofTests = sheetsOfTests();
const { sheets } = ofTests;

describeCells("Google Sheets", () => sheets());

/** A cell's error with these words. */
const failure = (words: RegExp) => ({ kind: "error", message: expect.stringMatching(words) });
/** The rows that a formula spills; none if it is an error. */
const rowsOf = (outcome: CellOutcome): readonly (readonly unknown[])[] => (outcome.kind === "value" ? (outcome.value as unknown[][]) : []);
const THIRTY = Array.from({ length: 30 }, () => ({ name: "SERVICE_FRED", args: ["DGS10"] }));
const column = (n: number): string[][] => Array.from({ length: n }, (_, i) => [`T${i}`]);
const FIELDS = [["days", "pctfloat", "settlement_date"]];

let { world, service_ } = {} as Awaited<ReturnType<typeof sheets>>;
beforeEach(async () => void ({ world, service_ } = await sheets()));

describe("a formula over a range", () => {
  test("sends 12 requests for 2,000 tickers by 3 fields, then none within max_age_s", async () => {
    const first = await world.call("SERVICE_SHORTINTEREST", [column(2_000), FIELDS]);
    expect(first).toMatchObject({ kind: "value" });
    const rows = rowsOf(first);
    expect([rows.length, rows[0]?.length]).toEqual([2_000, 3]);
    expect(rows.flat().filter((cell) => cell === "" || cell === null || cell === 0)).toEqual([]);
    expect(world.requests.length).toBeLessThanOrEqual(12);
    expect(service_.batches.flat()).toHaveLength(6_000);
    const asked = world.requests.length;
    expect(await world.call("SERVICE_SHORTINTEREST", [column(2_000), FIELDS])).toEqual(first);
    expect(world.requests).toHaveLength(asked);
    // Google's cache drops entries beyond its capacity of 1,000, so there must be few: 128 of each kind.
    expect(world.documentCache.peak).toBeLessThan(400);
  });

  test("leaves the results of blank inputs blank, and reports an error in its own cell only", async () => {
    const outcome = await world.call("SERVICE_YIELD", [[["10Y", "", "nope", true, "#REF!", "AS_OF"]], "2024-06-19"]);
    expect(outcome).toEqual({
      kind: "value",
      value: [
        [
          expect.any(Number),
          "",
          expect.stringMatching(/^n\/a: /),
          expect.stringMatching(/^#VALUE! tenor: expected a tenor such as 10Y, got TRUE/),
          "#REF!",
          { date: "2024-06-18" },
        ],
      ],
    });
    expect(service_.batches.flat()).toHaveLength(3);
  });

  test("leaves the results of blank inputs blank in a grid of tickers by fields", async () => {
    const outcome = await world.call("SERVICE_SHORTINTEREST", [[["GME"], [""], ["AAPL"], [""]], [["days", "", "pctshares"]]]);
    const rows = rowsOf(outcome);
    expect(rows.map((row) => row.map((cell) => cell !== ""))).toEqual([
      [true, false, true],
      [false, false, false],
      [true, false, true],
    ]);
    expect(service_.batches.flat()).toHaveLength(4);
  });

  test("ends at the last row and column with an input, so that A2:A fills no more cells than it has tickers", async () => {
    const tickers = [["GME"], ["AAPL"], ...Array.from({ length: 998 }, () => [""])];
    const sizeOf = async (...args: CellArgument[]) => rowsOf(await world.call("SERVICE_SHORTINTEREST", args)).map((row) => row.length);
    expect(await sizeOf(tickers, "days")).toEqual([1, 1]);
    expect(await sizeOf(tickers, [["days", "pctshares", "", ""]])).toEqual([2, 2]);
    expect(await sizeOf([[""], [""]], "days")).toEqual([1]);
  });

  test("sends nothing for a cell that still shows that it is loading", async () => {
    expect(await world.call("SERVICE_PRICE", [[["Loading..."], ["asking again …"]]])).toEqual({ kind: "value", value: [["Loading..."], ["asking again …"]] });
    expect(await world.call("SERVICE_PRICE", ["Loading..."])).toEqual({ kind: "error", message: "An argument is Loading..." });
    expect(world.requests).toEqual([]);
  });

  test("with ranges of different sizes gives one message, and sends nothing", async () => {
    expect(await world.call("SERVICE_SHORTINTEREST", [column(3), [["days"], ["pctfloat"]]])).toEqual(failure(/ticker is 3 × 1, field is 2 × 1/));
    expect(world.requests).toEqual([]);
  });

  test("with too many arguments gives an error", async () => {
    expect(await world.call("SERVICE_PRICE", ["AAPL", "price", "USD"])).toMatchObject(failure(/SERVICE_PRICE takes at most 2 arguments, got 3/));
  });
});

test.each(["America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "Europe/London"])(
  "dates are days in the spreadsheet's time zone, as arguments and as results: %s",
  async (timeZone) => {
    world.spreadsheet = { ...world.spreadsheet, timeZone };
    expect(await world.call("SERVICE_YIELD", ["AS_OF", { date: "2024-06-19" }])).toEqual({ kind: "value", value: { date: "2024-06-18" } });
    // London's clocks go forward on 31 March 2024.
    expect(await world.call("SERVICE_YIELD", ["AS_OF", { date: "2024-03-31" }])).toEqual({ kind: "value", value: { date: "2024-03-28" } });
    expect(await world.call("SERVICE_YIELD", ["AS_OF", { date: "2024-06-19", time: "23:30" }])).toEqual({ kind: "value", value: { date: "2024-06-18" } });
  },
);

describe("simultaneous executions on a cold cache", () => {
  test("over the same list do not double the requests", async () => {
    const call = { name: "SERVICE_SHORTINTEREST", args: [column(1_000), "days"] };
    const [a, b] = await runAtOnce(world, [call, call]);
    expect(a).toEqual(b);
    expect(a).toMatchObject({ kind: "value" });
    expect(service_.batches.map((batch) => batch.length).sort((x, y) => x - y)).toEqual([500, 500]);
  });

  test("over overlapping lists send each question once", async () => {
    const part = (from: number): string[][] => column(900).slice(from, from + 600);
    const calls = [part(0), part(300)].map((list) => ({ name: "SERVICE_PRICE", args: [list] }));
    await runAtOnce(world, calls);
    const asked = service_.batches.flat().map((cell) => JSON.stringify((cell as { args: unknown }).args));
    expect(asked).toHaveLength(900);
    expect(new Set(asked).size).toBe(900);
  });

  test("do not wait for each other if they differ", async () => {
    const started = world.now();
    const thirty = Array.from({ length: 30 }, (_, i) => ({ name: "SERVICE_PRICE", args: [`T${i}`] }));
    await runAtOnce(world, thirty);
    // In sequence they would take 30 requests of 200 ms each, and some service calls.
    expect(world.now() - started).toBeLessThan(6_000);
  });

  test("do not queue for Google's lock: 300 cells at once take as long as their requests", async () => {
    const { world, service_ } = await sheets(ofTests.script, { lockMs: 100 });
    service_.switches.latencyMs = 500;
    const started = world.now();
    await runAtOnce(
      world,
      Array.from({ length: 300 }, (_, i) => ({ name: "SERVICE_PRICE", args: [`T${i}`] })),
    );
    expect(world.now() - started).toBeLessThan(12_000);
    expect(service_.batches).toHaveLength(300);
  });

  test.each([20, 60, 100])("send one request for thirty equal cells, and store every answer, if each call of Google's services takes %i ms", async (costMs) => {
    const { world, service_ } = await sheets(ofTests.script, { costMs });
    const outcomes = await runAtOnce(world, THIRTY);
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: "value", value: expect.any(Number) })));
    expect(service_.batches).toHaveLength(1);
    const lists = Array.from({ length: 10 }, (_, i) => ({ name: "SERVICE_PRICE", args: [column(600).slice(i * 60, (i + 1) * 60)] }));
    await runAtOnce(world, lists);
    const asked = world.requests.length;
    await runAtOnce(world, lists);
    // Every answer was stored, although all executions wrote at the same time.
    expect(world.requests).toHaveLength(asked);
  });

  test.each([
    ["an answer that must not be cached", 0],
    ["an answer that may be cached", 3600],
  ])("that wait for another get its result: %s", async (_, maxAge) => {
    const { world, service_ } = await sheets(ofTests.script, { costMs: 60 });
    service_.switches.latencyMs = 500;
    service_.switches.mode = () => ({ status: 200, body: JSON.stringify({ data: [{ id: 0, value: 4.3, max_age_s: maxAge }], meta: { attribution: {} } }) });
    const outcomes = await runAtOnce(world, THIRTY);
    expect(outcomes).toEqual(THIRTY.map(() => ({ kind: "value", value: 4.3 })));
    expect(service_.batches).toHaveLength(1);
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toEqual({ kind: "value", value: 4.3 });
    expect(service_.batches).toHaveLength(maxAge === 0 ? 2 : 1);
  });

  test("that wait for a failing one get the same failure without their own retries", async () => {
    service_.switches.mode = { status: 504, body: "" };
    service_.switches.latencyMs = 3_000;
    const outcomes = await runAtOnce(world, THIRTY);
    for (const outcome of outcomes) expect(outcome).toMatchObject(failure(/had an error/));
    expect(service_.batches.length).toBeLessThanOrEqual(3);
    service_.switches.mode = "answer";
    world.advance(60_001);
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject({ kind: "value" });
  });

  test.each([
    ["no server answers", "unreachable" as const],
    ["a proxy has no service behind it", { status: 502, body: "<html>Bad Gateway</html>" }],
  ])("of 300 cells, only the first send requests while the service is down: %s", async (_, mode) => {
    service_.switches.mode = mode;
    const outcomes = await runAtOnce(
      world,
      Array.from({ length: 300 }, (_, i) => ({ name: "SERVICE_PRICE", args: [`T${i}`] })),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject(failure(/cannot reach the service|had an error/));
    // 30 run at the same time, with three attempts each.
    expect(world.requests.length).toBeLessThanOrEqual(90);
    const sent = world.requests.length;
    service_.switches.mode = "answer";
    expect(await world.call("SERVICE_PRICE", ["GME"])).toMatchObject(failure(/cannot reach the service|had an error/));
    expect(world.requests).toHaveLength(sent);
    world.advance(60_001);
    expect(await world.call("SERVICE_PRICE", ["GME"])).toMatchObject({ kind: "value" });
  });

  test("repeat the request in time if the execution that sent it ends", async () => {
    const died = "UrlFetchApp.fetchAll = () => { for (;;) Utilities.sleep(300000); };";
    const dying = await sheets({ ...ofTests.script, code: `${died}\n${ofTests.script.code}` });
    expect(await dying.world.call("SERVICE_FRED", ["DGS10"])).toEqual(failure(/maximum execution time/));
    for (const [key, { value, seconds }] of dying.world.documentCache.items()) world.documentCache.put({ [key]: value }, seconds);
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject({ kind: "value" });
  });

  test("end with a message if the service fails after twelve seconds", async () => {
    service_.switches.mode = { status: 504, body: "" };
    service_.switches.latencyMs = 12_000;
    for (const outcome of await runAtOnce(world, THIRTY)) expect(outcome).toMatchObject(failure(/had an error|No answer within 20 seconds/));
  });
});

describe("deadlines", () => {
  test("a 429 with Retry-After: 120 is reported in every cell, without further requests", async () => {
    service_.switches.mode = "busy";
    service_.switches.retryAfter = 120;
    const started = world.now();
    const outcome = await world.call("SERVICE_SHORTINTEREST", [column(2_000), FIELDS]);
    expect(world.now() - started).toBeLessThan(20_000);
    const cells = rowsOf(outcome).flat();
    expect(cells).toHaveLength(6_000);
    for (const cell of cells) expect(cell).toMatch(/^#N\/A Too many requests\. .* in 2 min\.$/);
    const asked = world.requests.length;
    expect(asked).toBeLessThanOrEqual(4);
    service_.switches.mode = "answer";
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject(failure(/Too many requests\. .* in \d+ (s|min)\.$/));
    expect(world.requests).toHaveLength(asked);
    world.advance(121_000);
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject({ kind: "value" });
  });

  test("a request without an answer is reported with the formula's total wait of 20 seconds", async () => {
    const { world, service_ } = await sheets(ofTests.script, { costMs: 900 });
    service_.switches.latencyMs = 9_000;
    const outcome = await world.call("SERVICE_PRICE", [column(6_000)]);
    const late = rowsOf(outcome)
      .flat()
      .filter((cell) => typeof cell === "string" && cell.includes("No answer within"));
    expect(late.length).toBeGreaterThan(0);
    for (const cell of late) expect(cell).toMatch(/No answer within 20 seconds/);
  });

  test("a slow service: every cell has its answer or a failure before Google's limit", async () => {
    service_.switches.latencyMs = 9_000;
    const started = world.now();
    const outcome = await world.call("SERVICE_SHORTINTEREST", [column(2_000), FIELDS]);
    expect(world.now() - started).toBeLessThan(30_000);
    const cells = rowsOf(outcome).flat();
    const late = cells.filter((cell) => typeof cell === "string" && /^#N\/A No answer within 20 seconds/.test(cell));
    expect(cells).toHaveLength(6_000);
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(6_000);
    // Received answers are cached: another evaluation fetches the rest.
    const again = await world.call("SERVICE_SHORTINTEREST", [column(2_000), FIELDS]);
    expect(
      rowsOf(again)
        .flat()
        .filter((cell) => typeof cell === "string" && cell.startsWith("#N/A")),
    ).toEqual([]);
  });

  test("a formula waits for a short Retry-After, and then has its value", async () => {
    service_.switches.mode = (_, number) => (number === 0 ? "busy" : "answer");
    service_.switches.retryAfter = 5;
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject({ kind: "value" });
    expect(world.requests).toHaveLength(2);
  });

  test.each(["lower", "title", "upper"] as const)("Retry-After is read in any case of its name: %s", async (names) => {
    service_.switches.mode = "busy";
    service_.switches.retryAfter = 120;
    service_.switches.headerNames = names;
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject(failure(/Too many requests\. .* in 2 min\.$/));
  });
});

describe("failures of Google's services", () => {
  const broken: readonly (readonly [string, string])[] = [
    ["the cache cannot be read", "CacheService.getDocumentCache().getAll = fail_"],
    ["the cache cannot be written", "CacheService.getDocumentCache().putAll = fail_"],
    ["there is no cache", "CacheService.getDocumentCache = fail_; CacheService.getScriptCache = fail_"],
    ["the lock fails", "LockService.getDocumentLock().tryLock = fail_"],
    ["there is no lock", "LockService.getDocumentLock = fail_; LockService.getScriptLock = fail_"],
  ];
  /** Every call returns the same cache and lock, so that one of their methods can be broken. */
  const SAME = `var fail_ = () => { throw new Error("Service error: Spreadsheets"); };
    for (const [service, name] of [[CacheService, "getDocumentCache"], [LockService, "getDocumentLock"]]) { const one = Object.assign({}, service[name]()); service[name] = () => one; }`;

  test.each(broken)("%s: every cell still has its answer", async (_, code) => {
    const { world } = await sheets({ ...ofTests.script, code: `${SAME}\n${code};\n${ofTests.script.code}` });
    const outcome = await world.call("SERVICE_SHORTINTEREST", [column(600), "days"]);
    const cells = rowsOf(outcome).flat();
    expect(cells.filter((cell) => typeof cell === "number" || (typeof cell === "string" && cell.startsWith("n/a: ")))).toHaveLength(600);
  });

  test("Google's daily limit of requests is reported when it is used up", async () => {
    const { world } = await sheets(ofTests.script, { fetchesPerDay: 1 });
    await world.call("SERVICE_FRED", ["DGS10"]);
    expect(await world.call("SERVICE_FRED", ["DGS2"])).toEqual(failure(/^Google's daily limit of requests is used up/));
  });

  const SHORT = "Service invoked too many times in a short time: urlfetch. Try Utilities.sleep(1000) between calls.";
  const BANDWIDTH = "Bandwidth quota exceeded: https://api.example.com. Try reducing the rate of data transfer.";

  test.each([SHORT, BANDWIDTH])("a refusal for a moment is waited for: %s", async (text) => {
    const { world } = await sheets(ofTests.script, { refusesFetch: (call) => (call === 0 ? text : undefined) });
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject({ kind: "value", value: expect.any(Number) });
  });

  test("a refusal for a moment that lasts is not called the daily limit", async () => {
    const { world } = await sheets(ofTests.script, { refusesFetch: () => SHORT });
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toEqual(failure(/^Google refused the request, because there were too many at once\. Choose Refresh/));
  });

  test("a missing permission says who must allow it", async () => {
    const text = "You do not have permission to call UrlFetchApp.fetchAll. Required permissions: https://www.googleapis.com/auth/script.external_request";
    const { world } = await sheets(ofTests.script, { refusesFetch: () => text });
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toEqual(failure(/^The script has no permission .* for cells the owner of the spreadsheet/));
  });

  test.each([200, 302, 401, 403])("a proxy's web page with status %i is not taken for an answer of the service", async (status) => {
    service_.switches.mode = { status, body: "<!DOCTYPE html><html><body>Access denied</body></html>" };
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toEqual(failure(/^A web page came with status \d+ instead of the service's answer/));
    expect(service_.batches).toHaveLength(1);
    service_.switches.mode = "answer";
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toMatchObject({ kind: "value" });
  });

  test("the sidebar's test of a key says the same", async () => {
    const { world } = await sheets(ofTests.script, { fetchesPerDay: 0 });
    const reply = await world.run("serviceSidebar", ["testSavedKey", []], { kind: "sidebar" });
    expect(JSON.stringify(reply)).toContain("Google's daily limit of requests is used up");
  });

  test("an address that the script's manifest does not allow is reported", async () => {
    const { world } = await sheets({ ...ofTests.script, manifest: { ...ofTests.script.manifest, urlFetchWhitelist: ["https://elsewhere.example.com/"] } });
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toEqual(failure(/^Google blocks this address/));
  });
});

describe("cached data", () => {
  test("expires after ten minutes for an unknown name, after max_age_s for a value", async () => {
    await world.call("SERVICE_FRED", ["DGS100"]);
    await world.call("SERVICE_FRED", ["DGS10"]);
    expect(world.requests).toHaveLength(2);
    world.advance(601_000);
    await world.call("SERVICE_FRED", ["DGS10"]);
    expect(world.requests).toHaveLength(2);
    await world.call("SERVICE_FRED", ["DGS100"]);
    expect(world.requests).toHaveLength(3);
    world.advance(3_601_000);
    await world.call("SERVICE_FRED", ["DGS10"]);
    expect(world.requests).toHaveLength(4);
  });

  test("expires after a minute for a refused key", async () => {
    const sheet = await sheets();
    const { world } = sheet;
    await sheet.key("unknown");
    const three = ["DGS10", "DGS2", "DGS5"].map((id) => ({ name: "SERVICE_FRED", args: [id] }));
    await runAtOnce(world, three);
    await world.call("SERVICE_FRED", ["DGS30"]);
    const asked = world.requests.length;
    expect(asked).toBeLessThanOrEqual(3);
    await sheet.key("good");
    expect(await world.call("SERVICE_FRED", ["DGS30"])).toMatchObject({ kind: "value" });
    await sheet.key("unknown");
    world.advance(61_000);
    await world.call("SERVICE_FRED", ["DGS7"]);
    expect(world.requests).toHaveLength(asked + 2);
  });

  test("expires after five minutes for a spent quota, or when the quota resets", async () => {
    const spent = (resets_at: string) => ({ status: 401, body: JSON.stringify({ detail: { code: "over_quota", resets_at } }) });
    service_.switches.mode = () => spent("2024-07-01T00:00:00Z");
    expect(await world.call("SERVICE_FRED", ["DGS10"])).toEqual(failure(/quota is used up until 2024-07-01/));
    await world.call("SERVICE_FRED", ["DGS2"]);
    expect(world.requests).toHaveLength(1);
    world.advance(301_000);
    service_.switches.mode = () => spent(new Date(world.now() + 30_000).toISOString());
    await world.call("SERVICE_FRED", ["DGS2"]);
    await world.call("SERVICE_FRED", ["DGS5"]);
    expect(world.requests).toHaveLength(2);
    world.advance(31_000);
    service_.switches.mode = "answer";
    expect(await world.call("SERVICE_FRED", ["DGS5"])).toMatchObject({ kind: "value" });
  });

  test("the key is in no cached value, log line or cell", async () => {
    service_.switches.mode = (request, number) =>
      number === 1 ? { status: 418, body: JSON.stringify({ detail: request.headers.Authorization ?? "" }) } : "answer";
    const shown = [await world.call("SERVICE_FRED", ["DGS10"]), await world.call("SERVICE_FRED", ["DGS2"])];
    expect(shown[1]).toMatchObject({ kind: "error", message: expect.stringContaining("[key]") });
    const said = JSON.stringify([shown, [...world.documentCache.items()], [...world.scriptCache.items()], world.logs, world.spreadsheet]);
    for (let i = 0; i + 8 <= service_.keys.good.length; i++) expect(said).not.toContain(service_.keys.good.slice(i, i + 8));
    for (const { url, headers } of world.requests)
      expect([url, Object.keys(headers).filter((name) => /auth/i.test(name))]).toEqual([expect.stringContaining(service_.baseUrl), ["Authorization"]]);
  });
});

test("a script built without an address says so in the cell, and sends nothing", async () => {
  const { world } = await sheets(builtScript(null));
  expect(await world.call("SERVICE_FRED", ["DGS10"])).toEqual({
    kind: "value",
    value: expect.stringMatching(/^n\/a: This script has no service address\. Contact/),
  });
  expect(world.requests).toEqual([]);
});
