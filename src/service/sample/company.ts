import type { IsoDate } from "../../contract/dates";
import { type Instrument, instrumentOf } from "../instruments/universe";
import { industryOf } from "./industries";
import { KNOWN_COMPANIES, KNOWN_FUNDS } from "./known-companies";
import { KNOWN_PRICES, type PriceKnot } from "./known-prices";
import { KNOWN_MARGINS, KNOWN_REVENUES } from "./known-revenues";
import { MARKET_PRICES, marketSwing } from "./market";
import { type Anchors, lineAt } from "./paths";
import { between } from "./random";
import { yearFraction } from "./waves";
import { memoized } from "../../contract/memoized";
/** A smooth path through known points, in logarithms because amounts grow by factors: years with fraction, ascending, logarithms of the amounts, and slopes per year. */
type Course = ReturnType<typeof courseThrough>;

/** Maximum slope of a monotone path, as a multiple of the adjacent straight line's slope (Fritsch and Carlson). */
const MAX_SLOPE_FACTOR = 3;

/** Slope at a point: zero at a turn, else the harmonic mean of the adjacent slopes, so that the path never overshoots its points. */
const slopeBetween = (before: number, after: number): number => (before * after <= 0 ? 0 : (2 * before * after) / (before + after));

/** Slope at an end of the path: as near to the slope beyond it as the adjacent straight line allows. */
const slopeAtEnd = (adjacent: number, beyond: number): number =>
  adjacent * beyond <= 0 ? 0 : Math.sign(beyond) * Math.min(Math.abs(beyond), MAX_SLOPE_FACTOR * Math.abs(adjacent));

/** A path through points of years and amounts above zero. `first` and `last` are the slopes before the first and after the last point. */
export function courseThrough(points: readonly (readonly [year: number, amount: number])[], first: number, last: number) {
  const sorted = [...points].sort(([a], [b]) => a - b);
  const at = sorted.map(([year]) => year);
  const log = sorted.map(([, amount]) => Math.log(amount));
  const lines = at.slice(1).map((year, n) => ((log[n + 1] as number) - (log[n] as number)) / (year - (at[n] as number)));
  const slope = at.map((_, n) => {
    const [before, after] = [lines[n - 1], lines[n]];
    if (before === undefined) return slopeAtEnd(after as number, first);
    return after === undefined ? slopeAtEnd(before, last) : slopeBetween(before, after);
  });
  return { at, log, slope };
}

/** Logarithm of the amount between the first and the last point (cubic Hermite). */
export function logOn({ at, log, slope }: Course, year: number): number {
  let n = 0;
  while (n < at.length - 2 && year > (at[n + 1] as number)) n++;
  const [x0, x1] = [at[n] as number, at[n + 1] as number];
  const width = x1 - x0;
  const u = (year - x0) / width;
  const [y0, y1, s0, s1] = [log[n] as number, log[n + 1] as number, (slope[n] as number) * width, (slope[n + 1] as number) * width];
  const rest = 1 - u;
  return y0 * (1 + 2 * u) * rest * rest + s0 * u * rest * rest + y1 * u * u * (3 - 2 * u) - s1 * u * u * rest;
}

/**
 * The size of a sample company or fund, in US dollars. Prices, shares, statements, holdings, trades, short interest and options of a symbol all derive from it, so that
 * they are consistent.
 */
export interface Company {
  readonly issuer: string;
  /** Price and shares at the start of 2025. */
  readonly price: number;
  readonly shares: number;
  /** Yearly, around the middle of 2024; zero for a fund. */
  readonly revenue: number;
  readonly netMargin: number;
  readonly grossMargin: number | undefined;
  /** Per share and year. */
  readonly dividend: number;
  /** As a share of revenue; negative for a few companies. */
  readonly equity: number;
  /** Yearly growth of revenue around 2024, or after the last known revenue. Far from that year every company grows by `LONG_RUN`. */
  readonly growth: number;
  /** Known revenues, for companies that did not grow steadily. */
  readonly revenues?: Course | undefined;
  /** Known net margins, for years with a margin far from that of 2024. */
  readonly margins?: Anchors | undefined;
  /** Yearly change of the share count around 2024; negative for buybacks. */
  readonly dilution: number;
  /** Standard deviation of a day's return. */
  readonly volatility: number;
  /** Correlation of daily moves with the market; negative for what rises when shares fall. */
  readonly correlation: number;
}

/** Days on which the figures apply, as years. */
const MIDDLE = yearFraction("2024-07-01");
const PRICED = yearFraction("2025-01-02") - MIDDLE;
/** The calendar year of the companies' revenues and margins. */
const YEAR_OF_SIZES = 2024;
/** Offset of a calendar year's middle from its start, in years. */
const HALF_A_YEAR = 0.5;
const LONG_RUN = 0.04;
/** Years over which a company's own growth fades to the long-run growth, and over which dilution and buybacks fade. */
const GROWTH_FADE_YEARS = 8;
const COUNT_FADE_YEARS = 10;

/** Known daily volatilities. */
const VOLATILITY: Readonly<Record<string, number>> = {
  GME: 0.045, AMC: 0.045, COIN: 0.042, MSTR: 0.048, TSLA: 0.034, PLTR: 0.034, SMCI: 0.04, NVDA: 0.026, CVNA: 0.04, TLT: 0.009, HYG: 0.004, LQD: 0.005, SLV: 0.017,
  SMH: 0.018, ARKK: 0.021, USO: 0.019, IBIT: 0.029, KRE: 0.017, SPY: 0.0095, VOO: 0.0095, VTI: 0.0097, DIA: 0.0083, QQQ: 0.0122, IWM: 0.0141, EEM: 0.0108, EFA: 0.0092,
  AAPL: 0.017, MSFT: 0.0152, GOOGL: 0.0185, AMZN: 0.0195, META: 0.0215, AVGO: 0.026, NFLX: 0.022, ORCL: 0.023, AMD: 0.031, INTC: 0.029, MU: 0.03, LLY: 0.02, UNH: 0.02,
  BYND: 0.042, HIMS: 0.042, RIVN: 0.036, LCID: 0.04, UPST: 0.045, PLUG: 0.044, SOFI: 0.033, AFRM: 0.038, HOOD: 0.036, RKLB: 0.042, NVAX: 0.046, OPEN: 0.048, SNAP: 0.032, W: 0.038,
  GLD: 0.0098, XLF: 0.0112, XLE: 0.0143, XLK: 0.0145, XLV: 0.009,
}; // prettier-ignore
const FUND_VOLATILITY = 0.0095;
/** Daily volatility of the market. */
const MARKET_VOLATILITY = 0.0094;
/** Known correlations of daily moves with the market. */
const CORRELATION: Readonly<Record<string, number>> = {
  SPY: 0.999, VOO: 0.998, VTI: 0.995, QQQ: 0.95, DIA: 0.97, IWM: 0.9, EEM: 0.7, EFA: 0.8, GLD: 0.05, SLV: 0.2, TLT: -0.1, HYG: 0.75, LQD: 0.2, XLF: 0.82, XLE: 0.55, XLK: 0.92,
  XLV: 0.72, SMH: 0.82, ARKK: 0.75, USO: 0.25, IBIT: 0.4, KRE: 0.65, GME: 0.25, AMC: 0.25,
}; // prettier-ignore
const FUND_CORRELATION = 0.85;
const COMPANY_CORRELATION = 0.55;

/** Daily volatility of a company: known, or the industry's, higher for small and loss-making companies. */
function volatilityOf(i: Instrument, marketValue: number, losing: boolean): number {
  const size = marketValue > 2e11 ? 0.85 : marketValue > 5e10 ? 1 : marketValue > 1e10 ? 1.15 : 1.45;
  return VOLATILITY[i.issuer] ?? industryOf(i).volatility * size * (losing ? 1.3 : 1) * between(0.88, 1.15, i.issuer, "volatility");
}

/** Known yearly changes of the share count. By default companies buy back little while they grow, and more later. */
const DILUTION: Readonly<Record<string, number>> = {
  TSLA: 0, AMZN: 0, GME: 0, COIN: 0, AAPL: -0.027, GOOGL: -0.018, META: -0.012, NVDA: -0.006, MSFT: -0.003, NFLX: -0.012, V: -0.02, MA: -0.02, JPM: -0.02, BAC: -0.025,
  WFC: -0.035, C: -0.02, GM: -0.05, CVX: -0.015, XOM: -0.01, CAT: -0.022, DE: -0.028, QCOM: -0.015, CRM: -0.01, INTC: 0, T: 0, VZ: 0, PFE: 0, MRK: 0, KO: 0, PLTR: 0, AMD: 0,
}; // prettier-ignore

function operatingCompany(i: Instrument): Company {
  const known = KNOWN_COMPANIES.get(i.issuer);
  if (!known) throw new Error(`sample companies: ${i.issuer} is not in the table`);
  const { price, shares, revenue, netIncome, dividend, equity, grossMargin, growth } = known;
  const dilution = DILUTION[i.issuer] ?? (netIncome < 0 ? 0.02 : equity <= 0 ? 0 : growth > 0.1 ? -0.004 : -0.012);
  const revenues = KNOWN_REVENUES.get(i.issuer)?.map(([year, amount]): [number, number] => [year + HALF_A_YEAR, amount]);
  const volatility = volatilityOf(i, price * shares, netIncome < 0);
  return {
    issuer: i.issuer,
    price,
    shares,
    revenue,
    netMargin: netIncome / revenue,
    grossMargin,
    dividend,
    equity: equity / revenue,
    growth,
    revenues: revenues && courseThrough([...revenues, [MIDDLE, revenue]], LONG_RUN, growth),
    margins: marginsOf(i.issuer, netIncome / revenue),
    dilution,
    volatility,
    correlation: CORRELATION[i.issuer] ?? COMPANY_CORRELATION,
  };
}

/** Years around the middle of a year for which its margin is constant. Otherwise its neighbours would get half of an unusual year's earnings. */
const CONSTANT_YEARS = 0.25;

/** Known net margins, and the company's usual one for 2024, each around the middle of its year. */
function marginsOf(issuer: string, netMargin: number): Anchors | undefined {
  const known = KNOWN_MARGINS.get(issuer);
  if (!known) return undefined;
  const usual = known.some(([year]) => year === YEAR_OF_SIZES) ? [] : [[YEAR_OF_SIZES, netMargin] as const];
  const points = [...known, ...usual].sort(([a], [b]) => a - b);
  const ends = points.flatMap(([year, margin], n) => {
    // Known margins can be less than a year apart.
    const gapTo = (other: (typeof points)[number] | undefined): number => (other ? Math.abs(other[0] - year) : 1);
    const constant = Math.min(CONSTANT_YEARS, gapTo(points[n - 1]) / 4, gapTo(points[n + 1]) / 4);
    return [-constant, constant].map((t) => ({ year: year + HALF_A_YEAR + t, margin }));
  });
  return { days: ends.map(({ year }) => year), levels: ends.map(({ margin }) => margin) };
}

function fund(i: Instrument): Company {
  const known = KNOWN_FUNDS.get(i.issuer);
  if (!known) throw new Error(`sample companies: the fund ${i.issuer} is not in the table`);
  return {
    ...known,
    issuer: i.issuer,
    revenue: 0,
    netMargin: 0,
    grossMargin: undefined,
    dividend: 0,
    equity: 0,
    dilution: 0,
    volatility: VOLATILITY[i.issuer] ?? FUND_VOLATILITY * between(0.9, 1.5, i.issuer, "volatility"),
    correlation: CORRELATION[i.issuer] ?? FUND_CORRELATION,
  };
}

/** The company or fund of an instrument, the same for every class of its shares. */
export const companyOf = memoized((i: Instrument): Company => (i.instrumentType === "etf" ? fund(i) : operatingCompany(i)), { by: (i) => i.issuer });

const steadyPath = (growth: number, t: number): number => LONG_RUN * t + (growth - LONG_RUN) * GROWTH_FADE_YEARS * Math.tanh(t / GROWTH_FADE_YEARS);

/** Logarithm of revenue relative to 2024; `t` is in years from the middle of 2024. */
function revenuePath({ growth, revenue, revenues }: Company, t: number): number {
  if (!revenues) return steadyPath(growth, t);
  const [first, last] = [(revenues.at[0] as number) - MIDDLE, (revenues.at[revenues.at.length - 1] as number) - MIDDLE];
  const known = logOn(revenues, MIDDLE + Math.max(first, Math.min(last, t))) - Math.log(revenue);
  return t < first ? known + LONG_RUN * (t - first) : t > last ? known + steadyPath(growth, t - last) : known;
}

const countPath = ({ dilution }: Company, t: number): number => dilution * COUNT_FADE_YEARS * Math.tanh(t / COUNT_FADE_YEARS);

/** Revenue relative to 2024; `years` is a day as a year with fraction. */
export const revenueFactor = (company: Company, years: number): number => Math.exp(revenuePath(company, years - MIDDLE));

/** Net earnings as a share of revenue; `years` is a day as a year with fraction. */
export const netMarginAt = ({ netMargin, margins }: Company, years: number): number => (margins ? lineAt(margins, years) : netMargin);

const perShare = (company: Company, t: number): number => revenuePath(company, t) - countPath(company, t);

/** Logarithm of earnings per share relative to the start of 2025. */
export const earningsTrend = (company: Company, years: number): number => perShare(company, years - MIDDLE) - perShare(company, PRICED);

/** Maximum beta over months, so that the most volatile shares do not fall to nothing in a slump. */
const MAX_SWING = 1.3;
/** Beta: the move of a company per move of the market. */
const betaOf = ({ correlation, volatility }: Company): number => (correlation * volatility) / MARKET_VOLATILITY;

/** Before the first known price, the valuation returns to its base level over this many years. */
const FADE_YEARS = 12;

const withoutValuation = (company: Company, years: number): number =>
  perShare(company, years - MIDDLE) + Math.min(MAX_SWING, betaOf(company)) * marketSwing(years);

/** The prices that the trend passes through, oldest first: the known ones, and that of the company's row. */
export function priceKnots(company: Company): readonly PriceKnot[] {
  const known: readonly PriceKnot[] = company.issuer === "SPY" ? MARKET_PRICES : (KNOWN_PRICES.get(company.issuer) ?? []);
  const own: PriceKnot = { years: MIDDLE + PRICED, price: company.price };
  return [...known.filter((k) => Math.abs(k.years - own.years) > 0.02), own].sort((a, b) => a.years - b.years);
}

/** Valuation relative to earnings and the market, as a logarithm. It makes the price pass through the known prices. */
const valuationOf = memoized((company: Company): Anchors => {
  const knots = priceKnots(company);
  return {
    days: [(knots[0] as PriceKnot).years - FADE_YEARS, ...knots.map((k) => k.years)],
    levels: [-perShare(company, PRICED), ...knots.map((k) => Math.log(k.price / company.price) - withoutValuation(company, k.years))],
  };
});

/** Logarithm of the price relative to the start of 2025, without daily moves: from earnings per share, swings of the market and known prices. */
export const priceTrend = (company: Company, years: number): number => withoutValuation(company, years) + lineAt(valuationOf(company), years);

/** Shares outstanding of an issuer on a day, whole thousands; NaN for an unknown symbol. All classes together. */
export function sampleShares(issuer: string, date: IsoDate): number {
  const instrument = instrumentOf(issuer);
  if (!instrument) return Number.NaN;
  const company = companyOf(instrument);
  return Math.round((company.shares * Math.exp(countPath(company, yearFraction(date) - MIDDLE) - countPath(company, PRICED))) / 1000) * 1000;
}

/** A class's part of the issuer's shares. Sample figures of a class count only these. */
export function classShare({ ticker, issuer, multiClass }: Instrument): number {
  const first = between(0.5, 0.6, issuer, "class share");
  return !multiClass ? 1 : ticker === issuer ? first : 1 - first;
}

/** Market value of an issuer in US dollars by its trend, without daily moves. Sizes of trades depend on it. */
export function sizeOf(i: Instrument, years: number): number {
  const company = companyOf(i);
  return company.price * company.shares * Math.exp(priceTrend(company, years) + countPath(company, years - MIDDLE) - countPath(company, PRICED));
}
