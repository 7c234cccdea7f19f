import { addDays } from "../../../src/contract/dates";
import type { EvalReply } from "../../../src/contract/wire";
import { sampleMarkets } from "../../../src/service/families/prediction/sample";
import { createClock } from "../../../src/service/time/clock";
import type { RecordRow } from "../../../src/service/records/record";
import { marketState as state } from "./rows";
import { noRows, openServices, take, type Reply, type ServiceUnderTest, type Setting } from "./service-under-test";
import { grid } from "../../grid";

const serve = openServices();
const DAY = "2024-06-25";
const CAVEATS = ["end_date_scheduled_not_actual"];

const get = <T = readonly any[]>(s: ServiceUnderTest, path: string) => s.read<T>(`/v1/prediction/${path}`);
const ids = ({ data }: Reply): string[] => data.map((m) => m.market_id);

const published = async (records: readonly RecordRow[], setting: Setting = {}): Promise<ServiceUnderTest> => {
  const s = await serve(setting);
  take(s, records);
  return s;
};
/** A service without sample data and without markets. */
const empty = () => serve({ sample: false });

describe("GET /v1/prediction/markets", () => {
  it("lists the open sample markets by volume, with the probability that ODDS shows", async () => {
    const s = await serve();
    const first = await get(s, "markets");
    expect(first).toMatchObject({ status: 200, meta: { caveats: CAVEATS, sample: true, has_more: true, attribution: { sample: expect.any(String) } } });
    expect([first.data.length, first.count > 80]).toEqual([50, true]);
    const all = await get(s, "markets?limit=200&min_volume=0");
    const volumes = all.data.map((m) => m.volume_usd);
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
    expect(all.data.slice(0, 50)).toEqual(first.data);
    const { data: odds } = await s.cells(all.data.map((m) => ({ fn: "ODDS", args: [m.market_id] })));
    expect(odds.map(({ value, observation_date }) => [value, observation_date])).toEqual(all.data.map((m) => [m.yes_probability, m.observation_date]));
    const yesterday = await serve({ asOf: addDays(DAY, -1) });
    const { data: before } = await yesterday.cells(all.data.map((m) => ({ fn: "ODDS", args: [m.market_id] })));
    expect(all.data.map((m) => m.change_24h)).toEqual(
      all.data.map((m, i) => (typeof before[i]?.value === "number" ? Number((m.yes_probability - before[i].value).toFixed(6)) : null)),
    );
    const young = all.data.filter((m) => m.change_7d === null);
    expect(young.every((m) => m.opened > addDays(DAY, -7))).toBe(true);
    for (const m of young)
      expect(m.change_7d_reason).toBe(`There is no state of 7 days earlier: the market opened on ${m.opened}, and sample markets begin on 2020-01-01.`);
  });

  it("filters by category, asset class, words and volume", async () => {
    const s = await serve();
    const macro = await get(s, "markets?category=MACRO&limit=200");
    expect(new Set(macro.data.map((m) => m.category))).toEqual(new Set(["macro"]));
    for (const name of ["crypto", "equity", "macro", "forex", "commodity"]) {
      const { data } = await get(s, `markets?asset_class=${name}&limit=200`);
      expect([name, ...new Set(data.map((m) => m.asset_class))]).toEqual([name, name]);
    }
    expect(new Set((await get(s, "markets?category=politics")).data.map((m) => m.asset_class))).toEqual(new Set([null]));
    expect(ids(await get(s, "markets?q=Fed%27s%20rate%20CUT%20july"))).toEqual(["fed-cut-2024-07"]);
    // "Federal Reserve" is in the title of the event and in the question, "decide" only in the title.
    expect(ids(await get(s, "markets?q=federal+reserve+decide+july")).sort()).toEqual(["fed-cut-2024-07", "fed-hike-2024-07", "fed-hold-2024-07"]);
    expect((await get(s, "markets?q=zebra")).meta.note).toBe("No open market fits the parameters.");
    expect((await get(s, "markets?q=%25")).count).toBeGreaterThan(0);
    expect((await get(s, "markets?q=")).count).toBe((await get(s, "markets")).count);
    const large = await get(s, "markets?min_volume=1000000.5&limit=200");
    expect(large.data.every((m) => m.volume_usd >= 1_000_000.5)).toBe(true);
    expect((await get(s, "markets?min_volume=1e99")).status).toBe(422);
    expect(await get(s, "markets?min_volume=99999999999")).toMatchObject(
      noRows({ note: "No open market that fits has a volume of 99999999999 US dollars or more. Use a smaller min_volume." }),
    );
  });

  it("lists published markets once any is imported, with what the venue does not state as null with its reason", async () => {
    const s = await published([
      state("a", 0.4, { one_day_change: -0.01, one_week_change: 0.2, category: "Economics", event: "An event" }),
      state("KXB-24", 0.3, {
        venue: "kalshi",
        volume_usd: null,
        liquidity_usd: null,
        event: "KXB",
        question: "Will Bitcoin rise?",
        updated: "2024-06-25T10:00:00Z",
      }),
      state("unknown", null, { volume_usd: 30_000 }),
      state("small", 0.3, { volume_usd: 999.99 }),
      state("closed", 0.3, { closed: "2024-06-20" }),
      state("over", 0.3, { end_date: "2024-06-24" }),
      state("old", 0.3, { updated: "2024-06-20T10:00:00Z", volume_usd: 10_000 }),
    ]);
    const list = await get(s, "markets");
    expect(ids(list)).toEqual(["unknown", "a", "old"]);
    expect(list.meta).toMatchObject({
      sample: false,
      attribution: { polymarket: expect.any(String) },
      note: "1 market is left out, because the venue states no volume in US dollars. Use min_volume=0 to list it.",
    });
    expect(list.data[1]).toEqual({
      market_id: "a", question: "Will a happen?", category: "Economics", asset_class: "macro", event: "An event", opened: "2024-01-01", end_date: "2024-12-31", closed: null,
      outcome: null, observation_date: "2024-06-24", yes_probability: 0.4, change_24h: -0.01, change_7d: 0.2, volume_usd: 20_000, liquidity_usd: 500,
      url: "https://polymarket.com/market/slug-of-a", source: "polymarket",
    }); // prettier-ignore
    expect(list.data[0]).toMatchObject({
      yes_probability: null,
      yes_probability_reason: (await s.ask("ODDS", "unknown")).explanation,
      category: null,
      event: null,
    });
    const old = await s.ask("ODDS", "old");
    expect([old.code, list.data[2].yes_probability_reason]).toEqual(["stale", old.explanation]);
    const all = await get(s, "markets?min_volume=0");
    expect(ids(all)).toEqual(["unknown", "a", "old", "small", "KXB-24"]);
    expect(all.data[4]).toMatchObject({
      asset_class: "crypto",
      yes_probability: (await s.ask("ODDS", "KXB-24")).value,
      change_24h: null,
      change_24h_reason: "The venue states no change over 24 hours, and no state of 24 hours earlier is imported.",
      volume_usd: null,
      volume_usd_reason: "The venue states no volume in US dollars.",
      liquidity_usd: null,
      liquidity_usd_reason: "The venue states no liquidity.",
      url: "https://kalshi.com/markets/kxb",
      source: "kalshi",
    });
  });

  it("takes a change that the venue does not state from the state that was known then", async () => {
    const s = await published([state("a", 0.4), state("a", 0.35, { updated: "2024-06-23T10:00:00Z" }), state("a", 0.1, { updated: "2024-06-17T10:00:00Z" })]);
    expect((await get(s, "markets")).data[0]).toMatchObject({ yes_probability: 0.4, change_24h: 0, change_7d: 0.3 });
    expect((await get(s, "markets?as_of=2024-06-24T11:00Z")).data[0]).toMatchObject({ yes_probability: 0.4, change_24h: 0.05, change_7d: 0.3 });
  });

  it("shows as of a past moment only what was public then", async () => {
    const s = await published([state("a", 0.4), state("a", 0.35, { updated: "2024-06-23T10:00:00Z" }), state("b", 0.1)]);
    const then = await get(s, "markets?as_of=2024-06-24T09:59Z");
    expect(then.data.map((m) => [m.market_id, m.yes_probability])).toEqual([["a", 0.35]]);
    expect(then.meta.as_of).toBe("2024-06-24T09:59:00Z");
    expect(await get(s, "markets?as_of=2024-06-01")).toMatchObject(
      noRows({ note: expect.stringMatching(/^No imported prediction market was known on 2024-06-01\./) }),
    );
    const sample = await serve({ clock: createClock(undefined, () => Date.UTC(2024, 5, 25, 12)) });
    expect((await get(sample, "markets")).data.every((m) => m.observation_date === addDays(DAY, -1))).toBe(true);
    expect(await get(sample, "markets?as_of=2019-12-31")).toMatchObject({ data: [], meta: { sample: false, note: "Prediction markets begin on 2020-01-01." } });
  });
});

describe("GET /v1/prediction/markets/{market_id}", () => {
  it("gives one market with its siblings and its change over 30 days", async () => {
    const s = await serve();
    const { data, meta, count } = await get<any>(s, "markets/FED-cut-2024-07");
    expect(meta).toMatchObject({ sample: true, caveats: CAVEATS });
    expect(count).toBeUndefined();
    expect(data).toMatchObject({ market_id: "fed-cut-2024-07", yes_probability: (await s.ask("ODDS", "fed-cut-2024-07")).value });
    expect(data.siblings.map((m: any) => [m.market_id, m.event]).sort()).toEqual(grid(2, "fed-hike-2024-07", data.event, "fed-hold-2024-07", data.event));
    const volumes = data.siblings.map((m: any) => m.volume_usd);
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
    const before = await (await serve({ asOf: addDays(DAY, -30) })).ask("ODDS", "fed-cut-2024-07");
    expect(data.change_30d).toBeCloseTo(data.yes_probability - Number(before.value), 6);
    const row = (await get(s, "markets?q=fed+rate+cut+july")).data[0];
    expect(data).toMatchObject(row);
  });

  it("gives a closed market with its outcome", async () => {
    const s = await serve({ asOf: "2024-07-10" });
    const { data } = await get<any>(s, "markets/fed-cut-2024-06");
    expect(data).toMatchObject({ closed: "2024-06-30", outcome: "No", observation_date: "2024-06-30", yes_probability: expect.any(Number) });
    const before = await serve({ asOf: "2024-06-30" });
    expect((await get<any>(before, "markets/fed-cut-2024-06")).data).toMatchObject({ closed: null, outcome: null, yes_probability: data.yes_probability });
  });

  it("gives a void market its own outcome, and a disputed one none", async () => {
    const closed = "2024-06-20";
    const s = await published([
      state("void", 0.5, { closed, outcome: "void" }),
      state("argued", 1, { closed, disputed: true }),
      state("open", 0.4, { disputed: true, end_date: "2024-07-10" }),
    ]);
    expect((await get<any>(s, "markets/void")).data).toMatchObject({ closed, outcome: "void" });
    expect((await get<any>(s, "markets/argued")).data).toMatchObject({ closed, outcome: null, disputed: true });
    expect((await get(s, "markets?min_volume=0")).data.map((m) => m.market_id)).toEqual(["open"]);
    expect((await get(s, "calendar?days=60")).data.flatMap((day) => day.markets.map((m: any) => m.market_id))).toEqual(["open"]);
    const shown = async (id: string) => await s.ask("ODDS", id);
    expect(await shown("void")).toMatchObject({ code: "unknown_market", reason: "Closed 2024-06-20; the market is void." });
    expect((await shown("void")).explanation).toContain("is void: it resolved to neither Yes nor No");
    expect(await shown("argued")).toMatchObject({ code: "unknown_market", reason: "Closed 2024-06-20; its outcome is disputed." });
    expect(await shown("open")).toMatchObject({ value: 0.4, note: expect.stringContaining("its outcome is disputed") });
  });

  it("finds a published market by id or slug; its siblings are of the same event and venue", async () => {
    const s = await published([
      state("1", 0.4, { event: "Final", slug: "a-wins" }),
      state("2", 0.3, { event: "Final" }),
      state("3", 0.3, { event: "Final", venue: "kalshi" }),
      state("4", 0.3, { event: "" }),
      state("5", 0.3, { event: "", volume_usd: 1 }),
      state("1", 0.25, { event: "Final", slug: "a-wins", updated: "2024-05-24T10:00:00Z" }),
    ]);
    const { data, meta } = await get<any>(s, "markets/A-Wins");
    expect(data).toMatchObject({ market_id: "1", siblings: [{ market_id: "2" }], change_30d: 0.15 });
    expect(meta).toMatchObject({ sample: false, attribution: { polymarket: expect.any(String) } });
    expect((await get(s, "markets/5")).data).toMatchObject({
      siblings: [],
      change_30d: null,
      change_30d_reason: "The venue states no change over 30 days, and no state of 30 days earlier is imported.",
    });
    expect((await get(s, "markets/1?as_of=2024-05-25")).data).toMatchObject({ yes_probability: 0.25, siblings: [] });
  });

  it("answers 404 for an unknown market, with similar ids", async () => {
    const s = await serve();
    expect(await get(s, "markets/fed-cut-2024-7")).toMatchObject({
      status: 404,
      detail: expect.stringMatching(/^No prediction market fed-cut-2024-7 is known\. Did you mean fed-cut-2024-07/),
    });
    expect((await get(s, "markets/fed-cut-2024-07?as_of=2023-01-05")).status).toBe(404);
    expect(await get(await empty(), "markets/fed-cut-2024-07")).toMatchObject({ status: 404, detail: expect.stringContaining("switched off") });
  });
});

describe("GET /v1/prediction/markets/{market_id}/history", () => {
  const URL = "markets/dollar-reserve-2035/history";

  it("lists a sample market's daily probabilities of 30 days, oldest first, up to the one that ODDS shows", async () => {
    const s = await serve();
    const { data, count, meta } = await get(s, URL);
    expect([data.length, count, meta.sample, meta.has_more, meta.caveats]).toEqual([30, 30, true, false, CAVEATS]);
    expect(data.at(-1)).toMatchObject({ time: "2024-06-26T03:59:59Z", yes_probability: (await s.ask("ODDS", "dollar-reserve-2035")).value });
    for (const back of [1, 12, 29]) {
      const then = await serve({ asOf: addDays(DAY, -back) });
      expect(data.at(-1 - back)).toMatchObject({
        time: `${addDays(DAY, 1 - back)}T03:59:59Z`,
        yes_probability: (await then.ask("ODDS", "dollar-reserve-2035")).value,
      });
    }
    const volumes = data.map((p) => p.volume_usd);
    expect(volumes).toEqual([...volumes].sort((a, b) => a - b));
  });

  it("keeps the newest points of the window", async () => {
    const s = await serve();
    const year = await get(s, `${URL}?days=365`);
    expect([year.count, year.data.length]).toEqual([365, 365]);
    expect((await get(s, `${URL}?hours=8760`)).data).toEqual(year.data);
    const three = await get(s, `${URL}?days=365&limit=3`);
    expect([three.data, three.count, three.meta.has_more]).toEqual([year.data.slice(-3), 365, true]);
    expect((await get(s, `${URL}?hours=24`)).data).toEqual(year.data.slice(-1));
    expect((await get(s, `${URL}?days=2&limit=2000`)).data).toEqual(year.data.slice(-2));
  });

  it("ends at the close of a market", async () => {
    const s = await serve({ asOf: "2024-07-10" });
    expect((await get(s, "markets/fed-cut-2024-06/history")).data.at(-1)?.time).toBe("2024-07-01T03:59:59Z");
    expect(await get(s, "markets/fed-cut-2024-06/history?days=2")).toMatchObject(
      noRows({ sample: false, note: "No state of market fed-cut-2024-06 became public in the last 48 hours. Use a longer window." }),
    );
  });

  it("lists every published state at the time at which it became public, revised ones included", async () => {
    const s = await serve();
    const kalshi = (yes: number | null) => state("KXB-24", yes, { venue: "kalshi", volume_usd: null, updated: "2024-06-20T10:00:00Z" });
    take(s, [state("a", 0.4), state("a", 0.35, { updated: "2024-06-23T10:00:00Z" }), kalshi(0.2)], { seen: "2024-06-24T12:00:00Z" });
    take(s, [kalshi(null)], { seen: "2024-06-25T08:00:00Z" });
    expect((await get(s, "markets/a/history")).data).toEqual([
      { time: "2024-06-23T10:00:00Z", yes_probability: 0.35, volume_usd: 20_000 },
      { time: "2024-06-24T10:00:00Z", yes_probability: 0.4, volume_usd: 20_000 },
    ]);
    expect((await get(s, "markets/a/history?as_of=2024-06-24T09:59Z")).data.map((p) => p.yes_probability)).toEqual([0.35]);
    const reasons = { volume_usd: null, volume_usd_reason: "The venue states no volume in US dollars." };
    expect((await get(s, "markets/KXB-24/history")).data).toEqual([
      { time: "2024-06-20T10:00:00Z", yes_probability: 0.2, ...reasons },
      { time: "2024-06-25T08:00:00Z", yes_probability: null, yes_probability_reason: expect.any(String), ...reasons },
    ]);
  });

  it("refuses a window of both hours and days", async () =>
    expect(await get(await serve(), `${URL}?hours=5&days=2`)).toMatchObject({ status: 422, detail: "hours: expected hours or days, got both (5 and 2)." }));
});

describe("GET /v1/prediction/movers", () => {
  it("ranks the open markets by the size of their change, up or down, without sport", async () => {
    const s = await serve();
    for (const [window, member] of [
      ["24h", "change_24h"],
      ["7d", "change_7d"],
    ] as const) {
      const { data, meta } = await get(s, `movers?window=${window}`);
      expect([data.length, meta.caveats, meta.sample, meta.has_more]).toEqual([30, CAVEATS, true, true]);
      const sizes = data.map((m) => Math.abs(m[member]));
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect(data.every((m) => m.category !== "sports" && m.closed === null && m.volume_usd >= 10_000)).toBe(true);
    }
    expect((await get(s, "movers")).data).toEqual((await get(s, "movers?window=24h&limit=30&min_volume=10000&include_sports=false")).data);
    const [first] = (await get(s, "movers?limit=1")).data;
    const before = await (await serve({ asOf: addDays(DAY, -1) })).ask("ODDS", first.market_id);
    expect(first.change_24h).toBeCloseTo(Number((await s.ask("ODDS", first.market_id)).value) - Number(before.value), 6);
  });

  it("lists sport only if asked", async () => {
    const s = await serve();
    const [without, all] = [await get(s, "movers?min_volume=0&limit=200"), await get(s, "movers?min_volume=0&limit=200&include_sports=true")];
    const sports = ids(all).filter((id) => !ids(without).includes(id));
    expect(sports.length).toBeGreaterThan(0);
    expect(new Set(all.data.filter((m) => sports.includes(m.market_id)).map((m) => m.category))).toEqual(new Set(["sports"]));
    expect(all.count).toBe(without.count + sports.length);
  });

  it("ranks published markets by the venue's change, and says how many have none", async () => {
    const s = await published([
      state("up", 0.4, { one_day_change: 0.05, one_week_change: -0.01 }),
      state("down", 0.3, { one_day_change: -0.1, one_week_change: 0.02 }),
      state("large", 0.3, { one_day_change: 0.05, volume_usd: 50_000 }),
      state("small", 0.3, { one_day_change: 0.5, volume_usd: 9_999 }),
      state("match", 0.3, { one_day_change: 0.5, question: "Will the visitors win the NBA game?" }),
      state("KXNFLGAME-1", 0.3, { one_day_change: 0.4, venue: "kalshi", volume_usd: null }),
      state("KXB-24", 0.3, { one_day_change: 0.3, venue: "kalshi", volume_usd: null }),
      state("silent", 0.3, { updated: "2024-06-25T10:00:00Z" }),
      state("old", 0.3, { one_day_change: 0.9, updated: "2024-06-20T10:00:00Z" }),
    ]);
    const list = await get(s, "movers");
    expect(ids(list)).toEqual(["down", "large", "up"]);
    expect(list.meta.note).toBe(
      "2 markets are left out, because no change over 24h is known. 1 market is left out, because the venue states no volume in US dollars. Use min_volume=0 to list it.",
    );
    expect(ids(await get(s, "movers?window=7d"))).toEqual(["down", "up"]);
    expect(ids(await get(s, "movers?min_volume=0"))).toEqual(["small", "KXB-24", "down", "large", "up"]);
    expect(ids(await get(s, "movers?min_volume=0&include_sports=true"))).toEqual(["match", "small", "KXNFLGAME-1", "KXB-24", "down", "large", "up"]);
    expect((await get(s, "movers?as_of=2024-06-20")).data.map((m) => m.market_id)).toEqual(["old"]);
  });

  it("says why it lists nothing", async () => {
    expect((await get(await serve(), "movers?limit=200&min_volume=99999999999")).meta.note).toBe(
      "7 markets are left out, because no change over 24h is known. No open market that fits has a volume of 99999999999 US dollars or more. Use a smaller min_volume.",
    );
  });
});

describe("GET /v1/prediction/calendar", () => {
  it("groups the scheduled closes of contested sample markets by day", async () => {
    const s = await serve();
    const { data, count, meta } = await get(s, "calendar");
    expect([count, meta.sample, meta.caveats]).toEqual([data.length, true, CAVEATS]);
    const dates = data.map((day) => day.date);
    expect(dates).toEqual([...dates].sort());
    expect([dates.includes("2024-06-30"), dates[0]! >= DAY, dates.at(-1)! <= addDays(DAY, 13)]).toEqual([true, true, true]);
    const categories = ["macro", "crypto", "commodity", "forex", "equity", "politics", "sports", "science"];
    const all = (await Promise.all(categories.map((c) => get(s, `markets?limit=200&min_volume=0&category=${c}`)))).flatMap((list) => list.data);
    all.sort((a, b) => b.volume_usd - a.volume_usd);
    for (const day of data) {
      const contested = all.filter((m) => m.end_date === day.date && m.yes_probability > 0.05 && m.yes_probability < 0.95);
      expect(day.markets).toEqual(contested);
      expect([day.market_count, day.contested_capital]).toEqual([contested.length, contested.reduce((sum, m) => sum + m.volume_usd, 0)]);
    }
    const [market] = data[0].markets;
    expect(market?.yes_probability).toBe((await s.ask("ODDS", market.market_id)).value);
  });

  it("counts days from the service's date, that day included", async () => {
    const s = await published([
      state("today", 0.5, { end_date: DAY }),
      state("tomorrow", 0.5, { end_date: addDays(DAY, 1) }),
      state("later", 0.5, { end_date: addDays(DAY, 59) }),
      state("last", 0.5, { end_date: addDays(DAY, 60) }),
    ]);
    const dates = async (query: string) => (await get(s, `calendar?${query}`)).data.map((day) => day.date);
    expect(await dates("days=1")).toEqual([DAY]);
    expect(await dates("days=2")).toEqual([DAY, "2024-06-26"]);
    expect(await dates("days=60")).toEqual([DAY, "2024-06-26", addDays(DAY, 59)]);
  });

  it("leaves out decided and unknown probabilities, and sums the volume only if it is known of all", async () => {
    const end_date = addDays(DAY, 3);
    const s = await published([
      state("low", 0.05, { end_date }),
      state("above", 0.0501, { end_date, volume_usd: 100 }),
      state("below", 0.9499, { end_date, volume_usd: 250.5 }),
      state("high", 0.95, { end_date }),
      state("null", null, { end_date }),
      state("old", 0.5, { end_date, updated: "2024-06-20T10:00:00Z" }),
      state("closed", 0.5, { end_date, closed: "2024-06-24" }),
      state("KXB-24", 0.5, { end_date: addDays(DAY, 5), venue: "kalshi", volume_usd: null }),
    ]);
    const { data, meta } = await get(s, "calendar");
    expect(data).toMatchObject([
      { date: end_date, contested_capital: 350.5, market_count: 2, markets: [{ market_id: "below" }, { market_id: "above" }] },
      { contested_capital: null, contested_capital_reason: "1 of 1 markets states no volume in US dollars.", market_count: 1 },
    ]);
    expect(meta.note).toBe(
      "Scheduled closes from 2024-06-25 to 2024-07-08. Only contested markets are listed: yes_probability above 0.05 and below 0.95. 2 markets are left out, because the probability is not between these. 2 markets are left out, because the probability is unknown or too old.",
    );
    expect((await get(s, "calendar?as_of=2024-06-20")).data).toMatchObject([{ date: end_date, markets: [{ market_id: "old" }] }]);
  });

  it("names the next close of a contested market if none is in the requested days", async () => {
    const s = await published([
      state("decided", 0.99, { end_date: DAY }),
      state("later", 0.5, { end_date: "2024-09-18" }),
      state("latest", 0.5, { end_date: "2024-11-05" }),
    ]);
    const note = async (query: string, of = s) => (await get(of, `calendar?${query}`)).meta.note;
    const contested = "Only contested markets are listed: yes_probability above 0.05 and below 0.95.";
    expect(await note("days=7")).toBe(
      `No contested market closes from 2024-06-25 to 2024-07-01. The next one closes on 2024-09-18. ${contested} 1 market is left out, because the probability is not between these.`,
    );
    expect(await note("days=1", await published([state("decided", 0.99, { end_date: "2024-07-01" })]))).toBe(
      `No contested market closes on 2024-06-25. No later close of a contested market is known. ${contested}`,
    );
  });
});

describe("GET /v1/prediction/calibration", () => {
  const BOTH = ["calibration_historical_not_forecast", ...CAVEATS];

  it("compares the sample's odds a week before the close with the outcomes", async () => {
    const s = await serve();
    const { data, meta, count } = await get<any>(s, "calibration");
    expect(meta).toMatchObject({ caveats: BOTH, sample: true });
    expect(count).toBeUndefined();
    expect(data.markets).toBeGreaterThan(1000);
    expect(data.brier_score > 0 && data.brier_score < 0.25).toBe(true);
    expect(data.buckets.map((b: any) => [b.from, b.to])).toEqual(Array.from({ length: 10 }, (_, i) => [i / 10, (i + 1) / 10]));
    for (const groups of [data.buckets, data.categories]) expect(groups.reduce((sum: number, b: any) => sum + b.markets, 0)).toBe(data.markets);
    for (const b of data.buckets) expect(b.mean_probability >= b.from && b.mean_probability < b.to).toBe(true);
    const { longshot } = data.tails;
    expect(longshot.bias).toBeCloseTo(longshot.yes_share - longshot.mean_probability, 3);
  });

  it("uses the probability that ODDS showed a week before the close", async () => {
    const day = "2020-03-10";
    const s = await serve({ asOf: day });
    const resolved = sampleMarkets(day).filter((m) => m.outcome !== null && m.closed !== null);
    const before = (m: (typeof resolved)[number]) => s.post({ cells: [{ id: 0, fn: "ODDS", args: [m.id] }], as_of: addDays(m.closed!, -7) });
    const odds = await Promise.all(resolved.map(async (m) => (await before(m)).json<EvalReply>().data[0]!.value));
    const errors = resolved.flatMap((m, i) => (typeof odds[i] === "number" ? [(odds[i] - (m.outcome === "Yes" ? 1 : 0)) ** 2] : []));
    expect(errors.length).toBeGreaterThan(50);
    const { data } = await get<any>(s, "calibration");
    expect([data.markets, data.left_out]).toEqual([errors.length, resolved.length - errors.length]);
    expect(data.brier_score).toBeCloseTo(errors.reduce((sum, e) => sum + e, 0) / errors.length, 4);
  });

  it("uses no outcome before it is published", async () => {
    const at = async (asOf: string) => (await get<any>(await serve({ asOf }), "calibration")).data;
    // Markets of June 2024 close on 30 June, and their outcomes are published on 1 to 4 July.
    const [before, after] = [await at("2024-06-30"), await at("2024-07-04")];
    expect(after.markets).toBeGreaterThan(before.markets + 30);
    const s = await serve();
    expect((await get<any>(s, "calibration?as_of=2024-06-20")).data).toEqual(await at("2024-06-20"));
  });

  it("scores published markets, and leaves out those without a state a week before the close", async () => {
    const closed = "2024-06-20";
    const over = (id: string, before: number | null, outcome: "Yes" | "No", more: object = {}) => [
      state(id, before, { updated: "2024-06-12T10:00:00Z", ...more }),
      state(id, outcome === "Yes" ? 1 : 0, { updated: "2024-06-21T10:00:00Z", closed, outcome, ...more }),
    ];
    const s = await published([
      ...over("a", 0.8, "Yes", { category: "Crypto" }),
      ...over("b", 0.3, "No", { category: "Crypto" }),
      ...over("c", 0.05, "Yes"),
      ...over("d", 1, "Yes"),
      ...over("unknown", null, "Yes"),
      state("late", 1, { updated: "2024-06-21T10:00:00Z", closed, outcome: "Yes" }),
      state("early", 0.5, { updated: "2024-06-09T10:00:00Z" }),
      state("early", 1, { updated: "2024-06-21T10:00:00Z", closed, outcome: "Yes" }),
      state("open", 0.5),
      state("unresolved", 0.5, { closed }),
      state("void", 0.9, { updated: "2024-06-12T10:00:00Z" }),
      state("void", 0.5, { updated: "2024-06-21T10:00:00Z", closed, outcome: "void" }),
      state("disputed", 0.9, { updated: "2024-06-12T10:00:00Z" }),
      state("disputed", 1, { updated: "2024-06-21T10:00:00Z", closed, disputed: true }),
    ]);
    const { data, meta } = await get<any>(s, "calibration");
    const none = { mean_probability: null, mean_probability_reason: "No resolved market is in this group.", yes_share: null };
    expect(data).toMatchObject({
      markets: 4,
      left_out: 3,
      brier_score: 0.2581,
      categories: [
        { category: null, markets: 2, brier_score: 0.4513 },
        { category: "Crypto", markets: 2, brier_score: 0.065 },
      ],
      tails: {
        longshot: { markets: 1, mean_probability: 0.05, yes_share: 1, bias: 0.95 },
        near_certain: { markets: 1, mean_probability: 1, yes_share: 1, bias: 0 },
      },
    });
    expect(data.buckets.map((b: any) => b.markets)).toEqual([1, 0, 0, 1, 0, 0, 0, 0, 1, 1]);
    expect(data.buckets[1]).toMatchObject(none);
    expect(meta).toMatchObject({ sample: false, attribution: { polymarket: expect.any(String) }, note: expect.stringContaining("7 days before its close") });
    expect((await get<any>(s, "calibration?as_of=2024-06-21T09:59Z")).data).toMatchObject({
      markets: 0,
      brier_score: null,
      brier_score_reason: "No resolved market with a known probability 7 days before its close is known.",
    });
  });

  it("has no figure if sample data is off, and accepts no parameter", async () => {
    const s = await empty();
    expect(await get(s, "calibration")).toMatchObject({
      data: { markets: 0, brier_score: null, brier_score_reason: expect.stringContaining("switched off"), categories: [] },
      meta: { sample: false, note: expect.stringContaining("switched off") },
    });
    expect(await get(s, "calibration?days=5")).toMatchObject({ status: 422, detail: 'There is no parameter "days" here. Known: as_of.' });
  });
});
