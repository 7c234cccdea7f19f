import { readFileSync } from "node:fs";
import path from "node:path";
import { addDays } from "../../../src/contract/dates";
import { SIGNAL_TYPES } from "../../../src/contract/listed/signals";
import { BANKS, HORIZONS, INDICATORS, RATE_KEYS, RV_METRICS, TENORS } from "../../../src/contract/vocabulary";
import { parseByFeed } from "../../../src/service/ingest/ingest-document";
import { cftc } from "../../../src/service/publishers/cftc/cftc";
import { fiscaldata } from "../../../src/service/publishers/fiscaldata/fiscaldata";
import type { Publisher } from "../../../src/service/publishers/publisher";
import { tic } from "../../../src/service/publishers/tic/tic";
import { recordRow } from "../../record-row";
import { itWithSharedData } from "../../shared-data";
import { marketState } from "./rows";
import { keyFor, noRows, openServices, serviceUnderTest, take, type Reply, type ServiceUnderTest } from "./service-under-test";
import { figuresOf, unlikeCells, type FigureAndCell, type FigureRow } from "./unlike-cells";
import { grid } from "../../grid";

// One file for the endpoints of many families: they share a service, and loading it takes longer than most tests.
const DAY = "2024-06-25";

let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest()));
afterAll(() => s.close());
/** A service of one test. */
const serve = openServices();
const get = <T = FigureRow>(url: string, of = s) => of.read<T>(url);
const list = (url: string, of = s) => of.read(url);
const unlike = (pairs: readonly FigureAndCell[]) => unlikeCells(s, pairs);

it("GET /v1/macro/regime shows what REGIME shows, with the components, marked as sample", async () => {
  const { data, meta, as_of } = await get("/v1/macro/regime");
  expect(await unlike(figuresOf(data, "REGIME"))).toEqual([]);
  expect(data["components"]).toEqual((await s.ask("REGIME", "label")).components);
  expect(data.sample).toBe(true);
  expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) } });
  expect(as_of).toBe("2024-06-26T03:59:59Z");
});

describe("GET /v1/macro/central-banks", () => {
  it("lists every bank as CBRATE shows it; a rate whose source stopped is null with its reason", async () => {
    const { data, count, meta } = await get<FigureRow[]>("/v1/macro/central-banks");
    expect([count, data.map((row) => row["country"])]).toEqual([BANKS.length, BANKS]);
    expect(await unlike(data.flatMap((row, i) => figuresOf(row, "CBRATE", BANKS[i]!)))).toEqual([]);
    const stopped = data.find((row) => row["country"] === "AR");
    expect(stopped).toMatchObject({ rate_pct: null, source: null, reasons: { rate_pct: { code: "withheld_stopped" } } });
    expect(meta.caveats).toContain("central_bank_level_not_flow");
  });

  it("gives one bank by code, country or name, and 404 for others", async () => {
    const { data } = await get("/v1/macro/central-banks/CH");
    expect(data).toEqual((await get<FigureRow[]>("/v1/macro/central-banks")).data.find((row) => row["country"] === "CH"));
    for (const name of ["che", "Switzerland", "Swiss%20National%20Bank"]) expect((await get(`/v1/macro/central-banks/${name}`)).data).toEqual(data);
    for (const [name, words] of Object.entries({ ZZ: "No central bank ZZ is covered", EU: "XM", DE: "XM" })) {
      const response = await s.get(`/v1/macro/central-banks/${name}`);
      expect([name, response.statusCode]).toEqual([name, 404]);
      expect(response.json().detail).toContain(words);
    }
  });
});

describe("GET /v1/macro/international", () => {
  it("shows each figure as BIS does, a page of economies and indicators at a time", async () => {
    const { data, count, meta } = await get<FigureRow[]>("/v1/macro/international?limit=24&offset=8");
    // 39 countries and the euro area.
    expect(count).toBe(40 * INDICATORS.length);
    expect(data).toHaveLength(24);
    expect(await unlike(data.flatMap((row) => figuresOf(row, "BIS", String(row["country"]), String(row["indicator"]))))).toEqual([]);
    expect(meta).toMatchObject({ sample: true, has_more: true, caveats: expect.arrayContaining(["econ_mixed_periods"]) });
  });

  it("selects one indicator of all economies, or one economy", async () => {
    const prices = await get<FigureRow[]>("/v1/macro/international?indicator=cpi&limit=500");
    expect([prices.count, new Set(prices.data.map((row) => row["indicator"]))]).toEqual([40, new Set(["cpi"])]);
    const germany = await get<FigureRow[]>("/v1/macro/international?country=Germany");
    expect(germany.data.map((row) => [row["country"], row["name"], row["indicator"]])).toEqual(INDICATORS.map((i) => ["DE", "Germany", i]));
    expect(germany.data[0]).toMatchObject({ value: null, reasons: { value: { reason: expect.stringContaining("XM") } } });
    const one = await get<FigureRow[]>("/v1/macro/international?country=jp&indicator=IRLT");
    expect(one.data).toMatchObject([{ country: "JP", value: (await s.ask("BIS", "JP", "IRLT")).value }]);
    expect((await s.get("/v1/macro/international?country=EU")).json().detail).toContain("XM");
  });
});

it("GET /v1/macro/money-market lists the six rates with the corridor as MMRATE shows them", async () => {
  const { data, count, meta } = await get<FigureRow[]>("/v1/macro/money-market");
  expect([count, data.map((row) => row["key"])]).toEqual([RATE_KEYS.length, RATE_KEYS]);
  expect(await unlike(data.flatMap((row, i) => figuresOf(row, "MMRATE", RATE_KEYS[i]!)))).toEqual([]);
  expect(data.find((row) => row["key"] === "IORB")).toMatchObject({ volume_bn: null, reasons: { volume_bn: { code: "volume_not_published" } } });
  expect(meta.caveats).toContain("mm_volume_nyfed_only");
});

it("GET /v1/macro/money-market/{key} gives the days of one rate, newest first, and a spread only on days with both rates", async () => {
  const { data, count, meta } = await get<FigureRow[]>("/v1/macro/money-market/tgcr?days=20&base=IORB");
  expect([count, data.length > 10, data[0]?.sample]).toEqual([data.length, true, true]);
  expect(data.map((row) => row["date"])).toEqual([...data.map((row) => row["date"])].sort().reverse());
  const pairs = { rate_pct: "rate", date: "date", volume_bn: "volume_bn", percentile_width_bps: "percentile_width_bps" };
  expect(await unlike(Object.entries(pairs).map(([figure, field]): FigureAndCell => [data[0]!, figure, "MMRATE", "TGCR", field]))).toEqual([]);
  expect(data.filter((row) => Math.abs(Number(row["spread_bps"]) - 100 * (Number(row["rate_pct"]) - Number(row["base_pct"]))) > 0.01)).toEqual([]);
  expect(meta.caveats).toContain("mm_spread_needs_both_legs");
  const imports = { SOFR: { "2024-06-20": 5.31, "2024-06-21": 5.32, "2024-06-24": 5.33 }, IORB: { "2024-06-21": 5.4 } };
  const filled = await serve({ imports });
  expect((await get<FigureRow[]>("/v1/macro/money-market/SOFR?base=IORB", filled)).data).toMatchObject([
    { date: "2024-06-24", rate_pct: 5.33, base_pct: null, spread_bps: null, volume_bn: null, source: "user" },
    { date: "2024-06-21", rate_pct: 5.32, base_pct: 5.4, spread_bps: -8 },
    { date: "2024-06-20", rate_pct: 5.31, base_pct: null, spread_bps: null },
  ]);
  expect((await get<FigureRow[]>("/v1/macro/money-market/SOFR?as_of=2024-06-22", filled)).data[0]).toMatchObject({ date: "2024-06-20" });
});

it("GET /v1/macro/liquidity shows the headline and the blocks as LIQUIDITY and NETLIQ do, and names the two licensed inputs", async () => {
  const { data, meta } = await get("/v1/macro/liquidity");
  const netliq = ["net", "balance_sheet", "reverse_repo", "tga", "reserves"].flatMap((block): FigureAndCell[] => [
    [data, `${block}_musd`, "NETLIQ", block],
    [data, `${block}_date`, "NETLIQ", `${block}_date`],
  ]);
  const headline: FigureAndCell[] = [
    [data, "net_usd_trillions", "LIQUIDITY", "value"],
    [data, "change_4w_usd_trillions", "LIQUIDITY", "change_4w"],
    [data, "inputs_missing", "LIQUIDITY", "inputs_missing"],
    [data, "change_1w_musd", "NETLIQ", "change_1w"],
  ];
  expect(await unlike([...netliq, ...headline])).toEqual([]);
  expect(data["components"]).toEqual(expect.arrayContaining([{ name: "high-yield spread", absent: "not licensed" }]));
  expect(data["net_musd"]).toBe(Number(data["balance_sheet_musd"]) - Number(data["reverse_repo_musd"]) - Number(data["tga_musd"]));
  expect(meta.caveats).toContain("liquidity_net_is_derived");
});

describe("GET /v1/macro/yield-curve", () => {
  it("shows all tenors of the last session on or before a day as YIELD does", async () => {
    const { data } = await get<any>("/v1/macro/yield-curve?date=2024-06-19");
    expect([data.date, data.yields.map((y: any) => y.tenor)]).toEqual(["2024-06-18", TENORS]);
    const rows = data.yields.map(({ yield_pct }: any): FigureRow => ({ yield_pct }));
    expect(await unlike(rows.map((row: FigureRow, i: number): FigureAndCell => [row, "yield_pct", "YIELD", TENORS[i]!, "2024-06-19"]))).toEqual([]);
    expect((await get<any>("/v1/macro/yield-curve")).data.date).toBe((await s.ask("YIELD", "AS_OF")).value);
  });

  it("has null with a reason for a tenor that the curve does not have, and for a day without a curve", async () => {
    const early = (await get<any>("/v1/macro/yield-curve?date=1995-06-30")).data;
    expect(early.yields.find((y: any) => y.tenor === "1M")).toMatchObject({ yield_pct: null, reason: expect.stringContaining("not interpolated") });
    const none = (await get<any>("/v1/macro/yield-curve?date=1950-01-02")).data;
    expect(none).toMatchObject({ date: null, reason: expect.stringContaining("No curve") });
    for (const wrong of ["2024-02-30", "June"]) expect((await s.get(`/v1/macro/yield-curve?date=${wrong}`)).statusCode).toBe(422);
  });
});

it("GET /v1/macro/economic-surprise is null with the reason of ESI while no forecasts are imported, and has no sample", async () => {
  const { data, meta } = await get("/v1/macro/economic-surprise");
  expect(await unlike(figuresOf(data, "ESI"))).toEqual([]);
  expect(data).toMatchObject({ index: null, source: null, reasons: { index: { code: "proprietary_forecasts" } } });
  expect(meta.sample).toBe(false);
});

it("GET /v1/macro/economic-surprise/history has a point for each day of a release, as ESI was known on that day", async () => {
  const filled = await serve();
  const weeks = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => addDays("2024-06-15", -7 * n));
  const rows = weeks.map((date, i) => ({
    ...{ series: "ICSA", date, value: i % 2 === 0 ? 222_000 : 219_000, source: "dol" as const },
    published: Date.parse(`${addDays(date, 5)}T12:30:00Z`),
  }));
  const records = weeks.map((date) => recordRow("forecast", "ICSA", date, "user", { value: 220_000 }, { key: addDays(date, 4), known: addDays(date, 4) }));
  take(filled, records, { rows });
  const { data, count } = await get<FigureRow[]>("/v1/macro/economic-surprise/history", filled);
  expect([count, data[0]?.["date"], data.map((row) => row["n"])]).toEqual([10, "2024-06-13", [2, 1, 0, 0, 0, 0, 0, 0, 0, 0]]);
  const cells = (await filled.post({ cells: [{ id: 0, fn: "ESI", args: ["index"] }], as_of: "2024-06-06" })).json().data;
  expect([data[1]?.["date"], data[1]?.["index"]]).toEqual(["2024-06-06", cells[0].value]);
  expect(data[2]).toMatchObject({ index: null, thin: true, reasons: { index: { code: "inputs_missing" } } });
  expect((await get<FigureRow[]>("/v1/macro/economic-surprise/history?days=13", filled)).data).toEqual([data[0]]);
  expect(await get("/v1/macro/economic-surprise/history")).toMatchObject({ data: [], meta: { note: expect.stringContaining("import forecasts") } });
});

describe("GET /v1/macro/sovereign-spreads", () => {
  it("lists each country's yield less Germany's, widest first, as the two cells of BIS give them", async () => {
    const { data, count, meta } = await list("/v1/macro/sovereign-spreads");
    expect([count, data.some(({ country }) => country === "DE"), meta.sample]).toEqual([39, false, true]);
    const known = data.filter(({ spread_bps }) => spread_bps !== null);
    expect(known.map(({ spread_bps }) => spread_bps)).toEqual([...known].map(({ spread_bps }) => spread_bps).sort((a, b) => b - a));
    const cells = await s.cells(["DE", ...data.map(({ country }) => country)].map((country) => ({ fn: "BIS", args: [country, "IRLT"] })));
    const [base, ...others] = cells.data;
    const wrong = data.filter((row, i) => {
      const own = others[i]!;
      if (own.value === null) return row.spread_bps !== null || row.reason !== (own.explanation ?? own.reason);
      return row.y10_leg?.yield_pct !== own.value || Math.abs(row.spread_bps - (Number(own.value) - Number(base!.value)) * 100) > 0.05;
    });
    expect(wrong).toEqual([]);
    expect(data.find(({ country }) => country === "XM")?.y10_leg?.construction).toBe("group_average");
    expect(meta.caveats).toContain("sovereign_spread_monthly_both_legs");
  });

  it("gives the months of one country over another, newest first, and refuses one over itself", async () => {
    const { data, count } = await list("/v1/macro/sovereign-spreads/Italy?base=FR&months=13");
    expect([count, data[0]?.country, data[0]?.month]).toEqual([data.length, "IT", "2024-04"]);
    expect(data.map(({ month }) => month)).toEqual([...data.map(({ month }) => month)].sort().reverse());
    const before = (await s.post({ cells: ["IT", "FR"].map((country, id) => ({ id, fn: "BIS", args: [country, "IRLT"] })), as_of: "2024-03-31" })).json();
    const [italy, france] = before.data as { value: number; observation_date: string }[];
    const then = data.find(({ month }) => month === italy!.observation_date.slice(0, 7));
    expect(then?.spread_bps).toBeCloseTo((italy!.value - france!.value) * 100, 1);
    expect((await s.get("/v1/macro/sovereign-spreads/IT?base=Italy")).statusCode).toBe(422);
  });

  it("compares published yields of the same month only, and names their construction", async () => {
    const imports = {
      "ECON.IRLT.IT.ECB": { "2024-03-31": 3.66, "2024-04-30": 3.86, "2024-05-31": 3.85 },
      "ECON.IRLT.DE": { "2024-03-31": 2.37, "2024-04-30": 2.5 },
      "ECON.IRLT.ES": { "2023-05-31": 3.4 },
    };
    const filled = await serve({ imports });
    const { data, meta } = await list("/v1/macro/sovereign-spreads/IT", filled);
    expect(data.map(({ month, spread_bps }) => [month, spread_bps])).toEqual(grid(2, "2024-04", 136, "2024-03", 129));
    expect(data[0]).toMatchObject({ y10_leg: { construction: "convergence", source: "user" }, base_leg: { yield_pct: 2.5, construction: "benchmark" } });
    expect(meta.sample).toBe(false);
    const spain = (await list("/v1/macro/sovereign-spreads", filled)).data.find(({ country }) => country === "ES");
    expect(spain).toMatchObject({ spread_bps: null, y10_leg: null, reason: expect.stringContaining("2023-05-31") });
  });
});

describe("GET /v1/macro/fed-path", () => {
  it("lists the meetings soonest first, with the prices of ODDS", async () => {
    const { data, count, meta } = await list("/v1/macro/fed-path");
    expect([data.length, data[0]?.meeting, data[0]?.ladder.length]).toEqual([count, "2024-06", 3]);
    expect(data.map(({ meeting }) => meeting)).toEqual([...data.map(({ meeting }) => meeting)].sort());
    const legs = data.flatMap(({ ladder }) => ladder);
    const cells = await s.cells(legs.map(({ market_id }) => ({ fn: "ODDS", args: [market_id] })));
    expect(legs.map(({ price_pct }) => price_pct)).toEqual(cells.data.map(({ value }) => Number((100 * Number(value)).toFixed(4))));
    // Markets on the number of cuts in a year are on no meeting.
    expect(legs.filter(({ market_id }) => market_id.startsWith("fed-cuts"))).toEqual([]);
    expect(meta).toMatchObject({ sample: true, caveats: expect.arrayContaining(["fedpath_single_venue"]) });
  });

  it("takes the event with the most volume as the ladder, of one venue", async () => {
    const filled = await serve();
    const market = (id: string, event: string, question: string, volume_usd: number | null, venue: "polymarket" | "kalshi" = "polymarket") =>
      marketState(id, 0.25, { event, question, volume_usd, venue, end_date: "2024-07-31", updated: `${DAY}T00:00:00Z` });
    const records = [
      market("hold", "Fed decision in July?", "No change in Fed interest rates after July 2024 meeting?", 600),
      market("cut", "Fed decision in July?", "Fed decreases interest rates by 25 bps after July 2024 meeting?", 300),
      market("emergency", "Fed emergency rate cut by July?", "Fed emergency rate cut by July?", 100),
      market("chair", "Who will be Fed chair?", "Will Jane Doe be Fed chair in July?", 5000),
      market("KXFED", "KXFED-24JUL", "Will the upper bound of the federal funds rate be above 5.25% following the Fed's Jul 31, 2024 meeting?", null, "kalshi"),
    ];
    take(filled, records);
    const { data, meta } = await list("/v1/macro/fed-path", filled);
    expect(data).toMatchObject([
      {
        ...{ meeting: "2024-07", event: "Fed decision in July?", volume_usd: 1000 },
        ladder: [
          { market_id: "hold", price_pct: 25, volume_share_pct: 60 },
          { market_id: "cut", volume_share_pct: 30 },
        ],
        side_markets: [{ market_id: "emergency", volume_usd: 100, volume_share_pct: 10 }],
      },
    ]);
    expect([data.length, data[0]!.ladder.length, meta.sample]).toEqual([1, 2, false]);
  });
});

it("GET /v1/macro/supply-corridors lists the corridors in the same shape for every plan, each figure null with its reason", async () => {
  const free = keyFor("free corridors");
  await s.store.ledger.keys.add(free, "free", "free corridors", DAY);
  const developer = await list("/v1/macro/supply-corridors");
  const other: Reply = (await s.get("/v1/macro/supply-corridors", { authorization: `Bearer ${free}` })).json();
  expect(developer.data.every((row) => "latest" in row && row.latest === null)).toBe(true);
  expect(developer.data.map(({ withheld_reason: _, ...row }) => row)).toEqual(other.data.map(({ withheld_reason: _, ...row }) => row));
  expect(new Set(developer.data.map((row) => row.withheld_reason))).toEqual(new Set([expect.stringContaining("licence")]));
  expect(new Set(other.data.map((row) => row.withheld_reason))).toEqual(new Set([expect.stringContaining("Developer plan")]));
  const ids = developer.data.map(({ corridor }) => corridor);
  expect([developer.count, new Set(ids).size]).toEqual([ids.length, ids.length]);
  expect(developer.data.filter(({ mirror }) => !ids.includes(mirror))).toEqual([]);
  expect(developer.meta).toMatchObject({ sample: false, caveats: expect.arrayContaining(["supply_licence_withheld"]) });
});

it("macro endpoints while sample data is off show null with a reason, not a figure", async () => {
  const off = await serve({ sample: false });
  const figures = [
    (await get("/v1/macro/regime", off)).data["label"],
    (await get("/v1/macro/central-banks/CH", off)).data["rate_pct"],
    (await get<FigureRow[]>("/v1/macro/international?country=JP&indicator=cpi", off)).data[0]!["value"],
    (await get<FigureRow[]>("/v1/macro/money-market", off)).data[0]!["rate_pct"],
    (await get("/v1/macro/liquidity", off)).data["net_musd"],
    (await get("/v1/macro/yield-curve", off)).data["date"],
  ];
  expect(figures).toEqual(figures.map(() => null));
  const { data, meta } = await get("/v1/macro/regime", off);
  expect([meta.sample, data.reasons?.["label"]?.code]).toEqual([false, "not_loaded"]);
});

describe("GET /v1/equities/offerings", () => {
  it("lists filings newest first; the newest of a company has the figures and reasons of IPO", async () => {
    const { data, count, meta } = await get<FigureRow[]>("/v1/equities/offerings?limit=40");
    expect([data.length, count > 100]).toEqual([40, true]);
    const days = data.map((row) => String(row["date"]));
    expect(days).toEqual([...days].sort().reverse());
    const newest = data.filter((row, i) => data.findIndex((other) => other["ticker"] === row["ticker"]) === i);
    expect(await unlike(newest.flatMap((row) => figuresOf(row, "IPO", String(row["ticker"]))))).toEqual([]);
    expect(newest.some((row) => row["price_usd"] === null && row.reasons?.["price_usd"]?.code === "range_not_priced")).toBe(true);
    expect(meta).toMatchObject({ sample: true, caveats: ["offerings_null_is_not_zero", "offerings_one_row_one_filing", "offerings_range_not_midpoint"] });
  });

  it("selects by ticker, words, form and days", async () => {
    expect((await get<FigureRow[]>("/v1/equities/offerings?q=rddt")).data).toMatchObject([{ company: "Reddit", price_usd: 34, price_low_usd: null }]);
    expect((await get<FigureRow[]>("/v1/equities/offerings?q=sample%20biotech")).data.every((row) => row["ticker"] === "SMPB")).toBe(true);
    const month = await get<FigureRow[]>("/v1/equities/offerings?days=30&form=424B4");
    expect(month.data.every((row) => row["form"] === "424B4" && String(row["date"]) > "2024-05-26")).toBe(true);
    expect(await get("/v1/equities/offerings?q=nothing")).toMatchObject({ data: [], count: 0, meta: { note: expect.stringContaining("other words") } });
    expect((await get<FigureRow[]>("/v1/equities/offerings?as_of=2024-03-20&q=RDDT")).data).toEqual([]);
  });

  it("lists only imported filings once there are any", async () => {
    const filled = await serve();
    const body = {
      ...{ ticker: "ZZZT", company: "Zenith Test", form: "S-1/A", filed: "2024-06-20", price: null, priceLow: 17, priceHigh: 19, shares: null },
      ...{ exchange: null, parseConfidence: 0.9, accession: "0001-24-1", groupKey: "333-1" },
    };
    const records = [recordRow("offering", "ZZZT", "2024-06-20", "sec", body)];
    take(filled, records);
    const { data, count, meta } = await get<FigureRow[]>("/v1/equities/offerings", filled);
    expect([count, meta.sample]).toEqual([1, false]);
    expect(data[0]).toMatchObject({ ticker: "ZZZT", price_low_usd: 17, price_usd: null, source: "sec", reasons: { price_usd: { code: "range_not_priced" } } });
    expect(await unlikeCells(filled, figuresOf(data[0]!, "IPO", "ZZZT"))).toEqual([]);
  });
});

it("GET /v1/equities/relative-value/{ticker} shows every metric as RV does, with its peers and refusals", async () => {
  const { data, meta } = await get<any>("/v1/equities/relative-value/jpm");
  expect([data.ticker, data.metrics.map(({ metric }: any) => metric)]).toEqual(["JPM", RV_METRICS]);
  const refusals = data.metrics.map((row: any): FigureAndCell => [row, "refusal", "RV", "JPM", row.metric, "refusal"]);
  expect(await unlike([...data.metrics.flatMap((row: any) => figuresOf(row, "RV", "JPM", row.metric)), ...refusals])).toEqual([]);
  expect(meta).toMatchObject({ rules: { split_jump_ratio: 1.8 }, peer_level: expect.stringMatching(/^(sub_industry|sector|mixed)$/) });
  const bank = data.metrics.find(({ metric }: any) => metric === "ev_to_revenue");
  expect(bank).toMatchObject({ value: null, refusal: expect.stringMatching(/^\w+$/), reasons: { value: { reason: expect.stringMatching(/\w/) } } });
});

describe("GET /v1/equities/track-record", () => {
  it("shows the median returns of TRACKRECORD, by type and horizon", async () => {
    const { data, count, meta } = await get<FigureRow[]>("/v1/equities/track-record?limit=270");
    expect([count, data.length]).toEqual([SIGNAL_TYPES.length * HORIZONS.length, 270]);
    const pairs = data.map((row): FigureAndCell => [row, "median_return_pct", "TRACKRECORD", String(row["signal_type"]), String(row["horizon"])]);
    expect(await unlike(pairs)).toEqual([]);
    expect(data.some((row) => row.reasons?.["median_return_pct"]?.code === "young_record")).toBe(true);
    expect(meta.caveats).toEqual(["no-advice", "track-record-in-sample", "track-record-price-coverage", "track-record-young"]);
  });

  it("selects a type in any spelling, or a horizon", async () => {
    const one = await get<FigureRow[]>("/v1/equities/track-record?signal_type=Insider%20Cluster%20Buy");
    expect(one.data.map((row) => [row["signal_type"], row["horizon"]])).toEqual(HORIZONS.map((h) => ["insider_cluster_buy", h]));
    expect((await get("/v1/equities/track-record?horizon=5d")).count).toBe(SIGNAL_TYPES.length);
  });
});

it("GET /v1/confluence gives one ticker or coin as CONFLUENCE does, with a reason if nothing is active", async () => {
  const rows = await Promise.all(["NVDA", "BTC", "SPY", "KO"].map(async (symbol) => [symbol, (await get(`/v1/confluence/${symbol}`)).data] as const));
  expect(await unlike(rows.flatMap(([symbol, row]) => figuresOf(row, "CONFLUENCE", symbol)))).toEqual([]);
  expect(rows[0]?.[1]["components"]).toEqual((await s.ask("CONFLUENCE", "NVDA")).components);
  expect((await s.get("/v1/confluence/AAPLX")).statusCode).toBe(404);
  expect((await get("/v1/confluence/BTC-USD")).data["symbol"]).toBe("BTC");
});

it("GET /v1/crypto/onchain-risk shows every covered coin as ONCHAIN_RISK does, and one of them by name", async () => {
  const { data, count, meta } = await get<FigureRow[]>("/v1/crypto/onchain-risk");
  expect([count, data.map((row) => row["asset"])]).toEqual([3, ["BTC", "ETH", "SOL"]]);
  expect(await unlike(data.flatMap((row) => figuresOf(row, "ONCHAIN_RISK", String(row["asset"]))))).toEqual([]);
  expect(meta.caveats).toContain("liquidations_single_venue_okx");
  expect((await get("/v1/crypto/onchain-risk/xbt")).data).toEqual(data[0]);
  for (const name of ["USDT", "XRP", "ZZZ"]) expect([name, (await s.get(`/v1/crypto/onchain-risk/${name}`)).statusCode]).toEqual([name, 404]);
});

it("GET /v1/osint/{keyword} counts as OSINT does; with GDELT on, a new keyword is null and is fetched next", async () => {
  const { data } = await get("/v1/osint/Rare%20Earth?hours=48");
  expect(data).toMatchObject({ keyword: "rare earth", hours: 48, sample: true });
  expect((await s.cells([{ fn: "OSINT", args: ["rare earth", 48] }])).data[0]?.value).toBe(data["count"]);
  const on = await serve();
  on.store.decisions.decide("gdelt", true, DAY);
  expect((await get("/v1/osint/lithium", on)).data).toMatchObject({ count: null, source: null, reasons: { count: { code: "not_fetched" } } });
  expect(await on.store.ledger.keywords.list()).toEqual(["lithium"]);
});

describe("endpoints of imported rows that no cell shows", () => {
  type Row = Readonly<Record<string, number | string | null>>;
  const IMPORTED = "2026-10-01";
  let s: ServiceUnderTest;
  beforeAll(async () => void (s = await serviceUnderTest({ asOf: "2026-10-05", now: () => Date.UTC(2026, 9, 5, 12) })));
  afterAll(() => s.close());
  const rows = (url: string, of = s) => get<readonly Row[]>(url, of);

  function put(publisher: Publisher, folder: string, file: string, name = file): void {
    const parsed = parseByFeed(publisher.feeds, { name, bytes: readFileSync(path.join(folder, file)) });
    take(s, parsed.records, { rows: parsed.rows, publisher: publisher.id, file, seen: IMPORTED });
  }

  it.each([
    ["cot", "update cftc"],
    ["cot/001602", "update cftc"],
    ["tic", "update tic"],
    ["tic/Japan", "update tic"],
    ["treasury-statement", "update fiscaldata"],
  ])("GET /v1/macro/%s says what to load while nothing is imported: there is no sample", async (path, command) => {
    expect(await rows(`/v1/macro/${path}`)).toMatchObject(noRows({ sample: false, note: expect.stringContaining(command) }));
  });

  describe("GET /v1/macro/cot", () => {
    itWithSharedData("lists the published report, largest open interest first, from Friday 15:30 New York on", async (folder) => {
      put(cftc, folder, "cftc/deafut_2026-08-04.txt", "deafut.txt");
      const { data, count, meta } = await rows("/v1/macro/cot?as_of=2026-08-10&limit=5");
      expect([count, data.length, meta.has_more]).toEqual([359, 5, true]);
      const interest = data.map((row) => Number(row["open_interest"]));
      expect(interest).toEqual([...interest].sort((a, b) => b - a));
      expect(meta).toMatchObject({ sample: false, caveats: ["cot_lag"], attribution: { cftc: expect.stringContaining("Commitments of Traders") } });
      expect((await rows("/v1/macro/cot?as_of=2026-08-07T19:29Z")).data).toEqual([]);
      expect((await rows("/v1/macro/cot?as_of=2026-08-07T19:30Z")).count).toBe(359);
    });

    itWithSharedData("finds a market by words, and gives its weeks by its code", async () => {
      const gold = await rows("/v1/macro/cot?as_of=2026-08-10&q=gold%20commodity");
      expect(gold.data.map((row) => row["code"])).toEqual(["088691", "088695"]);
      const { data } = await rows("/v1/macro/cot/088691?as_of=2026-08-10");
      expect(data).toEqual([gold.data[0]]);
      expect(data[0]).toMatchObject({
        ...{ market: "GOLD - COMMODITY EXCHANGE INC.", date: "2026-08-04", basis: "futures-only", open_interest: 371551 },
        ...{ noncomm_long: 227013, noncomm_short: 29379, noncomm_spread: 28175, noncomm_net: 227013 - 29379, comm_long: 71832, comm_short: 298323 },
      });
      expect((await rows("/v1/macro/cot/13874%2B?as_of=2026-08-10")).data).toMatchObject([{ market: "S&P 500 Consolidated - CHICAGO MERCANTILE EXCHANGE" }]);
      expect(await rows("/v1/macro/cot?as_of=2026-08-10&q=unobtainium")).toMatchObject({ data: [], meta: { note: expect.stringContaining("fewer words") } });
    });

    itWithSharedData("does not show an old report as the latest; its weeks stay", async () => {
      expect(await rows("/v1/macro/cot")).toMatchObject({ data: [], meta: { note: expect.stringContaining("2026-08-04") } });
      expect((await rows("/v1/macro/cot/088691")).count).toBe(1);
      expect(await rows("/v1/macro/cot/088691?weeks=2")).toMatchObject({ data: [], meta: { note: expect.stringContaining("more weeks") } });
    });

    itWithSharedData("keeps reports with options apart", async (folder) => {
      put(cftc, folder, "cftc/jun7-fc8e_239747_2024-08-20.json");
      expect((await rows("/v1/macro/cot/239747?weeks=200&basis=combined")).data).toMatchObject([
        { date: "2024-08-20", open_interest: 19404, noncomm_net: 4773 - 10232 },
      ]);
      expect((await rows("/v1/macro/cot?as_of=2024-08-24")).data).toEqual([]);
      expect((await rows("/v1/macro/cot?as_of=2024-08-24&basis=combined")).data).toMatchObject([{ code: "239747" }]);
    });

    itWithSharedData("refuses an unknown code with a suggestion", async () => {
      const response = await s.get("/v1/macro/cot/088692");
      expect([response.statusCode, response.json().detail]).toEqual([404, expect.stringContaining("088691")]);
    });
  });

  describe("GET /v1/macro/tic", () => {
    itWithSharedData("lists the countries of the newest month by their holdings, then the sums, as published", async (folder) => {
      put(tic, folder, "tic/slt_table5_excerpt_2026-07.txt");
      const { data, count, meta } = await rows("/v1/macro/tic");
      expect([count, data.map((row) => row["holder"])]).toEqual([
        7,
        ["Japan", "UnitedKingdom", "GrandTotal", "AllOther", "ForeignOfficial", "ForeignOfficialTreasuryBills", "ForeignOfficialTBondsAndNotes"],
      ]);
      expect(data[1]).toEqual({
        ...{ holder: "UnitedKingdom", name: "United Kingdom", kind: "country", month: "2026-07", holdings_bn: 998.3, change_1m_bn: 58.4, change_12m_bn: null },
        ...{ share_pct: 10.79, source: "tic" },
      });
      expect(data[2]).toMatchObject({ name: "Grand total", kind: "sum", holdings_bn: 9248.1, change_1m_bn: -50.4, share_pct: 100 });
      expect(meta).toMatchObject({ caveats: ["tic_lag"], attribution: { tic: expect.any(String) } });
    });

    itWithSharedData("knows a month from the end of the second month after it, unless it was imported before", async () => {
      expect((await rows("/v1/macro/tic?as_of=2026-09-30")).data[0]).toMatchObject({ month: "2026-07", holdings_bn: 1103.9 });
      expect((await rows("/v1/macro/tic?as_of=2026-09-15")).data[0]).toMatchObject({ month: "2026-06", holdings_bn: 1116.7, change_1m_bn: -26.4 });
      expect(await rows("/v1/macro/tic?as_of=2026-07-01")).toMatchObject({ data: [], meta: { note: expect.stringContaining("later day") } });
    });

    itWithSharedData("gives the months of one holder, newest first, by name or code", async () => {
      const { data } = await rows("/v1/macro/tic/UnitedKingdom");
      expect(data.map((row) => [row["month"], row["holdings_bn"]])).toEqual(grid(2, "2026-07", 998.3, "2026-06", 939.9, "2026-05", 948.6));
      for (const name of ["united%20kingdom", "GB", "Kingdom,%20United"]) expect((await rows(`/v1/macro/tic/${name}`)).data).toEqual(data);
      const response = await s.get("/v1/macro/tic/Japann");
      expect([response.statusCode, response.json().detail]).toEqual([404, expect.stringContaining("Japan?")]);
    });
  });

  describe("GET /v1/macro/treasury-statement", () => {
    itWithSharedData("lists the published closing balances, newest first, from 16:00 of the next business day on", async (folder) => {
      put(fiscaldata, folder, "treasury/dts_operating_cash_balance_2025-07-07_2025-07-11.json");
      const { data, count, meta } = await rows("/v1/macro/treasury-statement?as_of=2025-07-14");
      expect(count).toBe(5);
      expect(data).toEqual([
        { date: "2025-07-11", closing_balance_musd: 282363, change_musd: 282363 - 288395, source: "fiscaldata" },
        { date: "2025-07-10", closing_balance_musd: 288395, change_musd: 288395 - 311048, source: "fiscaldata" },
        { date: "2025-07-09", closing_balance_musd: 311048, change_musd: 311048 - 343047, source: "fiscaldata" },
        { date: "2025-07-08", closing_balance_musd: 343047, change_musd: 343047 - 332482, source: "fiscaldata" },
        { date: "2025-07-07", closing_balance_musd: 332482, change_musd: null, source: "fiscaldata" },
      ]);
      expect(meta.attribution).toHaveProperty("fiscaldata");
      expect((await rows("/v1/macro/treasury-statement?as_of=2025-07-14T19:59Z")).data[0]).toMatchObject({ date: "2025-07-10" });
    });

    itWithSharedData("has the balance that NETLIQ shows", async () => {
      const [newest] = (await rows("/v1/macro/treasury-statement?as_of=2025-07-14")).data;
      const { data } = (await s.post({ cells: [{ id: 0, fn: "NETLIQ", args: ["tga"] }], as_of: "2025-07-14" })).json();
      expect([newest?.["closing_balance_musd"], newest?.["date"]]).toEqual([data[0].value, data[0].observation_date]);
    });

    it("has no change over a gap", async () => {
      const filled = await serve();
      const records = Object.entries({ "2024-06-03": 700000, "2024-06-12": 710000, "2024-06-13": 705000 });
      take(filled, records.map(([day, closing_musd]) => recordRow("cash_balance", "TGA", day, "fiscaldata", { closing_musd }))); // prettier-ignore
      expect((await rows("/v1/macro/treasury-statement", filled)).data.map((row) => row["change_musd"])).toEqual([-5000, null, null]);
      expect((await rows("/v1/macro/treasury-statement?days=13", filled)).data).toMatchObject([{ date: "2024-06-13", change_musd: -5000 }]);
    });
  });
});
