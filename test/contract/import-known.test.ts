import { existsSync } from "node:fs";
import { dataBench } from "./data-bench";

const NOW = Date.parse("2024-06-25T12:30:00Z");
const bench = dataBench(NOW);
const run = (...argv: readonly string[]) => bench.run(argv);
const textOf = (document: unknown): string => (typeof document === "string" ? document : JSON.stringify(document));
const put = (name: string, document: unknown): void => bench.put(name, textOf(document));
const take = (name: string, document: unknown, ...words: string[]) => bench.take(name, textOf(document), ...words);
const { inStore } = bench;
const usd = (dataset: "liquidation" | "whale_transfer"): number[] =>
  inStore((s) => s.records.between<{ usd: number }>(dataset, "BTC", "2024-06-01", "2024-06-30", "2024-06-30").map((r) => r.body.usd));

const CONTRACTS = { code: "0", msg: "", data: [{ instType: "SWAP", instId: "BTC-USDT-SWAP", ctType: "linear", ctVal: "0.01", ctMult: "1", ctValCcy: "BTC" }] };
const AT = Date.parse("2024-06-25T12:00:00Z");
const liquidationsAt = (ts: number, symbol = "BTC") => ({
  code: "0",
  msg: "",
  data: [
    {
      details: [{ bkLoss: "0", bkPx: "60000", ccy: "", posSide: "long", side: "sell", sz: "4", ts: String(ts) }],
      instFamily: `${symbol}-USDT`, instId: `${symbol}-USDT-SWAP`, instType: "SWAP", uly: `${symbol}-USDT`,
    },
  ],
}); // prettier-ignore
const output = (address: string, value: number) => ({ value, n: 0, scriptPubKey: { hex: "00", address, type: "witness_v0_keyhash" } });
const BLOCK = {
  hash: "0".repeat(64), confirmations: 1, height: 849000, time: AT / 1000,
  tx: [{ txid: "t", vin: [{ txid: "f", vout: 0, prevout: output("a", 10) }], vout: [output("b", 4), output("a", 6)] }],
}; // prettier-ignore
const PRICES = "symbol,date,close\nBTC,2024-06-25,60000\n";

describe("a document that needs data of other documents", () => {
  it("gets the data from another document of the same import", async () => {
    put("contracts.json", CONTRACTS);
    expect((await take("liquidations.json", liquidationsAt(AT), "okx", "contracts.json")).err).toBe("");
    expect(usd("liquidation")).toEqual([2400]);
  });

  it("gets the data from earlier imports", async () => {
    put("block.json", BLOCK);
    await take("prices.csv", PRICES, "prices");
    expect((await run("import", "whale", "block.json")).err).toBe("");
    expect(usd("whale_transfer")).toEqual([240000]);
  });

  it("is refused if the data is missing, and no database is created", async () => {
    put("block.json", BLOCK);
    expect(await take("liquidations.json", liquidationsAt(AT), "okx")).toMatchObject({
      status: 1,
      err: expect.stringContaining("size of one contract of BTC-USDT-SWAP is unknown"),
    });
    expect(await run("import", "whale", "block.json")).toMatchObject({ status: 1, err: expect.stringContaining("there is no price of BTC for 2024-06-25") });
    expect(existsSync(bench.at(".service"))).toBe(false);
  });

  it("has no rows after its price is forgotten, and is valued again with the next price", async () => {
    put("prices.csv", PRICES);
    put("block.json", BLOCK);
    await take("wrong.csv", PRICES.replace("60000", "90000"), "prices");
    await run("import", "whale", "block.json");
    expect(usd("whale_transfer")).toEqual([360000]);
    const { status, out } = await run("forget", "wrong.csv");
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(
        /No rows, because prices for these days are missing: block\.json \(whale, imported 2024-06-25\).*import prices FILE.*rebuild whale$/,
      ),
    ]);
    expect(usd("whale_transfer")).toEqual([]);
    expect(await run("rebuild", "whale")).toMatchObject({ status: 0, err: "", out: expect.stringContaining("block.json") as string });
    await run("import", "prices", "prices.csv");
    expect((await run("rebuild", "whale")).out).not.toContain("block.json");
    expect(usd("whale_transfer")).toEqual([240000]);
  });

  it("uses the corrected price after a rebuild, and after the wrong one is forgotten", async () => {
    put("prices.csv", PRICES);
    put("block.json", BLOCK);
    await take("wrong.csv", PRICES.replace("60000", "90000"), "prices");
    await run("import", "whale", "block.json");
    await run("import", "prices", "prices.csv");
    expect((await run("rebuild", "prices")).out).toContain("or depend on them: whale");
    expect(usd("whale_transfer")).toEqual([240000]);
    expect((await run("forget", "wrong.csv")).out).not.toContain("block.json");
    expect(usd("whale_transfer")).toEqual([240000]);
  });

  it("is rebuilt from the archive in the order of import", async () => {
    put("contracts.json", CONTRACTS);
    await take("liquidations.json", liquidationsAt(AT), "okx", "contracts.json");
    expect(await run("rebuild", "okx")).toMatchObject({ status: 0, err: "" });
    expect(usd("liquidation")).toEqual([2400]);
  });
});

it("the publisher whale is imported from files only: enable says so, and update does not mention it", async () => {
  const { status, out } = await run("enable", "whale");
  expect(status).toBe(0);
  expect(out).toContain("is imported from files only. To import one, type: npm run -s data -- import whale FILE");
  expect((await run("update", "okx")).out).not.toContain("whale");
});

describe("data -- update okx", () => {
  const ORDERS = (symbol: string): string => `/api/v5/public/liquidation-orders?instType=SWAP&instFamily=${symbol}-USDT&state=filled&limit=100`;
  const SYMBOLS = ["BTC", "ETH", "SOL", "XRP", "DOGE"];

  it("imports liquidations once the contract sizes are known, and keeps those of earlier fetches", async () => {
    await run("enable", "okx", "--accept");
    for (const symbol of SYMBOLS) bench.loopback.replies(ORDERS(symbol), { body: JSON.stringify(liquidationsAt(AT, symbol)) });
    const before = await run("update", "okx");
    expect(before.err).toContain("size of one contract of BTC-USDT-SWAP is unknown");
    expect(inStore((s) => s.records.count("liquidation"))).toBe(0);
    const all = SYMBOLS.map((s) => ({ ...CONTRACTS.data[0], instId: `${s}-USDT-SWAP`, ctValCcy: s }));
    bench.loopback.replies("/api/v5/public/instruments?instType=SWAP", { body: JSON.stringify({ ...CONTRACTS, data: all }) });
    await run("update", "okx");
    expect(inStore((s) => s.records.count("liquidation"))).toBe(5);
    expect(await inStore((s) => s.ledger.feeds.state("okx.liquidations"))).toMatchObject({ failure: undefined, nextDue: "2024-06-25T12:37:00.000Z" });

    bench.loopback.pass(10 * 60_000);
    for (const symbol of SYMBOLS) bench.loopback.replies(ORDERS(symbol), { body: JSON.stringify(liquidationsAt(AT + 900_000, symbol)) });
    const { out } = await run("update", "okx");
    expect(out).toContain("okx.liquidations: 5 documents, 10 new rows, 0 changed.");
    expect(usd("liquidation")).toEqual([2400, 2400]);
  });

  it("reports an error that OKX sends with status 200, and imports the other symbols", async () => {
    await run("enable", "okx", "--accept");
    await take("contracts.json", CONTRACTS, "okx");
    for (const symbol of SYMBOLS) bench.loopback.replies(ORDERS(symbol), { body: JSON.stringify({ code: "50011", msg: "Too Many Requests", data: [] }) });
    bench.loopback.replies(ORDERS("BTC"), { body: JSON.stringify(liquidationsAt(AT)) });
    await run("update", "okx");
    expect(usd("liquidation")).toEqual([2400]);
    expect((await run("status")).out).toMatch(/okx\.liquidations: ETH: .*code 50011.*Too Many Requests/);
  });
});
