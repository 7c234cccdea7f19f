import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import type { Level, OrderBook } from "../../records/order-book";
import type { RecordRow } from "../../records/record";
import type { Document, Feed } from "../publisher";
import { headOf, isObject, readJson, type JsonObject } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { yesAskOf } from "./yes-ask";

const TITLE = "Kalshi's order book";
const exact = (n: number): number => Number(n.toPrecision(12));

/** Prices and sizes are text with a decimal point. A number, as in the old format in cents, is another unit. */
function decimal(text: unknown, what: string): number {
  if (typeof text !== "string" || !/^\d+(\.\d+)?$/.test(text))
    throw new RefusedFile(`expected ${what} as text such as "0.0800" in ${TITLE}, got ${shown(text)}; the unit may have changed: update the service`);
  return Number(text);
}

function bidsIn(book: JsonObject, member: string): Level[] {
  const list = book[member];
  // An empty side is null.
  if (list === null) return [];
  if (!Array.isArray(list)) throw new RefusedFile(`expected a list ${member} as in ${TITLE}, got none; the format may have changed: update the service`);
  const levels = list.map((level: unknown): Level => {
    if (!Array.isArray(level) || level.length !== 2) throw new RefusedFile(`expected [price, size] in ${member}, got ${shown(level)}; fetch it again`);
    const [price, size] = [decimal(level[0], "dollars"), decimal(level[1], "contracts")];
    if (price <= 0 || price >= 1)
      throw new RefusedFile(`expected dollars between 0 and 1 in ${member}, got ${price}; the unit may have changed: update the service`);
    if (size <= 0) throw new RefusedFile(`expected contracts above 0 in ${member}, got ${size}; fetch it again`);
    return [price, size];
  });
  if (new Set(levels.map(([price]) => price)).size !== levels.length) throw new RefusedFile(`one price appears twice in ${member}; fetch it again`);
  // The venue lists the best bid last.
  return levels.sort((a, b) => b[0] - a[0]);
}

/** The document states neither its market nor its time. Both are in the file's name. */
function named({ name, published, seen }: Document): Pick<RecordRow, "date"> & { market: string; stated: string | null } {
  const [market] = /(?:^|[^A-Za-z0-9])([A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.[A-Z0-9]+)*)+)(?![A-Za-z0-9-])/.exec(name)?.slice(1) ?? [];
  if (market === undefined)
    throw new RefusedFile("an order book does not state its market; name the file after it, such as KXELONMARS-99_2026-06-20T14-30.json");
  const [, day, hour, minute] = /(\d{4}-\d{2}-\d{2})(?:T(\d{2})-?(\d{2}))?(?!\d)/.exec(name.slice(name.indexOf(market) + market.length)) ?? [];
  if (day !== undefined && !isIsoDate(day)) throw new RefusedFile(`${day} in the file's name does not exist; give the day of the book`);
  const date = day ?? published ?? seen;
  if (date === undefined) throw new RefusedFile(`an order book does not state its day; name the file such as ${market}_2026-06-20.json`);
  return { market, date, stated: day !== undefined && hour !== undefined ? `${day}T${hour}:${minute}:00Z` : null };
}

function recordOf(document: Document): RecordRow {
  const reply = readJson(document.bytes);
  const book = isObject(reply) ? reply["orderbook_fp"] : undefined;
  if (!isObject(book))
    throw new RefusedFile(
      "expected an order book in dollars (orderbook_fp), got none: the old format is in cents; fetch it from /trade-api/v2/markets/TICKER/orderbook",
    );
  const { market, date, stated } = named(document);
  const [yes_bids, no_bids] = [bidsIn(book, "yes_dollars"), bidsIn(book, "no_dollars")];
  const [yes, no] = [yes_bids[0], no_bids[0]];
  const yes_ask = no ? yesAskOf(no[0]) : null;
  // Bids that add up to more than a dollar would have been matched.
  if (yes && no && exact(yes[0] + no[0]) > 1)
    throw new RefusedFile(`${market} bids ${yes[0]} for Yes and ${no[0]} for No, more than one dollar together; fetch it again`);
  const both = yes && yes_ask !== null ? { bid: yes[0], ask: yes_ask } : undefined;
  const sum = (levels: readonly Level[]) => exact(levels.reduce((n, [, size]) => n + size, 0));
  const body: OrderBook = {
    market,
    venue: "kalshi",
    stated,
    yes_bids,
    no_bids,
    yes_bid: yes?.[0] ?? null,
    yes_bid_size: yes?.[1] ?? null,
    yes_ask,
    yes_ask_size: no?.[1] ?? null,
    no_bid: no?.[0] ?? null,
    no_ask: yes ? yesAskOf(yes[0]) : null,
    spread: both ? exact(both.ask - both.bid) : null,
    mid: both ? exact((both.ask + both.bid) / 2) : null,
    yes_bid_contracts: sum(yes_bids),
    no_bid_contracts: sum(no_bids),
  };
  return { dataset: "order_book", entity: market, date, key: stated ?? "", known: date, body, source: "kalshi" };
}

/** The bids of one market. Only from files, each named after its market and time. Source: Kalshi, trade-api/v2/markets/{ticker}/orderbook. */
export const orderBook: Feed = {
  id: "kalshi.order-book",
  title: TITLE,
  looksLike: '{"orderbook_fp":{"no_dollars":[["0.0100","13553.00"],…',
  recognises: ({ bytes }) => /^\s*\{\s*"orderbook(_fp)?"\s*:/.test(headOf(bytes)),
  parse: (document) => ({ title: TITLE, rows: [], records: [recordOf(document)] }),
};
