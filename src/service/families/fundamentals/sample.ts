import { LRUCache } from "lru-cache";
import { append } from "../../../contract/lists";
import { addDays, type IsoDate } from "../../../contract/dates";
import type { Metric } from "../../../contract/vocabulary";
import { isoOfParts, lastWeekday, monthEnd, monthsFrom, monthOf, sessionOnOrAfter, yearOf } from "../../time/calendar";
import { at, integerBetween, normalOf, rounded, seedOf } from "../../sample/random";
import type { Instrument } from "../../instruments/universe";
import { companyOf, earningsTrend, netMarginAt, priceTrend, revenueFactor, sampleShares, type Company } from "../../sample/company";
import { targetUpper } from "../../sample/fed-funds";
import { yearsOf } from "../../sample/waves";
import type { Filing, Statement } from "./rows";
import { INTEREST, profileOf } from "./sample-profile";

const YEARS_SERVED = 12;
const SATURDAY = 6;
/** Filers are numbered below three million: a number from nine million on is unused. */
const FIRST_SAMPLE_CIK = 9_000_000;

type Figures = Record<Metric, number>;

/** Income and cash flow lines: a year's are the sum of its quarters'. */
const FLOWS: readonly Metric[] = [
  "revenue", "cost_of_revenue", "gross_profit", "research_and_development", "sga", "operating_income", "interest_expense", "pretax_income", "income_tax", "net_income",
  "operating_cash_flow", "capex", "free_cash_flow", "depreciation_amortization", "stock_compensation", "buybacks",
]; // prettier-ignore

/** The end of a fiscal quarter; quarter 4 ends the fiscal year, which is named by the calendar year of that day. */
function quarterEndOf(i: Instrument, year: number, quarter: number): IsoDate {
  const { endMonth, lastSaturday } = profileOf(i);
  const month = monthsFrom(isoOfParts(year, endMonth, 1), 3 * (quarter - 4));
  return lastSaturday ? lastWeekday(yearOf(month), monthOf(month), SATURDAY) : monthEnd(month);
}

/** Amounts are stated in thousands, as filers round them. */
const thousands = (amount: number): number => rounded(amount / 1000) * 1000;

/** Numbers drawn one after the other, so that no text is hashed for each: a draw must never be skipped. */
function draws(seed: number) {
  let n = 0;
  return {
    between: (low: number, high: number): number => low + (high - low) * at(seed, n++),
    /** Around 1, within two standard deviations. */
    noise: (spread: number): number => 1 + spread * Math.max(-2, Math.min(2, normalOf(at(seed, n, 1), at(seed, n++, 2)))),
  };
}

/** What deposits and other liabilities of banks cost a year: some of them nothing, the others about the policy rate. */
const costOfDeposits = (date: IsoDate): number => 0.0015 + (0.45 * targetUpper(date)) / 100;

/** How far the cost of revenue moves with earnings, as a share of revenue. */
const MAX_COST_MOVE = 0.15;
const MAX_GROSS_MARGIN = 0.95;
/** A bad year takes no gross margin below this that is above it in usual years. */
const MIN_GROSS_MARGIN = 0.01;
const MIN_OVERHEAD = 0.02;

/** Days from a quarter's middle to its end. */
const HALF_A_QUARTER = 46;

function quarterFigures(i: Instrument, year: number, quarter: number): Figures {
  const p = profileOf(i);
  const { company } = p;
  const name = i.issuer;
  const end = quarterEndOf(i, year, quarter);
  const steady = draws(seedOf(name, "ratios"));
  const thisYear = draws(seedOf(name, "year", year));
  const now = draws(seedOf(name, "quarter", year, quarter));
  // A year's revenue at the pace of the quarter.
  const middle = yearsOf(addDays(end, -HALF_A_QUARTER));
  const pace = company.revenue * p.aDollar * revenueFactor(company, middle) * thisYear.noise(0.02);
  const revenue = thousands((pace / 4) * (p.quarters[quarter - 1] as number) * now.noise(0.008));

  // From the bottom up, so that what is earned is what the price is paid for.
  const netMargin = netMarginAt(company, middle);
  const net_income = thousands(revenue * netMargin * thisYear.noise(0.05 * p.unsteady) * now.noise(0.05 * p.unsteady));
  const income_tax = net_income > 0 ? thousands((net_income * p.taxRate) / (1 - p.taxRate)) : 0;
  const pretax_income = net_income + income_tax;

  const equity = thousands(pace * company.equity * now.noise(0.015));
  const total_liabilities = thousands(pace * p.liabilities * now.noise(0.015));
  const total_assets = equity + total_liabilities;
  const debt = total_liabilities * p.debt;
  const short_term_debt = thousands(debt * p.shortDebt);
  const long_term_debt = thousands(debt) - short_term_debt;
  const interest_expense = thousands((p.onDeposits === undefined ? debt * INTEREST : total_liabilities * costOfDeposits(end) * p.onDeposits) / 4);

  // The revenue of a bank is what is left after interest.
  const operating_income = pretax_income + (p.onDeposits === undefined ? interest_expense : 0);
  // A year that earned less than the profile's had higher costs of every kind.
  const dearer = (company.netMargin - netMargin) / (1 - p.taxRate);
  const atPace = p.research && Math.max(0.4 * p.research, p.research + (dearer > 0 ? 0.3 : 0.15) * dearer);
  // In a year that earned many times the usual, research cannot be the usual part of revenue.
  const affordable = Math.max(0, MAX_GROSS_MARGIN - MIN_OVERHEAD - operating_income / revenue);
  const research_and_development = thousands(revenue * Math.min(atPace, affordable));
  const moved = Math.min(MAX_GROSS_MARGIN, p.grossMargin - Math.max(-MAX_COST_MOVE, Math.min(MAX_COST_MOVE, 0.4 * dearer)));
  const grossMargin = Math.max(moved, Math.min(p.grossMargin, MIN_GROSS_MARGIN));
  const least = operating_income + research_and_development + thousands(revenue * MIN_OVERHEAD);
  const gross_profit = Math.max(thousands(revenue * grossMargin * now.noise(0.01 * p.unsteady)), least);
  const cost_of_revenue = revenue - gross_profit;
  const sga = gross_profit - operating_income - research_and_development;

  const cash = thousands(total_assets * p.assets.cash * now.noise(0.06));
  const receivables = thousands(total_assets * p.assets.receivables * now.noise(0.05));
  const inventory = thousands(total_assets * p.assets.inventory * now.noise(0.05));
  const current_assets = cash + receivables + inventory + thousands(total_assets * p.assets.otherCurrent);
  const rest = total_assets - current_assets;
  const ofRest = rest / (1 - p.assets.cash - p.assets.receivables - p.assets.inventory - p.assets.otherCurrent);
  const property_plant_equipment = thousands(ofRest * p.assets.plant);
  const goodwill = thousands(ofRest * p.assets.goodwill);
  const accounts_payable = thousands(total_liabilities * p.payables * now.noise(0.05));
  const current_liabilities = accounts_payable + short_term_debt + thousands(total_liabilities * p.otherCurrentLiabilities);

  const depreciation_amortization = thousands(revenue * p.depreciation);
  const stock_compensation = thousands(revenue * p.stockCompensation);
  const operating_cash_flow = net_income + depreciation_amortization + stock_compensation + thousands(revenue * (now.noise(0.01) - 1));
  const capex = thousands(revenue * p.capex * now.noise(0.1));

  const shares_outstanding = sampleShares(name, end);
  const shares_basic = shares_outstanding;
  const shares_diluted = thousands(shares_basic * steady.between(1, 1.03));
  return {
    revenue, cost_of_revenue, gross_profit, research_and_development, sga, operating_income, interest_expense, pretax_income, income_tax, net_income,
    shares_basic, shares_diluted, shares_outstanding, cash, receivables, inventory, current_assets, property_plant_equipment, goodwill, total_assets, accounts_payable,
    current_liabilities, short_term_debt, long_term_debt, total_liabilities, equity, operating_cash_flow, capex, depreciation_amortization, stock_compensation,
    retained_earnings: thousands(Math.abs(equity) * steady.between(0.2, 1.1) * (company.netMargin < 0 || equity < 0 ? -1 : 1)),
    free_cash_flow: operating_cash_flow - capex,
    buybacks: thousands(buybacksOf(i, company, end, operating_cash_flow - capex)),
    eps_basic: rounded(net_income / shares_basic, 2),
    eps_diluted: rounded(net_income / shares_diluted, 2),
    dividends_per_share: dividendOf(i, year),
  }; // prettier-ignore
}

/** Most of what is left over in a quarter, in parts, that goes into buybacks. */
const MAX_OF_CASH = 0.85;

/**
 * What is paid for the shares that the count falls by in the quarter, at the trend of the price. A company that loses money, owes more than it owns or issues
 * more shares than it retires buys none back; the others pay it out of what their business leaves over.
 */
function buybacksOf(i: Instrument, company: Company, end: IsoDate, free: number): number {
  if (company.netMargin <= 0 || company.equity <= 0 || company.dilution >= 0) return 0;
  const retired = sampleShares(i.issuer, monthsFrom(end, -3)) - sampleShares(i.issuer, end);
  const price = company.price * Math.exp(priceTrend(company, yearsOf(end))) * profileOf(i).aDollar;
  return Math.max(0, Math.min(retired * price, MAX_OF_CASH * free));
}

/** A quarter's dividend, raised once a year; a share of what a share earns, so it keeps pace with the price. */
function dividendOf(i: Instrument, year: number): number {
  const { company, aDollar } = profileOf(i);
  const level = Math.exp(earningsTrend(company, year + 0.5) - earningsTrend(company, 2025));
  return Math.max(0.0001, rounded((company.dividend * aDollar * level) / 4, 4));
}

function yearFigures(quarters: readonly Figures[]): Figures {
  const sum = (m: Metric): number => quarters.reduce((total, q) => total + q[m], 0);
  const last = quarters[3] as Figures;
  const flows = Object.fromEntries(FLOWS.map((m) => [m, sum(m)])) as Partial<Figures>;
  const shares_basic = thousands(sum("shares_basic") / 4);
  const shares_diluted = thousands(sum("shares_diluted") / 4);
  const net = sum("net_income");
  return {
    ...last,
    ...flows,
    shares_basic,
    shares_diluted,
    eps_basic: rounded(net / shares_basic, 2),
    eps_diluted: rounded(net / shares_diluted, 2),
    dividends_per_share: rounded(sum("dividends_per_share"), 4),
  };
}

/** Companies worth so much must file within 60 days of the end of a fiscal year, and all others that are in the sample within 75; a quarter within 40. */
const LARGE_FILER = 0.7e9;
const MAX_DAYS = { large: 60, other: 75, quarter: 40, foreign: 120 } as const;
/** A weekend with a holiday next to it: the days by which a filing can come later than the drawn one. */
const TO_NEXT_SESSION = 4;

function filingOf(i: Instrument, period: string, end: IsoDate, annual: boolean): Filing {
  const foreign = i.instrumentType === "adr";
  const { price, shares } = companyOf(i);
  const most = foreign ? MAX_DAYS.foreign : !annual ? MAX_DAYS.quarter : price * shares >= LARGE_FILER ? MAX_DAYS.large : MAX_DAYS.other;
  // The larger a filer, the sooner it files; each keeps to about its own pace, and never after the last day allowed.
  const last = most - TO_NEXT_SESSION;
  const lag = integerBetween(Math.round(0.72 * most), last - 3, i.issuer, "filed") + integerBetween(0, 3, i.issuer, period, "filed");
  const filed = sessionOnOrAfter(addDays(end, lag));
  const cik = FIRST_SAMPLE_CIK + integerBetween(0, 999_999, i.issuer, "cik");
  const accession = `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String(integerBetween(1, 999_999, i.issuer, period, "accession")).padStart(6, "0")}`;
  const url = `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${accession}-index.htm`;
  return { form: foreign ? "20-F" : annual ? "10-K" : "10-Q", filed, accession, url };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A statement whose figures are made when one is first read: most questions read one of seventy. */
function statement(i: Instrument, period: string, annual: boolean, periodEnd: IsoDate, filing: Filing, all: () => Figures): Statement {
  const figures = once(all);
  return {
    period,
    annual,
    periodEnd,
    currency: i.currency,
    filing,
    figure: (metric) => (profileOf(i).notStated.has(metric) ? undefined : figures()[metric]),
    filingOf: () => filing,
  };
}

const years = new LRUCache<string, readonly Statement[]>({ max: 16_000 });

/** The statements of one fiscal year: its quarters (a foreign filer states none), then the year itself, which the fourth quarter is filed with. */
export function sampleYear(i: Instrument, year: number): readonly Statement[] {
  const key = `${i.issuer} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const quarters = once(() => [1, 2, 3, 4].map((q) => quarterFigures(i, year, q)));
  const yearPeriod = `FY${year}`;
  const end = quarterEndOf(i, year, 4);
  const yearFiling = filingOf(i, yearPeriod, end, true);
  const whole = statement(i, yearPeriod, true, end, yearFiling, () => yearFigures(quarters()));
  const parts = [1, 2, 3, 4].map((q) => {
    const period = `${year}Q${q}`;
    const quarterEnd = quarterEndOf(i, year, q);
    return statement(i, period, false, quarterEnd, q === 4 ? yearFiling : filingOf(i, period, quarterEnd, false), () => quarters()[q - 1] as Figures);
  });
  const made = i.instrumentType === "adr" ? [whole] : [...parts, whole];
  years.set(key, made);
  return made;
}

/** At most `most` full fiscal years filed by this day, oldest first. */
export function sampleFiscalYears(i: Instrument, today: IsoDate, most: number): Statement[] {
  const found: Statement[] = [];
  for (let year = yearOf(today) + 1; found.length < most && year > yearOf(today) - most - 3; year--) {
    const annual = sampleYear(i, year).find((s) => s.annual);
    if (annual && annual.filing.filed <= today) found.unshift(annual);
  }
  return found;
}

/** Every statement filed by this day, by period end, of about twelve years; none for a fund. */
export function sampleStatements(i: Instrument, today: IsoDate): Statement[] {
  if (i.instrumentType === "etf") return [];
  const made: Statement[] = [];
  for (let year = yearOf(today) - YEARS_SERVED; year <= yearOf(today) + 1; year++)
    append(
      made,
      sampleYear(i, year).filter((s) => s.filing.filed <= today),
    );
  return made;
}
