import { parseByFeed } from "../../../src/service/ingest/ingest-document";
import { whale } from "../../../src/service/publishers/own/whale/whale";
import { coverageRows } from "../../../src/service/records/span";
import type { BlockSpan } from "../../../src/service/records/whale-transfer";
import type { RecordRow } from "../../../src/service/records/record";
import { openServices, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const take = (s: ServiceUnderTest, records: readonly RecordRow[]): void =>
  void s.store.insertBatch({ publisher: "whale", file: "a", sha256: String(records.length), rows: [], records }, "2024-06-25");
const bring = (s: ServiceUnderTest, text: string): void => take(s, parseByFeed(whale.feeds, { name: "own.csv", bytes: Buffer.from(text) }).records);
const HEAD = "time,asset,usd,transaction,direction,from,to,internal\n";
const LATE = "2024-06-25T23:30:00Z,ETH,1,end,,,,\n";
const ask = async (s: ServiceUnderTest, asset: string, field: string) => s.ask("WHALE", asset, field);

describe("WHALE from users' own files", () => {
  it("sums the last 24 hours up to the service's time, without sample data once rows are imported", async () => {
    const s = await serve();
    bring(s, `${HEAD}2024-06-24T10:00:00Z,ETH,9000000,old,,,,\n2024-06-25T01:00:00Z,ETH,300000,a,,,,\n2024-06-25T22:00:00Z,ETH,200000,b,,,,\n${LATE}`);
    expect(await ask(s, "ETH", "total_usd")).toMatchObject({ value: 500000, unit: "USD", source: "user", observation_date: "2024-06-25" });
    expect((await ask(s, "ETH", "total_usd")).sample).toBeUndefined();
    expect([(await ask(s, "ETH", "count")).value, (await ask(s, "ETH", "largest_usd")).value]).toEqual([2, 300000]);
    // Another asset still uses sample data.
    expect(await ask(s, "WBTC", "count")).toMatchObject({ sample: true });
  });

  it("24 hours that the imported rows do not cover give a reason, not 0", async () => {
    const s = await serve();
    bring(s, `${HEAD}2024-06-25T01:00:00Z,ETH,300000,a,,,,\n2024-06-25T20:00:00Z,ETH,300000,b,,,,\n`);
    for (const field of ["total_usd", "count", "net_usd"])
      expect(await ask(s, "ETH", field)).toMatchObject({ value: null, code: "no_data_yet", source: "user" });
    expect((await ask(s, "ETH", "count")).explanation).toContain("too early for the 24 hours");
    const later = await serve({ asOf: "2024-07-26", store: s.store });
    expect((await ask(later, "ETH", "count")).explanation).toContain("No transfer of ETH is loaded");
    const earlier = await serve({ asOf: "2024-06-20", store: s.store });
    expect(await ask(earlier, "ETH", "count")).toMatchObject({ value: null, code: "no_data_yet" });
  });

  it("24 covered hours without a large transfer give 0", async () => {
    const s = await serve();
    bring(s, `${HEAD}2024-06-25T01:00:00Z,ETH,5,a,,,,\n${LATE}`);
    expect(await ask(s, "ETH", "total_usd")).toMatchObject({ value: 0 });
    expect(await ask(s, "ETH", "count")).toMatchObject({ value: 0 });
    expect(await ask(s, "ETH", "largest_usd")).toMatchObject({ value: null, code: "no_observation" });
  });

  it("exchange flows give a reason until labels of their addresses are imported", async () => {
    const s = await serve();
    const rows = `${HEAD}2024-06-25T01:00:00Z,ETH,300000,a,,0xaa,0xbb,\n2024-06-25T02:00:00Z,ETH,200000,b,,0xbb,0xcc,\n${LATE}`;
    bring(s, rows);
    expect(await ask(s, "ETH", "inflow_usd")).toMatchObject({ value: null, code: "not_covered", explanation: expect.stringContaining("Import labels") });
    // Labels of other addresses say nothing about these: the flow is still unknown, not zero.
    bring(s, "address,entity,kind\nbc1qother,Kraken,exchange\n");
    expect(await ask(s, "ETH", "net_usd")).toMatchObject({ code: "not_covered" });
    // Later labels also apply to earlier transfers.
    bring(s, "address,entity,kind\n0xbb,Kraken,exchange\n0xcc,Nobody Special,fund\n");
    expect([(await ask(s, "ETH", "inflow_usd")).value, (await ask(s, "ETH", "outflow_usd")).value, (await ask(s, "ETH", "net_usd")).value]).toEqual([
      300000, 200000, 100000,
    ]);
  });

  it("a transfer within one exchange is no flow; owners in the file override labels", async () => {
    const s = await serve();
    bring(s, "address,entity,kind\n0xaa,Kraken,exchange\n0xbb,Kraken,exchange\n0xcc,Binance,exchange\n");
    bring(
      s,
      `${HEAD}2024-06-25T01:00:00Z,ETH,300000,a,,0xaa,0xbb,\n2024-06-25T02:00:00Z,ETH,200000,b,,Someone,binance,\n2024-06-25T03:00:00Z,ETH,150000,c,exchange_outflow,Someone,binance,\n2024-06-25T04:00:00Z,ETH,120000,d,exchange_inflow,,,yes\n${LATE}`,
    );
    expect([(await ask(s, "ETH", "inflow_usd")).value, (await ask(s, "ETH", "outflow_usd")).value]).toEqual([200000, 150000]);
    expect((await ask(s, "ETH", "total_usd")).value).toBe(770000);
    expect((await ask(s, "ETH", "net_usd")).caveats).toContain("internal_transfers_labelled");
  });

  const DAY = Date.UTC(2024, 5, 25);
  const block = (height: number, minutes: number): RecordRow[] => {
    const span: BlockSpan = { from_ms: DAY + minutes * 60_000, to_ms: DAY + minutes * 60_000, height };
    return coverageRows("whale_transfer BTC", span, "user");
  };
  const blocks = Array.from({ length: 144 }, (_, i) => block(848000 + i, i * 10)[0]!);

  it("a missing block gives a reason with the block's number", async () => {
    const s = await serve();
    take(s, blocks);
    expect(await ask(s, "BTC", "count")).toMatchObject({ value: 0 });
    const holed = await serve();
    take(
      holed,
      blocks.filter((_, i) => i !== 70),
    );
    expect(await ask(holed, "BTC", "count")).toMatchObject({ code: "no_data_yet", explanation: "Block 848070 is missing. Import it too." });
    const wider = await serve();
    take(
      wider,
      blocks.filter((_, i) => i < 70 || i > 71),
    );
    expect((await ask(wider, "BTC", "count")).explanation).toBe("Blocks 848070 to 848071 are missing. Import them too.");
  });

  it("a transaction that both a node's block and a file contain counts once", async () => {
    const s = await serve();
    const body = {
      transaction: "t",
      time_ms: DAY + 3_600_000,
      usd: 150000,
      direction: null,
      internal: null,
      from: ["a"],
      to: "x",
      valued: { amount: 3, price: 50000 },
    };
    take(s, [...blocks, { dataset: "whale_transfer", entity: "BTC", date: "2024-06-25", key: "t x", known: "2024-06-25", body, source: "user" }]);
    bring(s, `${HEAD}2024-06-25T01:00:00Z,BTC,151000,t,,,,\n2024-06-25T02:00:00Z,BTC,100000,u,,,,\n`);
    expect((await ask(s, "BTC", "total_usd")).value).toBe(250000);
  });
});
