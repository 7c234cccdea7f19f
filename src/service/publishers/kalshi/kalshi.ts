import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import { BOOK_DAYS, type Level, type PublishedMarket } from "../../records/prediction";
import type { RecordRow } from "../../records/record";
import { createPublisher, type Document, type Feed, type Pages } from "../publisher";
import { fetchedAt, levelOf, ORDER_BOOKS, orderBookOf, otherPrice, sideOf } from "../reading/order-book";
import { dayIn, headOf, isObject, type JsonObject, listIn, numberIn, readJson, textIn } from "../reading/read-json";
import { refuseFile, notEmpty } from "../reading/text";

const BOOKS_TITLE = "Kalshi's order books";
/** The venue allows 100. Fewer keep the address short: tickers may be long. */
const MARKETS_PER_REQUEST = 50;

function bidsIn(book: JsonObject, member: string): readonly Level[] {
  const list = book[member];
  // An empty side is null.
  if (list === null) return [];
  if (!Array.isArray(list)) refuseFile(`expected a list ${member} as in ${BOOKS_TITLE}, got none; the format may have changed: update the service`);
  const levels = list.map((level: unknown): Level => {
    if (!Array.isArray(level) || level.length !== 2) refuseFile(`expected [price, size] in ${member}, got ${shown(level)}; fetch it again`);
    return levelOf(level[0], level[1], member, BOOKS_TITLE);
  });
  return sideOf(levels, member);
}

type When = Pick<RecordRow, "date"> & { readonly stated: string | null };

/** The documents state no time. A fetched one counts from its receipt; of a file, the time is in its name, after this text. */
function whenOf(document: Document, after = ""): When {
  const { name, published, seen } = document;
  const fetched = fetchedAt(document);
  if (fetched !== undefined) return { date: fetched.slice(0, 10), stated: fetched };
  const [, day, hour, minute] = /(\d{4}-\d{2}-\d{2})(?:T(\d{2})-?(\d{2}))?(?!\d)/.exec(name.slice(name.indexOf(after) + after.length)) ?? [];
  if (day !== undefined && !isIsoDate(day)) refuseFile(`${day} in the file's name does not exist; give the day of the book`);
  const date = day ?? published ?? seen ?? refuseFile(`an order book does not state its day; name the file such as ${after || "order-books"}_2026-06-20.json`);
  return { date, stated: day !== undefined && hour !== undefined ? `${day}T${hour}:${minute}:00Z` : null };
}

/** The document of one market does not state it. It is in the file's name. */
function marketIn({ name }: Document): string {
  const [, market] = /(?:^|[^A-Za-z0-9])([A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.[A-Z0-9]+)*)+)(?![A-Za-z0-9-])/.exec(name) ?? [];
  return market ?? refuseFile("an order book does not state its market; name the file after it, such as KXELONMARS-99_2026-06-20T14-30.json");
}

function bookRecord(market: string, reply: unknown, { date, stated }: When): RecordRow {
  const book = isObject(reply) ? reply["orderbook_fp"] : undefined;
  if (!isObject(book))
    refuseFile("expected an order book in dollars (orderbook_fp), got none: the old format is in cents; fetch it from /trade-api/v2/markets/TICKER/orderbook");
  const [yes, no] = [bidsIn(book, "yes_dollars"), bidsIn(book, "no_dollars")];
  const body = orderBookOf({ market, venue: "kalshi", stated }, yes, no);
  // Bids that add up to more than a dollar would have been matched.
  if (body.spread !== null && body.spread < 0)
    refuseFile(`${market} bids ${body.yes_bid} for Yes and ${body.no_bid} for No, more than one dollar together; fetch it again`);
  return { dataset: "order_book", entity: market, date, key: stated ?? "", known: date, body, source: "kalshi" };
}

function recordsOf(document: Document): RecordRow[] {
  const reply = readJson(document.bytes);
  if (!isObject(reply) || reply["orderbooks"] === undefined) {
    const market = marketIn(document);
    return [bookRecord(market, reply, whenOf(document, market))];
  }
  const books = notEmpty(listIn(reply, "orderbooks", BOOKS_TITLE), "there is no order book in this reply; fetch it again");
  const when = whenOf(document);
  return books.map((book) => bookRecord(textIn(book, "ticker", BOOKS_TITLE), book, when));
}

/**
 * The bids of the busiest markets, sampled; or of one market, from a file that is named after it and its time. Source: Kalshi,
 * trade-api/v2/markets/orderbooks and trade-api/v2/markets/{ticker}/orderbook.
 */
const orderBook: Feed = {
  id: "kalshi.order-book",
  title: BOOKS_TITLE,
  looksLike: '{"orderbook_fp":{"no_dollars":[["0.0100","13553.00"],…, or {"orderbooks":[{"ticker":…',
  recognises: ({ bytes }) => /^\s*\{\s*"orderbook(_fp|s)?"\s*:/.test(headOf(bytes)),
  parse: (document) => ({ records: recordsOf(document) }),
  fetching: {
    schedule: { timeZone: "UTC", on: { everyMinutes: 15 }, at: "00:03" },
    sampled: { document: ORDER_BOOKS, dataset: "order_book", days: BOOK_DAYS },
    missing: ({ busiestMarkets = () => [] }) =>
      busiestMarkets("kalshi").length > 0 ? undefined : "No open market of Kalshi is stored yet. Its order books follow the list of markets.",
    requests: ({ busiestMarkets = () => [] }) => {
      const tickers = busiestMarkets("kalshi").map(({ id }) => id);
      return Array.from({ length: Math.ceil(tickers.length / MARKETS_PER_REQUEST) }, (_, page) => {
        // Several tickers in one parameter, separated by commas, would count as one.
        const named = tickers.slice(page * MARKETS_PER_REQUEST, (page + 1) * MARKETS_PER_REQUEST).map((ticker) => `tickers=${encodeURIComponent(ticker)}`);
        return { part: String(page), url: `https://api.elections.kalshi.com/trade-api/v2/markets/orderbooks?${named.join("&")}` };
      });
    },
  },
};

const TITLE = "Kalshi's markets";

/** Reads dollars as text. A contract pays one dollar, so its price is a probability. */
function dollars(row: JsonObject, member: string): number | null {
  const value = numberIn(row, member, TITLE);
  if (value !== undefined && (value < 0 || value > 1)) refuseFile(`expected dollars from 0 to 1 as ${member}, got ${value}: the unit may have changed`);
  return value ?? null;
}

/** Every market has these members, even if they are empty. */
const STATED = ["status", "yes_bid_dollars", "no_bid_dollars", "last_price_dollars", "volume_fp"];

/** Statuses of a market that has not closed. Trading of an inactive one is paused. */
const NOT_CLOSED: readonly unknown[] = ["initialized", "active", "inactive", "open", "paused", "unopened"];

/** The outcome of a closed market, unless it is challenged. A contract that pays a part of a dollar is neither Yes nor No. */
function outcomeOf(row: JsonObject): PublishedMarket["outcome"] {
  if (row["status"] === "disputed") return null;
  const paid = Number(row["settlement_value_dollars"] ?? 0);
  if (row["result"] === "void" || row["result"] === "scalar" || (paid > 0 && paid < 1)) return "void";
  return row["result"] === "yes" ? "Yes" : row["result"] === "no" ? "No" : null;
}

function recordOf(row: JsonObject): RecordRow {
  const id = textIn(row, "ticker", TITLE);
  const gone = STATED.find((member) => row[member] === undefined);
  if (gone !== undefined) refuseFile(`expected ${gone} of market ${id} in ${TITLE}, got none; fetch it again, or update the service if it was renamed`);
  const noBid = dollars(row, "no_bid_dollars");
  const stated = dollars(row, "yes_ask_dollars");
  // A bid for No at p is an offer of Yes at 1 − p.
  const yes_ask = stated ?? (noBid === null ? null : otherPrice(noBid));
  // A bid of 0 is no bid, and an ask of 1 is no ask.
  if (stated !== null && noBid !== null && noBid > 0 && Math.abs(stated - otherPrice(noBid)) > 0.00011)
    refuseFile(`market ${id} asks ${stated} for Yes and bids ${noBid} for No, which do not add up to one dollar; fetch it again`);
  const last = dollars(row, "last_price_dollars");
  const previous = dollars(row, "previous_price_dollars");
  const end_date = dayIn(row, "close_time", TITLE);
  const updated = textIn(row, "updated_time", TITLE);
  const date = updated.slice(0, 10);
  if (!isIsoDate(date)) refuseFile(`market ${id} has no date of its last update; fetch it again`);
  // A market that closes early may keep its later close_time.
  const closed = NOT_CLOSED.includes(row["status"]) ? null : end_date < date ? end_date : date;
  // Before the first trade the last price is stated as 0.
  const traded = last !== null && last > 0 ? last : null;
  const body: PublishedMarket = {
    id,
    venue: "kalshi",
    slug: id.toLowerCase(),
    question: textIn(row, "title", TITLE),
    category: "",
    event: textIn(row, "event_ticker", TITLE),
    opened: date,
    end_date,
    closed,
    outcome: closed === null ? null : outcomeOf(row),
    disputed: row["status"] === "disputed",
    outcomes: [
      { label: "Yes", price: traded },
      { label: "No", price: traded === null ? null : otherPrice(traded) },
    ],
    yes_probability: traded,
    one_day_change: traded === null || previous === null || previous === 0 ? null : Number((traded - previous).toFixed(4)),
    one_week_change: null,
    yes_bid: dollars(row, "yes_bid_dollars"),
    yes_ask,
    last: traded,
    volume_usd: null,
    volume_contracts: numberIn(row, "volume_fp", TITLE) ?? null,
    volume_24h: numberIn(row, "volume_24h_fp", TITLE) ?? null,
    liquidity_usd: numberIn(row, "liquidity_dollars", TITLE) ?? null,
    updated,
  };
  return { dataset: "market", entity: id, date, key: updated, known: date, body, source: "kalshi" };
}

const OPEN_MARKETS = "https://api.elections.kalshi.com/trade-api/v2/markets?status=open&mve_filter=exclude&limit=1000";

/** Markets that are kept by each order: the volume of 24 hours, by which order books are sampled, and that of the lifetime. */
const BUSIEST = 1_000;

/** The markets that are the busiest by either volume, once each, in the order of their tickers. */
function busiest(rows: readonly JsonObject[]): JsonObject[] {
  const byTicker = new Map(rows.map((row) => [textIn(row, "ticker", TITLE), row]));
  const kept = ["volume_24h_fp", "volume_fp"].flatMap((member) => {
    const volume = (row: JsonObject): number => numberIn(row, member, TITLE) ?? -1;
    return [...byTicker].sort(([a, one], [b, other]) => volume(other) - volume(one) || (a < b ? -1 : 1)).slice(0, BUSIEST);
  });
  return [...new Map(kept)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/**
 * The list has no order by volume, so all its pages are read and the busiest markets are kept. Without `mve_filter` most of them are combinations of other markets
 * that nobody trades.
 */
const pages: Pages = {
  most: 100,
  next: (page) => {
    const { cursor } = readJson(page) as { cursor?: unknown };
    return typeof cursor === "string" && cursor !== "" ? `${OPEN_MARKETS}&cursor=${encodeURIComponent(cursor)}` : undefined;
  },
  join: (kept, page) => {
    const rows = [kept, page].flatMap((bytes) => (bytes ? listIn(readJson(bytes), "markets", TITLE) : []));
    return Buffer.from(JSON.stringify({ cursor: "", markets: busiest(rows) }));
  },
};

/** Prediction markets, prices in dollars as text, volume in contracts. Source: Kalshi, trade-api/v2/markets. */
const markets: Feed = {
  id: "kalshi.markets",
  title: TITLE,
  looksLike: '{"cursor":…,"markets":[{"ticker":…,"yes_bid_dollars":…',
  recognises: ({ bytes }) => /^\s*\{[\s\S]*"markets"\s*:\s*\[\s*\{\s*"ticker"/.test(headOf(bytes, 2_000)),
  parse: ({ bytes }) => ({
    records: notEmpty(listIn(readJson(bytes), "markets", TITLE), "there is no market in this reply; fetch it again").map(recordOf),
  }),
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:40" },
    requests: () => [{ part: "open", url: OPEN_MARKETS, pages }],
  },
};

/** Kalshi: prediction markets. */
export const kalshi = createPublisher({ id: "kalshi", name: "Kalshi", feeds: [markets, orderBook], rules: 1, msBetween: 500 });
