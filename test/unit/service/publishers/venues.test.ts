import { rowOf } from "../../../../src/commands/verification/truth";
import type { OrderBook, PublishedMarket } from "../../../../src/service/records/prediction";
import { baseSymbol, type PublishedFunding } from "../../../../src/service/records/crypto";
import { binance } from "../../../../src/service/publishers/binance/binance";
import { bybit } from "../../../../src/service/publishers/bybit/bybit";
import { hyperliquid } from "../../../../src/service/publishers/hyperliquid/hyperliquid";
import { kalshi } from "../../../../src/service/publishers/kalshi/kalshi";
import { okx } from "../../../../src/service/publishers/okx/okx";
import { polymarket } from "../../../../src/service/publishers/polymarket/polymarket";
import type { Publisher } from "../../../../src/service/publishers/publisher";
import { itWithSharedData } from "../../../shared-data";
import { readUnchecked } from "./read-as";

const read = ({ id }: Publisher, document: unknown) => readUnchecked(id, document).records;
const HOUR = 3_600_000;
const AT = Date.UTC(2024, 0, 1);

test("exchanges and prediction venues are off by default", () => {
  expect([okx, binance, bybit, hyperliquid, polymarket, kalshi].map((p) => p.terms.defaultOn)).toEqual(Array(6).fill(false));
});

describe("funding rates", () => {
  const funding = (publisher: Publisher, document: unknown) => read(publisher, document).map((r) => r.body as PublishedFunding);
  const settled = (times: number[]) => times.map((fundingTime) => ({ symbol: "BTCUSDT", fundingRate: "0.00010000", fundingTime }));

  test("are in percent per interval, with the interval in hours", () => {
    const times = [AT, AT + 8 * HOUR];
    const expected = times.map((time_ms) => ({ exchange: "binance", contract: "BTCUSDT", time_ms, rate_pct: 0.01, interval_hours: 8 }));
    expect(funding(binance, settled(times))).toEqual(expected);
  });

  test("have no interval after a gap, or for a single settlement", () => {
    expect(funding(binance, settled([AT, AT + 4 * HOUR, AT + 24 * HOUR])).map((f) => f.interval_hours)).toEqual([4, 4, null]);
    expect(funding(binance, settled([AT])).map((f) => f.interval_hours)).toEqual([null]);
  });

  test("of Hyperliquid are for 8 hours until 2023-06-08, then hourly", () => {
    const row = (time: number) => ({ coin: "BTC", fundingRate: "0.0000125", premium: "0", time });
    const change = Date.UTC(2023, 5, 8);
    expect(funding(hyperliquid, [row(change + 254), row(change + HOUR + 54)])).toMatchObject(
      [8, 1].map((interval_hours) => ({ interval_hours, rate_pct: 0.00125 })),
    );
  });

  const row = { instType: "SWAP", instId: "BTC-USDT-SWAP", fundingRate: "0.0001515032", fundingTime: "1704067200000" };

  test("of OKX are the paid rates, not the predicted ones", () => {
    const data = [{ ...row, realizedRate: "0.00015" }];
    expect(funding(okx, { code: "0", msg: "", data })[0]).toMatchObject({ rate_pct: 0.015, exchange: "okx", contract: "BTC-USDT-SWAP" });
  });

  test("are refused for an error reply of OKX or Bybit, or without the paid rate", () => {
    expect(() => funding(okx, { code: "0", msg: "", data: [row] })).toThrow(/expected realizedRate, the rate that was paid/);
    expect(() => funding(okx, { code: "50011", msg: "Too Many Requests", data: [row] })).toThrow(/code 50011, "Too Many Requests"/);
    const list = [{ symbol: "BTCUSDT", fundingRate: "0.0001", fundingRateTimestamp: "1709884800000" }];
    expect(() => funding(bybit, { retCode: 10006, retMsg: "Too many visits", result: { category: "linear", list } })).toThrow(/Too many visits/);
  });

  test("belong to the asset in the contract's name, such as BTC in BTCUSD_PERP", () => {
    expect(["BTCUSDT", "BTC-USDT-SWAP", "BTC-USD-SWAP", "1000PEPEUSDT", "kPEPE", "BTCPERP", "BTCUSD_PERP", "HYPE"].map(baseSymbol)).toEqual([
      "BTC", "BTC", "BTC", "PEPE", "PEPE", "BTC", "BTC", "HYPE",
    ]); // prettier-ignore
  });

  test("are refused with times in seconds, rates in percent, or an empty list", () => {
    expect(() => funding(binance, settled([1704067200]))).toThrow(/milliseconds/);
    expect(() => funding(binance, [{ symbol: "BTCUSDT", fundingRate: "10", fundingTime: AT }])).toThrow(/is impossible/);
    expect(() => funding(bybit, { retCode: 0, retMsg: "OK", result: { category: "linear", list: [] }, fundingRateTimestamp: 0 })).toThrow(/empty/);
  });

  itWithSharedData("are read from the published histories", (_, fileIn) => {
    const of = (publisher: Publisher, name: string) => funding(publisher, fileIn("perps", name));
    const hourly = of(hyperliquid, "hyperliquid_cassette_fundingHistory_BTC_from_2023-04-19.json").find((f) => f.time_ms === 1689627600065);
    expect(hourly).toMatchObject({ rate_pct: 0.00125, interval_hours: 1 });
    expect(of(bybit, "bybit_http_get_funding_history.json").map((f) => f.rate_pct)).toEqual([0.015, 0.01]);
    expect(of(okx, "okx_http_get_funding_rate_history.json").map((f) => f.interval_hours)).toEqual([8, 8]);
  });
});

describe("a market of Polymarket", () => {
  const market = (more: object) => ({
    id: "7", question: "Will it rain?", conditionId: "0x", slug: "rain", outcomes: '["Yes", "No"]', outcomePrices: '["0.3", "0.7"]', volumeNum: 12.5,
    closed: false, startDate: "2026-01-01T00:00:00Z", endDate: "2026-12-31T00:00:00Z", updatedAt: "2026-03-11T15:13:18Z", ...more,
  }); // prettier-ignore
  const of = (more: object) => read(polymarket, market(more))[0]?.body as PublishedMarket;

  test("has the price of Yes, found by its label in the text of outcomes", () => {
    expect(of({})).toMatchObject({ yes_probability: 0.3, volume_usd: 12.5, outcome: null, closed: null });
    expect(of({ outcomes: '["No", "Yes"]' })).toMatchObject({ yes_probability: 0.7 });
  });

  test('has no probability if it is closed with the prices ["0","0"]', () => {
    const empty = of({ outcomePrices: '["0", "0"]', closed: true, closedTime: "2026-03-10 01:00:00+00" });
    expect(empty).toMatchObject({ yes_probability: null, outcome: null, closed: "2026-03-10" });
    expect(of({ outcomePrices: '["0", "1"]', closed: true })).toMatchObject({ yes_probability: 0, outcome: "No" });
  });

  test("has no probability of Yes if its outcomes are Up and Down", () => {
    expect(of({ outcomes: '["Up", "Down"]' })).toMatchObject({ yes_probability: null, outcomes: [{ label: "Up", price: 0.3 }, { label: "Down", price: 0.7 }] }); // prettier-ignore
  });

  test.each([
    ["resolved", '["proposed"]', '["1", "0"]', "Yes", false],
    ["resolved", '["proposed", "disputed"]', '["0", "1"]', "No", false],
    ["disputed", '["proposed"]', '["1", "0"]', null, true],
    [null, '["proposed", "disputed"]', '["1", "0"]', null, true],
    [undefined, '["proposed","disputed","proposed"]', '["1", "0"]', null, false],
    ["proposed", "[]", '["0", "1"]', null, false],
    ["resolved", "[]", '["0.5", "0.5"]', "void", false],
    ["disputed", "[]", '["0.5", "0.5"]', null, true],
    [undefined, "not a list", '["1", "0"]', null, false],
    [undefined, undefined, '["1", "0"]', "Yes", false],
    [undefined, undefined, '["0.5", "0.5"]', null, false],
  ])("has an outcome only if the oracle's word is final: %s, %s, %s", (umaResolutionStatus, umaResolutionStatuses, outcomePrices, outcome, disputed) =>
    expect(of({ umaResolutionStatus, umaResolutionStatuses, outcomePrices, closed: true })).toMatchObject({ outcome, disputed }),
  );

  test("has no outcome while it is traded, and is void by any labels", () => {
    expect(of({ umaResolutionStatus: "disputed", outcomePrices: '["0.9", "0.1"]' })).toMatchObject({ outcome: null, disputed: true, closed: null });
    const teams = { outcomes: '["Lakers", "Celtics"]', umaResolutionStatus: "resolved", closed: true };
    expect(of({ ...teams, outcomePrices: '["0.5", "0.5"]' })).toMatchObject({ outcome: "void", yes_probability: null });
    expect(of({ ...teams, outcomePrices: '["1", "0"]' })).toMatchObject({ outcome: null });
  });

  test("is refused if every market lacks a member", () => {
    expect(() => of({ outcomePrices: undefined })).toThrow(/expected outcomePrices of markets/);
    expect(() => of({ endDate: undefined })).toThrow(/expected endDate of markets/);
  });

  test("has null as one-day change if that is null or absent", () =>
    expect([{ oneDayPriceChange: null }, {}, { oneDayPriceChange: 0 }].map((more) => of(more).one_day_change)).toEqual([null, null, 0]));

  test("is refused with prices above 1 or outcomes that are not a list", () => {
    expect(() => of({ outcomePrices: '["30", "70"]' })).toThrow(/price from 0 to 1/);
    expect(() => of({ outcomes: "Yes" })).toThrow(/expected a list/);
  });

  itWithSharedData("is read with all digits from published events, markets and searches", (_, fileIn) => {
    const bodies = (name: string) => read(polymarket, fileIn("polymarket", name)).map((r) => r.body as PublishedMarket);
    const figures = { yes_probability: 0.0105, one_day_change: 0.002, volume_usd: 12232699.615479222 };
    const event = "Democratic Presidential Nominee 2028";
    expect(bodies("nautilus_gamma_event.json").find((m) => m.id === "559657")).toMatchObject({ ...figures, event });
    expect(bodies("nautilus_search_response.json").map((m) => m.yes_probability)).toEqual([0.9995]);
    expect(bodies("nautilus_gamma_market_closed_nonbinary_legacy.json")[0]).toMatchObject({ yes_probability: null, outcome: null });
  });
});

describe("a market of Kalshi", () => {
  const market = (more: object) => ({
    cursor: "",
    markets: [
      {
        ticker: "KXRAIN-26", event_ticker: "KXRAIN", title: "Will it rain?", status: "active", close_time: "2026-12-31T00:00:00Z", yes_bid_dollars: "0.0800",
        no_bid_dollars: "0.8800", last_price_dollars: "0.1000", previous_price_dollars: "0.0800", volume_fp: "94884.62", updated_time: "2026-04-09T09:31:16Z", ...more,
      },
    ],
  }); // prettier-ignore
  const of = (more: object) => read(kalshi, market(more))[0]?.body as PublishedMarket;

  test("has 1 minus the bid for No as ask of Yes", () => {
    expect(of({})).toMatchObject({ yes_bid: 0.08, yes_ask: 0.12, last: 0.1, yes_probability: 0.1, volume_contracts: 94884.62, volume_usd: null });
    expect(() => of({ yes_ask_dollars: "0.2000" })).toThrow(/do not add up to one dollar/);
  });

  test("is refused if it lacks a member", () => expect(() => of({ yes_bid_dollars: undefined })).toThrow(/expected yes_bid_dollars of market KXRAIN-26/));

  test.each([
    ["active", "", null, null, false],
    ["inactive", "", null, null, false],
    ["closed", "", null, "2026-04-08", false],
    ["determined", "yes", "Yes", "2026-04-08", false],
    ["disputed", "yes", null, "2026-04-08", true],
    ["amended", "no", "No", "2026-04-08", false],
    ["finalized", "no", "No", "2026-04-08", false],
    ["settled", "void", "void", "2026-04-08", false],
    ["finalized", "scalar", "void", "2026-04-08", false],
    ["finalized", "", null, "2026-04-08", false],
  ])("of status %s with result %j has outcome %s", (status, result, outcome, closed, disputed) =>
    expect(of({ status, result, close_time: "2026-04-08T00:00:00Z" })).toMatchObject({ outcome, closed, disputed }),
  );

  test("is void if its contract pays a part of a dollar, and closed by its last update", () => {
    expect(of({ status: "finalized", result: "yes", settlement_value_dollars: "0.4300" })).toMatchObject({ outcome: "void", closed: "2026-04-09" });
    expect(of({ status: "finalized", result: "yes", settlement_value_dollars: "1.0000" })).toMatchObject({ outcome: "Yes" });
  });

  test("has no probability without trades, and is refused with prices in cents", () => {
    expect(of({ last_price_dollars: "0.0000" })).toMatchObject({ yes_probability: null, last: null, one_day_change: null });
    expect(() => of({ last_price_dollars: "10" })).toThrow(/unit may have changed/);
  });
});

type Bids = readonly (readonly unknown[])[] | null;
const rowFor = (yes: Bids, no: Bids, name = "KXRAIN-26_2026-06-20T14-30.json", more?: { readonly seen: string }) =>
  readUnchecked("kalshi", { orderbook_fp: { no_dollars: no, yes_dollars: yes } }, name, more).records[0]!;
const book = (yes: Bids, no: Bids) => rowFor(yes, no).body as OrderBook;

describe("Kalshi's order book", () => {
  test("has bids only, so the ask of Yes is 1 minus the best bid for No", () => {
    const body = book(
      [["0.0100", "6558.50"], ["0.0800", "444.32"]],
      [["0.0100", "13553.00"], ["0.8800", "1967.33"]],
    ); // prettier-ignore
    const yes = { yes_bid: 0.08, yes_bid_size: 444.32, yes_ask: 0.12, yes_ask_size: 1967.33 };
    expect(body).toMatchObject({ ...yes, no_bid: 0.88, no_ask: 0.92, spread: 0.04, mid: 0.1 });
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
    const old = { orderbook: { yes: [[8, 444]], no: [] } };
    expect(() => readUnchecked("kalshi", old, "KXRAIN-26.json", { seen: "2026-06-20" })).toThrow(/orderbook_fp.*cents/);
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
    expect(rowFor([], [], "KXRAIN-26.json", { seen: "2026-06-21" }).date).toBe("2026-06-21");
  });

  itWithSharedData("has the same prices as the published market, if it is the published one", (_, fileIn) => {
    const read = (name: string) => readUnchecked("kalshi", fileIn("kalshi", name), name, { seen: "2026-06-20" });
    const parsed = read("ccxt_kalshi_orderbook_KXELONMARS-99.json");
    const got = rowOf({ family: "prediction", pick: "Kalshi book KXELONMARS-99" }, parsed) as OrderBook;
    expect(got).toMatchObject({ market: "KXELONMARS-99", yes_bid: 0.08, yes_ask: 0.12, no_bid: 0.88, no_ask: 0.92 });
    const market = read("ccxt_kalshi_markets_2026-06-20.json").records.find((r) => r.entity === "KXELONMARS-99")?.body;
    expect(market).toMatchObject({ yes_bid: got.yes_bid, yes_ask: got.yes_ask });
    // All 8 and 18 levels are summed, five of each are stored.
    expect([got.yes_bids.length, got.no_bids.length, got.yes_bid_contracts]).toEqual([5, 5, 33025.52]);
  });
});
