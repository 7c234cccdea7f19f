import type { EvalReply } from "../../../src/contract/wire";
import { parseByFeed } from "../../../src/service/ingest/ingest-document";
import { whale } from "../../../src/service/publishers/own/whale/whale";
import { coverageRows } from "../../../src/service/records/crypto";
import { whaleTransfer } from "./rows";
import { openServices, take, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const URL = "/v1/crypto/whales";
const CAVEATS = ["btc_netflow_artifact", "internal_transfers_labelled", "heuristic_labels_do_not_suppress"];

const get = (s: ServiceUnderTest, query = "") => s.read(`${URL}${query}`);
const bring = (s: ServiceUnderTest, text: string): void => take(s, parseByFeed(whale.feeds, { name: "own.csv", bytes: Buffer.from(text) }).records);
const HEAD = "time,asset,usd,transaction,direction,from,to,internal\n";
const LATE = "2024-06-25T23:30:00Z,ETH,1,end,,,,\n";

let s: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => void (s = await serve()));

describe("GET /v1/crypto/whales over sample data", () => {
  it("lists the transfers of the last week, newest first, marked as sample, with all caveats", async () => {
    const { data, count, meta } = await get(s);
    expect(data).toHaveLength(50);
    expect(count).toBeGreaterThan(1000);
    expect(meta).toMatchObject({ sample: true, has_more: true, caveats: CAVEATS, attribution: { sample: expect.any(String) } });
    expect(data.map((r) => r.time_ms)).toEqual(data.map((r) => r.time_ms).sort((a, b) => b - a));
    expect(data[0]).toMatchObject({ from: [], to: null, source: "sample", sample: true });
    expect((await get(s, "?limit=200")).data).toHaveLength(200);
  });

  it("lists the transfers that WHALE counts, with the same sums and flows", async () => {
    const asked = async (field: string) => (await s.ask("WHALE", "BTC", field)).value;
    const { data, count, meta } = await get(s, "?blockchain=BTC&hours=24&limit=200");
    expect(meta.has_more).toBe(false);
    expect([count, data.reduce((sum, r) => sum + r.usd, 0), Math.max(...data.map((r) => r.usd))]).toEqual([
      await asked("count"),
      await asked("total_usd"),
      await asked("largest_usd"),
    ]);
    const flow = (direction: string) => data.filter((r) => r.direction === direction && !r.is_internal_transfer).reduce((sum, r) => sum + r.usd, 0);
    expect([flow("exchange_inflow"), flow("exchange_outflow")]).toEqual([await asked("inflow_usd"), await asked("outflow_usd")]);
  });

  it("filters by chain, direction, size and hours", async () => {
    const chains = async (query: string) => [...new Set((await get(s, query)).data.map((r) => `${r.blockchain} ${r.asset}`))].sort();
    expect(await chains("?blockchain=ETH&limit=200")).toEqual(["ETH ETH", "ETH USDC", "ETH USDT", "ETH WBTC"]);
    expect(await chains("?blockchain=SOL")).toEqual(["SOL SOL"]);
    for (const direction of ["exchange_inflow", "exchange_outflow", "whale_transfer", "exchange_transfer"])
      expect(new Set((await get(s, `?direction=${direction}`)).data.map((r) => r.direction))).toEqual(new Set([direction]));
    const large = await get(s, "?min_usd=50000000.5&limit=200");
    expect(large.data.every((r) => r.usd > 50_000_000)).toBe(true);
    expect(large.count).toBeLessThan((await get(s)).count);
    const [hour, month] = [await get(s, "?hours=1&limit=200"), await get(s, "?hours=720")];
    expect(hour.data.every((r) => r.time_ms > Date.UTC(2024, 5, 25, 22, 59, 58))).toBe(true);
    expect(month.count).toBeGreaterThan(3 * (await get(s)).count);
  });

  it("flags internal transfers that follow from heuristic labels", async () => {
    const { data } = await get(await serve(), "?blockchain=BTC&limit=200");
    const unverified = data.filter((r) => r.internal_transfer_unverified);
    expect(unverified.length).toBeGreaterThan(0);
    expect(unverified.every((r) => r.is_internal_transfer && r.label_confidence === "heuristic")).toBe(true);
    const unlabelled = data.filter((r) => r.label_confidence === null);
    expect(unlabelled.length).toBeGreaterThan(0);
    expect(unlabelled.every((r) => r.direction === "whale_transfer" && !r.is_internal_transfer)).toBe(true);
  });

  it("lists nothing before a coin traded", async () => {
    expect((await get(await serve({ asOf: "2020-04-12" }), "?blockchain=SOL&limit=200")).data.every((r) => r.time_ms >= Date.UTC(2020, 3, 10))).toBe(true);
  });

  it("shows as of an earlier moment the transfers up to it", async () => {
    const { data, meta } = await get(s, "?hours=1&limit=200&as_of=2024-06-20T12:00Z");
    expect(data.length).toBeGreaterThan(0);
    expect(data.every((r) => r.time_ms > Date.UTC(2024, 5, 20, 11) && r.time_ms <= Date.UTC(2024, 5, 20, 12))).toBe(true);
    expect(meta).toMatchObject({ as_of: "2024-06-20T12:00:00Z" });
  });
});

describe("GET /v1/crypto/whales from users' own files", () => {
  const file = `${HEAD}2024-06-24T01:00:00Z,ETH,9000000,old,,,,\n2024-06-25T01:00:00Z,ETH,300000,a,exchange_inflow,,Kraken,\n2024-06-25T02:00:00Z,ETH,200000,b,,0xaa,0xbb,\n${LATE}`;

  it("lists the file's rows with their labels, beside sample rows of other assets", async () => {
    bring(s, file);
    bring(s, "address,entity,kind\n0xaa,Kraken,exchange\n0xbb,Kraken,exchange\n");
    // Sample rows of other assets are so many that an early moment keeps the file's rows on the first page.
    const as_of = "2024-06-25T03:00Z";
    const { data, meta } = await get(s, `?blockchain=ETH&hours=24&limit=200&as_of=${as_of}`);
    expect(data.filter((r) => r.asset === "ETH")).toEqual([
      {
        asset: "ETH", blockchain: "ETH", time: "2024-06-25T02:00:00.000Z", time_ms: Date.UTC(2024, 5, 25, 2), usd: 200000, direction: "exchange_transfer",
        is_internal_transfer: true, internal_transfer_unverified: false, label_confidence: "exact", from: ["0xaa"], to: "0xbb", from_label: "Kraken", to_label: "Kraken",
        transaction: "b", source: "user",
      },
      {
        asset: "ETH", blockchain: "ETH", time: "2024-06-25T01:00:00.000Z", time_ms: Date.UTC(2024, 5, 25, 1), usd: 300000, direction: "exchange_inflow",
        is_internal_transfer: false, internal_transfer_unverified: false, label_confidence: "stated", from: [], to: "Kraken", from_label: null, to_label: "Kraken",
        transaction: "a", source: "user",
      },
    ]); // prettier-ignore
    expect(meta).toMatchObject({ sample: true, attribution: { user: expect.any(String), sample: expect.any(String) } });
    expect(meta).not.toHaveProperty("note");
    const [cell] = (await s.post({ cells: [{ id: 0, fn: "WHALE", args: ["ETH", "total_usd"] }], as_of })).json<EvalReply>().data;
    expect(data.filter((r) => r.asset === "ETH").reduce((sum, r) => sum + r.usd, 0)).toBe(cell?.value);
  });

  it("says which part of the window the rows do not cover, and lists what is loaded", async () => {
    const s = await serve({ sample: false });
    bring(s, file);
    const { data, count, meta } = await get(s);
    expect(data.map((r) => r.transaction)).toEqual(["b", "a", "old"]);
    expect([count, meta.sample]).toEqual([3, false]);
    expect(meta.note).toBe(
      "The loaded transfers of ETH begin at 2024-06-24 00:00 UTC, later than the 168 hours up to 2024-06-25 23:59 UTC. Import earlier ones.",
    );
    expect(await get(s, "?hours=1")).toMatchObject({ data: [], meta: { note: expect.stringContaining("No transfer matches.") } });
  });

  it("marks an internal transfer as unverified if only one of the paying addresses has the label", async () => {
    bring(s, "address,entity,kind\nbc1qa,Kraken,exchange\nbc1qc,Kraken,exchange\n");
    take(s, [whaleTransfer("BTC", "2024-06-25T03:00:00Z", { from: ["bc1qa", "bc1qb"], to: "bc1qc" })]);
    expect((await get(s, "?blockchain=BTC")).data).toMatchObject([
      { is_internal_transfer: true, internal_transfer_unverified: true, label_confidence: "heuristic", direction: "exchange_transfer" },
    ]);
  });
});

const ask = async (s: ServiceUnderTest, asset: string, field: string) => s.ask("WHALE", asset, field);

describe("WHALE from users' own files", () => {
  it("sums the last 24 hours up to the service's time, without sample data once rows are imported", async () => {
    bring(s, `${HEAD}2024-06-24T10:00:00Z,ETH,9000000,old,,,,\n2024-06-25T01:00:00Z,ETH,300000,a,,,,\n2024-06-25T22:00:00Z,ETH,200000,b,,,,\n${LATE}`);
    expect(await ask(s, "ETH", "total_usd")).toMatchObject({ value: 500000, unit: "USD", source: "user", observation_date: "2024-06-25" });
    expect((await ask(s, "ETH", "total_usd")).sample).toBeUndefined();
    expect([(await ask(s, "ETH", "count")).value, (await ask(s, "ETH", "largest_usd")).value]).toEqual([2, 300000]);
    // Another asset still uses sample data.
    expect(await ask(s, "WBTC", "count")).toMatchObject({ sample: true });
  });

  it("24 hours that the imported rows do not cover give a reason, not 0", async () => {
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
    bring(s, `${HEAD}2024-06-25T01:00:00Z,ETH,5,a,,,,\n${LATE}`);
    expect(await ask(s, "ETH", "total_usd")).toMatchObject({ value: 0 });
    expect(await ask(s, "ETH", "count")).toMatchObject({ value: 0 });
    expect(await ask(s, "ETH", "largest_usd")).toMatchObject({ value: null, code: "no_observation" });
  });

  it("exchange flows give a reason until labels of their addresses are imported", async () => {
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
  const block = (height: number, minutes: number) => {
    const span = { from_ms: DAY + minutes * 60_000, to_ms: DAY + minutes * 60_000, height };
    return coverageRows("whale_transfer BTC", span, "user");
  };
  const blocks = Array.from({ length: 144 }, (_, i) => block(848000 + i, i * 10)[0]!);

  const without = (from: number, to: number) => blocks.filter((_, i) => i < from || i > to);

  it("a missing block gives a reason with the block's number", async () => {
    take(s, blocks);
    expect(await ask(s, "BTC", "count")).toMatchObject({ value: 0 });
    const holed = await serve();
    take(holed, without(70, 70));
    expect(await ask(holed, "BTC", "count")).toMatchObject({ code: "no_data_yet", explanation: "Block 848070 is missing. Import it too." });
    const wider = await serve();
    take(wider, without(70, 71));
    expect((await ask(wider, "BTC", "count")).explanation).toBe("Blocks 848070 to 848071 are missing. Import them too.");
  });

  it("a transaction that both a node's block and a file contain counts once", async () => {
    const body = { to: "x", valued: { amount: 3, price: 50000 } };
    take(s, [...blocks, whaleTransfer("BTC", "2024-06-25T01:00:00Z", body, { key: "t x" })]);
    bring(s, `${HEAD}2024-06-25T01:00:00Z,BTC,151000,t,,,,\n2024-06-25T02:00:00Z,BTC,100000,u,,,,\n`);
    expect((await ask(s, "BTC", "total_usd")).value).toBe(250000);
  });
});
