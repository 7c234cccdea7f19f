import type { Bank } from "../../../contract/vocabulary";
import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { isoOfParts, monthEnd, monthsFrom, yearOf } from "../../time/calendar";
import { hash } from "../../sample/random";
import { macroLevel } from "../../sample/macro-levels";
import { sampleLatest, sampleLevel } from "../../sample/series";
import { effectiveRate } from "../../sample/fed-funds";
import { lineAt } from "../../sample/paths";
import { sampleYield } from "../../sample/treasury-curve";
import { dayNumber, wave } from "../../sample/waves";
import { endOfDay } from "../../time/time-zone";
import { policyRateOn } from "../central-banks/sample";
import { bitcoinOn, samplePrice } from "../prices/sample";
import { COINS, COMPANIES } from "./questions";

/** The period of a question. `last` is the last day of trading up to now: a price knows nothing later. */
export interface MarketPeriod {
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly last: IsoDate;
}

/** The figure expected on the last day of trading, its uncertainty, and the actual outcome. */
export interface ExpectedFigure {
  readonly expected: number;
  readonly spread: number;
  readonly outcome: number;
}

/** Months to the end of the period; at least a day, because a price is never certain. */
const monthsLeft = ({ end, last }: MarketPeriod): number => Math.max(1, daysBetween(last, end)) / 30;

/** Change of consumer prices over a year, in percent. */
const inflationOf = (month: IsoDate): number => (macroLevel("CPIAUCSL")(month) / macroLevel("CPIAUCSL")(monthsFrom(month, -12)) - 1) * 100;
const newestMonth = (date: IsoDate): IsoDate => sampleLatest("CPIAUCSL", date, 1, endOfDay(date))[0]!.date;

const claimsOn = (date: IsoDate): number => sampleLatest("ICSA", date, 1, endOfDay(date))[0]!.value / 1000;
/** Usual initial claims, in thousands. The sample unemployment rate and payrolls are derived from claims. */
const USUAL_CLAIMS = 225;
const unemployment = (claims: number): number => Math.min(14.8, 4.3 + (0.7 * (claims - USUAL_CLAIMS)) / 60);
const payrollsExpected = (claims: number): number => Math.max(-800, 90 - 0.9 * (claims - USUAL_CLAIMS));
const payrolls = (claims: number, month: string): number => payrollsExpected(claims) + 60 * (2 * hash("payrolls", month) - 1);

const BITCOIN_MONTHLY = 0.13;

/** Number of months of a year, up to a day, in which the Federal Reserve's rate fell. */
function cutsIn(year: number, upTo: IsoDate): number {
  let cuts = 0;
  for (let month = isoOfParts(year, 1, 1); month <= upTo && yearOf(month) === year; month = monthsFrom(month, 1)) {
    const end = monthEnd(month);
    if (policyRateOn("US", end < upTo ? end : upTo) < policyRateOn("US", addDays(month, -1))) cuts++;
  }
  return cuts;
}

/** The overnight rate on a date that the yield curve of `day` implies: a yield is the mean of the rate over its term. */
function rateExpectedOn(day: IsoDate, date: IsoDate): number {
  const now = dayNumber(day);
  const [one, two] = [sampleYield("1Y", day), sampleYield("2Y", day)];
  return lineAt({ days: [now, now + 182, now + 547], levels: [effectiveRate(day), one, 2 * two - one] }, dayNumber(date));
}

/** The figure that an event's thresholds are compared with, by event. */
export const FIGURES: Readonly<Record<string, (period: MarketPeriod) => ExpectedFigure>> = {
  "us-cpi": ({ start, last }) => ({ expected: inflationOf(newestMonth(last)), spread: 0.3, outcome: inflationOf(start) }),
  "us-unemployment": ({ end, last }) => ({ expected: unemployment(claimsOn(last)), spread: 0.2, outcome: unemployment(claimsOn(end)) }),
  "us-payrolls": ({ start, end, last }) => ({
    expected: payrollsExpected(claimsOn(last)),
    spread: 45,
    outcome: payrolls(claimsOn(end), start.slice(0, 7)),
  }),
  "btc-above": (period) => ({
    expected: Math.log(bitcoinOn(period.last) / 1000),
    spread: 0.6 * BITCOIN_MONTHLY * Math.sqrt(monthsLeft(period)),
    outcome: Math.log(bitcoinOn(period.end) / 1000),
  }),
  "fed-cuts": ({ start, end, last }) => {
    const year = yearOf(start);
    const left = Math.max(0, Math.min(365, daysBetween(last, end))) / 365;
    const cutsSoFar = last < start ? 0 : cutsIn(year, last);
    const priced = (rateExpectedOn(last, last < start ? start : last) - rateExpectedOn(last, end)) / 0.25;
    // Plus a half, so that a whole number of cuts is not on the threshold.
    return { expected: cutsSoFar + Math.max(0, priced) + 0.5, spread: 0.15 + 0.9 * left, outcome: cutsIn(year, end) + 0.5 };
  },
};

const BANK_OF: Readonly<Record<string, Bank>> = {
  fed: "US",
  ecb: "XM",
  boe: "GB",
  boj: "JP",
  boc: "CA",
  rba: "AU",
  snb: "CH",
  riksbank: "SE",
  norges: "NO",
  rbi: "IN",
};

/** Rates at or below this are rarely cut. */
const LOW_RATE = 0.25;
/** Log-odds added once a decision is announced. */
const ANNOUNCED_LOGIT = 6;

/** Log-odds of a cut, no change and a hike on the last day of trading, and the index of the one that comes true. */
export function decisionFigure(slug: string, { start, end, last }: MarketPeriod): { readonly logits: readonly number[]; readonly winner: number } | undefined {
  const bank = BANK_OF[slug.slice(0, slug.indexOf("-"))];
  if (!bank) return undefined;
  const before = addDays(start, -1);
  const sideOf = (rate: number): number => 1 + Math.sign(rate - policyRateOn(bank, before));
  const winner = sideOf(policyRateOn(bank, end));
  const rate = policyRateOn(bank, last);
  const trend = rate - policyRateOn(bank, addDays(last, -150));
  const cut = rate <= LOW_RATE ? -4 : trend < 0 ? 0.6 : -1.2;
  const logits = [cut, 1.2, trend > 0 ? 0.6 : -1.2];
  const announced = last > before ? sideOf(rate) : 1;
  if (announced !== 1) logits[announced]! += ANNOUNCED_LOGIT;
  return { logits, winner };
}

/** Markets on a sample price: the symbol, and its usual monthly move as a fraction. */
const PRICED: Readonly<Record<string, readonly [symbol: string, monthly: number]>> = {
  btc: ["IBIT", BITCOIN_MONTHLY],
  gold: ["GLD", 0.045],
  silver: ["SLV", 0.08],
  brent: ["USO", 0.09],
  spx: ["SPY", 0.045],
  ndx: ["QQQ", 0.055],
  ...Object.fromEntries(Object.keys(COMPANIES).map((ticker) => [ticker.toLowerCase(), [ticker, 0.09] as const])),
};

const dollarOn = (date: IsoDate): number => sampleLevel("DTWEXBGS", date) ?? 1;

/** Prices without sample data follow another sample price. An entry: that price, the share of its log moves, the size of own moves, and the usual monthly move. */
const FOLLOWERS: Readonly<Record<string, readonly [of: (date: IsoDate) => number, share: number, own: number, monthly: number]>> = {
  eurusd: [dollarOn, -1.3, 0.002, 0.02],
  gbpusd: [dollarOn, -1.2, 0.002, 0.02],
  usdjpy: [dollarOn, 1.3, 0.002, 0.022],
  stoxx: [(date) => samplePrice("SPY", date), 0.8, 0.012, 0.04],
  nikkei: [(date) => samplePrice("SPY", date), 0.9, 0.016, 0.05],
  ...Object.fromEntries(Object.keys(COINS).map((coin) => [coin, [bitcoinOn, 1.2, 0.01, 1.3 * BITCOIN_MONTHLY] as const])),
};

/** The level that decides each "higher" market, in its own unit, and its usual monthly move. */
const LEVELS: Readonly<Record<string, readonly [of: (date: IsoDate) => number, monthly: number]>> = {
  "us-10y-higher": [(date) => sampleYield("10Y", date), 0.25],
  "dollar-higher": [dollarOn, 1.8],
  ...Object.fromEntries(
    Object.entries(FOLLOWERS).map(([slug, [of, share, own, monthly]]) => [
      `${slug}-higher`,
      [(date: IsoDate) => share * Math.log(of(date)) + own * wave(`price of ${slug}`, date, 150), monthly] as const,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(PRICED).map(([slug, [symbol, monthly]]) => [`${slug}-higher`, [(date: IsoDate) => Math.log(samplePrice(symbol, date)), monthly] as const]),
  ),
};

/** The change of a level within the period. Undefined for a market without sample data. */
export function higherFigure(slug: string, period: MarketPeriod): ExpectedFigure | undefined {
  const [of, monthly] = LEVELS[slug] ?? [];
  if (!of || monthly === undefined) return undefined;
  const begin = of(addDays(period.start, -1));
  const known = period.last < period.start ? 0 : of(period.last) - begin;
  return { expected: known, spread: 0.6 * monthly * Math.sqrt(monthsLeft(period)), outcome: of(period.end) - begin };
}

/** Log-odds of a recession: higher the more the sample yield curve is inverted. */
export const recessionLogit = (date: IsoDate): number => -3 - 0.6 * (sampleYield("10Y", date) - sampleYield("2Y", date));

/** Usual frequency of Yes for questions without a sample figure. */
export const BASE_RATES: Readonly<Record<string, number>> = {
  "us-core-02": 0.3,
  "ea-hicp-2": 0.4,
  "china-pmi-50": 0.45,
  "us-shutdown": 0.05,
  "eu-emergency-summit": 0.07,
  "un-resolution": 0.9,
  "athletics-record": 0.4,
  "tennis-top-seed": 0.35,
  "football-home-half": 0.2,
  "us-growth-2": 0.55,
  "ea-recession": 0.1,
  "btc-record": 0.35,
  "eth-outperforms": 0.4,
  "stablecoin-depeg": 0.03,
  "turnout-70": 0.3,
  "new-eu-member": 0.02,
  "champion-repeats": 0.15,
  "marathon-record": 0.08,
  "dollar-reserve": 0.95,
  "people-on-mars": 0.06,
};
