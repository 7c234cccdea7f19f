import { addDays, type IsoDate } from "../../../src/contract/dates";
import type { WireAnswer, WireComponent } from "../../../src/contract/wire";
import type { InsiderReport } from "../../../src/service/records/disclosed-trades";
import { recordRow } from "../../record-row";
import { congressTrade, holdingsReport, shortVolume } from "./rows";
import { openServices, take, type Reply, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const T = "ZZZT";

const form4 = (
  owner: string,
  more: Partial<InsiderReport["trades"][number]> & { readonly title?: string; readonly plan?: boolean | null } = {},
  entity = T,
) => {
  const { title = null, plan = false, ...line } = more;
  const traded = line.traded ?? "2024-06-10";
  const body: InsiderReport = {
    form: "4",
    period: traded,
    owners: [{ cik: owner, name: owner, place: { director: true, officer: title !== null, ten_percent: false, title } }],
    role: title ?? "director",
    isChief: title !== null,
    plan10b5_1: plan,
    trades: [{ traded, side: "buy", shares: 1000, price: 300, value: 300_000, ...line }],
  };
  return recordRow("insider_trade", entity, traded, "sec", body, { known: addDays(traded, 2), key: `${owner} ${traded}` });
};
/** Disclosed trades of one ticker: purchases and sales. Four give the full score. */
const disclosed = (types: string, ticker = T, date: IsoDate = "2024-05-20") =>
  [...types].map((type, n) => congressTrade(ticker, date, { type }, { known: "2024-06-10", key: `${ticker}/${n}` }));
const volumes = (days: number, to: IsoDate, ratio: (back: number) => number, ticker = T) =>
  Array.from({ length: days }, (_, back) => shortVolume(ticker, addDays(to, -back), 1000 * ratio(back), 1000));
const held = (cik: string, period: IsoDate, shares: number) => holdingsReport(cik, period, [["000000001", T, shares, shares]]);
const institutions = (before: IsoDate, after: IsoDate, n = 10) =>
  Array.from({ length: n }, (_, i) => [held(String(i), before, 100), held(String(i), after, i < 6 ? 120 : 90)]).flat();

const CLUSTER = ["1", "2", "3"].map((owner) => form4(owner));
/** Score of three directors who buy 900 thousand dollars: 17.5 of 35 for three of six insiders, part of 30 for the value, and 15 without a trading plan. */
const STRENGTH = Math.round(10 * (17.5 + 30 * (Math.log10(90) / 3) + 15)) / 10;
const componentOf = (components: readonly WireComponent[] | undefined, name: string): WireComponent =>
  components?.find((c) => c.name === name) ?? { name: "none" };

let s: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => void (s = await serve()));

test("each day of the trend has the score that was known on that day", async () => {
  const finra = (ratio: number, seen: IsoDate, day: IsoDate) => {
    const records = volumes(25, day, (back) => (back < 5 ? ratio : 0.4));
    take(s, records, { seen });
  };
  finra(0.45, "2024-06-18", "2024-06-17");
  // A later file corrects the days of the first.
  finra(0.6, "2024-06-20", "2024-06-17");
  const { data } = (await s.get(`/v1/equities/smart-money/${T}`)).json<{ data: { trend: { date: string; score: number | null }[] } }>();
  const then = await Promise.all(
    data.trend.map(async ({ date }) => {
      const reply = await s.post({ cells: [{ id: 0, fn: "SMARTMONEY", args: [T] }], as_of: date });
      return { date, score: reply.json<{ data: WireAnswer[] }>().data[0]!.value };
    }),
  );
  expect(data.trend.map(({ date, score }) => ({ date, score }))).toEqual(then);
  const on = (day: IsoDate) => then.find(({ date }) => date === day)?.score;
  expect([typeof on("2024-06-18"), typeof on("2024-06-21")]).toEqual(["number", "number"]);
  expect(on("2024-06-18")).not.toBe(on("2024-06-21"));
});

describe("SMARTMONEY over published rows", () => {
  it("adds four weighted components, each with its evidence, date and source", async () => {
    take(s, [...CLUSTER, ...disclosed("PPSP"), ...volumes(25, "2024-06-24", (b) => (b < 5 ? 0.45 : 0.4))], {
      reports: institutions("2023-12-31", "2024-03-31"),
    });
    const answer = await s.ask("SMARTMONEY", T);
    expect(answer.components).toEqual([
      {
        name: "insider", source: "sec", observation_date: "2024-06-10", value: STRENGTH, unit: "score", direction: "bull", weight: 0.35,
        contribution: expect.closeTo(0.35 * STRENGTH, 2), evidence: "3 insiders bought 900,000 USD in 30 days, none sold",
      },
      {
        name: "congress", source: "house", observation_date: "2024-05-20", value: 50, unit: "score", direction: "bull", weight: 0.2, contribution: 10,
        evidence: "3 purchases and 1 sale disclosed for the last 90 days",
      },
      {
        name: "holders13f", source: "sec", observation_date: "2024-03-31", value: 80, unit: "score", direction: "bull", weight: 0.3, contribution: 24,
        evidence: "6 of 10 institutions added and 4 cut in 2024Q1",
      },
      {
        name: "short_volume", source: "finra", observation_date: "2024-06-24", value: -50, unit: "score", direction: "bear", weight: 0.15, contribution: -7.5,
        evidence: "45.0 % of the volume was sold short in the last 5 days, 40.0 % in the 20 before",
      },
    ]); // prettier-ignore
    expect(answer).toMatchObject({ value: expect.closeTo(0.35 * STRENGTH + 26.5, 1), unit: "score", observation_date: "2024-06-24", source: "sec" });
    expect(answer.sample).toBeUndefined();
    expect(answer.note).toBeUndefined();
    const { meta } = await s.cells([{ fn: "SMARTMONEY", args: [T] }]);
    expect(Object.keys(meta.attribution)).toEqual(["finra", "house", "sec"]);
    expect(meta.sample).toBe(false);
  });

  it("redistributes the weight of absent components, and says why each is absent", async () => {
    take(s, CLUSTER, { reports: institutions("2023-12-31", "2024-03-31") });
    const answer = await s.ask("SMARTMONEY", T);
    expect(answer.components).toMatchObject([
      { name: "insider", weight: expect.closeTo(0.35 / 0.65, 4) },
      { name: "congress", absent: expect.stringContaining("import house FILE") },
      { name: "holders13f", weight: expect.closeTo(0.3 / 0.65, 4) },
      {
        name: "short_volume",
        absent: expect.stringMatching(/^FINRA is off until you have read its terms .*non-commercial.*: npm run -s data -- enable finra$/),
      },
    ]);
    expect(answer.value).toBeCloseTo((0.35 * STRENGTH + 0.3 * 80) / 0.65, 1);
    expect(answer.note).toContain("2 of 4 components: insider, holders13f");
    const contributions = (answer.components ?? []).reduce((sum, component) => sum + (component.contribution ?? 0), 0);
    expect(contributions).toBeCloseTo(Number(answer.value), 1);
  });

  it("says which data to import or fetch for an absent component, also once its publisher is on", async () => {
    take(s, CLUSTER);
    expect(componentOf((await s.ask("SMARTMONEY", T)).components, "congress").absent).toContain("import house FILE");
    s.store.decisions.decide("house", true, "2024-06-25");
    s.store.decisions.decide("finra", true, "2024-06-25");
    const { components } = await s.ask("SMARTMONEY", T);
    expect(componentOf(components, "congress").absent).toBe("no disclosed trade in ZZZT is loaded: npm run -s data -- import house FILE");
    expect(componentOf(components, "short_volume").absent).toContain("update finra");
    expect(componentOf(components, "holders13f").absent).toContain("import sec FILE");
  });

  it("uses no sample component once one component is published", async () => {
    expect(await s.ask("SMARTMONEY", "AAPL")).toMatchObject({
      sample: true,
      source: "sample",
      components: expect.arrayContaining([expect.objectContaining({ sample: true })]),
    });
    take(s, disclosed("S", "AAPL"));
    const answer = await s.ask("SMARTMONEY", "AAPL");
    expect(answer).toMatchObject({ value: -25, source: "house", note: expect.stringMatching(/^from 1 of 4 components: congress/) });
    expect(answer.components?.filter((c) => c.source === "sample" || c.sample)).toEqual([]);
    expect(answer.sample).toBeUndefined();
    expect((await s.ask("SMARTMONEY", "MSFT")).sample).toBe(true);
  });

  it("leaves out components that are too old, and gives their age", async () => {
    const s = await serve({ asOf: "2024-12-01" });
    take(s, [...volumes(25, "2024-06-24", () => 0.4), ...CLUSTER, ...disclosed("P")], { reports: institutions("2023-12-31", "2024-03-31") });
    const answer = await s.ask("SMARTMONEY", T);
    expect(answer).toMatchObject({ value: null, code: "inputs_missing", source: "sec" });
    expect(answer.components).toEqual([
      { name: "insider", absent: "no open-market trade by an insider is known in the last 30 days" },
      { name: "congress", absent: "no trade in 90 days" },
      { name: "holders13f", absent: "too old: the newest quarter loaded ended on 2024-03-31, 245 days before 2024-12-01; the limit is 200 days" },
      { name: "short_volume", absent: "too old: the newest day loaded is 2024-06-24, 160 days before 2024-12-01; the limit is 7 days" },
    ]);
    expect(answer.reason).toBe("No score: no component gives a direction.");
    expect(answer.explanation).toMatch(/^No score for ZZZT.* \(insider: .*congress: .*short_volume: /);
    expect(answer.sample).toBeUndefined();
  });

  it("counts only clusters of insiders: a single buyer is reported but not scored", async () => {
    take(s, [form4("1"), form4("2", { side: "sell", value: null, price: null }), ...disclosed("P")]);
    const { components, value } = await s.ask("SMARTMONEY", T);
    expect(componentOf(components, "insider").absent).toBe(
      "no cluster (2 buyers or 3 sellers): 1 insider bought 300,000 USD in 30 days, 1 insider sold for an unknown sum (1 trade states no price)",
    );
    expect(value).toBe(25);
  });

  it("requires two quarters of the same institutions and ten days of short volume", async () => {
    const reports = [held("1", "2024-03-31", 100)];
    take(
      s,
      volumes(9, "2024-06-24", () => 0.4),
      { reports },
    );
    const { components } = await s.ask("SMARTMONEY", T);
    expect(componentOf(components, "holders13f").absent).toContain("both 2024Q1 and the previous quarter");
    expect(componentOf(components, "short_volume").absent).toBe("9 days of short volume within 60 days; a trend needs 10");
    take(s, [], { reports: [held("1", "2023-12-31", 50)] });
    expect(componentOf((await s.ask("SMARTMONEY", T)).components, "holders13f")).toMatchObject({
      value: 10,
      evidence: "1 of 1 institution added and 0 cut in 2024Q1",
    });
  });

  it("refuses a symbol without data, and accepts other spellings of share classes", async () => {
    const records = ["1", "2"].map((owner) => form4(owner, {}, "ZZ.B"));
    take(s, records);
    expect(await s.ask("SMARTMONEY", "ZZZQ")).toMatchObject({ value: null, code: "unknown_ticker" });
    expect((await s.ask("SMARTMONEY", "ZZ-B")).value).toEqual((await s.ask("SMARTMONEY", "ZZ.B")).value);
    expect((await s.ask("SMARTMONEY", "ZZ.B")).value).toEqual(expect.any(Number));
  });
});

describe("GET /v1/equities/smart-money/{ticker}", () => {
  const url = `/v1/equities/smart-money/${T.toLowerCase()}`;

  it("returns the score, its components, and the score on each of the last thirty trading days", async () => {
    take(s, CLUSTER);
    const { data, meta } = await s.read<any>(url);
    expect(data).toMatchObject({ ticker: T, score: STRENGTH, observation_date: "2024-06-10" });
    expect(data.legs).toEqual((await s.ask("SMARTMONEY", T)).components);
    const days = data.trend.map((t: any) => t.date);
    expect([days.length, days[0], days[29]]).toEqual([30, "2024-05-13", "2024-06-25"]);
    expect(days).not.toContain("2024-06-19");
    // The reports were filed on the twelfth.
    for (const { date, score, legs } of data.trend) expect([date, score, legs]).toEqual(date < "2024-06-12" ? [date, null, 0] : [date, STRENGTH, 1]);
    expect(meta).toMatchObject({ sample: false, attribution: { sec: expect.stringContaining("EDGAR") } });
  });

  it("marks sample data, gives a reason if no component is current, and 404 for an unknown ticker", async () => {
    const s = await serve({ asOf: "2024-12-01" });
    expect((await s.get("/v1/equities/smart-money/AAPL")).json()).toMatchObject({ data: { score: expect.any(Number) }, meta: { sample: true } });
    take(s, CLUSTER);
    expect((await s.get(url)).json()).toMatchObject({
      data: { score: null, reason: expect.stringContaining("no component gives a direction") },
      meta: { sample: false },
    });
    const unknown = await s.get("/v1/equities/smart-money/AAPLX");
    expect([unknown.statusCode, unknown.json<{ detail: string }>().detail]).toEqual([404, expect.stringMatching(/AAPLX.*AAPL/)]);
  });

  it("returns no score on a date outside the sample years", async () => {
    const s = await serve({ asOf: "1955-03-01" });
    expect((await s.get("/v1/equities/smart-money/AAPL")).json()).toMatchObject({ data: { score: null } });
  });
});

describe("GET /v1/equities/insider-clusters", () => {
  const rows = (s: ServiceUnderTest, query = "") => s.read(`/v1/equities/insider-clusters${query}`);

  it("lists buy and sell clusters by strength, with people, amounts and dates", async () => {
    const sellers = ["5", "6", "7"].map((owner) => form4(owner, { side: "sell", value: null, price: null, plan: null }, "YYYT"));
    take(s, [...CLUSTER, form4("4", { title: "Chief Executive Officer", traded: "2024-06-23" }), ...sellers]);
    const { data, count, meta } = await rows(s);
    expect(data.map((r) => [r.ticker, r.direction])).toEqual([[T, "buy"], ["YYYT", "sell"]]); // prettier-ignore
    expect(data[0]).toEqual({
      ticker: T, direction: "buy", strength_score: expect.any(Number), insider_count: 4, trade_count: 4, total_value_usd: 1_200_000, has_ceo: true, has_cfo: false,
      has_10b5_1: false, window_start: "2024-06-10", window_end: "2024-06-23", filed: "2024-06-25", new_today: false, source: "sec",
    }); // prettier-ignore
    expect(data[1]).toMatchObject({ total_value_usd: null, value_reason: "3 of 3 trades state no price.", has_10b5_1: null });
    expect(Number(data[0].strength_score)).toBeGreaterThan(Number(data[1].strength_score));
    expect([count, meta]).toMatchObject([2, { sample: false, by_direction: { buy: 1, sell: 1 }, has_more: false, attribution: { sec: expect.any(String) } }]);
  });

  it("says which clusters are new on the asked day: complete by reports of that day, and not before", async () => {
    take(s, CLUSTER);
    const on = async (asOf: string) => (await rows(s, `?as_of=${asOf}`)).data.map((r) => [r.ticker, r.new_today]);
    // The reports were filed on the twelfth, about trades of the tenth.
    expect([await on("2024-06-11"), await on("2024-06-12"), await on("2024-06-13")]).toEqual([[], [[T, true]], [[T, false]]]);
    // The window of thirty days still has them on the ninth of July, and no longer has them on the tenth.
    const later = await serve({ asOf: "2024-07-31" });
    take(later, CLUSTER);
    expect((await rows(later, "?as_of=2024-07-09")).data).toMatchObject([{ ticker: T, new_today: false }]);
    expect((await rows(later, "?as_of=2024-07-10")).data).toEqual([]);
  });

  it("filters by direction, and applies the limit", async () => {
    take(s, [...CLUSTER, ...["1", "2"].map((owner) => form4(owner, {}, "YYYT"))]);
    expect(await rows(s, "?direction=sell")).toMatchObject({ data: [], count: 0, meta: { by_direction: { buy: 2, sell: 0 } } });
    expect(await rows(s, "?direction=buy&limit=1")).toMatchObject({ data: [{ ticker: T }], count: 2, meta: { has_more: true } });
  });

  it("lists sample clusters, marked as sample, until the first report is imported", async () => {
    const { data, meta } = await rows(s);
    expect(data.length).toBeGreaterThan(5);
    for (const row of data) expect(row).toMatchObject({ sample: true, source: "sample" });
    expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) } });
    take(s, [form4("1")]);
    expect(await rows(s)).toMatchObject({ data: [], meta: { sample: false } });
  });
});

const URL = "/v1/equities/smart-money";
const list = (s: ServiceUnderTest, query = "") => s.read(`${URL}?${query}`);
const scores = ({ data }: Reply) => data.map((r) => [r.ticker, r.score]);
const filled = async () => {
  const s = await serve();
  take(s, [
    ...disclosed("PPPP", "BULL"),
    ...disclosed("SSSS", "BEAR"),
    ...disclosed("PPSS", "FLAT"),
    ...disclosed("PPPP", "BOTH"),
    ...volumes(25, "2024-06-24", (back) => (back < 5 ? 0.35 : 0.4), "BOTH"),
    ...disclosed("PPPP", "OLD", "2023-01-10"),
  ]);
  return s;
};

describe("GET /v1/equities/smart-money over published rows", () => {
  it("ranks the symbols with at least two components by the size of their score", async () => {
    const { data, count, meta } = await list(await filled());
    expect([count, meta.has_more, meta.sample]).toEqual([1, false, false]);
    expect(data[0]).toMatchObject({ ticker: "BOTH", direction: "long", families: 2, observation_date: "2024-06-24" });
    expect(data[0].legs.map((l: any) => [l.name, l.direction, typeof l.absent])).toEqual([
      ["insider", undefined, "string"],
      ["congress", "bull", "undefined"],
      ["holders13f", undefined, "string"],
      ["short_volume", "bull", "undefined"],
    ]);
    expect(data[0].legs[1]).toMatchObject({ weight: expect.closeTo(0.2 / 0.35, 3), contribution: expect.any(Number) });
    expect(meta).toMatchObject({
      caveats: ["smart-money-descriptive", "smart-money-lag", "smart-money-short-coverage", "thirteenf_ticker_resolution"],
      attribution: { finra: expect.any(String), house: expect.any(String) },
    });
  });

  it("filters by the number of components, the direction and the size of the score", async () => {
    const s = await filled();
    const all = await list(s, "min_families=1");
    expect(scores(all)).toEqual([["BEAR", -100], ["BULL", 100], ["BOTH", all.data[2].score], ["FLAT", 0]]); // prettier-ignore
    expect(scores(await list(s, "min_families=1&direction=short"))).toEqual([["BEAR", -100]]);
    expect(scores(await list(s, "min_families=1&direction=long")).map(([ticker]) => ticker)).toEqual(["BULL", "BOTH"]);
    expect(scores(await list(s, "min_families=1&min_abs_score=99.5"))).toEqual([["BEAR", -100], ["BULL", 100]]); // prettier-ignore
    expect(await list(s, "min_families=1&limit=2")).toMatchObject({ data: [{ ticker: "BEAR" }, { ticker: "BULL" }], count: 4, meta: { has_more: true } });
    expect(all.data[3]).toMatchObject({ ticker: "FLAT", direction: null });
    const none = await list(s, "min_families=4");
    expect([none.data, none.count, none.meta.note]).toEqual([[], 0, expect.stringMatching(/^No score has at least 4 components/)]);
  });

  it("gives the scores and components that SMARTMONEY and the endpoint of one ticker show", async () => {
    const s = await filled();
    for (const { ticker, score, legs } of (await list(s, "min_families=1")).data) {
      const cell = await s.ask("SMARTMONEY", ticker);
      const { data: one } = await s.read<any>(`${URL}/${ticker}`);
      expect([score, legs]).toEqual([cell.value, cell.components]);
      expect([score, legs]).toEqual([one.score, one.legs]);
    }
  });

  it("as of a past day uses only what was public then, and follows each import", async () => {
    const s = await filled();
    expect(await list(s, "min_families=1&as_of=2024-06-09")).toMatchObject({ data: [{ ticker: "BOTH", families: 1 }], count: 1 });
    expect((await list(s, "min_families=1&as_of=2024-05-01")).meta.note).toMatch(/^No symbol has a score on this date/);
    take(s, disclosed("PPPP", "MORE"));
    expect((await list(s, "min_families=1")).count).toBe(5);
  });
});

it("GET /v1/equities/smart-money over sample rows ranks the sample scores that SMARTMONEY shows", async () => {
  const { data, count, meta } = await list(s);
  expect([data.length, count > 50, meta.sample, meta.has_more]).toEqual([50, true, true, true]);
  const sizes = data.map((r) => Math.abs(r.score));
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  const { data: cells } = await s.cells(data.map((r) => ({ fn: "SMARTMONEY", args: [r.ticker] })));
  expect(data.map((r) => [r.score, r.legs])).toEqual(cells.map((c) => [c.value, c.components]));
  expect(data.filter((r) => r.families < 2)).toEqual([]);
});
