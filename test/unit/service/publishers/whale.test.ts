import type { Close } from "../../../../src/service/records/equities";
import type { PublishedTransfer } from "../../../../src/service/records/crypto";
import type { FindStored } from "../../../../src/service/records/record";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { whale } from "../../../../src/service/publishers/own/whale/whale";
import { readAs, readUnchecked } from "./read-as";

const read = (text: string) => readAs("whale", text).records;
const transfersIn = (text: string) => read(text).filter((r) => r.dataset === "whale_transfer");
const HEAD = "time,asset,usd,transaction,direction,from,to,internal\n";

test("large transfers are off by default, and have no feed that is fetched", () => {
  expect([whale.terms.defaultOn, whale.feeds.some((f) => f.fetching)]).toEqual([false, false]);
});

describe("transfers from the operator's files", () => {
  test("are in dollars, with time and transaction, and optional details", () => {
    const rows = transfersIn(
      `${HEAD}2024-06-20T14:30:00Z,btc,2500000,ab12,exchange_inflow,,binance,no\n2024-06-20T16:30:00+02:00,ETH,100000,cd34,,0xABCDEF0123456789ABCDEF0123456789ABCDEF01,unknown,\n`,
    );
    expect(rows.map((r) => [r.entity, r.date, r.key, r.source])).toEqual([
      ["BTC", "2024-06-20", "ab12 1", "user"],
      ["ETH", "2024-06-20", "cd34 1", "user"],
    ]);
    expect(rows.map((r) => r.body as PublishedTransfer)).toEqual([
      { transaction: "ab12", time_ms: Date.UTC(2024, 5, 20, 14, 30), usd: 2500000, direction: "exchange_inflow", internal: false, from: [], to: "binance" },
      {
        transaction: "cd34", time_ms: Date.UTC(2024, 5, 20, 14, 30), usd: 100000, direction: null, internal: null,
        from: ["0xabcdef0123456789abcdef0123456789abcdef01"], to: null,
      },
    ]); // prettier-ignore
  });

  test("below 100,000 dollars are left out, but extend the file's coverage", () => {
    const records = read("time,asset,usd,transaction\n2024-06-20T14:30:00Z,BTC,99999.99,a\n2024-06-20T23:10:00Z,ETH,1,b\n");
    expect(records.map((r) => [r.dataset, r.entity, r.body])).toEqual(
      ["BTC", "ETH"].map((asset) => ["coverage", `whale_transfer ${asset}`, { from_ms: Date.UTC(2024, 5, 20), to_ms: Date.UTC(2024, 5, 20, 23, 10) }]),
    );
  });

  test("of one transaction to several recipients have a record each", () => {
    const line = "2024-06-20T14:30:00Z,BTC,200000,a\n";
    expect(transfersIn(`time,asset,usd,transaction\n${line}${line}`).map((r) => r.key)).toEqual(["a 1", "a 2"]);
  });

  test.each([
    ["a moment without a zone", "2024-06-20 14:30,BTC,200000,a,,,,", /with its zone/],
    ["a year before the chain existed", "1970-06-20T14:30:00Z,BTC,200000,a,,,,", /first block/],
    ["an asset that is not covered", "2024-06-20T14:30:00Z,DOGE,200000,a,,,,", /expected BTC.*under asset/],
    ["a size that is not a plain number", '2024-06-20T14:30:00Z,BTC,"200,000",a,,,,', /thousands separators/],
    ["a size of zero", "2024-06-20T14:30:00Z,BTC,0,a,,,,", /above 0/],
    ["no transaction", "2024-06-20T14:30:00Z,BTC,200000,,,,,", /count twice/],
    ["an unknown direction", "2024-06-20T14:30:00Z,BTC,200000,a,inflow,,,", /exchange_inflow/],
    ["an unknown word under internal", "2024-06-20T14:30:00Z,BTC,200000,a,,,,maybe", /yes, no/],
    ["a line that is cut", "2024-06-20T14:30:00Z,BTC,200000", /seems to be cut/],
  ])("are refused for %s, with the line number", (_, line, message) => {
    expect(() => read(`${HEAD}${line}\n`)).toThrow(message);
    expect(() => read(`${HEAD}${line}\n`)).toThrow(/line 2/);
  });

  test("are refused if they are more than a day in the future", () => {
    const seenOn = (seen: string) => readUnchecked("whale", "time,asset,usd,transaction\n2024-06-22T00:00:00Z,BTC,1,a\n", "a.csv", { seen }).records;
    expect(() => seenOn("2024-06-20")).toThrow(/in the future/);
    expect(seenOn("2024-06-21")).toHaveLength(1);
  });

  test("are refused with an unknown column, a missing one, or a cut end", () => {
    expect(() => read("time,asset,usd,transaction,price\n2024-06-20T14:30:00Z,BTC,1,a,2\n")).toThrow(/price.*is unknown/);
    expect(() => read("time,asset,usd\n2024-06-20T14:30:00Z,BTC,1\n")).toThrow(/transaction is missing/);
    expect(() => read(`${HEAD}2024-06-20T14:30:00Z,BTC,200000,a,,,,`)).toThrow(/cut short/);
  });
});

describe("labels of addresses", () => {
  test("name each address's owner; addresses that begin with bc1 are in lower case", () => {
    const rows = read("address,entity,kind\nBC1QXY,Kraken,Exchange\n1BoatSLRHtKNngkdXEeobR76b53LETtpyT,Somebody,fund\n");
    expect(rows.map((r) => [r.dataset, r.entity, r.body])).toEqual([
      ["address_label", "bc1qxy", { entity: "Kraken", kind: "exchange" }],
      ["address_label", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", { entity: "Somebody", kind: "fund" }],
    ]);
  });

  test("are refused with two owners of one address, but not with one owner twice", () => {
    expect(() => read("address,entity,kind\na,Kraken,exchange\na,Binance,exchange\n")).toThrow(/appears twice/);
    expect(read("address,entity,kind\na,Kraken,exchange\na,Kraken,exchange\n")).toHaveLength(1);
    expect(() => read("address,entity,kind\na,unknown,exchange\n")).toThrow(/unknown owners/);
  });
});

describe("a block from the operator's Bitcoin node", () => {
  const TIME = Date.UTC(2024, 5, 20, 12) / 1000;
  const known: FindStored = <T>(dataset: string, entity: string, day: string) =>
    dataset === "price" && entity === "BTC" && day >= "2024-06-20"
      ? { date: "2024-06-20", body: { date: "2024-06-20", close: 50000 } satisfies Close as T }
      : undefined;
  const at = (address: string, value: number, n = 0) => ({ value, n, scriptPubKey: { asm: "", hex: `0014${address}`, address, type: "witness_v0_keyhash" } });
  const spent = (address: string, value: number) => ({ txid: "f", vout: 0, prevout: { generated: false, height: 1, ...at(address, value) } });
  const BLOCK = { hash: "0".repeat(64), confirmations: 3, height: 848000, version: 1, time: TIME, mediantime: TIME, nTx: 1 };
  const block = (tx: object[], more: object = {}) => ({ ...BLOCK, tx, ...more });
  const readBlock = (document: object, with_: FindStored | undefined = known) =>
    parseByFeed(whale.feeds, { name: "block.json", bytes: Buffer.from(JSON.stringify(document)) }, with_).records;
  const transfers = (tx: object[], more: object = {}) =>
    readBlock(block(tx, more))
      .filter((r) => r.dataset === "whale_transfer")
      .map((r) => r.body as PublishedTransfer);

  test("gives one transfer per recipient, valued at the price of its day", () => {
    const tx = { txid: "t", vin: [spent("a", 4), spent("b", 3)], vout: [at("x", 2.5), at("y", 1.9999), at("x", 0.5), at("z", 2)] };
    expect(transfers([tx]).map((t) => [t.to, t.usd, t.from, t.valued, t.direction])).toEqual([
      ["x", 150000, ["a", "b"], { amount: 3, price: 50000 }, null],
      ["z", 100000, ["a", "b"], { amount: 2, price: 50000 }, null],
    ]);
  });

  test("gives no transfer for an output to an address of its inputs", () => {
    expect(transfers([{ txid: "t", vin: [spent("a", 100)], vout: [at("x", 10), at("a", 89.9)] }]).map((t) => [t.to, t.usd])).toEqual([["x", 500000]]);
    expect(transfers([{ txid: "t", vin: [spent("a", 100)], vout: [at("a", 99.9)] }])).toEqual([]);
  });

  test("gives no transfer for newly mined coins or data outputs", () => {
    expect(transfers([{ txid: "c", vin: [{ coinbase: "03", sequence: 1 }], vout: [at("m", 6.25)] }])).toEqual([]);
    const data = { value: 0, n: 1, scriptPubKey: { asm: "OP_RETURN", hex: "6a", type: "nulldata" } };
    expect(transfers([{ txid: "t", vin: [spent("a", 5)], vout: [data, at("x", 4)] }])).toHaveLength(1);
  });

  test("has a coverage record with its height", () => {
    expect(readBlock(block([])).map((r) => [r.dataset, r.entity, r.body])).toEqual([
      ["coverage", "whale_transfer BTC", { from_ms: TIME * 1000, to_ms: TIME * 1000, height: 848000 }],
    ]);
  });

  test("may be within a JSON-RPC reply", () => expect(readBlock({ result: block([]), error: null, id: 1 })).toHaveLength(1));

  test("is refused without a price of its day, with the command that imports prices", () => {
    expect(() => readBlock(block([]), () => undefined)).toThrow(/no price of BTC for 2024-06-20.*import prices FILE/);
    expect(() => readBlock(block([], { time: TIME + 86_400 }))).toThrow(/no price of BTC for 2024-06-21/);
  });

  test("is refused without its inputs' amounts, with transaction ids only, or outside the chain", () => {
    expect(() => transfers([{ txid: "t", vin: [{ txid: "f", vout: 0 }], vout: [] }])).toThrow(/getblock HASH 3/);
    expect(() => readBlock({ ...block([]), tx: ["ab", "cd"] })).toThrow(/only ids/);
    expect(() => transfers([], { confirmations: -1 })).toThrow(/no longer in the chain/);
  });
});
