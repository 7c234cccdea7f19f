import type { Venue } from "../../../src/service/records/funding";
import type { RecordRow } from "../../../src/service/records/record";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { recordRow } from "../../record-row";
import { openServices, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const DAY = "2024-06-24";
const URL = "/v1/crypto/derivatives";

interface Derivatives {
  readonly symbol: string;
  readonly exchange: string | null;
  readonly funding_rate_pct: number | null;
  readonly open_interest_usd: number;
  readonly long_short_ratio: number;
  readonly mark_price_usd: number;
  readonly index_price_usd: number;
  readonly basis_pct: number;
  readonly market_time: string;
}
interface Reply {
  readonly data: Derivatives;
  readonly meta: { readonly sample: boolean; readonly attribution: Record<string, string> };
}
const get = async (s: ServiceUnderTest, symbol = "BTC", query = ""): Promise<Reply> => (await s.get(`${URL}/${symbol}${query}`)).json();

function settled(exchange: Venue, time: string, rate_pct: number, interval_hours: number | null = 8, contract = "BTCUSDT"): RecordRow {
  const time_ms = Date.parse(time);
  const body = { exchange, contract, time_ms, rate_pct, interval_hours };
  return recordRow("funding", "BTC", time.slice(0, 10), exchange, body, { key: `${time_ms} ${exchange} ${contract}` });
}
const take = (s: ServiceUnderTest, records: readonly RecordRow[]): void =>
  void s.store.insertBatch({ publisher: "test", file: "a", sha256: String(records.length), rows: [], records }, DAY);

const NO_MARKET = { market_time: null, open_interest_usd: null, long_short_ratio: null, mark_price_usd: null, index_price_usd: null, basis_pct: null };

describe("GET /v1/crypto/derivatives/{symbol}", () => {
  it("gives the sample rate that FUNDING shows and a market that agrees with it, marked as sample", async () => {
    const s = await serve({ asOf: DAY });
    for (const symbol of ["BTC", "ETH", "SOL"]) {
      const { data, meta } = await get(s, symbol);
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
  });

  it("prices a sample bitcoin near the trust's share that PRICE shows", async () => {
    const s = await serve({ asOf: DAY });
    const { mark_price_usd } = (await get(s)).data;
    const share = (await s.ask("PRICE", "IBIT")).value as number;
    expect((mark_price_usd * 0.00057) / share).toBeGreaterThan(0.9);
    expect((mark_price_usd * 0.00057) / share).toBeLessThan(1.1);
  });

  it("gives a venue's last settlement: of the first venue by default, of that of FUNDING if exchange is blank", async () => {
    const s = await serve({ asOf: DAY });
    take(s, [
      settled("binance", "2024-06-24T08:00:00Z", 0.03),
      settled("okx", "2024-06-24T16:00:00Z", 0.01, null, "BTC-USDT-SWAP"),
      settled("okx", "2024-06-24T16:00:00Z", 0.02, 8, "BTC-USD-SWAP"),
    ]);
    const of = async (query: string) => {
      const { exchange, funding_rate_pct } = (await get(s, "btc-perp", query)).data;
      return [exchange, funding_rate_pct];
    };
    expect(await of("")).toEqual(["binance", 0.03]);
    expect(await of("?exchange=binance")).toEqual(["binance", 0.03]);
    expect(await of("?exchange=okx")).toEqual(["okx", 0.01]);
    expect(await of("?exchange=")).toEqual(["binance", (await s.ask("FUNDING", "BTC")).value]);
  });

  it("has no sample market beside published funding: unknown members are null with a reason", async () => {
    const s = await serve({ asOf: DAY });
    take(s, [settled("okx", "2024-06-24T16:00:00Z", 0.01, null, "BTC-USDT-SWAP")]);
    expect(await get(s, "BTC", "?exchange=okx")).toMatchObject({
      data: { funding_interval_hours: null, ...NO_MARKET, market_reason: expect.stringContaining("no publisher"), source: "okx" },
      meta: { sample: false, attribution: { okx: expect.any(String) } },
    });
    const { data } = await get(s);
    expect(data).toMatchObject({ exchange: null, contract: null, funding_rate_pct: null, funding_time: null, ...NO_MARKET });
    expect(data).toMatchObject({ funding_reason: expect.stringMatching(/^No settlement of BTC at binance in the last 3 days is loaded\./) });
    expect(data).not.toHaveProperty("source");
  });

  it("gives the reason of the cell if the last settlement of all venues is too old", async () => {
    const s = await serve({ asOf: DAY });
    take(s, [settled("okx", "2024-06-19T16:00:00Z", 0.01)]);
    const cell = await s.ask("FUNDING", "BTC");
    expect((await get(s, "BTC", "?exchange=")).data).toMatchObject({ funding_rate_pct: null, funding_reason: cell.explanation });
  });

  it("is as of an earlier moment what was known then", async () => {
    const s = await serve({ asOf: DAY });
    const reply = await get(s, "ETH", "?as_of=2024-06-20T10:30Z");
    expect(reply).toMatchObject({
      data: { funding_time: "2024-06-20T08:00:00.000Z", market_time: "2024-06-20T10:00:00.000Z" },
      meta: { as_of: "2024-06-20T10:30:00Z" },
    });
    expect(reply.data).toEqual((await get(s, "ETH", "?as_of=2024-06-20T10:59Z")).data);
    take(s, [settled("binance", "2024-06-24T16:00:00Z", 0.01), settled("binance", "2024-06-24T08:00:00Z", 0.03)]);
    expect((await get(s, "BTC", "?as_of=2024-06-24T15:59Z")).data).toMatchObject({ funding_rate_pct: 0.03 });
  });

  it("gives null with the reason before the coin traded, outside the sample years, or while sample data is off", async () => {
    const reasonOf = async (s: ServiceUnderTest) => {
      const { data, meta } = await get(s, "SOL");
      expect(data).toMatchObject({ exchange: null, funding_rate_pct: null, ...NO_MARKET });
      expect(meta).toMatchObject({ sample: false, attribution: {} });
      return (data as unknown as { funding_reason: string }).funding_reason;
    };
    expect(await reasonOf(await serve({ asOf: "2020-04-09" }))).toContain("2020-04-10");
    expect(await reasonOf(await serve({ asOf: "1965-06-30" }))).toContain("sample data covers 1970 to 2098 only");
    const s = await serve({ asOf: DAY });
    s.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
    expect(await reasonOf(s)).toContain("switched off");
  });

  it("suggests a symbol for an unknown one with 404, and refuses wrong parameters with 422", async () => {
    const s = await serve();
    const unknown = await s.get(`${URL}/ETHH`);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, "unknown_name"]);
    expect(unknown.json().detail).toContain("ETH");
    // DOGE has a funding rate, and no derivatives.
    expect((await s.get(`${URL}/DOGE`)).statusCode).toBe(404);
    const wrong = await s.get(`${URL}/BTC?exchange=kraken`);
    expect([wrong.statusCode, wrong.json().detail]).toEqual([
      422,
      'exchange: expected binance, bybit, okx or hyperliquid, or a blank for the venue of FUNDING, got "kraken".',
    ]);
    for (const url of [`${URL}/${"x".repeat(33)}`, `${URL}/BTC?exchange=${"x".repeat(33)}`, `${URL}/BTC?days=1`])
      expect((await s.get(url)).statusCode).toBe(422);
  });
});
