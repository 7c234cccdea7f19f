import type { CellsInSheets } from "../../sheets/cells-in-sheets";
import { setDay, sheetsOfTests, sidebarReply as call } from "../../sheets/sheets-of-tests";
import { runAtOnce } from "../../sheets/threads";
import type { CellOutcome, WorldOptions } from "../../sheets/world";

/* The spreadsheet's day or moment in the built Code.js: fakes of Google's services, and the real service on sample data to 2024-06-28. */

const ofTests = sheetsOfTests();
const { sheets } = ofTests;

const PAST = "2024-05-02";
const NOW = { kind: "value", value: 4.21 };
const THEN = { kind: "value", value: 4.62 };

/** Sets the property as another execution of the script does: with an empty cache. */
function stored(at: CellsInSheets, moment: string | undefined): void {
  setDay(at, moment);
  at.world.documentCache.clear();
}
const sent = ({ world }: CellsInSheets): unknown[] => world.requests.map(({ body }) => (JSON.parse(body ?? "{}") as { as_of?: unknown }).as_of);
const rate = ({ world }: CellsInSheets) => world.call("SERVICE_FRED", ["DGS10"]);

describe("a cell", () => {
  let at: Awaited<ReturnType<typeof sheets>>;
  beforeEach(async () => void (at = await sheets()));

  test("shows what was public by the spreadsheet's day, and the latest value without one", async () => {
    expect(await rate(at)).toEqual(NOW);
    stored(at, PAST);
    expect(await rate(at)).toEqual(THEN);
    stored(at, "2024-05-02T20:00:00Z");
    expect(await rate(at)).toMatchObject({ kind: "value" });
    stored(at, undefined);
    expect(await rate(at)).toEqual(NOW);
    expect(sent(at)).toEqual([undefined, PAST, "2024-05-02T20:00:00Z", undefined]);
  });

  test("has the owner's and every user's day: it is stored in the spreadsheet", async () => {
    stored(at, PAST);
    expect(await at.world.call("SERVICE_FRED", ["DGS10"], { as: "reader@example.com" })).toEqual(THEN);
  });

  test("shows no cached answer of another moment, and finds the one of its own", async () => {
    const set = (moment: string | undefined): void => {
      const cached = [...at.world.documentCache.items()].filter(([name]) => name.startsWith("answers."));
      stored(at, moment);
      for (const [name, { value, seconds }] of cached) at.world.documentCache.put({ [name]: value }, seconds);
    };
    for (const [moment, shown] of [
      [undefined, NOW],
      [PAST, THEN],
      ["2024-05-03", expect.anything()],
      [PAST, THEN],
      [undefined, NOW],
    ] as const) {
      set(moment);
      expect(await rate(at)).toEqual(shown);
    }
    expect(sent(at)).toEqual([undefined, PAST, "2024-05-03"]);
  });

  test("does not take over a request in flight for another moment", async () => {
    at.service_.switches.latencyMs = 3_000;
    let second: Promise<CellOutcome> | undefined;
    at.service_.switches.mode = () => {
      // The day changes while the first cell waits for its answer.
      if (second) return "answer";
      setDay(at, PAST);
      second = rate(at);
      return "answer";
    };
    expect(await rate(at)).toEqual(NOW);
    expect(await second).toEqual(THEN);
    expect(sent(at)).toEqual([undefined, PAST]);
  });

  test("thirty equal cells as of a day send one request", async () => {
    stored(at, PAST);
    const thirty = Array.from({ length: 30 }, () => ({ name: "SERVICE_FRED", args: ["DGS10"] }));
    const outcomes = await runAtOnce(at.world, thirty);
    expect(outcomes).toEqual(outcomes.map(() => THEN));
    expect(sent(at)).toEqual([PAST]);
  });

  test("is an error if the reply is of another moment, or of none", async () => {
    stored(at, PAST);
    for (const as_of of [undefined, "2024-05-04T03:59:59Z", "2024-05-02"]) {
      at.service_.switches.mode = () => ({
        status: 200,
        body: JSON.stringify({ data: [{ id: 0, value: 4.3, max_age_s: 3600 }], meta: { attribution: {}, ...(as_of ? { as_of } : {}) } }),
      });
      expect(await rate(at)).toMatchObject({ kind: "error" });
      at.world.advance(60_000);
    }
    at.service_.switches.mode = "answer";
    expect(await rate(at)).toEqual(THEN);
  });

  test("says why if the service cannot answer as of the day", async () => {
    stored(at, "2030-01-01");
    const words =
      /^The service cannot answer as of this day: expected a day that has ended in New York, got 2030-01-01; .*Change it with As of in the SERVICE menu\.$/;
    expect(await rate(at)).toEqual({ kind: "error", message: expect.stringMatching(words) });
  });

  test("is an error that says what to do if the stored text is no day, and sends nothing", async () => {
    expect(await rate(at)).toEqual(NOW);
    stored(at, "yesterday");
    expect(await rate(at)).toEqual({ kind: "error", message: 'The stored day cannot be read: "yesterday". Change it with As of in the SERVICE menu.' });
    expect(sent(at)).toEqual([undefined]);
  });
});

describe("the stored day", () => {
  test("is read once per execution, and then from the cache for six hours", async () => {
    const at = await sheets();
    stored(at, PAST);
    const reads = () => at.world.documentProperties.calls.read;
    await at.world.call("SERVICE_SHORTINTEREST", [Array.from({ length: 600 }, (_, i) => [`T${i}`]), [["days", "pctfloat"]]]);
    expect(reads()).toBe(1);
    for (let i = 0; i < 5; i++) await at.world.call("SERVICE_PRICE", [`T${i}`]);
    expect(reads()).toBe(1);
    at.world.advance(21_601_000);
    expect(await rate(at)).toEqual(THEN);
    expect(reads()).toBe(2);
  });

  test("is cached also if there is none, so that cells do not use up Google's daily limit", async () => {
    const at = await sheets(ofTests.script, { propertyCallsPerDay: 3 });
    for (let i = 0; i < 5; i++) expect(await rate(at)).toEqual(NOW);
    expect(at.world.documentProperties.calls.read).toBe(1);
  });

  test("is read at most once per execution by cells that start together", async () => {
    const at = await sheets();
    stored(at, PAST);
    const twenty = Array.from({ length: 20 }, (_, i) => ({ name: "SERVICE_PRICE", args: [`T${i}`] }));
    await runAtOnce(at.world, twenty);
    expect(at.world.documentProperties.calls.read).toBeLessThanOrEqual(20);
    const before = at.world.documentProperties.calls.read;
    await rate(at);
    expect(at.world.documentProperties.calls.read).toBe(before);
  });

  test("if Google does not return it, a cell is an error that says so, and sends nothing", async () => {
    const at = await sheets(ofTests.script, { propertyCallsPerDay: 0 });
    const message = expect.stringMatching(/^Google did not return the day that cells are as of\. Choose Refresh in the SERVICE menu later\.$/);
    expect(await rate(at)).toEqual({ kind: "error", message });
    expect(await at.world.call("SERVICE_FRED", [[["DGS10"], ["DGS2"]]])).toEqual({
      kind: "value",
      value: [[expect.stringMatching(/^#N\/A Google did not return/)], [expect.stringMatching(/^#N\/A Google did not return/)]],
    });
    expect(at.world.requests).toEqual([]);
  });

  test("is read from the property if Google's cache fails", async () => {
    const broken = `CacheService.getDocumentCache = CacheService.getScriptCache = () => { throw new Error("Service error"); };`;
    const at = await sheets({ ...ofTests.script, code: `${broken}\n${ofTests.script.code}` });
    stored(at, PAST);
    expect(await rate(at)).toEqual(THEN);
  });
});

describe("As of in the menu", () => {
  const BOOK = {
    sheets: {
      Rates: { A1: { formula: '=SERVICE_FRED("DGS10")', value: 4.21 }, B1: 7 },
      Prices: { A1: { formula: '=SERVICE_PRICE("AAPL")', value: 218.52 } },
    },
  };
  const opened = (options: Partial<WorldOptions> = {}) => sheets(ofTests.script, { spreadsheet: BOOK, ...options });
  const set = async ({ world }: CellsInSheets, typed: string | undefined, as?: string) => {
    expect(await world.run("serviceSetAsOf", [], { ...(typed === undefined ? {} : { typed }), ...(as === undefined ? {} : { as }) })).toEqual({
      kind: "value",
      value: null,
    });
    const { toasts, alerts, prompts, changes } = world.spreadsheet;
    return { toasts: toasts.map(({ message }) => message), alerts, prompts, changed: changes.length > 0 };
  };
  const property = ({ world }: CellsInSheets) => world.documentProperties.values.get("service.asof");
  let at: Awaited<ReturnType<typeof opened>>;
  beforeEach(async () => void (at = await opened()));

  test("stores the day, fetches its answers in one request and recalculates every formula; blank ends it", async () => {
    expect(await rate(at)).toEqual(NOW);
    expect(await set(at, ` ${PAST} `)).toMatchObject({ toasts: [`Cells show values as of ${PAST}: 2 formulas recalculated.`], alerts: [], changed: true });
    expect([property(at), sent(at)]).toEqual([PAST, [undefined, PAST]]);
    expect(await rate(at)).toEqual(THEN);
    expect(at.world.spreadsheet.sheets["Rates"]!["A1"]).toMatchObject({ formula: '=SERVICE_FRED("DGS10")' });
    expect(await set(at, "")).toMatchObject({ toasts: ["Cells show the latest values: 2 formulas recalculated."], changed: true });
    expect(await rate(at)).toEqual(NOW);
    expect([property(at), sent(at), at.world.documentProperties.calls.write]).toEqual([undefined, [undefined, PAST, undefined], 2]);
  });

  test("says in its prompt which day cells are as of; Cancel changes nothing", async () => {
    const now = await set(at, undefined);
    expect(now).toMatchObject({ toasts: [], alerts: [], changed: false });
    expect(now.prompts).toEqual([expect.stringMatching(/^Cells show the latest values\.\n\nEnter a day such as 2024-06-25, which is its end in New York/)]);
    stored(at, PAST);
    expect((await set(at, undefined)).prompts).toEqual([expect.stringMatching(/^Cells show values as of 2024-05-02\.\n\nEnter a day/)]);
    expect([property(at), at.world.requests]).toEqual([PAST, []]);
  });

  test.each([
    ["May", 'As of: expected a day such as 2024-06-25 or a moment in UTC such as 2024-06-25T14:30Z, got "May".'],
    ["1850-01-01", 'As of: expected a day from 1900 to 2199, got "1850-01-01".'],
  ])("refuses %s with the sentence of Excel's form", async (typed, sentence) => {
    expect(await set(at, typed)).toMatchObject({ toasts: [], alerts: [sentence], changed: false });
    expect([property(at), at.world.requests]).toEqual([undefined, []]);
  });

  test.each([
    ["2030-01-01", /a day that has ended in New York, got 2030-01-01; /],
    ["2024-06-30T00:00Z", /a moment that is not in the future, got 2024-06-30T00:00:00Z; /],
  ])("refuses %s, which is in the future, with the service's sentence", async (typed, words) => {
    for (const spreadsheet of [BOOK, { sheets: { Empty: {} } }]) {
      const at = await opened({ spreadsheet });
      stored(at, PAST);
      const { alerts, toasts, changed } = await set(at, typed);
      expect([alerts, toasts, changed, property(at)]).toEqual([[expect.stringMatching(words)], [], false, PAST]);
      expect(alerts[0]).toMatch(/^Nothing was changed\. The service cannot answer as of this day: expected .*\. Enter another day\.$/);
      expect(await rate(at)).toEqual(THEN);
    }
  });

  test.each([
    ["does not answer", "unreachable", /^Nothing was changed\. Google's servers cannot reach the service\. Try again/],
    ["refuses the key", "refused", /^Nothing was changed\. The service does not know this API key/],
    ["has an error", "broken", /^Nothing was changed\. /],
    ["ignores the day", { status: 200, body: '{"data":[{"id":0,"value":1},{"id":1,"value":1}],"meta":{}}' }, /^Nothing was changed\. /],
  ] as const)("changes nothing if the service %s", async (_, mode, words) => {
    at.service_.switches.mode = mode;
    expect(await set(at, PAST)).toMatchObject({ toasts: [], alerts: [expect.stringMatching(words)], changed: false });
    expect(property(at)).toBeUndefined();
  });

  test("needs the user's own key, before it asks for a day", async () => {
    expect(await set(at, PAST, "editor@example.com")).toEqual({
      toasts: [],
      prompts: [],
      changed: false,
      alerts: [expect.stringMatching(/^Nothing was changed, because this needs your own key\./)],
    });
    at.world.userProperties("editor@example.com").values.set("SERVICE_API_KEY", at.service_.keys.good);
    expect(await set(at, PAST, "editor@example.com")).toMatchObject({ alerts: [], changed: true });
    // The owner and everybody else have this day.
    expect(await rate(at)).toEqual(THEN);
  });

  test("changes nothing if Google's cache would still return the previous day", async () => {
    const broken = `{ const cache = Object.assign({}, CacheService.getDocumentCache(), { remove: () => { throw new Error("Service error"); } }); CacheService.getDocumentCache = () => cache; }`;
    const at = await sheets({ ...ofTests.script, code: `${broken}\n${ofTests.script.code}` }, { spreadsheet: BOOK });
    expect(await set(at, PAST)).toMatchObject({ alerts: ["Nothing was changed, because Google Sheets is busy. Try again in a minute."], changed: false });
    expect(property(at)).toBeUndefined();
  });

  test("a day or moment is stored in one spelling", async () => {
    await set(at, "2024-05-02T14:30Z");
    expect([property(at), sent(at)]).toEqual(["2024-05-02T14:30:00Z", ["2024-05-02T14:30:00Z"]]);
  });

  test("is shown when the spreadsheet opens, also to a user who has not allowed the script anything", async () => {
    const toasts = async () => {
      expect(await at.world.run("onOpen", [], { kind: "simple", as: "reader@example.com" })).toMatchObject({ kind: "value" });
      expect(at.world.spreadsheet.menus[0]?.items.map(({ caption }) => caption)).toContain("As of…");
      return at.world.spreadsheet.toasts.map(({ message }) => message);
    };
    expect(await toasts()).toEqual([]);
    stored(at, PAST);
    expect(await toasts()).toEqual([`As of ${PAST}. Cells show only what was public by then. To change it, choose As of in the SERVICE menu.`]);
    const without = await opened({ propertyCallsPerDay: 0 });
    expect(await without.world.run("onOpen", [], { kind: "simple" })).toMatchObject({ kind: "value" });
    expect([without.world.spreadsheet.menus.length, without.world.spreadsheet.toasts]).toEqual([1, []]);
  });

  test("is in the result of a refresh", async () => {
    stored(at, PAST);
    await at.world.run("serviceRefreshBook");
    expect(at.world.spreadsheet.toasts.map(({ message }) => message)).toEqual([
      `2 formulas were recalculated, as of ${PAST}. 2 questions answered with 1 request.`,
    ]);
  });

  test("is in the sources below a copy", async () => {
    stored(at, PAST);
    await at.world.run("serviceCopyAsValues");
    const copy = JSON.stringify(at.world.spreadsheet.sheets["Rates (values)"]);
    expect(copy).toContain(`As of ${PAST}: only what was public by then`);
    const now = await opened();
    await now.world.run("serviceCopyAsValues");
    const latest = JSON.stringify(now.world.spreadsheet.sheets["Rates (values)"]);
    expect([latest.includes("Sources of Rates"), latest.includes("As of")]).toEqual([true, false]);
  });
});

describe("the sidebar", () => {
  test("has the day in every reply, read once per call", async () => {
    const at = await sheets();
    stored(at, PAST);
    for (const [name, ok] of [
      ["selected", true],
      ["asOf", true],
      ["setSchedule", false],
    ] as const)
      expect(await call(at, name, "no formula")).toMatchObject({ ok, asOf: PAST });
    expect(at.world.documentProperties.calls.read).toBe(1);
    stored(at, undefined);
    expect(await call(at, "asOf")).toEqual({ ok: true, value: null, asOf: "" });
    stored(at, "yesterday");
    const asOfProblem = 'The stored day cannot be read: "yesterday". Change it with As of in the SERVICE menu.';
    expect(await call(at, "asOf")).toEqual({ ok: true, value: null, asOf: "yesterday", asOfProblem });
  });

  test("gets no day in its reply if Google does not return it", async () => {
    const at = await sheets(ofTests.script, { propertyCallsPerDay: 0 });
    expect(await call(at, "asOf")).toEqual({ ok: true, value: null });
  });

  test("sets the day, and has it in the reply to that call", async () => {
    const at = await sheets(ofTests.script, { spreadsheet: { sheets: { Rates: { A1: { formula: '=SERVICE_FRED("DGS10")', value: 4.21 } } } } });
    const done = `Cells show values as of ${PAST}: 1 formula recalculated.`;
    expect(await call(at, "setAsOf", PAST)).toEqual({ ok: true, value: { asOf: PAST, cells: 1, troubles: [], done, summary: done }, asOf: PAST });
    expect(await rate(at)).toEqual(THEN);
    expect(await call(at, "setAsOf", "2030-01-01")).toMatchObject({ ok: false, message: expect.stringMatching(/^Nothing was changed\./), asOf: PAST });
    expect(await call(at, "setAsOf", "")).toMatchObject({ ok: true, value: { cells: 1 }, asOf: "" });
    expect(await rate(at)).toEqual(NOW);
  });

  test("answers questions as of the day", async () => {
    const at = await sheets();
    stored(at, PAST);
    expect(await call(at, "answers", [{ fn: "FRED", args: ["DGS10"] }], false)).toMatchObject({
      ok: true,
      value: [{ kind: "answer", answer: { value: 4.62 } }],
    });
  });
});
