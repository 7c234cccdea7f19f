import { isoOf, type IsoDate } from "../../../contract/dates";
import { BOOK_LEVELS, type Level, type Market } from "../../records/prediction";
import { newestPublicDay } from "../../sample/public-rows";
import { at as draw, chance, seedOf } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import { MINUTE_MS } from "../../time/durations";
import { endOfDay } from "../../time/time-zone";
import type { YesBook } from "./book-fill";
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
  const sideRandom =
    (from: number) =>
    (n: number): number =>
      random(from + n);
  const bids = levelsOf(bid, -1, contracts(3), steps, { even, random: sideRandom(20) });
  const asks = levelsOf(bid + width, 1, contracts(4), steps, { even, random: sideRandom(60) });
  const [bestBid, bestAsk] = [bids[0], asks[0]];
  if (!even && bestBid && bestAsk && chance(AUTOMATED.mirrored, "mirrored", id)) asks[0] = [bestAsk[0], bestBid[1]];
  if (!even && bestBid && chance(AUTOMATED.fixed, "fixed", id)) bids[0] = [bestBid[0], 50 * (1 + (seed % 20))];
  const whole = (levels: readonly Level[]): number => rounded(levels.reduce((sum, [, size]) => sum + size, 0) / share, 2);
  return { at, bids, asks, bidContracts: whole(bids), askContracts: whole(asks) };
}

/** The books of a sample market after `after` and up to `upTo`, milliseconds since 1970, oldest first: every 15 minutes while it is open. */
export function sampleBooks(market: Pick<Market, "id" | "closed">, after: number, upTo: number): YesBook[] {
  const states = new Map<IsoDate, Market | undefined>();
  const last = market.closed === null ? upTo : Math.min(upTo, endOfDay(market.closed));
  const books: YesBook[] = [];
  for (let at = Math.ceil((after + 1 + BEFORE_MS) / STEP_MS) * STEP_MS - BEFORE_MS; at <= last; at += STEP_MS) {
    const day = newestPublicDay("market", { today: () => isoOf(at), moment: () => at });
    if (!states.has(day)) states.set(day, sampleMarket(market.id, day));
    const state = states.get(day);
    const book = state && state.closed === null ? sampleBook(state, at) : undefined;
    if (book) books.push(book);
  }
  return books;
}
