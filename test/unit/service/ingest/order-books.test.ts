import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { busiestMarkets } from "../../../../src/service/ingest/request-context";
import { ingest, parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { rebuild, recover, storedLog } from "../../../../src/service/ingest/rebuild";
import { kalshi } from "../../../../src/service/publishers/kalshi/kalshi";
import { polymarket } from "../../../../src/service/publishers/polymarket/polymarket";
import type { Publisher } from "../../../../src/service/publishers/publisher";
import type { OrderBook, PublishedMarket } from "../../../../src/service/records/prediction";
import { openStore } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { itWithSharedData } from "../../../shared-data";
import { onlyFeeds, openUpdates } from "./updates";

const NOON = Date.parse("2024-06-25T12:00:30Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Side = readonly { readonly price: unknown; readonly size: unknown }[] | null;
const polymarketBook = (asset_id: string, bids: Side, asks: Side, timestamp = "1719316800000") => {
  return { market: "0xc8", asset_id, timestamp, hash: "0x1", bids, asks };
};
const bid = (price: string, size = "100") => ({ price, size });
const kalshiBook = (ticker: string, yes: readonly unknown[] | null, no: readonly unknown[] | null) => ({
  ticker,
  orderbook_fp: { yes_dollars: yes, no_dollars: no },
});
const read = (publisher: Publisher, document: unknown, more: { name?: string; received?: number } = {}) =>
  parseByFeed(publisher.feeds, { name: "order-books", received: NOON, bytes: Buffer.from(JSON.stringify(document)), ...more }).records;
const bodyOf = (publisher: Publisher, document: unknown): OrderBook => read(publisher, document)[0]!.body as OrderBook;

const market = (id: string, more: Partial<PublishedMarket> = {}) =>
  recordRow(
    "market", id, "2024-06-25", more.venue ?? "polymarket",
    {
      id, venue: "polymarket", slug: id, question: `Will ${id} happen?`, category: "", event: "", opened: "2024-01-01", end_date: "2024-12-31", closed: null, outcome: null, outcomes: [],
      yes_probability: 0.5, one_day_change: null, one_week_change: null, yes_bid: null, yes_ask: null, last: null, volume_usd: 20_000, volume_contracts: null, volume_24h: 5,
      yes_token: `9${id}`, liquidity_usd: 500, updated: "2024-06-25T00:40:00Z", ...more,
    },
    { key: "2024-06-25T00:40:00Z" },
  ); // prettier-ignore

describe("Polymarket's order books", () => {
  it("have offers of Yes as bids for No, best first, and five levels of each side", () => {
    const asks = ["0.59", "0.52", "0.53", "0.54", "0.55", "0.56"].map((price) => bid(price, "10"));
    expect(bodyOf(polymarket, [polymarketBook("777", [bid("0.48"), bid(".5", "20.5")], asks)])).toMatchObject({
      market: "777",
      venue: "polymarket",
      yes_bids: [[0.5, 20.5], [0.48, 100]],
      no_bids: [0.48, 0.47, 0.46, 0.45, 0.44].map((price) => [price, 10]),
      yes_bid: 0.5,
      yes_ask: 0.52,
      spread: 0.02,
      mid: 0.51,
      yes_bid_contracts: 120.5,
      no_bid_contracts: 60,
    }); // prettier-ignore
  });

  it("count from their receipt if fetched, and from their own time in a file", () => {
    const books = [polymarketBook("777", null, [bid("0.52")])];
    const stated = "2024-06-25T12:00:30Z";
    expect(read(polymarket, books)[0]).toMatchObject({ entity: "777", date: "2024-06-25", key: stated, body: { stated } });
    for (const document of [books, books[0]])
      expect(read(polymarket, document, { name: "book.json" })[0]).toMatchObject({ date: "2024-06-25", key: "2024-06-25T12:00:00Z" });
  });

  it("have no price on an empty side, and are stored as stated if they are crossed", () => {
    const empty = { yes_bid: null, yes_ask: null, mid: null, yes_bids: [], no_bids: [], no_bid_contracts: 0 };
    expect(bodyOf(polymarket, [polymarketBook("777", null, [])])).toMatchObject(empty);
    expect(bodyOf(polymarket, [polymarketBook("777", [bid("0.6")], [bid("0.5")])])).toMatchObject({ yes_bid: 0.6, yes_ask: 0.5, spread: -0.1 });
  });

  it.each([
    ["a null price", [{ price: null, size: "5" }], /expected dollars as text .* got nothing/],
    ["a null size", [{ price: "0.5", size: null }], /expected contracts as text .* got nothing/],
    ["a null level", [null], /expected a price and a size in bids .* got nothing/],
    ["no contracts", [bid("0.5", "0")], /contracts above 0/],
    ["a price of 1", [bid("1")], /between 0 and 1/],
    ["cents", [{ price: 50, size: "5" }], /the unit may have changed/],
    ["a repeated price", [bid("0.5"), bid("0.50", "3")], /appears twice in bids/],
    ["no list", undefined, /expected a list bids .* got nothing/],
  ])("are refused with %s", (_, bids, message) => expect(() => read(polymarket, [polymarketBook("777", bids as Side, [])])).toThrow(message));

  it("are refused without a book, and without a time in a file", () => {
    expect(() => read(polymarket, [polymarketBook("777", [], [], "soon")], { name: "book.json" })).toThrow(/expected a time in milliseconds .* got "soon"/);
  });

  itWithSharedData("are read from a published one", (folder) => {
    const bytes = readFileSync(path.join(folder, "polymarket", "nautilus_clob_book_response.json"));
    const [row] = parseByFeed(polymarket.feeds, { name: "book.json", bytes }).records;
    expect(row).toMatchObject({
      entity: "12345678901234567890",
      key: "2023-12-29T18:40:00Z",
      body: { yes_bid: 0.5, yes_bid_size: 150, yes_ask: 0.51, yes_ask_size: 120, spread: 0.01 },
    });
  });
});

describe("Kalshi's order books of several markets", () => {
  it("name their markets, and count from their receipt", () => {
    const reply = { orderbooks: [kalshiBook("KXA-26", [["0.0800", "1.00"]], [["0.8800", "2.00"]]), kalshiBook("KXB-26-T1.5", null, [])] };
    expect(read(kalshi, reply).map(({ entity, key, body }) => [entity, key, (body as OrderBook).yes_bid, (body as OrderBook).yes_ask])).toEqual([
      ["KXA-26", "2024-06-25T12:00:30Z", 0.08, 0.12],
      ["KXB-26-T1.5", "2024-06-25T12:00:30Z", null, null],
    ]);
    expect(read(kalshi, reply, { name: "books_2024-06-20T14-30.json" })[0]).toMatchObject({ entity: "KXA-26", key: "2024-06-20T14:30:00Z" });
  });

  it("are refused if there are none, or if one is crossed", () => {
    expect(() => read(kalshi, { orderbooks: [] })).toThrow(/no order book in this reply/);
    expect(() => read(kalshi, { orderbooks: [kalshiBook("KXA-26", [["0.6000", "1"]], [["0.6000", "1"]])] })).toThrow(/KXA-26 bids 0.6 .* more than one dollar/);
  });
});

describe("samples of order books", () => {
  const at = openUpdates(NOON, /^https:\/\/[^/]+/);
  let folder: string;
  const file = (): string => path.join(folder, "service.db");
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "order-books-"));
    at.store.close();
    at.store = openStore({ path: file() });
    at.store.decisions.decide("polymarket", true, "2024-06-25");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const imported = (records: readonly ReturnType<typeof market>[]) =>
    void at.store.insertBatch({ publisher: "polymarket", file: "markets", sha256: "markets", rows: [], records }, "2024-06-25T00:41:00Z");
  const run = () => at.run(onlyFeeds(polymarket, "polymarket.order-books"));
  const times = () => at.store.records.between<OrderBook>("order_book", "9a", "2024-01-01", "2024-12-31", "2024-12-31").map(({ body }) => body.stated);
  const reply = (size: string) => JSON.stringify([polymarketBook("9a", [bid("0.5", size)], [bid("0.52")])]);

  it("are of the 150 open markets with the largest volume of 24 hours, and of those on the midterms", () => {
    const many = Array.from({ length: 160 }, (_, i) => market(`m${i}`, { volume_24h: 1000 - i }));
    imported([
      ...many,
      market("midterm", { question: "Who wins the House in the Midterms?", volume_24h: 0 }),
      market("closed", { volume_24h: 9999, closed: "2024-06-24" }),
      market("decided", { volume_24h: 9999, outcome: "No" }),
      market("past", { volume_24h: 9999, end_date: "2024-06-24" }),
      market("updown", { volume_24h: 9999, yes_token: null }),
      market("KX-1", { venue: "kalshi", volume_24h: 9999 }),
    ]);
    const found = busiestMarkets(at.store, "polymarket", "2024-06-25");
    expect(found.map(({ id }) => id)).toEqual([...many.slice(0, 150).map(({ entity }) => entity), "midterm"]);
    expect(found[0]).toEqual({ id: "m0", book: "9m0" });
    expect(busiestMarkets(at.store, "kalshi", "2024-06-25")).toEqual([{ id: "KX-1", book: "KX-1" }]);
    const tickers = Array.from({ length: 120 }, (_, i) => ({ id: `KX-${i}`, book: `KX-${i}` }));
    const feed = kalshi.feeds.find(({ id }) => id === "kalshi.order-book");
    const asked = feed?.fetching?.requests({ today: "2024-06-25", newest: undefined, settings: {}, busiestMarkets: () => tickers }) ?? [];
    expect(asked.map(({ url }) => new URL(url).searchParams.getAll("tickers").length)).toEqual([50, 50, 20]);
  });

  it("wait for the list of markets", async () => {
    expect(await run()).toMatchObject([
      { documents: 0, waiting: "No open market of Polymarket with a token of Yes is stored yet. Its order books follow the list of markets." },
    ]);
    expect(at.loopback.asked).toEqual([]);
  });

  it("are stored every 15 minutes, also unchanged, and removed after 30 days with their documents", async () => {
    imported([market("a")]);
    at.loopback.replies("/books", { body: reply("100"), headers: { ETag: '"one"' } }, { body: reply("100"), headers: { ETag: '"one"' } }, { body: reply("7") });
    expect(await run()).toMatchObject([{ documents: 1, added: 1, failures: [] }]);
    expect(await run()).toEqual([]);
    at.loopback.pass(15 * MINUTE);
    expect(await run()).toMatchObject([{ documents: 1, unchanged: 0, added: 1 }]);
    expect(times()).toEqual(["2024-06-25T12:00:30Z", "2024-06-25T12:15:30Z"]);
    const shared = at.store.imports.of(["polymarket"]).filter((entry) => entry.file === "order-books");
    expect([shared.length, new Set(shared.map((entry) => entry.sha256)).size]).toEqual([2, 1]);
    // An operator's file is not removed.
    at.store.insertBatch(
      { publisher: "polymarket", file: "book.json", sha256: "own", rows: [], records: read(polymarket, polymarketBook("9a", [], []), { name: "book.json" }) },
      "2024-06-25T12:20:00Z",
    );
    at.loopback.pass(29 * DAY);
    await run();
    expect(times()).toHaveLength(4);
    at.loopback.pass(2 * DAY);
    await run();
    expect(times()).toEqual(["2024-06-25T12:00:00Z", "2024-07-24T12:15:30Z", "2024-07-26T12:15:30Z"]);
    expect(at.store.archive.has(shared[0]!.sha256)).toBe(false);
    expect(at.store.imports.of(["polymarket"]).map((entry) => entry.file)).toEqual(["markets", "book.json", "order-books", "order-books"]);
    expect(at.store.imports.files().map((entry) => entry.file)).toEqual(["markets", "book.json", "order-books", "order-books"]);
  });

  it("are rebuilt as they were, also from the log next to the documents", async () => {
    const bytes = Buffer.from(
      JSON.stringify([
        {
          id: "a", question: "Will it rain?", conditionId: "0x1", slug: "rain", endDate: "2024-12-31T00:00:00Z", startDate: "2024-01-01T00:00:00Z", updatedAt: "2024-06-25T00:40:00Z",
          outcomes: '["No", "Yes"]', outcomePrices: '["0.5", "0.5"]', clobTokenIds: '["8a", "9a"]', volumeNum: 20, volume24hr: 3.5, closed: false,
        },
      ]),
    ); // prettier-ignore
    const document = { name: "markets.json", bytes };
    const sha256 = at.store.archive.put(bytes);
    ingest(at.store, "import", [{ label: "markets.json", document, sha256, feeds: polymarket.feeds }], "2024-06-25T00:41:00Z");
    expect(at.store.records.latest<PublishedMarket>("market", "a", "2024-06-25", 1)[0]?.body).toMatchObject({ yes_token: "9a", volume_24h: 3.5 });
    at.loopback.replies("/books", { body: reply("100") }, { body: reply("7") });
    await run();
    at.loopback.pass(31 * DAY);
    await run();
    const before = times();
    expect(before).toEqual(["2024-07-26T12:00:30Z"]);
    expect(rebuild(at.store, ["polymarket"]).documents).toBe(2);
    expect(times()).toEqual(before);
    const { archive } = at.store;
    const log = storedLog(file())!;
    at.store.close();
    at.store = openStore({ path: ":memory:" });
    expect(recover({ ...at.store, archive }, log)).toMatchObject({ documents: 2, refused: [] });
    expect(times()).toEqual(before);
  });
});
