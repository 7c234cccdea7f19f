import { addDays, type IsoDate, isoOf } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { type Instrument, instrumentOf } from "../../instruments/universe";
import type { Close } from "../../records/equities";
import type { StoredRecord } from "../../records/record";
import { type Company, companyOf, priceKnots, priceTrend } from "../../sample/company";
import { type Anchors, lineAt } from "../../sample/paths";
import { sampleRow } from "../../sample/public-rows";
import { at, hash, normal, normalOf, seedOf } from "../../sample/random";
import { wave, yearFraction } from "../../sample/waves";
import { recentResults } from "../../store/recent";
import { lastSessions, sessionIndex, sessionOnOrAfter } from "../../time/calendar";
import { memoized } from "../../../contract/memoized";

/** Approximate bitcoins per share of the trust (IBIT) at its start. */
const BITCOINS_PER_SHARE = 0.00057;

/** The sample price of a bitcoin in US dollars at the close of a day's session. */
export const bitcoinOn = (date: IsoDate): number => samplePrice("IBIT", date) / BITCOINS_PER_SHARE;

/** Coins with a sample price. */
export const PRICED_COINS = ["BTC", "ETH", "SOL"] as const;
export type PricedCoin = (typeof PRICED_COINS)[number];

/** Approximate prices in bitcoins at the start of a month, from general knowledge. Approximations for sample data, not a source. */
const IN_BITCOINS: Readonly<Record<Exclude<PricedCoin, "BTC">, readonly (readonly [date: IsoDate, price: number])[]>> = {
  ETH: [
    ["2020-01-01", 0.018], ["2021-01-01", 0.026], ["2021-12-01", 0.078], ["2022-07-01", 0.055], ["2023-01-01", 0.072], ["2024-01-01", 0.054], ["2024-07-01", 0.055],
    ["2025-01-01", 0.036], ["2025-05-01", 0.019], ["2025-09-01", 0.04], ["2026-01-01", 0.034],
  ],
  SOL: [
    ["2020-05-01", 0.00008], ["2021-01-01", 0.00006], ["2021-12-01", 0.0036], ["2023-01-01", 0.0006], ["2024-01-01", 0.0024], ["2024-07-01", 0.0023], ["2025-01-01", 0.002],
    ["2025-05-01", 0.0016], ["2025-09-01", 0.0019], ["2026-01-01", 0.0014],
  ],
}; // prettier-ignore

const lineOf = (points: readonly (readonly [date: IsoDate, price: number])[]): Anchors => ({
  days: points.map(([date]) => yearFraction(date)),
  levels: points.map(([, price]) => Math.log(price)),
});
const LINES = { ETH: lineOf(IN_BITCOINS.ETH), SOL: lineOf(IN_BITCOINS.SOL) };

/** The sample price of a coin in US dollars at a moment, milliseconds UTC. It follows the last session before that day, so that it uses only public closes. */
export function sampleCoinPrice(coin: PricedCoin, at: number): number {
  const date = isoOf(at);
  const inBitcoins = coin === "BTC" ? 0 : lineAt(LINES[coin], yearFraction(date)) + 0.06 * wave(`${coin} in BTC`, date, 90);
  const sinceClose = 0.015 * wave(`spot ${coin}`, date, 9) + 0.002 * normal("spot", coin, at);
  return rounded(bitcoinOn(addDays(date, -1)) * Math.exp(inBitcoins + sinceClose), 2);
}

/** Symbols without sample prices: their cells show that a missing price is never estimated. */
export const UNPRICED: ReadonlySet<string> = new Set(["ABBNY", "USM"]);

const { sqrt } = Math;

/** 2 to this power exceeds the number of sessions between 1960 and 2099. */
const LEVELS = 16;
/** Sessions generated at once. */
const BLOCK = 256;
/** Beyond this many sessions a walk does not spread further, so that prices stay near the earnings trend: within about five days' moves. */
const FREE_SPAN = 20;
/** The session on which the trend equals the price in the company's row. */
const ANCHOR_DATE: IsoDate = "2025-01-02";
const SESSIONS_A_YEAR = 252;

/** A point of the walk halfway between two others: their mean plus a normal random number (Lévy's construction). */
const halfway = (seed: number, middle: number, width: number, left: number, right: number): number =>
  (left + right) / 2 + (sqrt(Math.min(width, FREE_SPAN)) * normalOf(at(seed, middle, 1), at(seed, middle, 2))) / 2;

/** The walk at a multiple of `BLOCK`, without the steps before it. */
function walkAtEdge(seed: number, edge: number): number {
  let [low, high, left, right] = [0, 2 ** LEVELS, 0, 0];
  while (edge !== low) {
    const middle = (low + high) / 2;
    const value = halfway(seed, middle, high - low, left, right);
    if (edge < middle) [high, right] = [middle, value];
    else [low, left] = [middle, value];
  }
  return left;
}

/** Blocks of walks with daily steps of one standard deviation, by seed and block number. Two kilobytes each. */
const blocks = recentResults<Float64Array>(3_000);

const blockOf = (seed: number, block: number): Float64Array => blocks(`${seed} ${block}`, () => walkBlock(seed, block));

function walkBlock(seed: number, block: number): Float64Array {
  const first = block * BLOCK;
  const values = new Float64Array(BLOCK + 1);
  values[0] = walkAtEdge(seed, first);
  values[BLOCK] = walkAtEdge(seed, first + BLOCK);
  for (let width = BLOCK; width > 1; width /= 2)
    for (let low = 0; low < BLOCK; low += width) {
      const middle = low + width / 2;
      values[middle] = halfway(seed, first + middle, width, values[low] as number, values[low + width] as number);
    }
  return values;
}

/** The walk over `count` sessions from `first` on. */
function walkOver(seed: number, first: number, count: number): number[] {
  const steps: number[] = [];
  for (let session = first; steps.length < count;) {
    const values = blockOf(seed, Math.floor(session / BLOCK));
    for (let n = session % BLOCK; n < BLOCK && steps.length < count; n++, session++) steps.push(values[n] as number);
  }
  return steps;
}

/** Seed of the market's walk, which all prices share, so that funds of the same shares rise and fall together. */
const MARKET_SEED = seedOf("price", "market");

/** Part of the walks that is cancelled on the day of a known price. The rest is about a day's move. */
const CORRECTED_SHARE = 0.85;
/** Years before the first and after the last known price over which the correction fades. */
const FADE_YEARS = 1;

function correctionOf(company: Company, seed: number, market: number, own: number, sessionOf: (years: number) => number): Anchors {
  const days = priceKnots(company).map(({ years }) => years);
  const walked = days.map((years) => {
    const session = sessionOf(years);
    return market * (walkOver(MARKET_SEED, session, 1)[0] as number) + own * (walkOver(seed, session, 1)[0] as number);
  });
  return {
    days: [(days[0] as number) - FADE_YEARS, ...days, (days[days.length - 1] as number) + FADE_YEARS],
    levels: [0, ...walked.map((step) => -CORRECTED_SHARE * step), 0],
  };
}

const modelOf = memoized((instrument: Instrument) => {
  const { issuer, ticker } = instrument;
  const seed = seedOf("price", issuer);
  const company = companyOf(instrument);
  const [market, own] = [company.correlation * company.volatility, sqrt(1 - company.correlation ** 2) * company.volatility];
  const anchor = { session: sessionIndex(ANCHOR_DATE), years: yearFraction(ANCHOR_DATE) };
  return {
    seed,
    company,
    /** Log price change per step of the market's walk. `own`: per step of the company's own walk. */
    market,
    own,
    /** Cancels most of the walks on the days of known prices. */
    correction: correctionOf(company, seed, market, own, (years) => anchor.session + Math.round((years - anchor.years) * SESSIONS_A_YEAR)),
    anchor,
    /** Price of a further class, relative to the first. */
    classFactor: ticker === issuer ? 1 : 0.985 + 0.03 * hash(ticker, "class"),
  };
});

const CENTS = 2;
/** Decimals of a price: below one US dollar a cent would be a large move. */
const decimalsOf = (price: number): number => (price < 1 ? 4 : CENTS);

/** Prices of `count` sessions from `first` on. Sample companies never split their shares: a jump would look like an error and make figures incomparable. */
function pricesFrom(instrument: Instrument, first: number, count: number): number[] {
  const { seed, company, market, own, correction, anchor, classFactor } = modelOf(instrument);
  const level = classFactor * company.price;
  const marketWalk = walkOver(MARKET_SEED, first, count);
  return walkOver(seed, first, count).map((step, n) => {
    const years = anchor.years + (first + n - anchor.session) / SESSIONS_A_YEAR;
    const price = level * Math.exp(priceTrend(company, years) + lineAt(correction, years) + market * (marketWalk[n] as number) + own * step);
    return rounded(price, decimalsOf(price));
  });
}

/** The sample price that other families value positions with. Exists for symbols in `UNPRICED` too. */
export const samplePrice = (ticker: string, date: IsoDate): number => {
  const instrument = instrumentOf(ticker);
  return instrument ? (pricesFrom(instrument, sessionIndex(date), 1)[0] as number) : Number.NaN;
};

/** Daily closes of the last `count` sessions on or before `date`, oldest first; none for a symbol without a price. */
export function sampleCloses(ticker: string, date: IsoDate, count: number): Close[] {
  const instrument = instrumentOf(ticker);
  if (!instrument || UNPRICED.has(instrument.ticker)) return [];
  const days = lastSessions(date, count);
  const closes = pricesFrom(instrument, sessionIndex(date) - days.length + 1, days.length);
  return days.map((day, i) => ({ date: day, close: closes[i] as number }));
}

/** The closes of the sessions from `from` to `to` as records. */
export const sampleClosesBetween = ({ ticker }: Instrument, from: IsoDate, to: IsoDate): StoredRecord<Omit<Close, "date">>[] =>
  sampleCloses(ticker, to, sessionIndex(to) - sessionIndex(sessionOnOrAfter(from)) + 1).map(({ date, close }) => sampleRow(ticker, date, date, "", { close }));
