import { readFileSync } from "node:fs";
import path from "node:path";
import { rowOf } from "../../../../src/commands/verification/row-of";
import type { OrderBook } from "../../../../src/service/records/order-book";
import { kalshi } from "../../../../src/service/publishers/kalshi/kalshi";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { itWithSharedData } from "../../../shared-data";

type Bids = readonly (readonly unknown[])[] | null;
const document = (yes: Bids, no: Bids, name = "KXRAIN-26_2026-06-20T14-30.json") => ({
  name,
  bytes: Buffer.from(JSON.stringify({ orderbook_fp: { no_dollars: no, yes_dollars: yes } })),
});
const rowFor = (yes: Bids, no: Bids, name?: string) => parseByFeed(kalshi.feeds, document(yes, no, name)).records[0]!;
const book = (yes: Bids, no: Bids) => rowFor(yes, no).body as OrderBook;

describe("Kalshi's order book", () => {
  test("has bids only, so the ask of Yes is 1 minus the best bid for No", () => {
    const body = book(
      [["0.0100", "6558.50"], ["0.0800", "444.32"]],
      [["0.0100", "13553.00"], ["0.8800", "1967.33"]],
    ); // prettier-ignore
    expect(body).toMatchObject({
      yes_bid: 0.08,
      yes_bid_size: 444.32,
      yes_ask: 0.12,
      yes_ask_size: 1967.33,
      no_bid: 0.88,
      no_ask: 0.92,
      spread: 0.04,
      mid: 0.1,
    });
    expect(body.yes_bids).toEqual([[0.08, 444.32], [0.01, 6558.5]]); // prettier-ignore
    expect(body.yes_bid_contracts).toBe(7002.82);
  });

  test("has no ask of Yes, neither 0 nor 1, if there is no bid for No", () => {
    expect(book([["0.0800", "1.00"]], null)).toMatchObject({ yes_bid: 0.08, yes_ask: null, yes_ask_size: null, spread: null, mid: null, no_bids: [] });
    expect(book([], [])).toMatchObject({ yes_bid: null, yes_ask: null, no_bid: null, no_ask: null, no_bid_contracts: 0 });
  });

  test("is refused with prices as numbers or cents, and in the old format", () => {
    expect(() => book([[8, 444]], [])).toThrow(/dollars as text/);
    expect(() => book([["8", "444"]], [])).toThrow(/between 0 and 1/);
    expect(() =>
      parseByFeed(kalshi.feeds, { name: "KXRAIN-26.json", bytes: Buffer.from('{"orderbook":{"yes":[[8,444]],"no":[]}}'), seen: "2026-06-20" }),
    ).toThrow(/orderbook_fp.*cents/);
  });

  test("is refused if bids sum to more than a dollar, a price repeats or contracts are 0", () => {
    expect(() => book([["0.5000", "1"]], [["0.6000", "1"]])).toThrow(/more than one dollar together/);
    expect(() => book([["0.5000", "1"], ["0.5000", "2"]], [])).toThrow(/appears twice/); // prettier-ignore
    expect(() => book([["0.5000", "0.00"]], [])).toThrow(/contracts above 0/);
  });

  test("has its market and time from the file name, and is refused without them", () => {
    expect(rowFor([], [])).toMatchObject({ dataset: "order_book", entity: "KXRAIN-26", date: "2026-06-20", key: "2026-06-20T14:30:00Z", known: "2026-06-20" });
    expect(rowFor([], [], "KXHIGHNY-24DEC01-T45.5_2024-12-01.json")).toMatchObject({ entity: "KXHIGHNY-24DEC01-T45.5", date: "2024-12-01", key: "" });
    expect(() => rowFor([], [], "orderbook.json")).toThrow(/does not state its market/);
    expect(() => rowFor([], [], "KXRAIN-26.json")).toThrow(/does not state its day/);
    expect(() => rowFor([], [], "KXRAIN-26_2026-02-30.json")).toThrow(/does not exist/);
    expect(parseByFeed(kalshi.feeds, { ...document([], [], "KXRAIN-26.json"), seen: "2026-06-21" }).records[0]?.date).toBe("2026-06-21");
  });

  itWithSharedData("has the same prices as the published market, if it is the published one", (folder) => {
    const read = (name: string) => parseByFeed(kalshi.feeds, { name, bytes: readFileSync(path.join(folder, "kalshi", name)), seen: "2026-06-20" });
    const parsed = read("ccxt_kalshi_orderbook_KXELONMARS-99.json");
    const got = rowOf({ family: "prediction", pick: "Kalshi book KXELONMARS-99" }, parsed) as OrderBook;
    expect(got).toMatchObject({ market: "KXELONMARS-99", yes_bid: 0.08, yes_ask: 0.12, no_bid: 0.88, no_ask: 0.92 });
    const market = read("ccxt_kalshi_markets_2026-06-20.json").records.find((r) => r.entity === "KXELONMARS-99")?.body;
    expect(market).toMatchObject({ yes_bid: got.yes_bid, yes_ask: got.yes_ask });
    // All 8 and 18 levels are summed, five of each are stored.
    expect([got.yes_bids.length, got.no_bids.length, got.yes_bid_contracts]).toEqual([5, 5, 33025.52]);
  });
});
