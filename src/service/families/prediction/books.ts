import { memoized } from "../../../contract/memoized";
import { momentText } from "../../../contract/as-of";
import { addDays, type IsoDate, isoOf } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import type { Context } from "../../answers/context";
import { BOOK_LEVELS, BOOK_MARKETS, type Level, type Market, type OrderBook } from "../../records/prediction";
import { newestPublicDay } from "../../sample/public-rows";
import { at as draw, chance, seedOf } from "../../sample/random";
import { HOUR_MS, MINUTE_MS } from "../../time/durations";
import { endOfDay } from "../../time/time-zone";
import type { YesBook } from "./book-fill";
import { type AnyMarket, isBusySample, marketStateOf, newestSampleDay } from "./markets";
import { sampleMarket } from "./sample";

const STEP_MS = 15 * MINUTE_MS;
/** Snapshots are taken a second before each quarter of an hour, so that the last one of a day is at its end, when the day's state of a market becomes public. */
const BEFORE_MS = 1_000;

/** Share of the waiting contracts in the stored levels. */
const TOP_SHARE = { from: 0.45, to: 0.65 };
/** Shares of markets whose orders look automated. */
const AUTOMATED = { ladder: 0.15, mirrored: 0.12, fixed: 0.08 };

/** Prices near 0 and 1 have finer steps, as at the venues. */
const stepsPerDollar = (probability: number): number => (probability < 0.04 || probability > 0.96 ? 1000 : 100);

/** Distance of best bid and best offer in price steps: the fewer orders wait, the wider. */
const widthOf = (liquidity: number, random: number): number =>
  liquidity > 200_000 ? 1 : liquidity > 20_000 ? 1 + Math.floor(random * 2) : 2 + Math.floor(random * 3);

/** Levels of one side with this many contracts, best first. `first` is in price steps. */
function levelsOf(
  first: number,
  away: 1 | -1,
  contracts: number,
  steps: number,
  { even, random }: { readonly even: boolean; readonly random: (n: number) => number },
): Level[] {
  const prices: number[] = [];
  for (let k = 0, step = first; k < BOOK_LEVELS; k++) {
    if (step <= 0 || step >= steps) break;
    prices.push(rounded(step / steps, 3));
    step += away * (even || random(k) < 0.7 ? 1 : 2);
  }
  // More contracts wait away from the best price, except in even ladders.
  const weights = prices.map((_, k) => (even ? 1 : (0.5 + 0.35 * k) * (0.6 + 0.8 * random(10 + k))));
  const sum = weights.reduce((a, b) => a + b, 0);
  return prices.map((price, k) => [price, Math.max(1, rounded((contracts * weights[k]!) / sum, 2))]);
}

/** The book of a market at one moment. Best bid and best offer enclose its probability, and both sides together hold about its liquidity. */
function sampleBook({ id, yes_probability, liquidity_usd }: Market, at: number): YesBook | undefined {
  if (yes_probability === null || liquidity_usd === null) return undefined;
  const seed = seedOf("book", id);
  const step = Math.round((at + BEFORE_MS) / STEP_MS);
  const random = (n: number): number => draw(seed, step, n);
  const steps = stepsPerDollar(yes_probability);
  const width = widthOf(liquidity_usd, random(0));
  const price = rounded(yes_probability * steps, 6);
  const [least, most] = [Math.ceil(price - width), Math.floor(price)];
  const bid = least + Math.floor(random(1) * (most - least + 1));
  const share = TOP_SHARE.from + (TOP_SHARE.to - TOP_SHARE.from) * random(2);
  // A contract on each side ties up one dollar together.
  const contracts = (n: number): number => liquidity_usd * (0.85 + 0.3 * random(n)) * share;
  const even = chance(AUTOMATED.ladder, "ladder", id);
  const sideRandom = (from: number) => (n: number) => random(from + n);
  const bids = levelsOf(bid, -1, contracts(3), steps, { even, random: sideRandom(20) });
  const asks = levelsOf(bid + width, 1, contracts(4), steps, { even, random: sideRandom(60) });
  const [bestBid, bestAsk] = [bids[0], asks[0]];
  if (!even && bestBid && bestAsk && chance(AUTOMATED.mirrored, "mirrored", id)) asks[0] = [bestAsk[0], bestBid[1]];
  if (!even && bestBid && chance(AUTOMATED.fixed, "fixed", id)) bids[0] = [bestBid[0], 50 * (1 + (seed % 20))];
  const whole = (levels: readonly Level[]): number => rounded(levels.reduce((sum, [, size]) => sum + size, 0) / share, 2);
  return { at, bids, asks, bidContracts: whole(bids), askContracts: whole(asks) };
}

/** The books of a sample market after `after` and up to `upTo`, milliseconds since 1970, oldest first: every 15 minutes while it is open. */
function sampleBooks(market: Pick<Market, "id" | "closed">, after: number, upTo: number): YesBook[] {
  const stateOn = memoized((day: IsoDate) => sampleMarket(market.id, day));
  const last = market.closed === null ? upTo : Math.min(upTo, endOfDay(market.closed));
  const books: YesBook[] = [];
  for (let at = Math.ceil((after + 1 + BEFORE_MS) / STEP_MS) * STEP_MS - BEFORE_MS; at <= last; at += STEP_MS) {
    const day = newestPublicDay("market", { today: () => isoOf(at), moment: () => at });
    const state = stateOn(day);
    const book = state && state.closed === null ? sampleBook(state, at) : undefined;
    if (book) books.push(book);
  }
  return books;
}

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
