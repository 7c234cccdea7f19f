import { PERPETUALS } from "../../../src/contract/vocabulary";
import type { Venue } from "../../../src/service/records/funding";
import type { RecordRow } from "../../../src/service/records/record";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { recordRow } from "../../record-row";
import { openServices, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const DAY = "2024-06-24";
const URL = "/v1/crypto/funding";

interface Row {
  readonly symbol: string;
  readonly exchange: string | null;
  readonly rate_pct: number | null;
  readonly reason?: string;
  readonly exchanges: readonly { readonly exchange: string; readonly contract: string; readonly rate_pct: number }[];
}
interface Reply {
  readonly data: readonly Row[];
  readonly count: number;
  readonly as_of: string;
  readonly meta: { readonly sample: boolean; readonly note?: string; readonly attribution: Record<string, string>; readonly caveats: readonly string[] };
}

function settled(symbol: string, exchange: Venue, time: string, rate_pct: number, interval_hours: number | null = 8, contract = `${symbol}USDT`): RecordRow {
  const time_ms = Date.parse(time);
  const body = { exchange, contract, time_ms, rate_pct, interval_hours };
  return recordRow("funding", symbol, time.slice(0, 10), exchange, body, { key: `${time_ms} ${exchange} ${contract}` });
}
const take = (s: ServiceUnderTest, records: readonly RecordRow[]): void =>
  void s.store.insertBatch({ publisher: "test", file: "a", sha256: String(records.length), rows: [], records }, DAY);
const get = async (s: ServiceUnderTest, query = ""): Promise<Reply> => (await s.get(`${URL}${query}`)).json();
const rowOf = ({ data }: Reply, symbol: string): Row | undefined => data.find((r) => r.symbol === symbol);

describe("GET /v1/crypto/funding", () => {
  it("lists every perpetual with the sample rate that FUNDING shows, marked as sample", async () => {
    const s = await serve({ asOf: DAY });
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
    const s = await serve({ asOf: DAY });
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
    expect(row?.exchanges.map((e) => [e.exchange, e.contract, e.rate_pct])).toEqual([
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
    const s = await serve({ asOf: DAY });
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
    const s = await serve({ asOf: DAY });
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

  it("lists only published rates while sample data is off, and says why if there are none", async () => {
    const s = await serve({ asOf: DAY });
    s.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
    expect(await get(s)).toMatchObject({ data: [], count: 0, meta: { sample: false, note: expect.stringContaining("switched off") } });
    take(s, [settled("BTC", "okx", "2024-06-24T16:00:00Z", 0.01)]);
    expect(await get(s)).toMatchObject({
      data: [{ symbol: "BTC", rate_pct: 0.01 }],
      count: 1,
      meta: { sample: false, attribution: { okx: expect.any(String) } },
    });
  });

  it("lists nothing outside the sample years", async () => {
    const s = await serve({ asOf: "1965-06-30" });
    expect(await get(s)).toMatchObject({ data: [], count: 0, meta: { sample: false, note: expect.stringContaining("can import") } });
  });

  it("refuses a parameter that it does not have", async () => {
    const response = await (await serve()).get(`${URL}?days=30`);
    expect([response.statusCode, response.json().detail]).toEqual([422, 'There is no parameter "days" here. Known: as_of.']);
  });
});
