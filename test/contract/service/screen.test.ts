import { parse } from "csv-parse/sync";
import { gunzipSync } from "node:zlib";
import { SCREENER_FIELDS } from "../../../src/contract/screener";
import { DECLARED_COLUMNS, LEVELS } from "../../../src/service/families/screener/columns";
import { TICKERS, UNIVERSE } from "../../../src/service/instruments/universe";
import { createClock } from "../../../src/service/time/clock";
import { SCREENED } from "./addresses";
import { closes, shortInterest as settlement } from "./rows";
import { openServices, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";

const DAY = "2024-06-25";
const FIELDS = SCREENER_FIELDS.map(({ name }) => name);
const UNKNOWN_TO_ALL = ["country_operating", "active_red_flags"];

type Value = number | string | null;

const asked = (s: ServiceUnderTest, query = "") => s.read(`/v1/screen?${query}`);
const provenanceIn = (row: any) => row.provenance as Record<string, object> | undefined;
const numbers = (rows: readonly any[], field: string): number[] => rows.flatMap((r) => (typeof r[field] === "number" ? [r[field]] : []));

describe("GET /v1/screen over sample data", () => {
  let s: ServiceUnderTest;
  beforeAll(async () => void (s = await serviceUnderTest()));
  afterAll(() => s.close());
  const screen = (query = "") => asked(s, query);
  const all = async (query: string): Promise<readonly any[]> => {
    const pages = [await screen(`${query}&limit=500`), await screen(`${query}&limit=500&offset=500`)];
    return pages.flatMap(({ data }) => data);
  };

  it("lists all names with all fields by default, the largest company first, in pages of 50", async () => {
    const { data, count, meta, as_of } = await screen();
    expect(Object.keys(data[0]!).filter((key) => FIELDS.includes(key))).toEqual(FIELDS);
    expect([data.length, count, meta.names, meta.has_more]).toEqual([50, TICKERS.length, TICKERS.length, true]);
    const caps = numbers(data, "market_cap");
    expect(caps.every(Number.isInteger)).toBe(true);
    expect(caps).toEqual([...caps].sort((a, b) => b - a));
    expect(caps.length).toBe(50);
    expect(meta).toMatchObject({ sample: true, unknown: {}, attribution: { sample: expect.any(String) } });
    expect(as_of).toMatch(/^2024-06-26T03:59:59/);
  });

  it("declares, reads and answers exactly the fields of the specification", async () => {
    expect(DECLARED_COLUMNS.map(({ name }) => name).sort()).toEqual([...FIELDS].sort());
    const ordinal = SCREENER_FIELDS.filter(({ type }) => type === "ordinal").map(({ name }) => name);
    expect(Object.keys(LEVELS).sort()).toEqual(ordinal.sort());
    const choices = Object.fromEntries(SCREENER_FIELDS.map((field) => [field.name, field.choices]));
    expect(choices["instrument_type"]).toEqual(expect.arrayContaining([...new Set(UNIVERSE.map(({ instrumentType }) => instrumentType))]));
    const rows = await all("sort=ticker&order=asc");
    const known = FIELDS.filter((field) => rows.some((r) => r[field] !== null));
    expect(known).toEqual(FIELDS.filter((field) => !UNKNOWN_TO_ALL.includes(field)));
  });

  it("gives each null a reason, and each value none", async () => {
    const wrong = (await all("sort=ticker")).flatMap((r) => FIELDS.filter((f) => (r[f] === null) !== (r.reasons?.[f] !== undefined)).map((f) => [r.ticker, f]));
    expect(wrong).toEqual([]);
  });

  it("shows the values, reasons, dates, sources and caveats of cells", async () => {
    const rows = new Map((await all("sort=ticker&provenance=true")).map((r) => [r.ticker, r]));
    const cells = Object.entries<readonly [fn: string, ...args: (string | number | null)[]]>({
      ...SCREENED,
      signal_total_count: ["SIGNAL", "count"],
      latest_alert_age_days: ["SIGNAL", "age_days", 365],
    });
    for (const ticker of ["AAPL", "NVDA", "JPM", "GME", "TSM", "BRK.B", "SPY"])
      for (const [field, [fn, ...args]] of cells) {
        const cell = await s.ask(fn, ticker, ...args);
        const of = rows.get(ticker)!;
        const { observation_date, source, caveats, sample } = cell;
        const provenance = source === undefined ? undefined : { observation_date, source, caveats, sample };
        expect([ticker, field, of[field], of.reasons?.[field], provenanceIn(of)?.[field]]).toEqual([ticker, field, cell.value, cell.reason, provenance]);
      }
    expect(provenanceIn(rows.get("AAPL")!)!["sector"]).toBeUndefined();
    expect((await screen("limit=1")).data[0]).not.toHaveProperty("provenance");
  });

  it("computes the other figures from what cells and endpoints show", async () => {
    const rows = new Map((await all("sort=ticker")).map((r) => [r.ticker, r]));
    for (const ticker of ["AAPL", "NVDA", "KO", "GME", "XOM"]) {
      const of = rows.get(ticker)!;
      const [price, shares, revenue] = [await s.ask("PRICE", ticker), await s.ask("FIN", ticker, "shares_outstanding"), await s.ask("FIN", ticker, "revenue")];
      expect(of.market_cap).toBeCloseTo(Number(price.value) * Number(shares.value), 0);
      expect(of.revenue_latest).toBe(revenue.value);
      const trades = (await s.get(`/v1/equities/congress?ticker=${ticker}&days=30&limit=200`)).json<{ data: { direction: string | null }[] }>().data;
      const net = trades.reduce((sum, t) => sum + (t.direction === "bull" ? 1 : t.direction === "bear" ? -1 : 0), 0);
      expect([ticker, of.congress_net_30d]).toEqual([ticker, trades.length === 0 ? null : net]);
      const flip = await s.ask("GAMMA", ticker, "flip");
      if (typeof flip.value === "number") expect(of.gamma_flip_distance_pct).toBeCloseTo((Number(price.value) / flip.value - 1) * 100, 1);
      const score = await s.ask("SIGNAL", ticker, "score");
      if (of.signal_total_count === 1) expect(Math.abs(Number(of.signal_avg_net_score))).toBe(score.value);
      expect(of.signal_max_severity === null).toBe(score.value === null);
    }
    expect(rows.get("TSM")).toMatchObject({ market_cap: null, instrument_type: "adr", reporting_regime: "foreign_private_issuer", country: "US" });
    expect(rows.get("TSM")!.reasons).toMatchObject({ market_cap: "Not computed for a depositary receipt.", revenue_latest: "Reported in TWD, not converted." });
    expect(rows.get("SPY")).toMatchObject({ instrument_type: "etf", pe: null, revenue_latest: null });
    expect(rows.get("AAPL")).toMatchObject({ name: "Apple", sector: "Information Technology", instrument_type: "common", reporting_regime: "us_domestic" });
  });

  it("applies every operator of every field, and lists all names that meet it", async () => {
    const rows = await all("sort=ticker&order=asc");
    const level = (field: string, value: Value): number => LEVELS[field]!.indexOf(String(value));
    for (const { name, type, operators } of SCREENER_FIELDS) {
      const values = [...new Set(rows.map((r) => r[name]!).filter((v) => v !== null))].sort();
      if (values.length === 0) continue;
      const sorted = type === "number" ? (values as number[]).sort((a, b) => a - b) : values;
      const [low, middle, high] = [0.2, 0.5, 0.8].map((at) => sorted[Math.floor(at * (sorted.length - 1))]!) as [Value, Value, Value];
      const rank = (v: Value): number => (type === "ordinal" ? level(name, v) : Number(v));
      const meets: Readonly<Record<string, readonly [text: string, holds: (v: Value) => boolean]>> = {
        gte: [String(middle), (v) => rank(v) >= rank(middle)],
        lte: [String(middle), (v) => rank(v) <= rank(middle)],
        gt: [String(middle), (v) => rank(v) > rank(middle)],
        lt: [String(middle), (v) => rank(v) < rank(middle)],
        eq: [String(middle), (v) => v === middle],
        between: [`${low},${high}`, (v) => Number(v) >= Number(low) && Number(v) <= Number(high)],
        in: [`${low},${high}`, (v) => v === low || v === high],
        nin: [`${low},${high}`, (v) => v !== low && v !== high],
      };
      for (const operator of operators) {
        const [text, holds] = meets[operator]!;
        const found = await screen(`${name}=${operator}:${encodeURIComponent(text)}&sort=ticker&order=asc&columns=${name}&limit=500`);
        const expected = rows.filter((r) => r[name] !== null && holds(r[name]!)).map((r) => r.ticker);
        expect([name, operator, found.count, found.data.map((r) => r.ticker)]).toEqual([name, operator, expected.length, expected.slice(0, 500)]);
        expect(found.meta.unknown).toEqual({ [name]: rows.filter((r) => r[name] === null).length });
      }
    }
  });

  it("combines conditions, repeated parameters included: all must hold", async () => {
    const { data, count } = await screen("sector=in:financials,Energy&market_cap=gte:1e10&market_cap=lt:5e11&pe=between:5,20&limit=500");
    expect(count).toBeGreaterThan(3);
    expect(data.length).toBe(count);
    for (const r of data) {
      expect(["Financials", "Energy"]).toContain(r.sector);
      expect(Number(r.market_cap) >= 1e10 && Number(r.market_cap) < 5e11 && Number(r.pe) >= 5 && Number(r.pe) <= 20).toBe(true);
    }
    expect(await screen("market_cap=gte:1e18")).toMatchObject({ data: [], count: 0, meta: { has_more: false } });
  });

  it("sorts by each field in either order, unknown values last and equal ones by ticker", async () => {
    for (const field of ["pe", "short_float_confidence", "sector", "signal_total_count"])
      for (const order of ["asc", "desc"]) {
        const rows = await all(`sort=${field}&order=${order}&columns=${field}`);
        const known = rows.filter((r) => r[field] !== null);
        expect(rows.slice(0, known.length)).toEqual(known);
        const rank = (v: Value): number | string => (field === "short_float_confidence" ? LEVELS["short_float_confidence"]!.indexOf(String(v)) : v!);
        const pairs = known.slice(1).map((r, i) => [known[i]!, r] as const);
        const wrong = pairs.filter(([a, b]) => {
          const [x, y] = [rank(a[field]!), rank(b[field]!)];
          return x === y ? a.ticker > b.ticker : order === "asc" ? x > y : x < y;
        });
        expect([field, order, wrong.map(([a]) => a.ticker)]).toEqual([field, order, []]);
      }
    expect((await screen("sort=ticker&order=desc&limit=2")).data.map((r) => r.ticker)).toEqual([...TICKERS].sort().reverse().slice(0, 2));
  });

  it("returns the requested columns and the caveats of the fields in use", async () => {
    const { data, meta } = await screen("columns=pe,%20last_price&net_gex=gt:0&limit=1");
    expect(Object.keys(data[0]!).filter((key) => key !== "reasons")).toEqual(["ticker", "name", "last_price", "pe", "sample"]);
    expect(meta.caveats).toEqual(expect.arrayContaining(["gamma_modeled_not_measured", "rv_annual_filings_only"]));
    expect(meta.caveats).not.toContain("smart-money-lag");
    expect((await screen("limit=1")).meta.caveats).toEqual(expect.arrayContaining(["smart-money-lag", "short_pct_float_is_a_lower_bound"]));
    expect(Object.keys((await screen("columns=ticker&limit=1")).data[0]!)).toEqual(["ticker", "name"]);
  });

  const csv = async (query: string, headers?: Record<string, string>) => {
    const reply = await s.get(`/v1/screen?${query}`, headers);
    const text = reply.headers["content-encoding"] === "gzip" ? gunzipSync(reply.rawPayload).toString() : reply.body;
    return { reply, rows: parse(text, { columns: true }) as Record<string, string>[] };
  };

  it("gives all names that meet the conditions as CSV, each line with its date, caveats and attribution", async () => {
    const [{ reply, rows }, json] = [await csv("format=csv&columns=pe,short_pct_float&sort=ticker&order=asc"), await all("sort=ticker&order=asc")];
    expect(reply.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="screen.csv"',
      vary: "accept, accept-encoding",
    });
    expect(Object.keys(rows[0]!)).toEqual(["ticker", "name", "short_pct_float", "pe", "reasons", "sample", "as_of", "caveats", "attribution"]);
    expect(rows.map((r) => [r.ticker, r.name, r.pe])).toEqual(json.map((r) => [r.ticker, r.name, String(r.pe ?? "")]));
    const spy = rows.find((r) => r.ticker === "SPY")!;
    expect(spy).toMatchObject({ pe: "", reasons: expect.stringMatching(/(^| \| )pe: .+/) });
    const aapl = rows.find((r) => r.ticker === "AAPL")!;
    expect(aapl).toMatchObject({ sample: "true", as_of: "2024-06-26T03:59:59Z", attribution: expect.stringContaining("Sample data") });
    expect(aapl["caveats"]!.split(" ")).toEqual(expect.arrayContaining(["rv_annual_filings_only", "short_pct_float_is_a_lower_bound"]));
  });

  it("gives CSV if the request accepts it rather than JSON, compressed, and limited only if asked", async () => {
    const query = "columns=pe&sort=pe&provenance=true&pe=gt:0";
    const { reply, rows } = await csv(`${query}&limit=3&offset=1`, { accept: "text/csv, application/json;q=0.5", "accept-encoding": "br, gzip" });
    expect(reply.headers).toMatchObject({ "content-encoding": "gzip", "content-disposition": expect.any(String) });
    const { data } = await screen(`${query}&limit=3&offset=1`);
    expect(rows.map((r) => [r.ticker, r.pe, { observation_date: r.pe_date, source: r.pe_source, caveats: r.pe_caveats!.split(" "), sample: true }])).toEqual(
      data.map((r) => [r.ticker, String(r.pe), provenanceIn(r)!["pe"]]),
    );
    for (const accept of ["*/*", "application/json, text/csv", "application/json, text/csv;q=0.9", "text/html, text/csv;q=0"])
      expect((await s.get("/v1/screen?limit=1", { accept })).headers["content-type"]).toMatch(/^application\/json/);
    expect((await s.get("/v1/screen?limit=1&format=json", { accept: "text/csv" })).headers["content-type"]).toMatch(/^application\/json/);
    expect((await csv("format=csv&market_cap=gte:1e18")).rows).toEqual([]);
  });

  it("cuts pages at their bounds", async () => {
    const [one, next] = [await screen("limit=1"), await screen("limit=1&offset=1")];
    expect([one.data.length, next.data.length, one.data[0]!.ticker === next.data[0]!.ticker]).toEqual([1, 1, false]);
    expect((await screen("limit=500")).data).toHaveLength(500);
    expect(await screen(`offset=${TICKERS.length}`)).toMatchObject({ data: [], count: TICKERS.length, meta: { has_more: false } });
  });

  it("gives as of a day the reply of a service whose date is that day", async () => {
    const later = await serviceUnderTest({ asOf: "2024-09-25" });
    const then = await asked(later, `as_of=${DAY}&limit=500`);
    await later.close();
    const own = await screen("limit=500");
    expect(then).toEqual({ ...own, meta: { ...own.meta, as_of: "2024-06-26T03:59:59Z" } });
  });

  it.each([
    ["format=xml", 'format: expected json or csv, got "xml".'],
    ["provenance=yes", 'provenance: expected true or false, got "yes".'],
    ["order=up", 'order: expected asc or desc, got "up".'],
    ["sort=price", /^sort: expected ticker, sector, .* or net_debt_to_ocf, got "price"\.$/],
    ["columns=pe,markt_cap", 'columns: expected fields such as pe or market_cap, separated by commas, got "markt_cap"; did you mean market_cap?'],
    ["columns=", "columns: expected fields such as pe or market_cap, separated by commas, got a blank."],
    [
      "forward_multiple=lte:15",
      'There is no parameter "forward_multiple" here. GET /v1/openapi.json lists all. GET /v1/fields?kind=screener lists the fields.',
    ],
    ["markt_cap=gte:1", 'There is no parameter "markt_cap" here; did you mean market_cap? Operators of market_cap: gte, lte, gt, lt, eq or between.'],
    ["market_cap=5", 'market_cap: expected gte, lte, gt, lt, eq or between, a colon and a value, such as gte:1e9, got "5".'],
    ["pe=eq:10", 'pe: expected gte, lte, gt, lt or between, a colon and a value, such as gte:10, got "eq:10".'],
    ["pe=gte:ten", 'pe: expected a number after gte:, such as gte:10 or gte:1e9, got "ten".'],
    ["pe=gte:", "pe: expected a number after gte:, such as gte:10 or gte:1e9, got a blank."],
    ["pe=gte:1e999", 'pe: expected a number after gte:, such as gte:10 or gte:1e9, got "1e999".'],
    ["pe=between:20,10", 'pe: expected two numbers after between:, the smaller one first, such as between:10,20, got "20,10".'],
    ["pe=between:1,2,3", 'pe: expected two numbers after between:, the smaller one first, such as between:10,20, got "1,2,3".'],
    ["sector=gte:Energy", 'sector: expected eq, in or nin, a colon and a value, such as eq:Information Technology, got "gte:Energy".'],
    ["sector=in:Energy,Financial", /^sector: expected Information Technology, .* after in:, got "Financial"; did you mean Financials\?$/],
    ["country=eq:USA", 'country: expected a country\'s two letters after eq:, such as eq:US, got "USA".'],
    ["instrument_type=eq:stock", 'instrument_type: expected common, adr or etf after eq:, got "stock".'],
    ["signal_max_severity=gte:severe", 'signal_max_severity: expected low, medium, high or critical after gte:, got "severe".'],
    ["signal_max_severity=gt:low", 'signal_max_severity: expected eq, gte or lte, a colon and a value, such as gte:medium, got "gt:low".'],
  ])("refuses %s with what was expected", async (query, detail) => {
    const said = typeof detail === "string" ? detail : expect.stringMatching(detail);
    expect(await screen(query)).toEqual({ status: 422, code: "invalid_request", detail: said });
  });
});

describe("GET /v1/screen over published data", () => {
  const serve = openServices();
  const shortInterest = (day: string, days_to_cover: number) => settlement("ZZZT", day, { days_to_cover });

  it("lists a name that only a publisher has among those of sample data, and alone while sample data is off", async () => {
    const s = await serve();
    take(s, [shortInterest("2024-06-14", 18)]);
    const { data, meta } = await asked(s, "short_days_to_cover=eq:18");
    expect(data).toEqual([
      expect.objectContaining({ ticker: "ZZZT", name: null, sector: null, country: "US", instrument_type: null, last_price: null, short_days_to_cover: 18 }),
    ]);
    expect(data[0]!.sample).toBeUndefined();
    expect(data[0]!.reasons).toMatchObject({ sector: "No source of sectors is loaded.", last_price: "Nothing is loaded for this on ZZZT." });
    expect(meta).toMatchObject({ names: TICKERS.length + 1, sample: false, attribution: { finra: expect.stringContaining("FINRA") } });
    expect((await s.ask("SHORTINTEREST", "ZZZT", "days")).value).toBe(18);

    s.store.decisions.decide("sample", false, DAY);
    const alone = await asked(s);
    expect(alone.data.map((r) => r.ticker)).toEqual(["ZZZT"]);
    expect(alone.meta).toMatchObject({ names: 1, sample: false });
    expect(alone.meta.note).toBeUndefined();
  });

  it("shows a new day's close when cells do, without an import", async () => {
    let now = Date.UTC(2024, 5, 25, 15);
    // Without sample data, because a table of all names takes seconds.
    const s = await serve({ clock: createClock(undefined, () => now), sample: false });
    take(s, closes("ZZZT", { "2024-06-24": 10, "2024-06-25": 11 }), { seen: "2024-06-27" });
    const shown: unknown[] = [];
    for (const hour of [15, 30]) {
      now = Date.UTC(2024, 5, 25, hour);
      const { ticker, last_price } = (await asked(s, "columns=last_price&limit=1")).data[0]!;
      shown.push(last_price);
      expect(last_price).toBe((await s.ask("PRICE", ticker)).value);
    }
    expect(shown).toEqual([10, 11]);
  });

  it("shows an import in the next reply, and lists as of a day what was public then", async () => {
    const s = await serve({ sample: false });
    const on = async (asOf: string) => asked(s, `as_of=${asOf}&columns=short_days_to_cover`);
    expect(await on("2024-06-25")).toMatchObject({ data: [], meta: { names: 0 } });
    take(s, [shortInterest("2024-05-31", 18)]);
    expect((await on("2024-06-25")).data).toMatchObject([{ ticker: "ZZZT", short_days_to_cover: 18 }]);
    take(s, [shortInterest("2024-06-14", 19)]);
    expect((await on("2024-06-25")).data).toMatchObject([{ ticker: "ZZZT", short_days_to_cover: 19 }]);
    expect((await on("2024-06-13")).data).toMatchObject([{ ticker: "ZZZT", short_days_to_cover: 18 }]);
    expect(await on("2024-05-20")).toMatchObject({ data: [], meta: { names: 0, as_of: "2024-05-21T03:59:59Z" } });
    expect((await s.get("/v1/screen?as_of=2024-06-26")).statusCode).toBe(422);
  });
});
