import { noRows, openServices, type ServiceUnderTest } from "./service-under-test";
import { grid } from "../../grid";

const serve = openServices();
const URL = "/v1/crypto/etf/flows";
/** A Friday. */
const DAY = "2026-03-20";

const get = (s: ServiceUnderTest, query = "") => s.read(`${URL}${query}`);
const sum = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((a, b) => a + (b ?? 0), 0);

describe("GET /v1/crypto/etf/flows of bitcoin and ether funds", () => {
  it("withholds every session with the reason, and the sums that contain one; a day without a session has 0", async () => {
    const s = await serve({ asOf: DAY });
    for (const query of ["", "?asset=BTC", "?asset=ETH"]) {
      const { data, count, meta } = await get(s, query);
      expect([data.length, count]).toEqual([30, 30]);
      expect([data[0]?.date, data[29]?.date]).toEqual(["2026-02-19", DAY]);
      for (const day of data.filter((d) => d.session)) {
        expect(day).toMatchObject({
          ...{ total_kind: "withheld", net_flow_usd: null, reported_subtotal_usd: null, funds_known: 0, aum_usd: null, aum_coverage: null },
          withheld_reason: "source_not_licensed",
        });
        expect(day.missing_tickers).toEqual(day.funds.map((f: any) => f.ticker));
        expect(day.funds.every((f: any) => f.net_flow_usd === null && f.aum_usd === null)).toBe(true);
      }
      const closed = data.filter((d) => !d.session);
      const weekends = ["02-21", "02-22", "02-28", "03-01", "03-07", "03-08", "03-14", "03-15"];
      expect(closed.map((d) => d.date)).toEqual(weekends.map((day) => `2026-${day}`));
      for (const day of closed) {
        expect(day).toMatchObject({ total_kind: "total", net_flow_usd: 0, reported_subtotal_usd: 0, missing_tickers: [], withheld_reason: null });
        expect(day.funds_known).toBe(day.funds_active);
        expect(day.funds.every((f: any) => f.net_flow_usd === 0 && f.aum_usd === null)).toBe(true);
      }
      // No figure of these funds is generated.
      expect(meta).toMatchObject({ sample: false, attribution: {}, caveats: [] });
    }
    expect((await get(s)).meta.summary).toEqual([
      {
        asset: "BTC",
        window: { from: "2026-02-19", to: DAY, net_flow_usd: null, withheld_reason: "source_not_licensed" },
        headline: { from: "2026-03-14", to: DAY, net_flow_usd: null, withheld_reason: "source_not_licensed", period: "7d" },
        latest_session: null,
      },
    ]);
    const sunday = await serve({ asOf: "2026-03-22" });
    expect((await get(sunday, "?days=2&period=1d")).meta.summary).toEqual([
      {
        asset: "BTC",
        window: { from: "2026-03-21", to: "2026-03-22", net_flow_usd: 0, withheld_reason: null },
        headline: { from: "2026-03-22", to: "2026-03-22", net_flow_usd: 0, withheld_reason: null, period: "1d" },
        latest_session: null,
      },
    ]);
  });

  it("has no day before the first fund traded, and says when it did", async () => {
    const early = await serve({ asOf: "2024-01-12" });
    expect((await get(early)).data.map((d) => [d.date, d.funds_active])).toEqual(grid(2, "2024-01-11", 10, "2024-01-12", 10));
    expect(await get(early, "?asset=ETH")).toMatchObject(noRows({ note: "The first spot fund of ETH traded on 2024-07-23.", summary: [] }));
    const at = await get(await serve({ asOf: DAY }), "?as_of=2024-01-12");
    expect(at.data).toHaveLength(2);
  });
});

describe("GET /v1/crypto/etf/flows of solana funds", () => {
  const solana = async (query = "", asOf = DAY) => get(await serve({ asOf }), `?asset=SOL&days=90${query}`);

  it("derives flows from the funds' sample assets, marked as sample, and gives a subtotal instead of a total if a fund did not report", async () => {
    const { data, meta } = await solana();
    expect(data).toHaveLength(90);
    expect(data.every((d) => "sample" in d && d.asset === "SOL" && d.withheld_reason === null)).toBe(true);
    expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) }, note: expect.stringContaining("net asset value") });
    const totals = data.filter((d) => d.total_kind === "total");
    for (const day of totals) {
      expect(day.net_flow_usd).toBe(sum(day.funds.map((f: any) => f.net_flow_usd)));
      expect(day).toMatchObject({ reported_subtotal_usd: day.net_flow_usd, funds_known: day.funds_active, missing_tickers: [], aum_coverage: 1 });
    }
    expect(totals.some((d) => (d.net_flow_usd ?? 0) < 0) && totals.some((d) => (d.net_flow_usd ?? 0) > 0)).toBe(true);
    for (const day of data.filter((d) => !d.session)) expect(day).toMatchObject({ total_kind: "total", net_flow_usd: 0 });
    const partial = data.filter((d) => d.total_kind === "reported_subtotal");
    expect(partial.length).toBeGreaterThan(0);
    for (const day of partial) {
      const known = day.funds.filter((f: any) => f.net_flow_usd !== null);
      expect([day.net_flow_usd, day.reported_subtotal_usd, day.funds_known]).toEqual([null, sum(known.map((f: any) => f.net_flow_usd)), known.length]);
      expect(day.missing_tickers).toEqual(day.funds.filter((f: any) => f.net_flow_usd === null).map((f: any) => f.ticker));
      expect(day.aum_coverage).toBeLessThan(1);
      expect(day.aum_coverage).toBeGreaterThan(0);
    }
    expect(meta.summary[0]?.window).toEqual({ from: data[0]?.date, to: DAY, net_flow_usd: null, withheld_reason: "funds_missing" });
  });

  it("sums the days of the window and of the headline", async () => {
    const { data, meta } = await solana("&period=1d");
    const [summary] = meta.summary;
    expect(summary?.headline).toMatchObject({ from: DAY, to: DAY, period: "1d", net_flow_usd: data[data.length - 1]?.net_flow_usd });
    expect(summary?.latest_session).toEqual({ date: DAY, net_flow_usd: data[data.length - 1]?.net_flow_usd });
    const run = (await get(await serve({ asOf: DAY }), "?asset=SOL&days=3")).data;
    const isTotal = run.every((d) => d.total_kind === "total");
    const window = (await get(await serve({ asOf: DAY }), "?asset=SOL&days=3")).meta.summary[0]?.window;
    expect(window?.net_flow_usd).toBe(isTotal ? sum(run.map((d) => d.net_flow_usd)) : null);
    // The headline may be longer than the window.
    expect((await get(await serve({ asOf: DAY }), "?asset=SOL&days=1&period=30d")).meta.summary[0]?.headline).toMatchObject({ from: "2026-02-19", to: DAY });
  });

  it("counts a fund's first assets as its inflow", async () => {
    const { data } = await solana("", "2025-10-30");
    expect(data.map((d) => d.date)).toEqual(["2025-10-28", "2025-10-29", "2025-10-30"]);
    expect(data[0]).toMatchObject({ funds_active: 1, net_flow_usd: data[0]?.aum_usd });
  });

  it("has no session before its close, and the same days later", async () => {
    const s = await serve({ asOf: DAY });
    const before = await get(s, "?asset=SOL&days=90&as_of=2026-03-18T15:00Z");
    expect(before.data[before.data.length - 1]?.date).toBe("2026-03-17");
    const later = new Map((await get(s, "?asset=SOL&days=120")).data.map((d) => [d.date, d]));
    expect(before.data).toEqual(before.data.map((d) => later.get(d.date)));
  });

  it("is empty while sample data is off, while withheld days of other assets stay", async () => {
    const s = await serve({ asOf: DAY, sample: false });
    expect(await get(s, "?asset=SOL")).toMatchObject({ data: [], count: 0, meta: { sample: false, note: expect.stringContaining("switched off") } });
    const all = await get(s, "?asset=ALL");
    expect(new Set(all.data.map((d) => d.asset))).toEqual(new Set(["BTC", "ETH"]));
    expect(all.meta.sample).toBe(false);
  });
});

it("parameters of GET /v1/crypto/etf/flows asset=ALL lists the days of every asset, by day", async () => {
  const { data, count, meta } = await get(await serve({ asOf: DAY }), "?asset=ALL&days=2");
  const days = ["2026-03-19", "2026-03-20"].flatMap((day) => ["BTC", "ETH", "SOL"].map((asset) => `${day} ${asset}`));
  expect(data.map((d) => `${d.date} ${d.asset}`)).toEqual(days);
  expect([count, meta.sample, meta.summary.map((x: any) => x.asset)]).toEqual([6, true, ["BTC", "ETH", "SOL"]]);
});
