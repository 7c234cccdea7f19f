import { CELL_FUNCTIONS, FUNCTION_NAMES, functionSpec, type FunctionName } from "../../../src/contract/functions";
import { PATHS } from "../../../src/contract/paths";
import { MAX_BODY_BYTES, MAX_CELLS, MAX_REASON, type EvalReply } from "../../../src/contract/wire";
import { openServices, serviceUnderTest, type ServiceUnderTest } from "./service-under-test";
import { grid } from "../../grid";

/** A service of one test. */
const serve = openServices();
let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest()));
afterAll(() => s.close());

const GOOD = { fn: "YIELD", args: ["10Y", "2024-06-19"] };
const detailOf = (response: { json(): { detail: string } }): string => response.json().detail;

describe("a request", () => {
  it("accepts names and arguments in any case, with surrounding blanks, and treats null, blank and missing ones as omitted", async () => {
    const reply = await s.cells([GOOD, { fn: " yield ", args: [" 10y ", " 2024-06-19"] }, { fn: "Yield", args: ["10y", "2024-06-19T17:00"] }]);
    const [first, ...others] = reply.data.map((answer) => ({ ...answer, id: 0 }));
    expect(first).toMatchObject({ unit: "%", observation_date: "2024-06-18", value: expect.any(Number) });
    expect(others).toEqual([first, first]);
    const { data } = await s.cells([
      { fn: "FRED", args: ["DGS10"] },
      { fn: "FRED", args: ["DGS10", null] },
      { fn: "FRED", args: ["DGS10", ""] },
    ]);
    expect(new Set(data.map((a) => a.value)).size).toBe(1);
    expect(typeof data[0]?.value).toBe("number");
    expect((await s.cells([{ fn: "REGIME" }])).data[0]).toMatchObject({ value: expect.any(String) });
  });

  it("resolves all 50 sheet paths to their function and field", async () => {
    expect(PATHS).toHaveLength(50);
    const entity = (fn: FunctionName): string => ({ FUNDING: "btc", ODDS: "dollar reserve currency", REGIME: "", GAMMA: "spy" })[fn as "ODDS"] ?? "aapl";
    const byPath = await s.cells(PATHS.map((p) => ({ entity: entity(p.fn), path: p.path.toUpperCase() })));
    const byFunction = await s.cells(
      PATHS.map(({ fn, field }) => ({
        fn,
        args: functionSpec(fn).parameters.map((p, i) => (p.name === "field" ? (field ?? null) : i === 0 ? entity(fn) : null)),
      })),
    );
    expect(byPath.data).toEqual(byFunction.data);
    expect(byPath.data.filter((a) => a.code === "bad_argument" || a.code === "unknown_function")).toEqual([]);
  });

  it("gets an answer for each id, whatever the ids' values and order", async () => {
    const ids = [7, -3, 0, 900_719_925_474_099, 12];
    const tenors = ["1Y", "2Y", "3Y", "5Y", "10Y"];
    const reply = (await s.post({ cells: ids.map((id, i) => ({ id, fn: "YIELD", args: [tenors[i], "2024-06-25"] })) })).json<EvalReply>();
    expect(reply.count).toBe(5);
    const alone = await s.cells(tenors.map((tenor) => ({ fn: "YIELD", args: [tenor, "2024-06-25"] })));
    ids.forEach((id, i) => expect(reply.data.find((a) => a.id === id)?.value).toBe(alone.data[i]?.value));
  });

  it("gets the same answers from another service with the same data", async () => {
    const cells = FUNCTION_NAMES.map((fn) => ({ fn, args: functionSpec(fn).parameters.map((p) => p.example) }));
    const other = await serve();
    expect(await other.cells(cells)).toEqual(await s.cells(cells));
  });
});

describe("failures of the whole request", () => {
  it.each([
    ["a list", "[]", /"cells"/],
    ["null", "null", /"cells"/],
    ["no cells", "{}", /"cells", a list of 1 to 1,000 cells/],
    ["cells that are not a list", '{"cells":{"0":{"id":0}}}', /"cells"/],
    ["0 cells", '{"cells":[]}', /^Expected 1 to 1,000 cells, got 0\.$/],
    ["a cell that is not an object", '{"cells":[{"id":0,"fn":"REGIME"},3]}', /cells\[1\].*integer "id"/],
    ["a cell of null", '{"cells":[null]}', /cells\[0\].*integer "id"/],
    ["a cell without id", '{"cells":[{"fn":"REGIME"}]}', /cells\[0\].*integer "id"/],
    ["an id as text", '{"cells":[{"id":"0","fn":"REGIME"}]}', /cells\[0\].*integer "id"/],
    ["an id with a fraction", '{"cells":[{"id":0.5,"fn":"REGIME"}]}', /cells\[0\].*integer "id"/],
    ["an infinite id", '{"cells":[{"id":1e999,"fn":"REGIME"}]}', /cells\[0\].*integer "id"/],
    ["an id of null", '{"cells":[{"id":null,"fn":"REGIME"}]}', /cells\[0\].*integer "id"/],
    ["an id twice", '{"cells":[{"id":4,"fn":"REGIME"},{"id":5,"fn":"REGIME"},{"id":4,"fn":"ESI"}]}', /4 twice/],
  ])("%s: 422 with the reason", async (_what, body, sentence) => {
    const response = await s.post(body);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ detail: expect.any(String), code: "invalid_request" });
    expect(detailOf(response)).toMatch(sentence);
  });

  it("1,000 cells are answered, 1,001 are refused", async () => {
    const cells = (n: number) => ({ cells: Array.from({ length: n }, (_, id) => ({ id, ...GOOD })) });
    const full = await s.post(cells(MAX_CELLS));
    expect([full.statusCode, full.json<EvalReply>().data.length]).toEqual([200, 1000]);
    const over = await s.post(cells(MAX_CELLS + 1));
    expect(over.statusCode).toBe(422);
    expect(detailOf(over)).toMatch(/^Expected 1 to 1,000 cells, got 1,001\.$/);
  });

  it("a body of 1 MiB is read, a larger one is 413", async () => {
    const body = (bytes: number) => {
      const cell = { id: 0, ...GOOD, padding: "" };
      const empty = JSON.stringify({ cells: [cell] }).length;
      return JSON.stringify({ cells: [{ ...cell, padding: "x".repeat(bytes - empty) }] });
    };
    expect((await s.post(body(MAX_BODY_BYTES))).statusCode).toBe(200);
    const over = await s.post(body(MAX_BODY_BYTES + 1));
    expect(over.statusCode).toBe(413);
    expect(detailOf(over)).toMatch(/1 MiB\. Send fewer cells\.$/);
  });

  const JSON_CELLS = JSON.stringify({ cells: [{ id: 0, ...GOOD }] });
  it.each([
    ["text that is not JSON", "cells: 1", {}],
    ["JSON that stops in the middle", JSON_CELLS.slice(0, -3), {}],
    ["an empty body", "", {}],
    ["a form", "cells=1", { "content-type": "application/x-www-form-urlencoded" }],
    ["JSON sent as text", JSON_CELLS, { "content-type": "text/plain" }],
    ["an invalid content type", JSON_CELLS, { "content-type": "json" }],
  ])("%s: 400 with the reason", async (_what, body, headers) => {
    const response = await s.post(body, headers);
    expect([response.statusCode, detailOf(response)]).toEqual([400, "The body cannot be read. Send JSON, with the header Content-Type: application/json."]);
  });

  it("no body or content type: 400 with the reason", async () => {
    const response = await s.app.inject({ method: "POST", url: "/sheets/eval", headers: { authorization: `Bearer ${s.key}` } });
    expect([response.statusCode, detailOf(response)]).toEqual([400, expect.stringMatching(/^The body cannot be read\./)]);
  });
});

describe("failures of one cell", () => {
  it.each([
    ["neither fn nor path", {}, "bad_argument", /fn with args, or entity with path/],
    ["both fn and path", { fn: "PRICE", args: ["AAPL"], entity: "AAPL", path: "price" }, "bad_argument", /got both/],
    ["fn that is not text", { fn: 3 }, "bad_argument", /Malformed cell at \/fn/],
    ["args that are not a list", { fn: "PRICE", args: "AAPL" }, "bad_argument", /Malformed cell at \/args/],
    ["an argument that is a list", { fn: "PRICE", args: [["AAPL", "MSFT"]] }, "bad_argument", /Malformed cell at \/args\/0/],
    ["an argument that is an object", { fn: "PRICE", args: [{}] }, "bad_argument", /Malformed cell at \/args\/0/],
    ["an entity that is not text", { entity: 1, path: "price" }, "bad_argument", /Malformed cell at \/entity/],
    ["a function that does not exist", { fn: "FERD", args: ["DGS10"] }, "unknown_function", /FERD\. Did you mean FRED/],
    ["a function with the prefix", { fn: "SERVICE.FRED", args: ["DGS10"] }, "unknown_function", /Did you mean FRED/],
    ["a name of a built-in object member", { fn: "constructor" }, "unknown_function", /^There is no function CONSTRUCTOR\. Name one such as PRICE or FRED\.$/],
    ["a blank function", { fn: " " }, "unknown_function", /^The function's name is blank\. Name one/],
    ["a path that does not exist", { entity: "GME", path: "short.pctfloot" }, "bad_argument", /got "short\.pctfloot"; did you mean short\.pctfloat\?$/],
    ["no ticker", { fn: "PRICE", args: [] }, "bad_argument", /^ticker: expected a ticker/],
    ["a path without its entity", { path: "price" }, "bad_argument", /^ticker: expected a ticker/],
    ["a boolean", { fn: "FRED", args: [true] }, "bad_argument", /got TRUE; put it in quotes/],
    ["an unknown field", { fn: "FRED", args: ["DGS10", "valeu"] }, "bad_argument", /^field: expected one of .*got "valeu"; did you mean value/],
    ["too many arguments", { fn: "FRED", args: ["DGS10", "value", 3] }, "bad_argument", /at most 2 arguments, got 3/],
    ["a day that does not exist", { fn: "FREDH", args: ["DGS10", "2024-02-30"] }, "bad_argument", /there is no such day/],
    ["a number out of bounds", { fn: "SIGNAL", args: ["NVDA", "count", 366] }, "bad_argument", /^days: expected a whole number from 1 to 365, got 366/],
  ])("%s gives a code and a reason in that cell only", async (_what, cell, code, explanation) => {
    const reply = await s.cells([GOOD, cell, GOOD]);
    const [before, bad, after] = reply.data;
    expect(bad).toEqual({
      id: 1,
      value: null,
      code,
      reason: expect.any(String),
      explanation: expect.stringMatching(explanation),
      max_age_s: expect.any(Number),
    });
    expect(bad?.reason?.length).toBeLessThanOrEqual(MAX_REASON);
    expect([typeof before?.value, typeof after?.value]).toEqual(["number", "number"]);
  });

  it("reason and explanation stay short, however long the input", async () => {
    const long = "x".repeat(20_000);
    const reply = await s.cells([
      { fn: long },
      { entity: "GME", path: long },
      { fn: "FRED", args: [long] },
      { fn: "PRICE", args: [long] },
      { fn: "OSINT", args: [long] },
    ]);
    for (const { reason, explanation } of reply.data) {
      expect(reason?.length).toBeLessThanOrEqual(MAX_REASON);
      expect((explanation ?? "").length).toBeLessThan(400);
    }
  });
});

test.each(["1900-01-01", "1950-06-03", "1961-06-03", "1962-01-01", "1970-01-01", "2098-12-31", "2100-01-01", "2199-12-31"])(
  "on %s every function answers or gives a reason",
  async (asOf) => {
    const told: string[] = [];
    const other = await serve({ asOf, onFault: (m) => told.push(m) });
    const { data } = await other.cells(CELL_FUNCTIONS.map((fn) => ({ fn, args: functionSpec(fn).parameters.map((p) => p.example) })));
    expect(told).toEqual([]);
    for (const answer of data) expect(answer.value !== null || (answer.reason ?? "").length > 5).toBe(true);
  },
);

/** Three cells with three kinds of answer. */
test("numbers, reasons and dates have their unit, dates, source and caveats", async () => {
  const reply = await s.cells([
    { fn: "FREDH", args: ["DGS10", "2024-06-25"] },
    { fn: "FREDH", args: ["DGS10", "2024-06-19"] },
    { fn: "FREDH", args: ["DGS10", "2024-06-19", "date"] },
  ]);
  const from = {
    as_of: "2024-06-26T03:59:59Z",
    source: "sample",
    sample: true,
    max_age_s: expect.any(Number),
    caveats: expect.arrayContaining(["fred_curated_series_only"]),
  };
  expect(reply).toEqual({
    data: [
      { id: 0, value: expect.any(Number), unit: "%", observation_date: "2024-06-25", ...from },
      {
        id: 1,
        value: null,
        code: "no_observation",
        reason: expect.stringMatching(/2024-06-18.*2024-06-20/),
        explanation: expect.stringMatching(/4\..*2024-06-18.*2024-06-20/),
        ...from,
      },
      { id: 2, value: "2024-06-18", kind: "date", observation_date: "2024-06-18", ...from },
    ],
    count: 3,
    as_of: "2024-06-26T03:59:59Z",
    meta: {
      caveats: ["fred_curated_series_only", "fred_observation_date_not_fetch_date"],
      attribution: { sample: expect.stringContaining("Sample data") },
      sample: true,
    },
  });
});

test("answers from imported rows are not marked as sample; the others of the reply are", async () => {
  const real = await serve({ imports: { DGS10: { "2024-06-24": 4.25, "2024-06-25": 0 } } });
  const alone = await real.cells([{ fn: "FRED", args: ["DGS10"] }]);
  expect(alone.data[0]).toMatchObject({ value: 0, source: "user", observation_date: "2024-06-25" });
  expect(alone.data[0]).not.toHaveProperty("sample");
  expect(alone.meta).toMatchObject({ sample: false, attribution: { user: expect.any(String) } });
  const mixed = await real.cells([
    { fn: "FRED", args: ["DGS10"] },
    { fn: "FRED", args: ["DGS2"] },
    { fn: "FRED", args: ["T10Y2Y"] },
  ]);
  expect(mixed.data.map((a) => [a.source, a.sample])).toEqual(grid(2, "user", undefined, "sample", true, "sample", true));
  expect(mixed.meta.sample).toBe(true);
  expect(Object.keys(mixed.meta.attribution)).toEqual(["sample", "user"]);
});

const meta = async (...cells: readonly (readonly [string, ...string[]])[]): Promise<EvalReply["meta"]> =>
  (await s.cells(cells.map(([fn, ...args]) => ({ fn, args })))).meta;

describe("the meta of a reply", () => {
  it("has rules.split_jump_ratio for a return of RV, and not for YIELD", async () => {
    expect((await meta(["RV", "NVDA", "return_1m"])).rules).toEqual({ split_jump_ratio: 1.8 });
    expect((await meta(["YIELD", "10Y", "2024-06-20"])).rules).toBeUndefined();
  });

  it("has the peer_level of all RV answers, or mixed, and each answer has its own", async () => {
    const near = ["RV", "NVDA", "ps", "percentile"] as const;
    const wide = ["RV", "MMM", "ps", "value"] as const;
    expect((await meta(near)).peer_level).toBe("sub_industry");
    expect((await meta(wide)).peer_level).toBe("sector");
    expect((await meta(near, wide)).peer_level).toBe("mixed");
    expect((await meta(["YIELD", "10Y", "2024-06-20"])).peer_level).toBeUndefined();
    const { data } = await s.cells([
      { fn: near[0], args: near.slice(1) },
      { fn: wide[0], args: wide.slice(1) },
      { fn: "RV", args: ["SPY", "pe"] },
    ]);
    expect(data.map((a) => a.peer_level)).toEqual(["sub_industry", "sector", undefined]);
  });

  it("has coverage.short_interest for the percentage of float, and not for days to cover", async () => {
    const { coverage } = await meta(["SHORTINTEREST", "GME", "pctfloat"]);
    expect(coverage?.short_interest).toMatchObject({ settlement_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
    const { tickers = 0, with_float = 0 } = coverage?.short_interest ?? {};
    expect(with_float).toBeGreaterThan(0);
    expect(tickers).toBeGreaterThan(with_float);
    expect((await meta(["SHORTINTEREST", "GME", "days"])).coverage).toBeUndefined();
  });
});
