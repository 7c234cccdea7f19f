import { shown } from "../../../contract/arguments";
import { BOOK_DAYS, type Level } from "../../records/prediction";
import type { RecordRow } from "../../records/record";
import { createPublisher, type Document, type Feed } from "../publisher";
import { fetchedAt, levelOf, ORDER_BOOKS, orderBookOf, otherPrice, sideOf } from "../reading/order-book";
import { headOf, isObject, type JsonObject, readJson, textIn } from "../reading/read-json";
import { RefusedFile } from "../reading/text";
import { polymarketMarkets } from "./markets";

const TITLE = "Polymarket's order books";
/** The venue's limit. */
const BOOKS_PER_REQUEST = 500;

function levelsIn(book: JsonObject, member: string): Level[] {
  const list = book[member];
  if (list === null) return [];
  if (!Array.isArray(list)) throw new RefusedFile(`expected a list ${member} as in ${TITLE}, got ${shown(list)}; update the service if it was renamed`);
  return list.map((level: unknown) => {
    if (!isObject(level)) throw new RefusedFile(`expected a price and a size in ${member} of ${TITLE}, got ${shown(level)}; fetch it again`);
    return levelOf(level["price"], level["size"], member, TITLE);
  });
}

/** The venue's time of the book, in milliseconds as text. */
function timeIn(book: JsonObject): string {
  const text = book["timestamp"];
  if (typeof text !== "string" || !/^1\d{12}$/.test(text))
    throw new RefusedFile(`expected a time in milliseconds as timestamp of ${TITLE}, got ${shown(text)}; fetch it again`);
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
  const books: readonly unknown[] = Array.isArray(reply) ? reply : [reply];
  if (books.length === 0) throw new RefusedFile("there is no order book in this reply; fetch it again");
  return books.map((book) => {
    if (!isObject(book)) throw new RefusedFile(`expected an order book as in ${TITLE}, got ${shown(book)}; fetch it again`);
    return recordOf(book, fetchedAt(document));
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
  parse: (document) => ({ title: TITLE, rows: [], records: recordsOf(document) }),
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
