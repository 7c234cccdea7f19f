import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { parsedJson } from "../../../contract/json";
import { BOOK_DAYS, type Level, type PublishedMarket } from "../../records/prediction";
import type { RecordRow } from "../../records/record";
import { createPublisher, type Document, type Feed } from "../publisher";
import { fetchedAt, levelOf, ORDER_BOOKS, orderBookOf, otherPrice, sideOf } from "../reading/order-book";
import { headOf, isObject, type JsonObject, readJson, textIn } from "../reading/read-json";
import { refuseFile, notEmpty } from "../reading/text";

const MARKETS_TITLE = "Polymarket's markets";

/** Reads a number, or text in plain form, with all digits; null if missing. */
function exact(row: JsonObject, member: string): number | null {
  const raw = row[member];
  if (raw === undefined || raw === null || raw === "") return null;
  const value = typeof raw === "number" ? raw : typeof raw === "string" && /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(raw) ? Number(raw) : Number.NaN;
  return Number.isFinite(value) ? value : refuseFile(`expected a number as ${member} of ${MARKETS_TITLE}, got ${shown(raw)}; fetch it again`);
}

/** Reads a list, or JSON of a list inside a string. */
function listInside(row: JsonObject, member: string): string[] {
  const raw = row[member];
  const list: unknown = typeof raw === "string" ? parsedJson(raw) : raw;
  if (!Array.isArray(list) || !list.every((x) => typeof x === "string" || typeof x === "number"))
    refuseFile(`expected a list in ${member} of ${MARKETS_TITLE}, got ${shown(raw)}; fetch it again`);
  return list.map(String);
}

/** The prices in the order of the outcomes. All null if all are zero, as in old closed markets. */
function pricesOf(row: JsonObject, count: number): (number | null)[] {
  if (row["outcomePrices"] === undefined || row["outcomePrices"] === null) return Array<null>(count).fill(null);
  const prices = listInside(row, "outcomePrices").map(Number);
  if (prices.length !== count || prices.some((p) => !(p >= 0 && p <= 1)))
    refuseFile(`expected a price from 0 to 1 for each outcome, got ${shown(row["outcomePrices"])}; fetch it again`);
  return prices.every((p) => p === 0) ? Array<null>(count).fill(null) : prices;
}

/** The oracle's word on the outcome: `proposed`, `disputed` or `resolved`; undefined if the market states none. The list has all words, the newest last. */
function resolutionOf({ umaResolutionStatus: newest, umaResolutionStatuses: list }: JsonObject): string | undefined {
  if (typeof newest === "string" && newest !== "") return newest.toLowerCase();
  return (typeof list === "string" ? list : "")
    .match(/[a-z]+/gi)
    ?.pop()
    ?.toLowerCase();
}

/** The final outcome. Prices of 0 and 1 show it, unless the oracle has still to confirm them. Equal prices are void only if the market is resolved. */
function outcomeOf(prices: readonly (number | null)[], yes: number | null, resolution: string | undefined): PublishedMarket["outcome"] {
  if (resolution !== undefined && resolution !== "resolved") return null;
  if (resolution === "resolved" && prices.length > 1 && prices.every((p) => p !== null && p === prices[0])) return "void";
  return yes === null || !prices.every((p) => p === 0 || p === 1) ? null : yes === 1 ? "Yes" : "No";
}

const dayOf = (row: JsonObject, ...members: string[]): IsoDate | undefined =>
  members.map((m) => String(row[m] ?? "").slice(0, 10)).find((text) => isIsoDate(text));

function marketRecord(row: JsonObject, event: JsonObject | undefined): RecordRow {
  const id = textIn(row, "id", MARKETS_TITLE);
  const labels = listInside(row, "outcomes");
  const prices = pricesOf(row, labels.length);
  const yes = labels.findIndex((l) => l.toLowerCase() === "yes");
  const yes_probability = yes < 0 ? null : (prices[yes] ?? null);
  const date = dayOf(row, "updatedAt");
  const opened = dayOf(row, "startDate", "createdAt");
  const end_date = dayOf(row, "endDate", "endDateIso") ?? (event && dayOf(event, "endDate"));
  if (date === undefined || opened === undefined || end_date === undefined)
    refuseFile(`market ${id} lacks the date of its start, its end or its last update; fetch it again`);
  const closed = row["closed"] === true ? (dayOf(row, "closedTime") ?? date) : null;
  const resolution = resolutionOf(row);
  const of = event ?? (Array.isArray(row["events"]) && isObject(row["events"][0]) ? row["events"][0] : undefined);
  const updated = textIn(row, "updatedAt", MARKETS_TITLE);
  const body: PublishedMarket = {
    id,
    venue: "polymarket",
    slug: textIn(row, "slug", MARKETS_TITLE),
    question: textIn(row, "question", MARKETS_TITLE),
    category: typeof row["category"] === "string" ? row["category"] : "",
    event: of ? textIn(of, "title", MARKETS_TITLE) : "",
    opened,
    end_date,
    closed,
    outcome: closed === null ? null : outcomeOf(prices, yes_probability, resolution),
    disputed: resolution === "disputed",
    outcomes: labels.map((label, i) => ({ label, price: prices[i] ?? null })),
    yes_probability,
    one_day_change: exact(row, "oneDayPriceChange"),
    one_week_change: exact(row, "oneWeekPriceChange"),
    yes_bid: yes < 0 ? null : exact(row, "bestBid"),
    yes_ask: yes < 0 ? null : exact(row, "bestAsk"),
    last: yes < 0 ? null : exact(row, "lastTradePrice"),
    volume_usd: exact(row, "volumeNum") ?? exact(row, "volume"),
    volume_contracts: null,
    volume_24h: exact(row, "volume24hr"),
    yes_token: yes < 0 || row["clobTokenIds"] === undefined || row["clobTokenIds"] === null ? null : (listInside(row, "clobTokenIds")[yes] ?? null),
    liquidity_usd: exact(row, "liquidityNum") ?? exact(row, "liquidity"),
    updated,
  };
  return { dataset: "market", entity: id, date, key: updated, known: date, body, source: "polymarket" };
}

/** The markets of a reply, each with its event. The reply is a market, markets, events, or a search. */
function marketsIn(reply: unknown): [market: JsonObject, event: JsonObject | undefined][] {
  if (Array.isArray(reply)) return reply.flatMap(marketsIn);
  if (!isObject(reply)) refuseFile(`expected markets or events as in ${MARKETS_TITLE}; fetch it again`);
  if (Array.isArray(reply["events"]) && reply["outcomes"] === undefined) return reply["events"].flatMap(marketsIn);
  if (Array.isArray(reply["markets"])) return reply["markets"].filter(isObject).map((m) => [m, reply]);
  if (reply["outcomes"] === undefined) refuseFile("expected markets, got an event without its markets; fetch the markets");
  return [[reply, undefined]];
}

const PAGE = 100;
const pageOf = (order: "volumeNum" | "volume24hr", page: number): string =>
  `https://gamma-api.polymarket.com/markets?closed=false&active=true&order=${order}&ascending=false&limit=${PAGE}&offset=${page * PAGE}`;

/**
 * Prediction markets with the prices of their outcomes. Outcomes and prices are JSON inside strings; the price of Yes is at its position, not the first. All
 * prices zero means that none is known. A null change is not stated. Source: Polymarket, gamma-api.polymarket.com.
 */
const polymarketMarkets: Feed = {
  id: "polymarket.markets",
  title: MARKETS_TITLE,
  looksLike: '[{"id":…,"question":…,"conditionId":…,"outcomes":…',
  recognises: ({ bytes }) => /"conditionId"\s*:/.test(headOf(bytes, 200_000)) && /^\s*[[{]/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const markets = notEmpty(marketsIn(readJson(bytes)), "there is no market in this reply; fetch it again");
    // A single market may lack a member. If all do, it was renamed.
    for (const member of ["outcomePrices", "endDate"])
      if (markets.every(([market]) => market[member] === undefined))
        refuseFile(`expected ${member} of markets in ${MARKETS_TITLE}, got none; fetch it again, or update the service if it was renamed`);
    return { records: markets.map(([market, event]) => marketRecord(market, event)) };
  },
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:30" },
    requests: () => [
      ...[0, 1, 2, 3, 4].map((page) => ({ part: String(page), url: pageOf("volumeNum", page) })),
      // Order books are sampled of the markets with the most volume of a day. Many of them are young.
      ...[0, 1].map((page) => ({ part: `24h ${page}`, url: pageOf("volume24hr", page) })),
    ],
  },
};

const TITLE = "Polymarket's order books";
/** The venue's limit. */
const BOOKS_PER_REQUEST = 500;

function levelsIn(book: JsonObject, member: string): Level[] {
  const list = book[member];
  if (list === null) return [];
  if (!Array.isArray(list)) refuseFile(`expected a list ${member} as in ${TITLE}, got ${shown(list)}; update the service if it was renamed`);
  return list.map((level: unknown) => {
    if (!isObject(level)) refuseFile(`expected a price and a size in ${member} of ${TITLE}, got ${shown(level)}; fetch it again`);
    return levelOf(level["price"], level["size"], member, TITLE);
  });
}

/** The venue's time of the book, in milliseconds as text. */
function timeIn(book: JsonObject): string {
  const text = book["timestamp"];
  if (typeof text !== "string" || !/^1\d{12}$/.test(text))
    refuseFile(`expected a time in milliseconds as timestamp of ${TITLE}, got ${shown(text)}; fetch it again`);
  return `${new Date(Number(text)).toISOString().slice(0, 19)}Z`;
}

function recordOf(book: JsonObject, fetched: string | undefined): RecordRow {
  const market = textIn(book, "asset_id", TITLE);
  const stated = fetched ?? timeIn(book);
  const bids = sideOf(levelsIn(book, "bids"), "bids");
  // An offer of Yes at p is a bid for No at 1 − p.
  const noBids = sideOf(
    levelsIn(book, "asks").map(([price, size]): Level => [otherPrice(price), size]),
    "asks",
  );
  const body = orderBookOf({ market, venue: "polymarket", stated }, bids, noBids);
  return { dataset: "order_book", entity: market, date: stated.slice(0, 10), key: stated, known: stated.slice(0, 10), body, source: "polymarket" };
}

function recordsOf(document: Document): RecordRow[] {
  const reply = readJson(document.bytes);
  const books: readonly unknown[] = notEmpty(Array.isArray(reply) ? reply : [reply], "there is no order book in this reply; fetch it again");
  return books.map((book) => {
    return isObject(book) ? recordOf(book, fetchedAt(document)) : refuseFile(`expected an order book as in ${TITLE}, got ${shown(book)}; fetch it again`);
  });
}

/**
 * The orders for Yes of the busiest markets, sampled; or of one token, from a file, which counts from the time that it states. Each book is stored under its token.
 * Source: Polymarket, clob.polymarket.com/books and /book.
 */
const polymarketOrderBooks: Feed = {
  id: "polymarket.order-books",
  title: TITLE,
  looksLike: '[{"market":…,"asset_id":…,"timestamp":…,"bids":[{"price":…',
  recognises: ({ bytes }) => /^\s*\[?\s*\{(?=[^[]*"asset_id"\s*:)/.test(headOf(bytes)),
  parse: (document) => ({ records: recordsOf(document) }),
  fetching: {
    schedule: { timeZone: "UTC", on: { everyMinutes: 15 }, at: "00:02" },
    sampled: { document: ORDER_BOOKS, dataset: "order_book", days: BOOK_DAYS },
    missing: ({ busiestMarkets = () => [] }) =>
      busiestMarkets("polymarket").length > 0
        ? undefined
        : "No open market of Polymarket with a token of Yes is stored yet. Its order books follow the list of markets.",
    requests: ({ busiestMarkets = () => [] }) => {
      const tokens = busiestMarkets("polymarket").map(({ book }) => book);
      return Array.from({ length: Math.ceil(tokens.length / BOOKS_PER_REQUEST) }, (_, page) => ({
        part: String(page),
        url: "https://clob.polymarket.com/books",
        method: "POST" as const,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(tokens.slice(page * BOOKS_PER_REQUEST, (page + 1) * BOOKS_PER_REQUEST).map((token_id) => ({ token_id }))),
      }));
    },
  },
};

/** Polymarket: prediction markets. */
export const polymarket = createPublisher({ id: "polymarket", name: "Polymarket", feeds: [polymarketMarkets, polymarketOrderBooks], rules: 1, msBetween: 500 });
