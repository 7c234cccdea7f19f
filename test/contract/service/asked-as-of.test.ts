import type { EvalReply, WireAnswer } from "../../../src/contract/wire";
import { createClock } from "../../../src/service/time/clock";
import { exampleRequests, type Document } from "./openapi-document";
import { openServices, serviceUnderTest, type Setting } from "./service-under-test";

/** April's consumer price index was published on 2024-05-15 at 08:30 in New York; May's on 2024-06-12. */
const CPI = { CPIAUCSL: { "2024-03-01": 312.332, "2024-04-01": 313.548, "2024-05-01": 314.069 } };
const NOW = Date.UTC(2024, 5, 26, 2, 0, 30);
const open = openServices();
const onTodaysClock = (setting: Setting = {}) => open({ clock: createClock(undefined, () => NOW), imports: CPI, ...setting });
const LATEST = { id: 0, fn: "FRED", args: ["CPIAUCSL"] };
const valueOf = ({ value, code }: WireAnswer): unknown => code ?? value;

let s: Awaited<ReturnType<typeof onTodaysClock>>;
beforeEach(async () => void (s = await onTodaysClock()));

describe("POST /sheets/eval with as_of", () => {
  it("answers as of the end of a day in New York while the service runs on today's clock", async () => {
    const asked = async (as_of?: string): Promise<EvalReply> => (await s.post({ cells: [LATEST], ...(as_of === undefined ? {} : { as_of }) })).json();
    const [before, on, now] = [await asked("2024-05-14"), await asked("2024-05-15"), await asked()];
    expect([before, on, now].map(({ data }) => data.map(valueOf))).toEqual([[312.332], [313.548], [314.069]]);
    expect([before, on, now].map(({ as_of, meta }) => [as_of, meta.as_of])).toEqual([
      ["2024-05-15T03:59:59Z", "2024-05-15T03:59:59Z"],
      ["2024-05-16T03:59:59Z", "2024-05-16T03:59:59Z"],
      ["2024-06-26T02:00:00Z", undefined],
    ]);
  });

  it("answers as of a moment to the second: before 08:30 in New York the figure of that morning does not exist", async () => {
    const at = async (as_of: string) => (await s.post({ cells: [LATEST], as_of })).json<EvalReply>();
    expect([(await at("2024-05-15T12:29:59Z")).data[0]?.value, (await at("2024-05-15T12:30Z")).data[0]?.value]).toEqual([312.332, 313.548]);
    expect((await at("2024-05-15T12:30Z")).meta.as_of).toBe("2024-05-15T12:30:00Z");
  });

  it("applies to every cell of the batch, and to none of the next", async () => {
    const cells = [LATEST, { id: 1, fn: "FREDH", args: ["CPIAUCSL", "2024-05-20", "last"] }, { id: 2, fn: "ASOF", args: ["CPIAUCSL"] }];
    const then = (await s.post({ cells, as_of: "2024-05-16" })).json<EvalReply>().data.map(valueOf);
    expect(then).toEqual([313.548, "after_as_of", "2024-04-01"]);
    expect((await s.post({ cells })).json<EvalReply>().data.map(valueOf)).toEqual([314.069, 314.069, "2024-05-01"]);
  });

  it.each([
    ["2024-06-25", /^as_of: expected a day that has ended in New York, got 2024-06-25; this service's date is 2024-06-26 .*the last such day is 2024-06-24\.$/],
    ["2024-06-26T02:01Z", /^as_of: expected a moment that is not in the future, got 2024-06-26T02:01:00Z; this service's date is 2024-06-26 /],
    ["2199-01-01", /this service's date is 2024-06-26/],
    ["2024-13-01", /^as_of: expected a day such as 2024-06-25 or a moment in UTC/],
    ["1850-01-01", /^as_of: expected a day from 1900 to 2199/],
    [20240625, /^as_of: expected a day such as .* got 20240625\.$/],
    [null, /^as_of: expected a day such as .* got nothing\.$/],
  ])("refuses %p with 422", async (as_of, sentence) => {
    const response = await s.post({ cells: [LATEST], as_of });
    expect([response.statusCode, response.json()]).toEqual([422, { code: "invalid_request", detail: expect.stringMatching(sentence) }]);
  });

  it.each<[string, object, string]>([
    ["/sheets/eval?as_of=2024-05-16", { cells: [LATEST] }, 'There is no parameter "as_of" here; it belongs in the body.'],
    ["/sheets/eval", { cells: [LATEST], asof: "2024-05-16" }, 'There is no member "asof" here; did you mean as_of?'],
    ["/sheets/eval", { cells: [LATEST], options: {} }, 'There is no member "options" here. Known: cells, as_of, trace.'],
  ])("refuses a misplaced or misspelt as_of, which would be ignored: %s %j", async (url, body, detail) => {
    const { app, key } = await onTodaysClock();
    const response = await app.inject({ method: "POST", url, headers: { authorization: `Bearer ${key}` }, payload: body });
    expect([response.statusCode, response.json()]).toEqual([422, { code: "invalid_request", detail }]);
  });

  it("refuses it in a cell, and answers the others", async () => {
    const { data } = await s.cells([
      { ...LATEST, as_of: "2024-05-16" },
      { ...LATEST, id: 1 },
    ]);
    expect(data).toEqual([
      expect.objectContaining({
        value: null,
        code: "bad_argument",
        explanation: 'Malformed cell: There is no member "as_of" here; it belongs in the body, next to cells.',
      }),
      expect.objectContaining({ value: 314.069 }),
    ]);
  });

  it("is limited by the date of a service that itself runs as of a day", async () => {
    const s = await open({ asOf: "2024-05-15", imports: CPI });
    const on = async (as_of: string) => (await s.post({ cells: [LATEST], as_of })).json<EvalReply>().data[0]?.value;
    expect([await on("2024-05-15"), await on("2024-05-14")]).toEqual([313.548, 312.332]);
    expect((await s.post({ cells: [LATEST], as_of: "2024-05-16" })).statusCode).toBe(422);
  });

  it("gives the same answers as a service whose date is that day, for every function", async () => {
    const { FUNCTION_NAMES, functionSpec } = await import("../../../src/contract/functions");
    const cells = FUNCTION_NAMES.map((fn, id) => ({ id, fn, args: functionSpec(fn).parameters.map((p) => p.example) }));
    const [today, then] = [await onTodaysClock(), await open({ asOf: "2024-05-10", imports: CPI })];
    // Fills the caches with the answers of today.
    await today.post({ cells });
    const asked = (await today.post({ cells, as_of: "2024-05-10" })).json<EvalReply>().data;
    expect(asked).toEqual((await then.post({ cells })).json<EvalReply>().data);
    expect(asked).toHaveLength(FUNCTION_NAMES.length);
  });
});

describe("?as_of=", () => {
  /** An example of each address with a past, except those that read all names, which takes seconds, and the list of files, which have a version of their own. */
  const ALL_NAMES = ["/v1/screen", "/v1/confluence", "/v1/equities/signals", "/v1/equities/track-record"];
  let addresses: readonly string[];
  beforeAll(async () => {
    const { get, close } = await serviceUnderTest();
    const document = (await get("/v1/openapi.json")).json<Document>();
    const examples = exampleRequests(document).filter(({ path, status, given }) => {
      const { parameters = [], responses } = document.paths[path]?.get ?? {};
      const isRead = status === 200 && ![...ALL_NAMES, "/v1/bulk"].includes(path) && "application/json" in (responses?.["200"]?.content ?? {});
      return isRead && parameters.some((p) => p.name === "as_of") && !given.includes("as_of");
    });
    addresses = [...new Map(examples.reverse().map(({ path, url }) => [path, url])).values()];
    await close();
  });
  const withAsOf = (address: string, asOf: string): string => `${address}${address.includes("?") ? "&" : "?"}as_of=${asOf}`;

  it("gives the reply of a service whose date is that day, on every endpoint with history", async () => {
    const [today, then] = [await onTodaysClock(), await open({ asOf: "2024-05-10", imports: CPI })];
    expect(addresses.length).toBeGreaterThan(50);
    const same: string[] = [];
    for (const address of addresses) {
      const [own, before] = [(await today.get(address)).json(), (await then.get(address)).json()];
      const asked = (await today.get(withAsOf(address, "2024-05-10"))).json();
      expect([address, asked]).toEqual([address, { ...before, meta: { ...before.meta, as_of: "2024-05-11T03:59:59Z" } }]);
      expect([address, own.meta.as_of]).toEqual([address, undefined]);
      if (JSON.stringify(own.data) === JSON.stringify(asked.data)) same.push(address);
    }
    expect(same.length).toBeLessThan(addresses.length / 4);
  });

  it("accepts a moment: the index of the morning is public from 08:30 in New York", async () => {
    const at = async (asOf: string) => (await s.get(withAsOf("/macro/fred/CPIAUCSL", asOf))).json();
    expect([(await at("2024-05-15T12:29Z")).data.value, (await at("2024-05-15T12:30Z")).data.value]).toEqual([312.332, 313.548]);
    expect((await at("2024-05-15T12:30Z")).meta.as_of).toBe("2024-05-15T12:30:00Z");
  });

  it("refuses the future and other texts with 422", async () => {
    for (const address of addresses) {
      const replies = [await s.read(withAsOf(address, "2024-06-25")), await s.read(withAsOf(address, "May"))];
      expect([address, ...replies.map(({ status, detail }) => [status, detail])]).toEqual([
        address,
        [422, expect.stringContaining("this service's date is 2024-06-26")],
        [422, expect.stringContaining('expected a day such as 2024-06-25 or a moment in UTC such as 2024-06-25T14:30Z, got "May"')],
      ]);
    }
  });

  it.each([
    ["/macro/fred/CPIAUCSL?asof=2024-05-16", 'There is no parameter "asof" here; did you mean as_of?'],
    ["/v1/status?as_of=2024-05-16", 'There is no parameter "as_of" here, nor any other.'],
    ["/v1/openapi.json?as_of=2024-05-16", 'There is no parameter "as_of" here, nor any other.'],
  ])("is refused with 422 where it would be ignored: %s", async (url, detail) => {
    expect(await (await onTodaysClock()).read(url)).toEqual({ status: 422, code: "invalid_request", detail });
  });

  it("is declared in the OpenAPI document of every endpoint with market data, except those without a past", async () => {
    const { paths } = (await s.get("/v1/openapi.json")).json<Document>();
    const without = Object.entries(paths).flatMap(([path, { get }]) =>
      get && !get.tags.includes("service") && !get.parameters?.some((p) => p.name === "as_of") ? [path] : [],
    );
    expect(without).toEqual(["/v1/macro/supply-corridors"]);
  });
});
