import { addDays, isoOf } from "../../../contract/dates";
import { momentText } from "../../../contract/as-of";
import type { Context } from "../../answers/context";
import { BOOK_LEVELS, BOOK_MARKETS, type Level, type OrderBook } from "../../records/prediction";
import { rounded } from "../../../contract/rounded";
import { HOUR_MS } from "../../time/durations";
import { endOfDay } from "../../time/time-zone";
import type { YesBook } from "./book-fill";
import { isBusySample, newestSampleDay, marketStateOf, type AnyMarket } from "./markets";
import { sampleBooks } from "./sample-books";

/** An older snapshot is not shown as the present book: four snapshots have then failed. */
const PRESENT_MS = HOUR_MS;

/** A bid for No at p is an offer of Yes at 1 − p. */
const offer = ([price, size]: Level): Level => [rounded(1 - price, 6), size];

/** The id under which the venue's books of a market are stored: Kalshi's ticker, or Polymarket's token of Yes. Undefined if there is none. */
export const bookIdOf = (market: AnyMarket): string | undefined => (market.venue === "kalshi" ? market.id : (market.yes_token ?? undefined));

/** A stored or fetched book in the form in which orders are filled. */
export const bookOf = (at: number, { yes_bids, no_bids, yes_bid_contracts, no_bid_contracts }: OrderBook): YesBook => ({
  at,
  bids: yes_bids.slice(0, BOOK_LEVELS),
  asks: no_bids.slice(0, BOOK_LEVELS).map(offer),
  bidContracts: yes_bid_contracts,
  askContracts: no_bid_contracts,
});

/** The stored books of a market of the last milliseconds up to the context's moment, oldest first. A book without a time counts at the end of its day. */
export function booksOfLast(ms: number, market: AnyMarket, context: Context): readonly YesBook[] {
  const { clock, store } = context;
  const now = clock.moment();
  const after = now - ms;
  if (!marketStateOf(market)) return isBusySample(market.id, market.closed ?? newestSampleDay(context), BOOK_MARKETS) ? sampleBooks(market, after, now) : [];
  const id = bookIdOf(market);
  if (id === undefined) return [];
  // A day ends in New York on the next day in UTC.
  return store.records
    .between<OrderBook>("order_book", id, addDays(isoOf(after), -1), isoOf(now), clock.today())
    .map(({ date, body }) => bookOf(body.stated === null ? Math.min(endOfDay(date), now) : Date.parse(body.stated), body))
    .filter(({ at }) => at > after && at <= now)
    .sort((a, b) => a.at - b.at);
}

/** When the newest stored book of a market was taken. Undefined if there is none. */
function newestStored(market: AnyMarket, { clock, store }: Context): string | undefined {
  const id = marketStateOf(market) && bookIdOf(market);
  const row = id === undefined ? undefined : store.records.latest<OrderBook>("order_book", id, clock.today(), 1)[0];
  return row && (row.body.stated ?? row.date);
}

/** Why a market has no book at the context's moment. */
function noBook(market: AnyMarket, context: Context): string {
  if (market.closed !== null) return `Market ${market.id} stopped trading on ${market.closed}, so it has no order book.`;
  const now = momentText(context.clock.moment());
  const newest = newestStored(market, context);
  if (newest !== undefined) return `The newest order book of market ${market.id} known at ${now} is from ${newest}, more than an hour before.`;
  if (marketStateOf(market) && bookIdOf(market) === undefined)
    return market.yes_token === null
      ? `Market ${market.id} has no outcome Yes, so its order book is not stored.`
      : `The venue's name of the order book of market ${market.id} is not stored yet. Load its newer state: npm run -s data -- update polymarket --all`;
  return `No order book of market ${market.id} is known at ${now}. Only the ${BOOK_MARKETS} busiest open markets of a venue have one, every 15 minutes while the service fetches them.`;
}

/** The present book of a market at the context's moment; or why there is none. */
export function presentBook(market: AnyMarket, context: Context): { readonly book: YesBook } | { readonly reason: string } {
  const newest = market.closed === null ? booksOfLast(PRESENT_MS, market, context).at(-1) : undefined;
  return newest ? { book: newest } : { reason: noBook(market, context) };
}
