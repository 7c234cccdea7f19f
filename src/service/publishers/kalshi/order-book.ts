import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import { BOOK_DAYS, type Level } from "../../records/prediction";
import type { RecordRow } from "../../records/record";
import type { Document, Feed } from "../publisher";
import { fetchedAt, levelOf, ORDER_BOOKS, orderBookOf, sideOf } from "../reading/order-book";
import { headOf, isObject, listIn, readJson, textIn, type JsonObject } from "../reading/read-json";
import { RefusedFile } from "../reading/text";

const TITLE = "Kalshi's order books";
/** The venue allows 100. Fewer keep the address short: tickers may be long. */
const MARKETS_PER_REQUEST = 50;

function bidsIn(book: JsonObject, member: string): readonly Level[] {
  const list = book[member];
  // An empty side is null.
  if (list === null) return [];
  if (!Array.isArray(list)) throw new RefusedFile(`expected a list ${member} as in ${TITLE}, got none; the format may have changed: update the service`);
  const levels = list.map((level: unknown): Level => {
    if (!Array.isArray(level) || level.length !== 2) throw new RefusedFile(`expected [price, size] in ${member}, got ${shown(level)}; fetch it again`);
    return levelOf(level[0], level[1], member, TITLE);
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
  if (day !== undefined && !isIsoDate(day)) throw new RefusedFile(`${day} in the file's name does not exist; give the day of the book`);
  const date = day ?? published ?? seen;
  if (date === undefined) throw new RefusedFile(`an order book does not state its day; name the file such as ${after || "order-books"}_2026-06-20.json`);
  return { date, stated: day !== undefined && hour !== undefined ? `${day}T${hour}:${minute}:00Z` : null };
}

/** The document of one market does not state it. It is in the file's name. */
function marketIn({ name }: Document): string {
  const [market] = /(?:^|[^A-Za-z0-9])([A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.[A-Z0-9]+)*)+)(?![A-Za-z0-9-])/.exec(name)?.slice(1) ?? [];
  if (market === undefined)
    throw new RefusedFile("an order book does not state its market; name the file after it, such as KXELONMARS-99_2026-06-20T14-30.json");
  return market;
}

function recordOf(market: string, reply: unknown, { date, stated }: When): RecordRow {
  const book = isObject(reply) ? reply["orderbook_fp"] : undefined;
  if (!isObject(book))
    throw new RefusedFile(
      "expected an order book in dollars (orderbook_fp), got none: the old format is in cents; fetch it from /trade-api/v2/markets/TICKER/orderbook",
    );
  const [yes, no] = [bidsIn(book, "yes_dollars"), bidsIn(book, "no_dollars")];
  const body = orderBookOf({ market, venue: "kalshi", stated }, yes, no);
  // Bids that add up to more than a dollar would have been matched.
  if (body.spread !== null && body.spread < 0)
    throw new RefusedFile(`${market} bids ${body.yes_bid} for Yes and ${body.no_bid} for No, more than one dollar together; fetch it again`);
  return { dataset: "order_book", entity: market, date, key: stated ?? "", known: date, body, source: "kalshi" };
}

function recordsOf(document: Document): RecordRow[] {
  const reply = readJson(document.bytes);
  if (!isObject(reply) || reply["orderbooks"] === undefined) {
    const market = marketIn(document);
    return [recordOf(market, reply, whenOf(document, market))];
  }
  const books = listIn(reply, "orderbooks", TITLE);
  if (books.length === 0) throw new RefusedFile("there is no order book in this reply; fetch it again");
  const when = whenOf(document);
  return books.map((book) => recordOf(textIn(book, "ticker", TITLE), book, when));
}

/**
 * The bids of the busiest markets, sampled; or of one market, from a file that is named after it and its time. Source: Kalshi,
 * trade-api/v2/markets/orderbooks and trade-api/v2/markets/{ticker}/orderbook.
 */
export const orderBook: Feed = {
  id: "kalshi.order-book",
  title: TITLE,
  looksLike: '{"orderbook_fp":{"no_dollars":[["0.0100","13553.00"],…, or {"orderbooks":[{"ticker":…',
  recognises: ({ bytes }) => /^\s*\{\s*"orderbook(_fp|s)?"\s*:/.test(headOf(bytes)),
  parse: (document) => ({ title: TITLE, rows: [], records: recordsOf(document) }),
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
