import type { ContractSize, Liquidation } from "../../../../src/service/records/crypto";
import { okx } from "../../../../src/service/publishers/okx/okx";
import { findStoredIn, withDocuments, parseByFeed } from "../../../../src/service/ingest/ingest-document";
import type { FindStored } from "../../../../src/service/records/record";
import { openStore } from "../../../../src/service/store/store";
import { itWithSharedData } from "../../../shared-data";

const AT = Date.UTC(2024, 5, 24, 12);
const bytesOf = (document: unknown) => (Buffer.isBuffer(document) ? document : Buffer.from(JSON.stringify(document)));
const read = (document: unknown, known?: FindStored) => parseByFeed(okx.feeds, { name: "a.json", bytes: bytesOf(document) }, known).records;

const contract = (more: object = {}) => ({
  instType: "SWAP", instId: "BTC-USDT-SWAP", ctType: "linear", ctVal: "0.01", ctMult: "1", ctValCcy: "BTC", settleCcy: "USDT", ...more,
}); // prettier-ignore
const contracts = (...rows: object[]) => ({ code: "0", msg: "", data: rows });
const detail = (more: object = {}) => ({ bkLoss: "0", bkPx: "60000", ccy: "", posSide: "long", side: "sell", sz: "4", ts: String(AT), ...more });
const page = (details: object[], more: object = {}) => ({
  code: "0", data: [{ details, instFamily: "BTC-USDT", instId: "BTC-USDT-SWAP", instType: "SWAP", totalLoss: "0", uly: "BTC-USDT", ...more }], msg: "",
}); // prettier-ignore

const nothing: FindStored = () => undefined;
const KNOWN = withDocuments(nothing, read(contracts(contract(), contract({ instId: "BTC-USD-SWAP", ctType: "inverse", ctVal: "100", ctValCcy: "USD" }))));
const liquidations = (details: object[], more: object = {}, known: FindStored = KNOWN) =>
  read(page(details, more), known)
    .filter((r) => r.dataset === "liquidation")
    .map((r) => r.body as Liquidation);

describe("the size of an OKX contract", () => {
  const size = (more: object) => read(contracts(contract(more)))[0]?.body as ContractSize;

  test("is value times multiplier, in coins, or in dollars for inverse contracts", () => {
    expect(size({})).toEqual({ kind: "linear", size: 0.01, of: "BTC" });
    expect(size({ ctMult: "10" })).toMatchObject({ size: 0.1 });
    expect(size({ ctType: "inverse", ctVal: "100", ctValCcy: "USD" })).toEqual({ kind: "inverse", size: 100, of: "USD" });
  });

  test("has no row if OKX does not state it", () =>
    expect(read(contracts(contract(), contract({ instId: "NEW-USDT-SWAP", ctVal: "" }))).map((r) => r.entity)).toEqual(["okx BTC-USDT-SWAP"]));

  test.each([
    ["a missing multiplier", { ctMult: undefined }, /expected ctMult of BTC-USDT-SWAP/],
    ["another kind of contract", { ctType: "quanto" }, /linear or inverse/],
    ["an inverse contract in coins", { ctType: "inverse", ctValCcy: "BTC" }, /expected dollars/],
    ["a future", { instType: "FUTURES" }, /SWAP/],
    ["a size of zero", { ctVal: "0" }, /above 0/],
  ])("is refused for %s", (_, more, sentence) => expect(() => size(more)).toThrow(sentence));

  itWithSharedData("is read from the published list", (_, fileIn) => {
    const records = read(fileIn("perps", "okx_http_get_instruments_swap.json"));
    expect(records.find((r) => r.entity === "okx ETH-USDT-SWAP")?.body).toEqual({ kind: "linear", size: 0.1, of: "ETH" });
    expect(records.find((r) => r.entity === "okx BTC-USD-SWAP")?.body).toEqual({ kind: "inverse", size: 100, of: "USD" });
  });
});

describe("liquidations of OKX", () => {
  test("are contracts times contract size times bankruptcy price, in dollars", () => {
    const expected = { exchange: "okx", contract: "BTC-USDT-SWAP", time_ms: AT, side: "long", contracts: 4, price: 60000, usd: 2400 };
    expect(liquidations([detail()])).toEqual([expected]);
  });

  test("of inverse contracts are contracts times contract size, already in dollars", () =>
    expect(liquidations([detail()], { instId: "BTC-USD-SWAP" })[0]).toMatchObject({ usd: 400 }));

  test("in net mode are of a long for a sale, and of a short for a purchase", () => {
    const sides = liquidations([detail({ posSide: "net" }), detail({ posSide: "net", side: "buy" }), detail({ posSide: "short", side: "buy" })]);
    expect(sides.map((l) => l.side)).toEqual(["long", "short", "short"]);
    expect(() => liquidations([detail({ posSide: "long", side: "buy" })])).toThrow(/cannot be closed by buying/);
    expect(() => liquidations([detail({ posSide: "both" })])).toThrow(/long, short or net/);
  });

  test("of a contract with unknown size are refused, with the command that fetches it", () => {
    expect(() => liquidations([detail()], {}, nothing)).toThrow(/size of one contract of BTC-USDT-SWAP is unknown.*update okx/);
    expect(() => liquidations([detail()], { instId: "SOL-USDT-SWAP" })).toThrow(/SOL-USDT-SWAP/);
  });

  test("have a record each if two are equal", () => {
    const records = read(page([detail(), detail()]), KNOWN).filter((r) => r.dataset === "liquidation");
    expect(new Set(records.map((r) => r.key)).size).toBe(2);
  });

  test("come with a coverage record of the page's first and last time", () => {
    const records = read(page([detail(), detail({ ts: String(AT - 60_000) })]), KNOWN);
    const body = { from_ms: AT - 60_000, to_ms: AT, contract: "BTC-USDT-SWAP" };
    expect(records.find((r) => r.dataset === "coverage")).toMatchObject({ entity: "liquidation BTC", date: "2024-06-24", body });
  });

  test("are refused for an error reply, times in seconds, or an empty list", () => {
    expect(() => read({ code: "50011", msg: "Too Many Requests", data: [] }, KNOWN)).toThrow(/50011.*Too Many Requests/);
    expect(() => read({ code: "0", msg: "", data: [] }, KNOWN)).toThrow(/list of liquidations is empty/);
    expect(() => liquidations([detail({ ts: "1719230400" })])).toThrow(/milliseconds/);
    expect(() => liquidations([detail({ bkPx: "" })])).toThrow(/bkPx/);
    expect(() => liquidations([detail({ sz: "0" })])).toThrow(/above 0/);
  });

  test("use the stored contract size", () => {
    const store = openStore({ path: ":memory:" });
    store.insertBatch({ publisher: "okx", file: "a", sha256: "a", rows: [], records: read(contracts(contract())) }, "2024-06-25");
    expect(liquidations([detail()], {}, findStoredIn(store.records))[0]?.usd).toBe(2400);
    store.close();
  });

  test("are requested every 15 minutes, after the list of contracts", () => {
    const ids = okx.feeds.map((f) => f.id);
    expect(ids.indexOf("okx.contracts")).toBeLessThan(ids.indexOf("okx.liquidations"));
    expect(okx.feeds.find((f) => f.id === "okx.liquidations")?.fetching?.schedule.on).toEqual({ everyMinutes: 15 });
  });
});
