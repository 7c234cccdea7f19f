import type { IsoDate } from "../../contract/dates";
import { courseThrough, logOn, type Course } from "./course";
import { industryOf } from "./industries";
import { KNOWN_COMPANIES, KNOWN_FUNDS } from "./known-companies";
import { KNOWN_PRICES, type PriceKnot } from "./known-prices";
import { KNOWN_MARGINS, KNOWN_REVENUES } from "./known-revenues";
import { MARKET_PRICES, marketSwing, onLine, type Line } from "./market";
import { isBalanceSheetBusiness } from "./lenders";
import { between, chance, hash, logBetween } from "./random";
import { instrumentOf, type Instrument } from "../instruments/universe";
import { yearsOf } from "./waves";

/**
 * The size of a sample company or fund. Prices, shares, statements, holdings, trades, short interest and options of one symbol all derive from its row here,
 * so that they fit together. Figures in US dollars.
 */
export interface Company {
  readonly issuer: string;
  /** True for well-known symbols, whose figures have the size that a reader expects. */
  readonly known: boolean;
  /** Price and shares at the start of 2025. */
  readonly price: number;
  readonly shares: number;
  /** Of the year around the middle of 2024; zero for a fund. */
  readonly revenue: number;
  readonly netMargin: number;
  readonly grossMargin: number | undefined;
  /** A share and year. */
  readonly dividend: number;
  /** As a share of revenue; negative for a few. */
  readonly equity: number;
  /** Of revenue a year around 2024, or after the last year whose revenue is known; far from it every company grows by `LONG_RUN`. */
  readonly growth: number;
  /** Revenue through the years of which it is known to have been far from an even course. */
  readonly revenues?: Course | undefined;
  /** Net margins through the years of which they are known to have been far from that of 2024. */
  readonly margins?: Line | undefined;
  /** Of the share count a year around 2024; negative for buybacks. */
  readonly dilution: number;
  /** Standard deviation of a day's return. */
  readonly volatility: number;
  /** Of the market's daily moves, as a part of the company's own; negative for what rises when shares fall. */
  readonly correlation: number;
}

/** Days on which the figures apply, as years. */
const MIDDLE = yearsOf("2024-07-01");
const PRICED = yearsOf("2025-01-02") - MIDDLE;
/** The calendar year that revenue and margins of the known companies apply to, unless a margin of it is known. */
const YEAR_OF_SIZES = 2024;
/** Offset of a calendar year's middle from its start, in years. */
const HALF_A_YEAR = 0.5;
const LONG_RUN = 0.04;
/** How many years growth of its own lasts in either direction, and buybacks. */
const OWN_YEARS = 8;
const COUNT_YEARS = 10;

/** Known for large moves. */
const VOLATILITY: Readonly<Record<string, number>> = {
  GME: 0.045, AMC: 0.045, COIN: 0.042, MSTR: 0.048, TSLA: 0.034, PLTR: 0.034, SMCI: 0.04, NVDA: 0.026, CVNA: 0.04, TLT: 0.009, HYG: 0.004, LQD: 0.005, SLV: 0.017,
  SMH: 0.018, ARKK: 0.021, USO: 0.019, IBIT: 0.029, KRE: 0.017, SPY: 0.0095, VOO: 0.0095, VTI: 0.0097, DIA: 0.0083, QQQ: 0.0122, IWM: 0.0141, EEM: 0.0108, EFA: 0.0092,
  AAPL: 0.017, MSFT: 0.0152, GOOGL: 0.0185, AMZN: 0.0195, META: 0.0215, AVGO: 0.026, NFLX: 0.022, ORCL: 0.023, AMD: 0.031, INTC: 0.029, MU: 0.03, LLY: 0.02, UNH: 0.02,
  BYND: 0.042, HIMS: 0.042, RIVN: 0.036, LCID: 0.04, UPST: 0.045, PLUG: 0.044, SOFI: 0.033, AFRM: 0.038, HOOD: 0.036, RKLB: 0.042, NVAX: 0.046, OPEN: 0.048, SNAP: 0.032, W: 0.038,
  GLD: 0.0098, XLF: 0.0112, XLE: 0.0143, XLK: 0.0145, XLV: 0.009,
}; // prettier-ignore
const FUND_VOLATILITY = 0.0095;
/** A day of the market as a whole. */
const MARKET_VOLATILITY = 0.0094;
/** How closely daily moves follow the market's: those of a fund nearly, those of a company by half. */
const CORRELATION: Readonly<Record<string, number>> = {
  SPY: 0.999, VOO: 0.998, VTI: 0.995, QQQ: 0.95, DIA: 0.97, IWM: 0.9, EEM: 0.7, EFA: 0.8, GLD: 0.05, SLV: 0.2, TLT: -0.1, HYG: 0.75, LQD: 0.2, XLF: 0.82, XLE: 0.55, XLK: 0.92,
  XLV: 0.72, SMH: 0.82, ARKK: 0.75, USO: 0.25, IBIT: 0.4, KRE: 0.65, GME: 0.25, AMC: 0.25,
}; // prettier-ignore
const FUND_CORRELATION = 0.85;
const COMPANY_CORRELATION = 0.55;

function volatilityOf(i: Instrument, marketValue: number, losing: boolean): number {
  const size = marketValue > 2e11 ? 0.85 : marketValue > 5e10 ? 1 : marketValue > 1e10 ? 1.15 : 1.45;
  return VOLATILITY[i.issuer] ?? industryOf(i).volatility * size * (losing ? 1.3 : 1) * between(0.88, 1.15, i.issuer, "volatility");
}

/** How the share count of some is known to go, a year: most buy little back while they grow, and somewhat more after it. */
const DILUTION: Readonly<Record<string, number>> = {
  TSLA: 0, AMZN: 0, GME: 0, COIN: 0, AAPL: -0.027, GOOGL: -0.018, META: -0.012, NVDA: -0.006, MSFT: -0.003, NFLX: -0.012, V: -0.02, MA: -0.02, JPM: -0.02, BAC: -0.025,
  WFC: -0.035, C: -0.02, GM: -0.05, CVX: -0.015, XOM: -0.01, CAT: -0.022, DE: -0.028, QCOM: -0.015, CRM: -0.01, INTC: 0, T: 0, VZ: 0, PFE: 0, MRK: 0, KO: 0, PLTR: 0, AMD: 0,
}; // prettier-ignore

function knownCompany(i: Instrument): Company | undefined {
  const known = KNOWN_COMPANIES.get(i.issuer);
  if (!known) return undefined;
  const { price, shares, revenue, netIncome, dividend, equity, grossMargin, growth } = known;
  const dilution = DILUTION[i.issuer] ?? (netIncome < 0 ? 0.02 : equity <= 0 ? 0 : growth > 0.1 ? -0.004 : -0.012);
  const revenues = KNOWN_REVENUES.get(i.issuer)?.map(([year, amount]): [number, number] => [year + HALF_A_YEAR, amount]);
  const volatility = volatilityOf(i, price * shares, netIncome < 0);
  return {
    issuer: i.issuer,
    known: true,
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

/** How far from the middle of a year its margin holds, in years: without it neighbours would take half of what an unusual year earned or lost. */
const HOLDS = 0.25;

/** Net margins of known years, and that of the company's size for 2024, each around the middle of its year. */
function marginsOf(issuer: string, netMargin: number): Line | undefined {
  const known = KNOWN_MARGINS.get(issuer);
  if (!known) return undefined;
  const usual = known.some(([year]) => year === YEAR_OF_SIZES) ? [] : [[YEAR_OF_SIZES, netMargin] as const];
  const points = [...known, ...usual].sort(([a], [b]) => a - b);
  const ends = points.flatMap(([year, margin], n) => {
    // Years of which the margin is known can lie less than a year from each other.
    const gapTo = (other: (typeof points)[number] | undefined): number => (other ? Math.abs(other[0] - year) : 1);
    const holds = Math.min(HOLDS, gapTo(points[n - 1]) / 4, gapTo(points[n + 1]) / 4);
    return [-holds, holds].map((t) => ({ year: year + HALF_A_YEAR + t, margin }));
  });
  return { years: ends.map(({ year }) => year), values: ends.map(({ margin }) => margin) };
}

const LARGEST_OTHER = 4.5e10;

/** A company that few would check: of the size of its place in its sub-industry, and with what is usual there. */
function otherCompany(i: Instrument): Company {
  const usual = industryOf(i);
  const name = i.issuer;
  const marketValue = (LARGEST_OTHER / (1 + i.place) ** 0.9) * between(0.6, 1.5, name, "value");
  const price = logBetween(14, 240, name, "price");
  // A bank or an insurer that lost money would not be among the larger ones.
  const losing = i.place > 2 && !isBalanceSheetBusiness(i) && chance(0.12, name, "losing");
  const netMargin = losing ? -between(0.02, 0.25, name, "loss") : usual.netMargin * between(0.55, 1.5, name, "margin");
  const revenue = losing ? marketValue / logBetween(1, 5, name, "sales") : marketValue / (usual.pe * logBetween(0.65, 1.5, name, "pe") * netMargin);
  const negative = i.place > 0 && chance(0.06, name, "negative equity");
  // Book value from the return that the industry earns on it.
  const bank = /Banks/.test(i.subIndustry);
  const equity = negative
    ? -between(0.05, 0.4, name, "equity")
    : losing
      ? between(0.3, 1.5, name, "equity")
      : netMargin / (bank ? between(0.09, 0.14, name, "roe") : between(0.09, 0.3, name, "roe"));
  const pays = !losing && chance(0.62, name, "dividends");
  return {
    issuer: name,
    known: false,
    price,
    shares: marketValue / price,
    revenue,
    netMargin,
    grossMargin: usual.grossMargin === undefined ? undefined : Math.min(0.92, usual.grossMargin * between(0.75, 1.3, name, "gross")),
    dividend: pays ? ((revenue * netMargin) / (marketValue / price)) * between(0.15, i.sector === "Real Estate" ? 0.9 : 0.6, name, "payout") : 0,
    equity,
    growth: between(0.01, 0.09, name, "growth"),
    dilution: losing ? 0.02 : between(-0.02, 0.005, name, "dilution"),
    volatility: volatilityOf(i, marketValue, losing),
    correlation: COMPANY_CORRELATION,
  };
}

function fund(i: Instrument): Company {
  const known = KNOWN_FUNDS.get(i.issuer) ?? { price: logBetween(30, 300, i.issuer, "price"), shares: logBetween(2e7, 5e8, i.issuer, "shares"), growth: 0.05 };
  return {
    ...known,
    issuer: i.issuer,
    known: KNOWN_FUNDS.has(i.issuer),
    revenue: 0,
    netMargin: 0,
    grossMargin: undefined,
    dividend: 0,
    equity: 0,
    dilution: 0,
    volatility: VOLATILITY[i.issuer] ?? FUND_VOLATILITY * (0.9 + 0.6 * hash(i.issuer, "volatility")),
    correlation: CORRELATION[i.issuer] ?? FUND_CORRELATION,
  };
}

const companies = new Map<string, Company>();

/** The company, or fund, of an instrument; the same one for every class of its shares. */
export function companyOf(i: Instrument): Company {
  const made = companies.get(i.issuer);
  if (made) return made;
  const company = i.instrumentType === "etf" ? fund(i) : (knownCompany(i) ?? otherCompany(i));
  companies.set(i.issuer, company);
  return company;
}

const evenPath = (growth: number, t: number): number => LONG_RUN * t + (growth - LONG_RUN) * OWN_YEARS * Math.tanh(t / OWN_YEARS);

/** Logarithm of how revenue stands to that of 2024. */
function revenuePath({ growth, revenue, revenues }: Company, t: number): number {
  if (!revenues) return evenPath(growth, t);
  const [first, last] = [(revenues.at[0] as number) - MIDDLE, (revenues.at[revenues.at.length - 1] as number) - MIDDLE];
  const known = logOn(revenues, MIDDLE + Math.max(first, Math.min(last, t))) - Math.log(revenue);
  return t < first ? known + LONG_RUN * (t - first) : t > last ? known + evenPath(growth, t - last) : known;
}

const countPath = ({ dilution }: Company, t: number): number => dilution * COUNT_YEARS * Math.tanh(t / COUNT_YEARS);

/** How revenue of a year stands to that of 2024; `years` is a day as a year with its fraction. */
export const revenueFactor = (company: Company, years: number): number => Math.exp(revenuePath(company, years - MIDDLE));

/** Net earnings as a share of revenue; `years` is a day as a year with its fraction. */
export const netMarginAt = ({ netMargin, margins }: Company, years: number): number => (margins ? onLine(margins, years) : netMargin);

const perShare = (company: Company, t: number): number => revenuePath(company, t) - countPath(company, t);

/** Logarithm of how what a share earns stands to that at the start of 2025. */
export const earningsTrend = (company: Company, years: number): number => perShare(company, years - MIDDLE) - perShare(company, PRICED);

/** How far prices swing with the market over months: what moves most in a day does not fall to nothing in a slump. */
const MAX_SWING = 1.3;
/** Beta: the move of a company per move of the market. */
const betaOf = ({ correlation, volatility }: Company): number => (correlation * volatility) / MARKET_VOLATILITY;

/** Years before the first known price over which a company's own valuation fades. */
const FADING = 12;
const valuations = new WeakMap<Company, Line>();

const withoutValuation = (company: Company, years: number): number =>
  perShare(company, years - MIDDLE) + Math.min(MAX_SWING, betaOf(company)) * marketSwing(years);

/** The prices that the company's trend passes through, oldest first: those that are known, and that of its row. */
export function priceKnots(company: Company): readonly PriceKnot[] {
  const known: readonly PriceKnot[] = company.issuer === "SPY" ? MARKET_PRICES : (KNOWN_PRICES.get(company.issuer) ?? []);
  const own: PriceKnot = { years: MIDDLE + PRICED, price: company.price };
  return [...known.filter((k) => Math.abs(k.years - own.years) > 0.02), own].sort((a, b) => a.years - b.years);
}

/** How dear a share is against what it earns and the state of the market, as a logarithm: what takes the price through those that are known. */
function valuationOf(company: Company): Line {
  const made = valuations.get(company);
  if (made) return made;
  const knots = priceKnots(company);
  const line: Line = {
    years: [(knots[0] as PriceKnot).years - FADING, ...knots.map((k) => k.years)],
    values: [-perShare(company, PRICED), ...knots.map((k) => Math.log(k.price / company.price) - withoutValuation(company, k.years))],
  };
  valuations.set(company, line);
  return line;
}

/** Logarithm of how the price stands to that at the start of 2025 without daily moves: what a share earns, the swings of the market, and the prices that are known. */
export const priceTrend = (company: Company, years: number): number => withoutValuation(company, years) + onLine(valuationOf(company), years);

/** Shares outstanding of an issuer on a day, whole thousands; NaN for an unknown symbol. All classes together. */
export function sampleShares(issuer: string, date: IsoDate): number {
  const instrument = instrumentOf(issuer);
  if (!instrument) return Number.NaN;
  const company = companyOf(instrument);
  return Math.round((company.shares * Math.exp(countPath(company, yearsOf(date) - MIDDLE) - countPath(company, PRICED))) / 1000) * 1000;
}

/** What part of the issuer's shares a class is; sample figures of a class are figures of these. */
export function classShare({ ticker, issuer, multiClass }: Instrument): number {
  const first = between(0.5, 0.6, issuer, "class share");
  return !multiClass ? 1 : ticker === issuer ? first : 1 - first;
}

/** Market value of an issuer in US dollars by its trend, without daily moves: what the size of its trades goes by. */
export function sizeOf(i: Instrument, years: number): number {
  const company = companyOf(i);
  return company.price * company.shares * Math.exp(priceTrend(company, years) + countPath(company, years - MIDDLE) - countPath(company, PRICED));
}
