import { PERPETUALS } from "../../../src/contract/vocabulary";
import { funding as settled } from "./rows";
import { openServices, take, type Reply, type ServiceUnderTest } from "./service-under-test";
import { grid } from "../../grid";

const serve = openServices();
const DAY = "2024-06-24";
const URL = "/v1/crypto/funding";

const get = (s: ServiceUnderTest, query = "") => s.read(`${URL}${query}`);
const rowOf = ({ data }: Reply, symbol: string) => data.find((r) => r.symbol === symbol);

let s: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => void (s = await serve({ asOf: DAY })));

describe("GET /v1/crypto/funding", () => {
  it("lists every perpetual with the sample rate that FUNDING shows, marked as sample", async () => {
    const reply = await get(s);
    expect(reply.count).toBe(PERPETUALS.length - 1);
    // HYPE began to trade in November 2024.
    expect(reply.data.map((r) => r.symbol)).toEqual(PERPETUALS.filter((symbol) => symbol !== "HYPE"));
    const shown = await s.cells(reply.data.map(({ symbol }) => ({ fn: "FUNDING", args: [symbol] })));
    expect(reply.data.map((r) => r.rate_pct)).toEqual(shown.data.map((answer) => answer.value));
    expect(rowOf(reply, "BTC")).toMatchObject({
      exchange: "sample",
      contract: "BTC (sample)",
      time: "2024-06-24T16:00:00.000Z",
      time_ms: Date.UTC(2024, 5, 24, 16),
      interval_hours: 8,
      exchanges: [{ exchange: "sample" }],
      source: "sample",
      sample: true,
    });
    expect(reply.meta).toMatchObject({
      sample: true,
      caveats: [],
      note: expect.stringContaining("interval_hours"),
      attribution: { sample: expect.any(String) },
    });
  });

  it("shows the last settlement of each contract at each venue, and as the symbol's rate that of the cell", async () => {
    take(s, [
      settled("BTC", "hyperliquid", "2024-06-24T16:00:02Z", 0.002, 1, "BTC"),
      settled("BTC", "hyperliquid", "2024-06-24T15:00:00Z", 0.001, 1, "BTC"),
      settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.01, 8, "BTC-USDT-SWAP"),
      settled("BTC", "okx", "2024-06-24T08:00:00Z", 0.03, null, "BTC-USD-SWAP"),
      settled("BTC", "binance", "2024-06-20T00:00:00Z", 0.09),
    ]);
    const reply = await get(s);
    const row = rowOf(reply, "BTC");
    expect(row).toMatchObject({ exchange: "okx", contract: "BTC-USDT-SWAP", interval_hours: 8, source: "okx" });
    expect(row?.rate_pct).toBe((await s.ask("FUNDING", "BTC")).value);
    // Binance's settlement is four days old.
    expect(row?.exchanges.map((e: any) => [e.exchange, e.contract, e.rate_pct])).toEqual([
      ["okx", "BTC-USDT-SWAP", 0.01],
      ["okx", "BTC-USD-SWAP", 0.03],
      ["hyperliquid", "BTC", 0.002],
    ]);
    expect(row).not.toHaveProperty("sample");
    // Other perpetuals still use sample data.
    expect(rowOf(reply, "ETH")).toMatchObject({ sample: true });
    expect(Object.keys(reply.meta.attribution).sort()).toEqual(["hyperliquid", "okx", "sample"]);
  });

  it("gives null with the reason of the cell for a rate that is too old, or not settled by then", async () => {
    take(s, [settled("BTC", "okx", "2024-06-19T16:00:00Z", 0.01), settled("ETH", "okx", "2024-06-25T08:00:00Z", 0.02)]);
    const reply = await get(s);
    for (const symbol of ["BTC", "ETH"]) {
      const cell = await s.ask("FUNDING", symbol);
      expect(rowOf(reply, symbol)).toEqual({
        symbol,
        exchange: null,
        contract: null,
        time: null,
        time_ms: null,
        rate_pct: null,
        interval_hours: null,
        reason: cell.explanation ?? cell.reason,
        exchanges: [],
        source: cell.source,
      });
    }
    expect(rowOf(reply, "BTC")?.reason).toContain("2024-06-19");
  });

  it("shows as of an earlier moment only what was settled by then", async () => {
    take(s, [
      settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.01),
      settled("BTC", "okx", "2024-06-24T08:00:00Z", 0.03),
      settled("BTC", "bybit", "2024-06-24T16:00:00Z", 0.02),
    ]);
    const reply = await get(s, "?as_of=2024-06-24T15:59Z");
    expect(rowOf(reply, "BTC")).toMatchObject({ exchange: "okx", rate_pct: 0.03, exchanges: [{ exchange: "okx", rate_pct: 0.03 }] });
    expect(reply.meta).toMatchObject({ as_of: "2024-06-24T15:59:00Z" });
    expect(rowOf(await get(s, "?as_of=2024-06-24T16:00Z"), "BTC")).toMatchObject({ exchange: "bybit", rate_pct: 0.02 });
  });

  it("lists only published rates while sample data is off", async () => {
    const s = await serve({ asOf: DAY, sample: false });
    take(s, [settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.01)]);
    expect(await get(s)).toMatchObject({
      data: [{ symbol: "BTC", rate_pct: 0.01 }],
      count: 1,
      meta: { sample: false, attribution: { okx: expect.any(String) } },
    });
  });
});

const DERIVATIVES = "/v1/crypto/derivatives";
const derivatives = (s: ServiceUnderTest, symbol = "BTC", query = "") => s.read<any>(`${DERIVATIVES}/${symbol}${query}`);
const NO_MARKET = { market_time: null, open_interest_usd: null, long_short_ratio: null, mark_price_usd: null, index_price_usd: null, basis_pct: null };

describe("GET /v1/crypto/derivatives/{symbol}", () => {
  it("gives the sample rate that FUNDING shows, and a market that agrees with it and with the trust's share that PRICE shows, marked as sample", async () => {
    for (const symbol of ["BTC", "ETH", "SOL"]) {
      const { data, meta } = await derivatives(s, symbol);
      expect(data).toMatchObject({
        symbol,
        exchange: "sample",
        contract: `${symbol} (sample)`,
        funding_rate_pct: (await s.ask("FUNDING", symbol)).value,
        funding_interval_hours: 8,
        funding_time: "2024-06-24T16:00:00.000Z",
        market_time: "2024-06-24T23:00:00.000Z",
        source: "sample",
        sample: true,
      });
      expect(data.basis_pct).toBeCloseTo((100 * (data.mark_price_usd - data.index_price_usd)) / data.index_price_usd, 3);
      expect(Math.abs(data.basis_pct)).toBeLessThan(0.5);
      expect(data.long_short_ratio).toBeGreaterThan(0.3);
      expect(data.open_interest_usd).toBeGreaterThan(1e8);
      expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) }, caveats: [] });
    }
    const { mark_price_usd } = (await derivatives(s)).data;
    const share = (await s.ask("PRICE", "IBIT")).value as number;
    expect((mark_price_usd * 0.00057) / share).toBeGreaterThan(0.9);
    expect((mark_price_usd * 0.00057) / share).toBeLessThan(1.1);
  });

  it("gives a venue's last settlement: of the first venue by default, of that of FUNDING if exchange is blank", async () => {
    take(s, [
      settled("BTC", "binance", "2024-06-24T08:00:00Z", 0.03),
      settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.01, null, "BTC-USDT-SWAP"),
      settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.02, 8, "BTC-USD-SWAP"),
    ]);
    const of = async (query: string) => {
      const { exchange, funding_rate_pct } = (await derivatives(s, "btc-perp", query)).data;
      return [exchange, funding_rate_pct];
    };
    expect(await of("")).toEqual(["binance", 0.03]);
    expect(await of("?exchange=binance")).toEqual(["binance", 0.03]);
    expect(await of("?exchange=okx")).toEqual(["okx", 0.01]);
    expect(await of("?exchange=")).toEqual(["binance", (await s.ask("FUNDING", "BTC")).value]);
  });

  it("has no sample market beside published funding: unknown members are null with a reason", async () => {
    take(s, [settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.01, null, "BTC-USDT-SWAP")]);
    expect(await derivatives(s, "BTC", "?exchange=okx")).toMatchObject({
      data: { funding_interval_hours: null, ...NO_MARKET, market_reason: expect.stringContaining("no publisher"), source: "okx" },
      meta: { sample: false, attribution: { okx: expect.any(String) } },
    });
    const { data } = await derivatives(s);
    expect(data).toMatchObject({ exchange: null, contract: null, funding_rate_pct: null, funding_time: null, ...NO_MARKET });
    expect(data).toMatchObject({ funding_reason: expect.stringMatching(/^No settlement of BTC at binance in the last 3 days is loaded\./) });
    expect(data).not.toHaveProperty("source");
  });

  it("gives the reason of the cell if the last settlement of all venues is too old", async () => {
    take(s, [settled("BTC", "okx", "2024-06-19T16:00:00Z", 0.01)]);
    const cell = await s.ask("FUNDING", "BTC");
    expect((await derivatives(s, "BTC", "?exchange=")).data).toMatchObject({ funding_rate_pct: null, funding_reason: cell.explanation });
  });

  it("is as of an earlier moment what was known then", async () => {
    const reply = await derivatives(s, "ETH", "?as_of=2024-06-20T10:30Z");
    expect(reply).toMatchObject({
      data: { funding_time: "2024-06-20T08:00:00.000Z", market_time: "2024-06-20T10:00:00.000Z" },
      meta: { as_of: "2024-06-20T10:30:00Z" },
    });
    expect(reply.data).toEqual((await derivatives(s, "ETH", "?as_of=2024-06-20T10:59Z")).data);
    take(s, [settled("BTC", "binance", "2024-06-24T16:00:00Z", 0.01), settled("BTC", "binance", "2024-06-24T08:00:00Z", 0.03)]);
    expect((await derivatives(s, "BTC", "?as_of=2024-06-24T15:59Z")).data).toMatchObject({ funding_rate_pct: 0.03 });
  });

  it("gives null with the reason before the coin traded, outside the sample years, or while sample data is off", async () => {
    const reasonOf = async (s: ServiceUnderTest) => {
      const { data, meta } = await derivatives(s, "SOL");
      expect(data).toMatchObject({ exchange: null, funding_rate_pct: null, ...NO_MARKET });
      expect(meta).toMatchObject({ sample: false, attribution: {} });
      return data.funding_reason;
    };
    expect(await reasonOf(await serve({ asOf: "2020-04-09" }))).toContain("2020-04-10");
    expect(await reasonOf(await serve({ asOf: "1965-06-30" }))).toContain("sample data covers 1970 to 2098 only");
    expect(await reasonOf(await serve({ asOf: DAY, sample: false }))).toContain("switched off");
  });

  it("has no derivatives of a coin that has a funding rate only", async () => {
    expect((await derivatives(s, "DOGE")).status).toBe(404);
  });
});

describe("funding from the venues' rows", () => {
  const filled = async () => {
    const s = await serve({ asOf: DAY });
    take(s, [
      settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.01, 8),
      settled("BTC", "hyperliquid", "2024-06-24T16:00:02Z", 0.002, 1),
      settled("BTC", "hyperliquid", "2024-06-23T01:00:00Z", 0.003, null),
    ]);
    return s;
  };

  it("FUNDING names venue and interval, and prefers the first venue", async () => {
    expect(await (await filled()).ask("FUNDING", "BTC")).toMatchObject({
      value: 0.01,
      unit: "% per interval",
      source: "okx",
      note: "at okx; one interval is 8 hours",
    });
  });

  it("the history gives each rate's interval, oldest first, for one venue or all", async () => {
    const s = await filled();
    const { data } = await s.read("/v1/crypto/funding/btc?exchange=hyperliquid&days=2");
    expect(data.map((r) => [r.rate_pct, r.interval_hours])).toEqual(grid(2, 0.003, null, 0.002, 1));
    expect((await s.read("/v1/crypto/funding/BTC?days=1")).count).toBe(2);
    expect((await s.read("/v1/crypto/funding/BTC?as_of=2024-01-02")).meta.note).toBe(
      "No imported funding rate of BTC was settled by 2024-01-02T23:59Z. Use a later moment, or import earlier histories.",
    );
  });
});
