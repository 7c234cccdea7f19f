import { coverageRows } from "../../../src/service/records/crypto";
import type { RecordRow } from "../../../src/service/records/record";
import { liquidation as liquidationAt } from "./rows";
import { openServices, take, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const HOUR = 3_600_000;
/** The service's time is the evening of its date. */
const NOW = Date.UTC(2024, 5, 25, 23, 59, 59);

const liquidation = (symbol: string, hoursAgo: number, side: "long" | "short", usd: number) => liquidationAt(symbol, NOW - hoursAgo * HOUR, usd, side);
const reaching = (symbol: string, fromHoursAgo: number, toHoursAgo: number): RecordRow[] =>
  coverageRows(`liquidation ${symbol}`, { from_ms: NOW - fromHoursAgo * HOUR, to_ms: NOW - toHoursAgo * HOUR, contract: `${symbol}-USDT-SWAP` }, "okx");
const get = (s: ServiceUnderTest, query = "") => s.read(`/v1/crypto/liquidations${query}`);

describe("GET /v1/crypto/liquidations", () => {
  it("sums liquidations by symbol and side, and those of the last 1 and 4 hours as cascades", async () => {
    const s = await serve();
    take(s, [
      liquidation("BTC", 0.5, "long", 100),
      liquidation("BTC", 3, "short", 50),
      liquidation("BTC", 23, "long", 7),
      liquidation("BTC", 25, "long", 1e6),
      ...reaching("BTC", 26, 0.1),
    ]);
    const { data, meta, count } = await get(s);
    expect(data).toEqual([{ symbol: "BTC", long_usd: 107, short_usd: 50, total_usd: 157, long_count: 2, short_count: 1, whole: true }]);
    expect(count).toBe(1);
    expect(meta).toMatchObject({
      caveats: ["liquidations_single_venue_okx"],
      sample: false,
      attribution: { okx: "OKX, public market data" },
      coverage: { venues: ["okx"], symbols: ["BTC"], contracts: [{ symbol: "BTC", contract: "BTC-USDT-SWAP", whole: true }] },
    });
    const cascades = (await get(s, "?symbol=btc")).meta.cascades;
    expect(cascades).toEqual({ "1h": { long_usd: 100, short_usd: 0, whole: true }, "4h": { long_usd: 100, short_usd: 50, whole: true } });
    expect((await get(s, "?hours=1")).data[0]).toMatchObject({ total_usd: 100 });
  });

  it("marks sums over hours that are not fully imported as a lower bound", async () => {
    const s = await serve();
    take(s, [liquidation("BTC", 0.5, "long", 100), liquidation("BTC", 20, "long", 7), ...reaching("BTC", 30, 20), ...reaching("BTC", 0.5, 0.1)]);
    const { data, meta } = await get(s, "?symbol=BTC");
    expect(data[0]).toMatchObject({ long_usd: 107, whole: false });
    expect(meta.note).toContain("lower bound");
  });

  it("gives 0 only for hours that are fully imported, otherwise null or no row", async () => {
    const s = await serve();
    take(s, [liquidation("BTC", 20, "long", 7), ...reaching("BTC", 30, 20)]);
    expect((await get(s, "?symbol=BTC&hours=1")).data).toEqual([]);
    const { data, meta } = await get(s, "?symbol=ETH");
    expect(data).toEqual([]);
    expect(meta.cascades["1h"]).toEqual({ long_usd: null, short_usd: null, whole: false });
    expect(meta.note).toContain("No liquidations of this time are imported");
    take(s, [...reaching("BTC", 20, 0.1)]);
    expect((await get(s, "?symbol=BTC&hours=4")).data[0]).toMatchObject({ long_usd: 0, short_usd: 0, long_count: 0, whole: true });
  });

  it("suggests the nearest symbol for an unknown one", async () => {
    const s = await serve();
    expect((await get(s, "?symbol=ETHH")).detail).toContain("ETH");
  });

  it("ignores liquidations after the service's date", async () => {
    const s = await serve({ asOf: "2024-06-24" });
    take(s, [liquidation("BTC", 0.5, "long", 100), liquidation("BTC", 30, "short", 3), ...reaching("BTC", 60, 25), ...reaching("BTC", 10, 0)]);
    expect((await get(s)).data[0]).toMatchObject({ long_usd: 0, short_usd: 3 });
  });
});
