import { CAVEAT_IDS, CAVEATS } from "../../../src/contract/caveats";
import { CELL_FUNCTIONS, functionSpec } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { PATHS } from "../../../src/contract/paths";
import { SCREENER_FIELDS } from "../../../src/contract/screener";
import { SERIES_IDS } from "../../../src/contract/series";
import { readCondition } from "../../../src/service/families/screener/screen";
import { REGISTRY_KINDS, type RegistryRow } from "../../../src/contract/wire";
import { importInto, openServices, serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest()));
afterAll(() => s.close());
const page = (query: string, of = s) => of.read<RegistryRow[]>(`/v1/fields?${query}`);
const all = async (of = s): Promise<RegistryRow[]> => (await page("limit=500", of)).data;
const names = (rows: readonly RegistryRow[]): string[] => rows.map((r) => r.field);

describe("the registry's rows", () => {
  it("have the five kinds, are complete, follow the specification's order, and are counted in the reply", async () => {
    const rows = await all();
    const of = (kind: string) => names(rows.filter((r) => r.kind === kind));
    expect(new Set(rows.map((r) => r.kind))).toEqual(new Set(REGISTRY_KINDS));
    expect(of("screener")).toEqual(SCREENER_FIELDS.map((f) => f.name));
    expect(of("path")).toEqual(PATHS.map((p) => p.path));
    expect(of("series")).toEqual(SERIES_IDS);
    expect(of("function")).toEqual(CELL_FUNCTIONS.map((fn) => `SERVICE.${fn}`));
    expect(of("caveat")).toEqual(CAVEAT_IDS);
    expect([of("screener"), of("path"), of("series"), of("function")].map((l) => l.length)).toEqual([31, 50, 50, 25]);
    const { count, meta } = await page("limit=1");
    expect(meta).toMatchObject({ rows_in_all: count, rows_in_specification: 230, has_more: true });
    expect(count).toBe(31 + 50 + 50 + 25 + CAVEAT_IDS.length);
  });

  it("each have a description, source, endpoints and coverage", async () => {
    for (const row of await all()) {
      expect(row).toMatchObject({
        field: expect.stringMatching(/^\S+$/),
        description: expect.stringMatching(/\w/),
        type: expect.stringMatching(/\S/),
        source: expect.stringMatching(/\w/),
      });
      expect(row.doors.length).toBeGreaterThan(0);
      expect(row.universe === null || (Number.isInteger(row.universe) && row.universe >= 0)).toBe(true);
      expect(JSON.stringify(row)).not.toMatch(/undefined|NaN|\[object/);
    }
    expect(new Set((await all()).map((r) => `${r.kind} ${r.field}`)).size).toBe((await all()).length);
  });

  it("of functions name every argument and every field with its unit", async () => {
    const rows = new Map((await page("kind=function&limit=500")).data.map((r) => [r.field, r]));
    for (const fn of CELL_FUNCTIONS) {
      const spec = declarationOf(fn);
      const row = rows.get(`SERVICE.${fn}`);
      expect(row?.fields ?? []).toEqual(
        spec.fields.map(({ name, type, unit, plan, about }) => ({ name, type, ...(unit ? { unit } : {}), ...(plan ? { plan } : {}), description: about })),
      );
      expect(row?.arguments?.map((a) => a.name)).toEqual(spec.parameters.map((p) => p.name));
      spec.parameters.forEach((p, i) => expect(row?.arguments?.[i]?.choices).toEqual(p.kind === "choice" ? p.of : undefined));
      expect(row?.doors).toEqual([`=SERVICE.${fn}(${spec.parameters.map((p) => p.name).join(", ")})`, "POST /sheets/eval"]);
    }
  });

  it("of paths name the function they resolve to; of screener fields, their operators", async () => {
    const rows = await all();
    const row = (field: string) => rows.find((r) => r.field === field);
    expect(row("short.pctfloat")).toMatchObject({
      kind: "path",
      resolves_to: "SHORTINTEREST(entity), field pctfloat",
      type: "%",
      doors: expect.arrayContaining(['=SERVICE(entity,"short.pctfloat")']),
    });
    expect(row("asof")).toMatchObject({ resolves_to: "ASOF(entity)", type: "date" });
    expect(row("short.source")).toMatchObject({ type: "text" });
    expect(row("pe")).toMatchObject({
      kind: "screener",
      group: "valuation",
      operators: ["gte", "lte", "gt", "lt", "between"],
      doors: ["/v1/screen", "/screener"],
    });
    expect(row("no-advice")).toMatchObject({ kind: "caveat", description: CAVEATS["no-advice"], universe: null });
  });

  it("each have an example that is valid, except caveats", async () => {
    const rows = (await all()).filter(({ kind }) => kind !== "caveat");
    const cells = rows.flatMap(({ field, example = "" }) => {
      const [, fn, args] = /^=SERVICE(?:\.(\w+))?\((.*)\)$/.exec(example) ?? [];
      if (args === undefined) return [];
      const given = JSON.parse(`[${args}]`) as readonly (string | number)[];
      return [{ field, cell: fn === undefined ? { entity: given[0], path: given[1] } : { fn, args: given } }];
    });
    const { data } = await s.cells(cells.map(({ cell }) => cell));
    const wrong = data.flatMap(({ code }, i) =>
      ["bad_argument", "unknown_function", "unknown_path", "unknown_ticker"].includes(code ?? "") ? [`${cells[i]!.field}: ${code}`] : [],
    );
    expect(wrong).toEqual([]);
    const filters = rows.filter(({ kind }) => kind === "screener");
    expect(cells.length + filters.length).toBe(rows.length);
    const refused = filters.filter(({ field, example }) => {
      const [, name, condition = ""] = /^\/v1\/screen\?(\w+)=(.+)$/.exec(example ?? "") ?? [];
      const spec = SCREENER_FIELDS.find((f) => f.name === field)!;
      return name !== field || "detail" in readCondition(spec, condition.replaceAll("+", " "));
    });
    expect(refused.map(({ example }) => example)).toEqual([]);
  });

  it("of the screener have the unit of a figure, and count the names of its family", async () => {
    const rows = await all();
    const row = (kind: string, field: string) => rows.find((r) => r.kind === kind && r.field === field);
    expect(row("screener", "market_cap")).toMatchObject({ type: "USD" });
    expect(row("screener", "short_days_to_cover")).toMatchObject({ type: "days", universe: row("function", "SERVICE.SHORTINTEREST")!.universe });
    expect(row("screener", "smart_money_score")).toMatchObject({ type: "score", universe: row("function", "SERVICE.SMARTMONEY")!.universe });
    expect(row("screener", "sector")).toMatchObject({ type: "enum" });
  });

  it("exclude fields that the specification withholds or removes", async () => {
    const text = names(await all()).join("\n");
    for (const withheld of [
      ...["net_flow_usd", "total_kind", "reported_subtotal_usd", "withheld_reason", "aum_coverage", "latest_session"],
      ...["pct_of_mcap", "price_since_window_start", "price_since_last_trade", "price_as_of"],
      ...["BAMLH0A0HYM2", "BAMLC0A0CM", "divergence"],
    ])
      expect(text).not.toContain(withheld);
  });

  it("of series name the endpoints and the last observation at the service's date", async () => {
    const row = (await page("q=DGS10&kind=series")).data[0];
    expect(row).toMatchObject({ field: "DGS10", type: "%", last_observation: "2024-06-25", universe: 1 });
    expect(row?.doors).toEqual(['=SERVICE.FRED("DGS10")', "/macro/fred/DGS10", "/v1/macro/fred/DGS10/history"]);
    const real = await serve({
      asOf: "2024-06-20",
      imports: { DGS10: { "2024-06-18": 4.22, "2024-06-19": null, "2024-06-20": 4.25, "2024-06-21": 4.25 } },
    });
    expect((await page("q=DGS10&kind=series", real)).data[0]).toMatchObject({ last_observation: "2024-06-20", observations: 2 });
    const before = await serve({ asOf: "1962-01-31" });
    expect((await page("q=SOFR&kind=series", before)).data[0]).not.toHaveProperty("last_observation");
  });
});

describe("the registry's search", () => {
  it.each([
    ["short interest", 'SERVICE.SHORTINTEREST =SERVICE.SHORTINTEREST("GME","pctfloat")'],
    ["10 year yield", 'SERVICE.YIELD =SERVICE.YIELD("10Y")'],
    ["10 year yield on 2024-06-19", 'SERVICE.YIELD =SERVICE.YIELD("10Y")'],
    ["market value", "market_cap /v1/screen?market_cap=gte:1e9"],
    ["10-year treasury", 'DGS10 =SERVICE.FRED("DGS10")'],
    ["free cash flow", "fcf_yield /v1/screen?fcf_yield=gte:10"],
    ["policy rate japan", 'SERVICE.CBRATE =SERVICE.CBRATE("JP")'],
    ["gdp", 'SERVICE.BIS =SERVICE.BIS("DE","gdp")'],
    ["What is the SOFR rate?", 'SOFR =SERVICE.FRED("SOFR")'],
    ["insider buying", 'insider.buy =SERVICE("AAPL","insider.buy")'],
    ["P/E", "pe /v1/screen?pe=gte:10"],
    ["days to cover", "short_days_to_cover /v1/screen?short_days_to_cover=gte:10"],
  ])("shows for %j what to type", async (q, first) => {
    const { data } = await page(`limit=1&q=${encodeURIComponent(q)}`);
    expect(data.map(({ field, example }) => `${field} ${example}`)).toEqual([first]);
  });

  it("lists every door to free cash flow: the screener and the functions that accept it", async () => {
    const { data } = await page("q=free+cash+flow");
    expect(data.map(({ example }) => example)).toEqual(
      expect.arrayContaining(["/v1/screen?fcf_yield=gte:10", '=SERVICE.FILING("AAPL","free_cash_flow")', '=SERVICE.RV("MSFT","fcf_yield")']),
    );
  });

  it("returns rows with most of the words if none has all, and says so; nothing if they have half or fewer", async () => {
    const { data, meta } = await page("q=apple+short+interest");
    expect(data[0]?.field).toBe("SERVICE.SHORTINTEREST");
    expect(meta).toMatchObject({ note: "No row has all of these words. These rows have most of them." });
    expect(await page("q=oil+price")).toMatchObject({ data: [], count: 0, meta: { note: expect.stringMatching(/^No row has more than half/) } });
  });

  it("matches every word in identifier or description, in any case, the identifier first", async () => {
    expect(names((await page("q=dgs10")).data)[0]).toBe("DGS10");
    expect(names((await page("q=DAYS+cover")).data)).toContain("short_days_to_cover");
    const rows = (await page("q=treasury+years&kind=series&limit=500")).data;
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) for (const word of ["treasury", "years"]) expect(`${row.field} ${row.description} ${row.source}`.toLowerCase()).toContain(word);
    expect(await page("q=nothing+of+this+name")).toMatchObject({ data: [], count: 0, meta: { has_more: false } });
    const short = names((await page("q=short")).data);
    expect([short[0], short.slice(0, 3).filter((n) => !/^(SERVICE\.)?short/i.test(n))]).toEqual(["short", []]);
    expect(names((await page("q=service.fred")).data)[0]).toBe("SERVICE.FRED");
  });

  it("filters by one kind", async () => {
    for (const kind of REGISTRY_KINDS) {
      const { data, count } = await page(`kind=${kind}&limit=500`);
      expect(count).toBe(data.length);
      expect(new Set(data.map((r) => r.kind))).toEqual(new Set([kind]));
    }
    expect((await page("q=dgs10&kind=caveat")).count).toBe(0);
  });

  it("returns pages without overlaps or gaps", async () => {
    for (const query of ["", "q=a&", "kind=path&"]) {
      const whole = await page(`${query}limit=500`);
      const rows: RegistryRow[] = [];
      for (let offset = 0, more = true; more; offset += 7) {
        const part = await page(`${query}limit=7&offset=${offset}`);
        expect(part.count).toBe(whole.count);
        rows.push(...part.data);
        more = part.meta.has_more;
      }
      expect(rows).toEqual(whole.data);
    }
    expect(await page("offset=100000")).toMatchObject({ data: [], meta: { has_more: false } });
  });
});

test("the registry counts observations again after 15 minutes", async () => {
  let now = Date.UTC(2024, 5, 25, 12);
  const own = await serve({ now: () => now });
  const last = async () => (await page("q=DGS10&kind=series", own)).data[0]?.observations;
  expect(await last()).toBeUndefined();
  importInto(own.store, { DGS10: { "2024-06-18": 4.22 } });
  now += 15 * 60_000 - 1;
  expect(await last()).toBeUndefined();
  now += 1;
  expect(await last()).toBe(1);
});

const open = openServices();

const cells = async (...asked: object[]) =>
  (await s.post({ cells: asked.map((cell, id) => ({ id, ...cell })) })).json<{ data: Record<string, unknown>[] }>().data;

describe("a common name for an entity", () => {
  it.each([
    ["PRICE", "aapl us equity", "AAPL"],
    ["PRICE", "NASDAQ:AAPL", "AAPL"],
    ["SHORTINTEREST", "BRK/B", "BRK.B"],
    ["CBRATE", "Eurozone", "XM"],
    ["FUNDING", "BTC-PERP", "BTC"],
    ["YIELD", "10 year", "10Y"],
    ["FRED", "FRED:DGS10", "DGS10"],
    ["CONFLUENCE", "BTC-USD", "BTC"],
  ])("%s of %s equals that of %s, and a note says so", async (fn, typed, name) => {
    const [asTyped, known] = await cells({ fn, args: [typed] }, { fn, args: [name] });
    const said = `${typed.toUpperCase()} read as ${name}`;
    expect(asTyped).toEqual({ ...known, id: 0, note: known?.["note"] === undefined ? said : `${said}; ${String(known["note"])}` });
  });

  it("works in sheet paths, in ASOF and in REST endpoints", async () => {
    const [byPath, known, dated, ofKnown] = await cells(
      { entity: "AAPL US EQUITY", path: "price" },
      { fn: "PRICE", args: ["AAPL"] },
      { entity: "AAPL US EQUITY", path: "asof" },
      { entity: "AAPL", path: "asof" },
    );
    expect(byPath?.["value"]).toBe(known?.["value"]);
    expect(dated?.["value"]).toBe(ofKnown?.["value"]);
    const data = async (url: string) => (await s.read<unknown>(url)).data;
    expect(await data("/macro/fred/US10Y")).toEqual(await data("/macro/fred/DGS10"));
    expect(await data("/v1/crypto/funding/BTC-PERP")).toEqual(await data("/v1/crypto/funding/BTC"));
    expect(await data("/v1/equities/smart-money/AAPL.O")).toMatchObject({ ticker: "AAPL" });
  });

  it("of a listing on a foreign exchange is refused by every function of tickers", async () => {
    const fns = ["PRICE", "SIGNAL", "SMARTMONEY", "HOLDERS13F", "SHORTINTEREST", "INSIDER", "CONGRESS", "GAMMA", "CONFLUENCE"];
    const answers = await cells(
      ...fns.map((fn) => ({ fn, args: ["VOD LN Equity"] })),
      { fn: "RV", args: ["VOD.L", "pe"] },
      { fn: "FIN", args: ["LON:VOD", "revenue"] },
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ value: null, code: "not_covered", reason: "Exchange not covered: only US tickers are served." });
  });
});

/** Members of every object: a table read with such a key returns a function unless the key is checked. */
const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"];

test("names of built-in object members as functions, arguments or paths give no internal text and no error", async () => {
  const told: string[] = [];
  const service = await open({ onFault: (message) => told.push(message) });
  const cells = NAMES.flatMap((name) => [
    { fn: name, args: [] },
    { entity: "AAPL", path: name },
    ...PATHS.map(({ path }) => ({ entity: name, path })),
    ...CELL_FUNCTIONS.flatMap((fn) => {
      const examples = functionSpec(fn).parameters.map((p) => p.example);
      return examples.map((_, at) => ({ fn, args: examples.map((example, i) => (i === at ? name : example)) }));
    }),
  ]);
  for (let from = 0; from < cells.length; from += 500) {
    const { data } = await service.cells(cells.slice(from, from + 500));
    for (const [i, { value, reason }] of data.entries()) {
      const cell = JSON.stringify(cells[from + i]);
      expect({ cell, text: `${String(value)} ${reason}` }).toEqual({ cell, text: expect.not.stringMatching(/native code|\[object|undefined undefined/) });
    }
  }
  expect(told).toEqual([]);
});

test("names of built-in object members in addresses and queries cause no server error", async () => {
  const service = await open({ onFault: (message) => expect(message).toBe("") });
  const urls = NAMES.flatMap((name) => [
    `/macro/fred/${name}`,
    `/v1/macro/fred/${name}/history`,
    `/v1/equities/smart-money/${name}`,
    `/v1/equities/smart-money?direction=${name}`,
    `/v1/equities/institutional?ticker=${name.slice(0, 12)}`,
    `/v1/equities/gamma/${name}`,
    `/v1/equities/insider-clusters?direction=${name}`,
    `/v1/equities/short-interest?symbol=${name.slice(0, 12)}`,
    `/v1/equities/short-interest?sort=${name}`,
    `/v1/screen?columns=${name}`,
    `/v1/brief/equity/${name}`,
    `/v1/brief/${name}/BTC`,
    `/v1/screen?sector=${name}:${name}`,
    `/v1/crypto/derivatives/${name}`,
    `/v1/crypto/derivatives/BTC?exchange=${name}`,
    `/v1/crypto/etf/flows?period=${name}`,
    `/v1/crypto/whales?blockchain=${name}`,
    `/v1/fields?kind=${name}`,
    `/v1/fields?${name}=1`,
    `/${name}`,
  ]);
  for (const url of urls) {
    const { statusCode } = await service.get(url);
    expect({ url, isFault: statusCode >= 500 }).toEqual({ url, isFault: false });
  }
});
