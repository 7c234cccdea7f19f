import { CELL_FUNCTIONS, functionSpec } from "../../../src/contract/functions";
import { importInto, openServices } from "./service-under-test";

const DAY = "2024-06-25";
const TICKERS = ["AAPL", "NVDA", "MSFT", "JPM", "GME", "SPY", "BRK.B", "TSM", "ACLS", "OKLO"];

const service = openServices();

/** Every cell function with its example arguments. */
const examples = CELL_FUNCTIONS.map((fn) => ({
  fn,
  args: functionSpec(fn).parameters.map((p) => (p.kind === "choice" && p.fallback === "" ? null : p.example)),
}));

/** Addresses that list rows of a family, whose sample data has some on this day. */
const LISTS = [
  ...["/v1/equities/congress?ticker=NVDA", "/v1/equities/short-volume?symbol=NVDA", "/v1/equities/insider-clusters", "/v1/equities/gamma"],
  ...["/v1/equities/signals", "/v1/equities/smart-money", "/v1/equities/short-interest", "/v1/equities/short-interest?symbol=AAPL", "/v1/equities/offerings"],
  ...["/v1/confluence", "/v1/crypto/funding", "/v1/crypto/funding/BTC", "/v1/crypto/unlocks", "/v1/crypto/whales", "/v1/crypto/etf/flows?asset=SOL"],
  ...["/v1/prediction/markets", "/v1/prediction/movers", "/v1/prediction/calendar", "/v1/screen"],
];

test("endpoints list no sample data on a date outside the sample years", async () => {
  const s = await service({ asOf: "1965-06-30" });
  for (const url of LISTS) expect([url, await s.read(url)]).toMatchObject([url, { data: [], count: 0, meta: { sample: false } }]);
  expect((await s.read("/v1/screen")).meta).toMatchObject({ names: 0, note: expect.stringContaining("No figure") });
  expect((await s.read("/v1/crypto/funding")).meta.note).toContain("can import");
});

describe("with sample data turned off", () => {
  const off = () => service({ asOf: "2024-06-28", sample: false });

  it("no function returns sample data if nothing is imported, until it is turned on again", async () => {
    const s = await off();
    for (const { fn, args } of examples) {
      const answer = await s.ask(fn, ...args);
      expect([fn, answer.value, answer.sample]).toEqual([fn, null, undefined]);
      expect(["not_loaded", "proprietary_forecasts"]).toContain(answer.code);
    }
    expect(await s.ask("PRICE", "AAPL")).toMatchObject({ code: "not_loaded", explanation: expect.stringMatching(/npm run data -- status/) });
    s.store.decisions.decide("sample", true, "2024-06-28");
    expect(await s.ask("PRICE", "AAPL")).toMatchObject({ sample: true, value: expect.any(Number) });
  });

  it("published data is served, and a value that needs sample data is a reason", async () => {
    const s = await off();
    importInto(s.store, { DGS10: { "2024-06-27": 4.3 } });
    expect(await s.ask("FRED", "DGS10")).toMatchObject({ value: 4.3, source: "user" });
    expect(await s.ask("FRED", "T10Y2Y")).toMatchObject({
      value: null,
      code: "not_loaded",
      components: [
        { name: "DGS10", value: 4.3, source: "user" },
        { name: "DGS2", absent: "no published data is loaded" },
      ],
    });
  });

  it("no endpoint lists sample rows, and the status reports no sample data", async () => {
    const s = await off();
    expect((await s.get("/macro/fred/DGS2")).json()).toMatchObject({ data: { value: null, reason: expect.stringMatching(/switched off/) } });
    expect((await s.get("/v1/macro/fred/DGS2/history")).statusCode).toBe(503);
    expect((await s.get("/v1/equities/smart-money/AAPL")).json()).toMatchObject({ data: { score: null } });
    const { data: status } = await s.read<any>("/v1/status");
    expect([status.sample, status.families.some((f: any) => f.sample)]).toEqual([false, false]);
    for (const url of LISTS)
      expect([url, await s.read(url)]).toMatchObject([url, { data: [], count: 0, meta: { sample: false, note: expect.stringContaining("switched off") } }]);
  });
});

describe("endpoints over sample data", () => {
  let s: Awaited<ReturnType<typeof service>>;
  beforeEach(async () => void (s = await service()));

  it("list the disclosures that CONGRESS counts, marked as sample", async () => {
    for (const ticker of TICKERS) {
      const { data, meta } = await s.read(`/v1/equities/congress?ticker=${ticker}&days=90&limit=200`);
      const [count, net] = [await s.ask("CONGRESS", ticker), await s.ask("CONGRESS", ticker, "net")];
      if (data.length === 0) expect([count.code, net.code]).toEqual(["no_trades", "no_trades"]);
      else {
        const trades = data.filter((t) => t.direction !== null);
        expect(count).toMatchObject({ value: trades.length, sample: true });
        expect(net.value).toBe(trades.reduce((sum, t) => sum + (t.direction === "bull" ? 1 : -1), 0));
        expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) } });
      }
    }
    const all = await s.read("/v1/equities/congress");
    expect(all.count).toBeGreaterThan(100);
    expect(all.meta.sample).toBe(true);
  });

  it("list funding rates up to the one that FUNDING shows", async () => {
    for (const symbol of ["BTC", "ETH", "DOGE"]) {
      const { data, meta } = await s.read(`/v1/crypto/funding/${symbol}?days=30`);
      expect(data.length).toBe(90);
      expect(data[data.length - 1]).toMatchObject({ rate_pct: (await s.ask("FUNDING", symbol)).value, exchange: "sample" });
      expect(meta.sample).toBe(true);
    }
  });

  it("list the short volume that SMARTMONEY uses, with both caveats", async () => {
    const caveats = ["short_volume_not_short_interest", "short_volume_off_exchange_hedging"];
    for (const ticker of ["NVDA", "GME", "KO", "BRK-B"]) {
      const { data, meta } = await s.read(`/v1/equities/short-volume?symbol=${ticker}&days=30`);
      const component = (await s.ask("SMARTMONEY", ticker)).components?.find((l) => l.name === "short_volume");
      const last = data.slice(0, 5);
      const ratio = last.reduce((sum, r) => sum + r.short_volume, 0) / last.reduce((sum, r) => sum + r.total_volume, 0);
      expect(component).toMatchObject({ sample: true, evidence: expect.stringContaining(`${(ratio * 100).toFixed(1)} % of the volume was sold short`) });
      expect(meta).toMatchObject({ sample: true, caveats });
    }
    const day = await s.read("/v1/equities/short-volume");
    expect(day.data.every((r) => r.date === DAY)).toBe(true);
    expect((await s.read("/v1/equities/short-volume?symbol=ABBNY")).data).toEqual([]);
  });

  it("list the insider clusters whose strength SMARTMONEY adds up", async () => {
    const data: any[] = [];
    for (let more = true; more;) {
      const page = await s.read(`/v1/equities/insider-clusters?limit=200&offset=${data.length}`);
      data.push(...page.data);
      expect(page.meta).toMatchObject({ sample: true, has_more: (more = data.length < page.count) });
    }
    expect(data.length).toBeGreaterThan(200);
    for (const ticker of new Set(data.slice(0, 20).map((c) => c.ticker))) {
      const strength = data.filter((c) => c.ticker === ticker).reduce((sum, c) => sum + (c.direction === "buy" ? 1 : -1) * c.strength_score, 0);
      const component = (await s.ask("SMARTMONEY", ticker)).components?.find((l) => l.name === "insider");
      expect(component).toMatchObject({ value: expect.closeTo(Math.max(-100, Math.min(100, strength)), 1) as number });
    }
  });
});
