import type { OrderBook } from "../../../src/service/records/prediction";
import { bookFetcher } from "../../../src/service/ingest/fetch-book";
import { openStore } from "../../../src/service/store/store";
import { openLoopback, type Loopback } from "../../unit/service/publishers/loopback";
import { createClock } from "../../../src/service/time/clock";
import { recordRow } from "../../record-row";
import { marketState } from "./rows";
import { noRows, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";
import { grid } from "../../grid";

const DAY = "2024-06-25";
const CAVEATS = ["orderbook_top150_15min"];

let sample: ServiceUnderTest;
let published: ServiceUnderTest;
const get = <T = any>(s: ServiceUnderTest, path: string) => s.read<T>(`/v1/prediction/markets/${path}`);

const market = (id: string, venue: "polymarket" | "kalshi", more: object = {}) =>
  marketState(id, 0.5, { venue, slug: `slug-${id}`, updated: "2024-06-25T00:40:00Z", ...more });
const book = (entity: string, venue: "polymarket" | "kalshi", stated: string | null, yes_bids: OrderBook["yes_bids"], no_bids: OrderBook["no_bids"], date = (stated ?? DAY).slice(0, 10)) =>
  recordRow(
    "order_book", entity, date, venue,
    {
      market: entity, venue, stated, yes_bids, no_bids, yes_bid: null, yes_bid_size: null, yes_ask: null, yes_ask_size: null, no_bid: null, no_ask: null, spread: null, mid: null,
      yes_bid_contracts: 1000, no_bid_contracts: 2000,
    },
    { key: stated ?? "" },
  ); // prettier-ignore
const at = (minutesBeforeNoon: number): string => `${new Date(Date.UTC(2024, 5, 25, 12) - minutesBeforeNoon * 60_000).toISOString().slice(0, 19)}Z`;

beforeAll(async () => {
  sample = await serviceUnderTest();
  published = await serviceUnderTest({ clock: createClock(undefined, () => Date.UTC(2024, 5, 25, 12)) });
  const many = [0.5, 0.49, 0.48, 0.47, 0.46, 0.45, 0.44].map((price) => [price, 100] as const);
  const records = [
    market("KX-24", "kalshi"),
    market("1", "polymarket", { yes_token: "999" }),
    market("2", "polymarket", { yes_token: null }),
    market("3", "polymarket"),
    market("4", "polymarket", { yes_token: "444", closed: "2024-06-24", outcome: "Yes" }),
    market("KX-OLD", "kalshi"),
    market("KX-ODD", "kalshi"),
    market("KX-DAY", "kalshi"),
    // Twice the same book, then a thinner one with the same prices, then the present one.
    book("KX-24", "kalshi", at(60 * 23), many, [[0.48, 400], [0.4, 50]]),
    book("KX-24", "kalshi", at(60), many, [[0.48, 400], [0.4, 50]]),
    book("KX-24", "kalshi", at(30), [[0.5, 10]], [[0.48, 10]]),
    book("KX-24", "kalshi", at(15), many, [[0.48, 400], [0.4, 50]]),
    book("KX-24", "kalshi", at(60 * 25), [[0.1, 10]], [[0.8, 10]]),
    book("999", "polymarket", at(10), [[0.25, 400]], []),
    book("444", "polymarket", at(60 * 13), [[0.25, 400]], [[0.7, 5]]),
    book("KX-OLD", "kalshi", at(61), [[0.25, 400]], [[0.7, 5]]),
    book("KX-ODD", "kalshi", at(5), [[0.6, 100]], [[0.5, 100]]),
    book("KX-DAY", "kalshi", null, [[0.25, 400]], [[0.7, 5]], "2024-06-24"),
  ]; // prettier-ignore
  take(published, records, { seen: "2024-06-25T11:58:00Z" });
});
afterAll(async () => {
  await sample.close();
  await published.close();
});

const PATHS = ["book", "book/history", "execution-cost", "algo-flags"];

describe("order books of sample markets", () => {
  it("enclose the probability of the 150 largest open markets, and hold about its liquidity", async () => {
    const { data: markets } = await sample.read("/v1/prediction/markets?limit=200&min_volume=0");
    const wrong: unknown[] = [];
    const shares: number[] = [];
    for (const { market_id, yes_probability, liquidity_usd } of markets.slice(0, 150).filter((_, i) => i % 5 === 4)) {
      const { data, meta } = await get(sample, `${market_id}/book`);
      const { best_bid: bid, best_ask: ask, bids, asks } = data;
      const falls = (levels: readonly any[], sign: number) => levels.every(({ price }, i) => i === 0 || sign * (price - levels[i - 1].price) > 0);
      const orders = [...bids, ...asks];
      const isRight =
        [bids.length <= 5, asks.length <= 5, falls(bids, -1), falls(asks, 1), orders.every(({ contracts }) => contracts > 0)].every(Boolean) &&
        [0 < bid, bid < ask, bid <= yes_probability, yes_probability <= ask, ask < 1].every(Boolean) &&
        data.bid_contracts >= bids.reduce((n: number, l: any) => n + l.contracts, 0) - 0.01 &&
        [data.sample, meta.sample, data.time === "2024-06-26T03:59:59Z"].every((is) => is === true);
      if (!isRight) wrong.push(data);
      // An offer of Yes at p is a bid of 1 − p for No.
      const held = [...bids.map((l: any) => l.price * l.contracts), ...asks.map((l: any) => (1 - l.price) * l.contracts)].reduce((a, b) => a + b, 0);
      shares.push(held / liquidity_usd);
    }
    expect([wrong, shares.length]).toEqual([[], 30]);
    shares.sort((a, b) => a - b);
    expect(shares[15]).toBeGreaterThan(0.4);
    expect(shares[15]).toBeLessThan(0.75);
    expect(markets.length).toBeGreaterThan(150);
    const { data } = await get(sample, `${markets[150].market_id}/book`);
    expect(data).toMatchObject({ time: null, best_bid: null, best_bid_reason: expect.stringMatching(/Only the 150 busiest open markets of a venue have one/) });
  });

  it("are taken every 15 minutes while the market is open, and known only then", async () => {
    const id = "msft-higher-2024";
    const day = await get<readonly any[]>(sample, `${id}/book/history`);
    expect(day).toMatchObject({ count: 96, meta: { sample: true, caveats: CAVEATS, has_more: false } });
    const times = day.data.map((p) => Date.parse(p.time));
    expect(new Set(times.slice(1).map((t, i) => t - times[i]!))).toEqual(new Set([15 * 60_000]));
    const { data: now } = await get(sample, `${id}/book`);
    expect(now).toMatchObject(day.data.at(-1));
    const then = await get<readonly any[]>(sample, `${id}/book/history?hours=2&as_of=2024-06-25T14:30Z`);
    expect(then.meta.as_of).toBe("2024-06-25T14:30:00Z");
    expect(then.data).toEqual(day.data.filter((p) => p.time > "2024-06-25T12:30" && p.time <= "2024-06-25T14:30"));
    const two = await get<readonly any[]>(sample, `${id}/book/history?hours=720&limit=2`);
    expect([two.data, two.count, two.meta.has_more]).toEqual([day.data.slice(-2), 2880, true]);
    expect((await get(sample, `${id}/book?as_of=2024-06-25T14:30Z`)).data).toMatchObject(then.data.at(-1));
  });

  it("end with the market", async () => {
    const asOf = "as_of=2024-07-10";
    // This service's date is before the close, so a later one is asked.
    const later = await serviceUnderTest({ asOf: "2024-07-10" });
    const closed = await get(later, "fed-cut-2024-06/book");
    const reason = "Market fed-cut-2024-06 stopped trading on 2024-06-30, so it has no order book.";
    expect(closed).toMatchObject({
      status: 200,
      data: { time: null, mid: null, mid_reason: reason, bids: [], asks: [] },
      meta: { note: reason, sample: false },
    });
    expect((await get(later, "fed-cut-2024-06/execution-cost")).data.sizes[0].buy).toMatchObject({
      vwap: null,
      depth_exhausted: null,
      vwap_reason: reason,
    });
    const history = await get<readonly any[]>(later, `fed-cut-2024-06/book/history?hours=720&limit=1&${asOf}`);
    expect(history.data[0]?.time).toBe("2024-07-01T03:59:59Z");
    await later.close();
  });

  it("show patterns of automated orders in some markets only", async () => {
    const found = new Set<string>();
    let without = 0;
    for (const { market_id } of (await sample.read("/v1/prediction/markets?limit=40")).data) {
      const { data, count, meta } = await get<readonly any[]>(sample, `${market_id}/algo-flags?hours=6`);
      expect([count, meta.caveats]).toEqual([data.length, CAVEATS]);
      data.forEach(({ flag }) => found.add(flag));
      if (data.length === 0) without++;
    }
    expect([...found].sort()).toEqual(["mirrored_quotes", "uniform_ladder"]);
    expect(without).toBeGreaterThan(10);
    expect(await get(sample, "msft-higher-2024/algo-flags?hours=1")).toMatchObject(
      noRows({ note: "4 of at least 8 snapshots are known in the last 1 hours, too few to compare." }),
    );
  });
});

describe("order books of published markets", () => {
  it("have the asks from bids for No, five levels, and the slippage of usual sizes", async () => {
    const { data, meta, as_of } = await get(published, "kx-24/book");
    expect(meta).toMatchObject({ sample: false, caveats: CAVEATS, attribution: { kalshi: expect.any(String) } });
    expect(as_of <= "2024-06-25T12:00:00Z").toBe(true);
    expect(data).toMatchObject({
      ...{ market_id: "KX-24", source: "kalshi", time: at(15), best_bid: 0.5, best_ask: 0.52, spread: 0.02, mid: 0.51 },
      ...{ bid_contracts: 1000, ask_contracts: 2000, bid_depth_usd: 240, ask_depth_usd: 238 },
    });
    expect(data.bids.map((l: any) => l.price)).toEqual([0.5, 0.49, 0.48, 0.47, 0.46]);
    expect(data.asks).toEqual([{ price: 0.52, contracts: 400 }, { price: 0.6, contracts: 50 }]); // prettier-ignore
    expect(data.slippage.map(({ notional, buy, sell }: any) => [notional, buy.vwap, buy.slippage_bps, sell.depth_exhausted, buy.depth_exhausted])).toEqual(
      grid(5, 100, 0.52, 196.08, false, false, 1000, null, null, true, true, 10_000, null, null, true, true),
    );
    expect(data.slippage[1].buy.vwap_reason).toBe("Depth exhausted: the 2 known levels of offers hold 238 US dollars.");
  });

  it("cost by size what the levels give, with median and 90th percentile of a day", async () => {
    const { data, meta } = await get(published, "KX-24/execution-cost?notional=50&notional=238&notional=238.01&notional=50");
    expect([data.window_hours, data.snapshots, data.sizes.map((s: any) => s.notional)]).toEqual([24, 4, [50, 238, 238.01]]);
    expect(meta.note).toMatch(/^A modeled fill .* without fees\./);
    // One of four snapshots holds only 5.20 dollars of offers.
    expect(data.sizes[0].buy).toEqual({
      vwap: 0.52,
      slippage_bps: 196.08,
      contracts: 96.15,
      depth_exhausted: false,
      median_slippage_bps: 196.08,
      p90_slippage_bps: null,
      p90_slippage_bps_reason: "Depth exhausted in 1 of 4 snapshots of the window.",
      compared_snapshots: 4,
      exhausted_snapshots: 1,
    });
    expect(data.sizes[1].buy).toMatchObject({ vwap: 0.528889, contracts: 450, depth_exhausted: false });
    expect(data.sizes[2].buy).toMatchObject({ vwap: null, depth_exhausted: true, median_slippage_bps: null, exhausted_snapshots: 4 });
    expect((await get(published, "KX-24/execution-cost")).data.sizes.map((s: any) => s.notional)).toEqual([100, 1000, 10_000]);
    expect((await get(published, "KX-24/execution-cost?notional=7")).data.sizes.map((s: any) => s.notional)).toEqual([7]);
  });

  it("give as of a past moment what was known then", async () => {
    expect((await get(published, `KX-24/book?as_of=${at(20)}`)).data).toMatchObject({ time: at(30), bids: [{ price: 0.5, contracts: 10 }] });
    expect((await get(published, `KX-24/execution-cost?as_of=${at(20)}`)).data).toMatchObject({ time: at(30), snapshots: 3, best_ask: 0.52 });
    expect((await get<readonly any[]>(published, "KX-24/book/history")).data.map((p) => p.time)).toEqual([at(60 * 23), at(60), at(30), at(15)]);
    expect((await get<readonly any[]>(published, "KX-24/book/history?hours=26")).data).toHaveLength(5);
    // Only the day of this book is known: it counts from its end in New York.
    expect((await get(published, "KX-DAY/book?as_of=2024-06-25T03:59Z")).data).toMatchObject({ time: null, best_bid: null });
    expect((await get(published, "KX-DAY/book?as_of=2024-06-25T04:00Z")).data).toMatchObject({ best_bid: 0.25 });
  });

  it("have null and a reason for an empty side, a crossed book, an old book and none", async () => {
    const oneSided = await get(published, "slug-1/book");
    expect(oneSided.data).toMatchObject({
      ...{ time: at(10), best_bid: 0.25, best_ask: null, mid: null, ask_depth_usd: 0 },
      ...{ best_ask_reason: "The book has no offers.", mid_reason: "The book has no offers." },
    });
    expect(oneSided.data.slippage[0].sell).toMatchObject({ vwap: 0.25, slippage_bps: null, slippage_bps_reason: "The book has no offers." });
    expect((await get(published, "KX-ODD/book")).data).toMatchObject({
      ...{ best_bid: 0.6, best_ask: 0.5, mid: null },
      mid_reason: "The book is crossed: its best bid, 0.6, is above its best offer, 0.5.",
    });
    const reasons = [
      ["KX-OLD", "The newest order book of market KX-OLD known at 2024-06-25T12:00:00Z is from 2024-06-25T10:59:00Z, more than an hour before."],
      ["2", "Market 2 has no outcome Yes, so its order book is not stored."],
      ["3", "The venue's name of the order book of market 3 is not stored yet. Load its newer state: npm run -s data -- update polymarket --all"],
      ["4", "Market 4 stopped trading on 2024-06-24, so it has no order book."],
    ];
    for (const [id, reason] of reasons)
      expect((await get(published, `${id}/book`)).data).toMatchObject({
        time: null,
        mid: null,
        mid_reason: reason,
        slippage: [{ buy: { vwap: null, depth_exhausted: null } }, {}, {}],
      });
    expect((await get(published, "KX-OLD/execution-cost?notional=5")).data).toMatchObject({
      time: null,
      snapshots: 1,
      sizes: [{ buy: { vwap: null, median_slippage_bps: null }, sell: { median_slippage_bps: expect.any(Number) } }],
    });
    expect(await get(published, "2/book/history")).toMatchObject(noRows({ note: `No order book is known in the last 24 hours. ${reasons[1]![1]}` }));
  });
});

describe("the present order book of a venue that is on", () => {
  let loopback: Loopback;
  let live: ServiceUnderTest;
  beforeEach(async () => {
    loopback = await openLoopback(Date.UTC(2024, 5, 25, 12), /^https:\/\/[^/]+/);
    const store = openStore({ path: ":memory:" });
    const { transport } = loopback;
    live = await serviceUnderTest({ store, clock: createClock(undefined, transport.now), books: bookFetcher({ transport, decisions: store.decisions }) });
    for (const venue of ["polymarket", "kalshi"]) store.decisions.decide(venue, true, DAY);
    const records = [market("1", "polymarket", { yes_token: "999" }), market("KX-24", "kalshi"), book("999", "polymarket", at(10), [[0.25, 400]], [[0.7, 5]])];
    take(live, records, { seen: "2024-06-25T11:58:00Z" });
  });
  afterEach(async () => {
    await live.close();
    live.store.close();
    await loopback.close();
  });
  const reply = (bid: string, asset_id = "999") => ({
    body: JSON.stringify([
      { market: "0x1", asset_id, timestamp: "1719316799000", hash: "0x2", bids: [{ price: bid, size: "50" }], asks: [{ price: "0.6", size: "80" }] },
    ]),
  });

  it("is fetched while the request waits, and again after a minute", async () => {
    loopback.replies("/books", reply("0.5"), reply("0.55"));
    const first = await get(live, "1/book");
    expect(first).toMatchObject({
      as_of: "2024-06-25T12:00:00Z",
      data: { time: "2024-06-25T12:00:00Z", best_bid: 0.5, best_ask: 0.6, source: "polymarket" },
      meta: { attribution: { polymarket: expect.any(String) } },
    });
    expect(first.meta.note).toBeUndefined();
    loopback.pass(59_000);
    const [second, third] = await Promise.all([get(live, "slug-1/book"), get(live, "1/book")]);
    expect([second.data, second.as_of, third.data]).toEqual([first.data, first.as_of, first.data]);
    expect(loopback.asked).toHaveLength(1);
    loopback.pass(1_000);
    expect(await get(live, "1/book")).toMatchObject({ as_of: "2024-06-25T12:01:00Z", data: { best_bid: 0.55 } });
    expect(live.store.records.count("order_book")).toBe(1);
  });

  it("is Kalshi's by ticker, also of a market without a stored book", async () => {
    const one = { ticker: "KX-24", orderbook_fp: { yes_dollars: [["0.3000", "7.00"]], no_dollars: null } };
    loopback.replies("/trade-api/v2/markets/orderbooks?tickers=KX-24", { body: JSON.stringify({ orderbooks: [one] }) });
    expect((await get(live, "KX-24/book")).data).toMatchObject({
      best_bid: 0.3,
      best_ask: null,
      best_ask_reason: "The book has no offers.",
      bids: [{ price: 0.3, contracts: 7 }],
    });
  });

  it("is not fetched more than 60 times a minute from one venue", async () => {
    const fetchBook = bookFetcher({ transport: loopback.transport, decisions: live.store.decisions });
    const all = await Promise.all(Array.from({ length: 61 }, (_, i) => fetchBook("kalshi", `KX-${i}`)));
    expect(loopback.asked).toHaveLength(60);
    expect(all[60]).toEqual({ reason: "The present book of Kalshi is not available: the service asks for at most 60 books a minute. Try again in a minute." });
    loopback.replies("/books", reply("0.5"));
    expect(await fetchBook("polymarket", "999")).toMatchObject({ book: { yes_bid: 0.5 } });
  });

  it("is the stored one as of a past moment, for other addresses, and while the venue is off", async () => {
    const stored = { time: at(10), best_bid: 0.25 };
    expect((await get(live, `1/book?as_of=${at(1)}`)).data).toMatchObject(stored);
    expect((await get(live, "1/execution-cost")).data).toMatchObject(stored);
    live.store.decisions.decide("polymarket", false, DAY);
    expect(await get(live, "1/book")).toMatchObject({ data: stored, as_of: "2024-06-25T00:00:00Z" });
    expect(loopback.asked).toEqual([]);
  });

  it("is the stored one with the reason if the venue fails, which is not asked again for a minute", async () => {
    const failing: [Parameters<Loopback["replies"]>[1], RegExp][] = [
      [
        { status: 401, body: "" },
        /^The present book of Polymarket is not available: .* refuses the request \(status 401\)\..* This is the newest stored book\.$/,
      ],
      [reply("0.5", "1000"), /its reply has the books of other markets\. This is the newest/],
      [{ body: "[]" }, /expected Polymarket's order books .* This is the newest/],
    ];
    for (const [answer, note] of failing) {
      const before = loopback.asked.length;
      loopback.replies("/books", answer);
      for (let i = 0; i < 2; i++)
        expect(await get(live, "1/book")).toMatchObject({ status: 200, data: { time: at(10) }, meta: { note: expect.stringMatching(note) } });
      expect(loopback.asked.length).toBe(before + 1);
      loopback.pass(60_000);
    }
    loopback.replies("/trade-api/v2/markets/orderbooks?tickers=KX-24", { status: 404 });
    const none = await get(live, "KX-24/book");
    expect(none.data).toMatchObject({
      time: null,
      mid: null,
      mid_reason: expect.stringMatching(/^The present book of Kalshi is not available: .* No order book of market KX-24 is known at /),
    });
  });
});

describe("addresses of order books", () => {
  it.each([
    ["execution-cost?notional=", "notional: expected a number from 1 to 1000000000, got a blank."],
    [`execution-cost?${Array.from({ length: 21 }, (_, i) => `notional=${i + 1}`).join("&")}`, /^notional: expected 1 to 20 values, got /],
    ["book/history?hours=1&hours=2", /^hours: expected a whole number from 1 to 720, got /],
    ["book?depth=5", 'There is no parameter "depth" here. Known: as_of.'],
  ])("refuse %s", async (query, detail) => {
    const reply = await get(sample, `msft-higher-2024/${query}`);
    expect([reply.status, reply.detail]).toEqual([422, typeof detail === "string" ? detail : expect.stringMatching(detail)]);
  });

  it("answer 404 for an unknown market, and if sample data is off", async () => {
    for (const path of PATHS) expect((await get(sample, `zebra/${path}`)).status).toBe(404);
    const empty = await serviceUnderTest({ sample: false });
    for (const path of PATHS) expect((await get(empty, `msft-higher-2024/${path}`)).status).toBe(404);
    await empty.close();
  });
});
