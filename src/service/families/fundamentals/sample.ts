import { addDays, isIsoDate, type IsoDate } from "../../../contract/dates";
import type { Metric } from "../../../contract/vocabulary";
import { isoOfParts, lastWeekday, monthEnd, monthsFrom, monthNumber, sessionOnOrAfter, yearOf } from "../../time/calendar";
import { at, integerBetween, normalOf, seedOf } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import type { Instrument } from "../../instruments/universe";
import { companyOf, earningsTrend, netMarginAt, priceTrend, revenueFactor, sampleShares, type Company } from "../../sample/company";
import { targetUpper } from "../../sample/fed-funds";
import { yearFraction } from "../../sample/waves";
import { SAMPLE } from "../../answers/answering";
import { filingUrl } from "./published-statements";
import type { Filing, Statement, Statements } from "./rows";
import { INTEREST, profileOf } from "./sample-profile";
import { recentResults } from "../../store/recent";

const YEARS_SERVED = 12;
const SATURDAY = 6;
/** Real CIKs are below three million, so numbers from nine million on are unused. */
const FIRST_SAMPLE_CIK = 9_000_000;

type Figures = Record<Metric, number>;

/** Income and cash flow lines. A year's figure is the sum of its quarters. */
const FLOWS: readonly Metric[] = [
  "revenue", "cost_of_revenue", "gross_profit", "research_and_development", "sga", "operating_income", "interest_expense", "pretax_income", "income_tax", "net_income",
  "operating_cash_flow", "capex", "free_cash_flow", "depreciation_amortization", "stock_compensation", "buybacks",
]; // prettier-ignore

/** The end of a fiscal quarter. Quarter 4 ends the fiscal year, which has the number of the calendar year of that day. */
function quarterEndOf(i: Instrument, year: number, quarter: number): IsoDate {
  const { endMonth, lastSaturday } = profileOf(i);
  const month = monthsFrom(isoOfParts(year, endMonth, 1), 3 * (quarter - 4));
  return lastSaturday ? lastWeekday(yearOf(month), monthNumber(month), SATURDAY) : monthEnd(month);
}

/** Rounds an amount to thousands, as filers do. */
const thousands = (amount: number): number => rounded(amount / 1000) * 1000;

/** A sequence of random numbers: faster than hashing a text for each. A skipped draw would change all later ones. */
function draws(seed: number) {
  let n = 0;
  return {
    between: (low: number, high: number): number => low + (high - low) * at(seed, n++),
    /** A factor around 1, within two standard deviations. */
    noise: (spread: number): number => 1 + spread * Math.max(-2, Math.min(2, normalOf(at(seed, n, 1), at(seed, n++, 2)))),
  };
}

/** Yearly cost of a bank's deposits and other liabilities, as a fraction: some cost nothing, the others about the policy rate. */
const costOfDeposits = (date: IsoDate): number => 0.0015 + (0.45 * targetUpper(date)) / 100;

/** Maximum move of the cost of revenue with earnings, as a share of revenue. */
const MAX_COST_MOVE = 0.15;
const MAX_GROSS_MARGIN = 0.95;
/** Lowest gross margin of a bad year, if the usual margin is higher. */
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
  // Yearly revenue at the pace of this quarter.
  const middle = yearFraction(addDays(end, -HALF_A_QUARTER));
  const pace = company.revenue * p.unitsPerUsd * revenueFactor(company, middle) * thisYear.noise(0.02);
  const revenue = thousands((pace / 4) * (p.quarters[quarter - 1] as number) * now.noise(0.008));

  // Computed from net income upwards, so that earnings match the price.
  const netMargin = netMarginAt(company, middle);
  const net_income = thousands(revenue * netMargin * thisYear.noise(0.05 * p.variability) * now.noise(0.05 * p.variability));
  const income_tax = net_income > 0 ? thousands((net_income * p.taxRate) / (1 - p.taxRate)) : 0;
  const pretax_income = net_income + income_tax;

  const equity = thousands(pace * company.equity * now.noise(0.015));
  const total_liabilities = thousands(pace * p.liabilities * now.noise(0.015));
  const total_assets = equity + total_liabilities;
  const debt = total_liabilities * p.debt;
  const short_term_debt = thousands(debt * p.shortDebt);
  const long_term_debt = thousands(debt) - short_term_debt;
  const interest_expense = thousands((p.onDeposits === undefined ? debt * INTEREST : total_liabilities * costOfDeposits(end) * p.onDeposits) / 4);

  // A bank's revenue is net of interest.
  const operating_income = pretax_income + (p.onDeposits === undefined ? interest_expense : 0);
  // In a year with a lower margin than usual, all costs are higher.
  const extraCost = (company.netMargin - netMargin) / (1 - p.taxRate);
  const atPace = p.research && Math.max(0.4 * p.research, p.research + (extraCost > 0 ? 0.3 : 0.15) * extraCost);
  // In a year with many times the usual earnings, research cannot be its usual share of revenue.
  const affordable = Math.max(0, MAX_GROSS_MARGIN - MIN_OVERHEAD - operating_income / revenue);
  const research_and_development = thousands(revenue * Math.min(atPace, affordable));
  const moved = Math.min(MAX_GROSS_MARGIN, p.grossMargin - Math.max(-MAX_COST_MOVE, Math.min(MAX_COST_MOVE, 0.4 * extraCost)));
  const grossMargin = Math.max(moved, Math.min(p.grossMargin, MIN_GROSS_MARGIN));
  const minGrossProfit = operating_income + research_and_development + thousands(revenue * MIN_OVERHEAD);
  const gross_profit = Math.max(thousands(revenue * grossMargin * now.noise(0.01 * p.variability)), minGrossProfit);
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

/** Maximum share of a quarter's free cash flow that goes into buybacks. */
const MAX_CASH_SHARE = 0.85;

/**
 * Cost of the shares retired in the quarter, at the trend price. None for a company that loses money, has negative equity or issues more shares than it retires;
 * others pay at most a share of their free cash flow.
 */
function buybacksOf(i: Instrument, company: Company, end: IsoDate, free: number): number {
  if (company.netMargin <= 0 || company.equity <= 0 || company.dilution >= 0) return 0;
  const retired = sampleShares(i.issuer, monthsFrom(end, -3)) - sampleShares(i.issuer, end);
  const price = company.price * Math.exp(priceTrend(company, yearFraction(end))) * profileOf(i).unitsPerUsd;
  return Math.max(0, Math.min(retired * price, MAX_CASH_SHARE * free));
}

/** Dividend per share of a quarter, changed once a year in proportion to earnings. */
function dividendOf(i: Instrument, year: number): number {
  const { company, unitsPerUsd } = profileOf(i);
  const level = Math.exp(earningsTrend(company, year + 0.5) - earningsTrend(company, 2025));
  return Math.max(0.0001, rounded((company.dividend * unitsPerUsd * level) / 4, 4));
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

/** Filing deadlines in days: companies above this value in US dollars have 60 for a fiscal year, others in the sample 75, foreign filers 120; a quarter has 40. */
const LARGE_FILER = 0.7e9;
const MAX_DAYS = { large: 60, other: 75, quarter: 40, foreign: 120 } as const;
/** Days by which a filing can be later than its drawn day: a weekend with a holiday. */
const MAX_DAYS_TO_SESSION = 4;

function filingOf(i: Instrument, period: string, end: IsoDate, annual: boolean): Filing {
  const foreign = i.instrumentType === "adr";
  const { price, shares } = companyOf(i);
  const maxDays = foreign ? MAX_DAYS.foreign : !annual ? MAX_DAYS.quarter : price * shares >= LARGE_FILER ? MAX_DAYS.large : MAX_DAYS.other;
  // Each filer has its usual lag, with some variation, within the deadline.
  const last = maxDays - MAX_DAYS_TO_SESSION;
  const lag = integerBetween(Math.round(0.72 * maxDays), last - 3, i.issuer, "filed") + integerBetween(0, 3, i.issuer, period, "filed");
  const filed = sessionOnOrAfter(addDays(end, lag));
  const cik = FIRST_SAMPLE_CIK + integerBetween(0, 999_999, i.issuer, "cik");
  const accession = `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String(integerBetween(1, 999_999, i.issuer, period, "accession")).padStart(6, "0")}`;
  return { form: foreign ? "20-F" : annual ? "10-K" : "10-Q", filed, accession, url: filingUrl(String(cik), accession) };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A statement whose figures are computed when first read: most questions read one of seventy. */
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

const years = recentResults<readonly Statement[]>(16_000);

/** Sample statements of one fiscal year: its quarters (none for foreign filers), then the year, filed together with the fourth quarter. */
export const sampleYear = (i: Instrument, year: number): readonly Statement[] => years(`${i.issuer} ${year}`, () => statementsOfYear(i, year));

function statementsOfYear(i: Instrument, year: number): readonly Statement[] {
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
  return i.instrumentType === "adr" ? [whole] : [...parts, whole];
}

/** The last full fiscal years filed by `today`, at most `most`, oldest first; none for a fund. */
export function sampleFiscalYears(i: Instrument, today: IsoDate, most: number): Statement[] {
  if (i.instrumentType === "etf") return [];
  const found: Statement[] = [];
  for (let year = yearOf(today) + 1; found.length < most && year > yearOf(today) - most - 3; year--) {
    const annual = sampleYear(i, year).find((s) => s.annual);
    if (annual && annual.filing.filed <= today) found.unshift(annual);
  }
  return found;
}

/** All statements of about twelve years filed by `today`, by period end; none for a fund. */
export function sampleStatements(i: Instrument, today: IsoDate): Statement[] {
  if (i.instrumentType === "etf") return [];
  const served = Array.from({ length: YEARS_SERVED + 2 }, (_, n) => yearOf(today) - YEARS_SERVED + n);
  return served.flatMap((year) => sampleYear(i, year).filter((s) => s.filing.filed <= today));
}

const later = (a: Statement | undefined, b: Statement): Statement =>
  !a || b.periodEnd > a.periodEnd || (b.periodEnd === a.periodEnd && b.filing.filed >= a.filing.filed) ? b : a;

/** The last full fiscal year, by the latest filing. */
const latestYear = (rows: readonly Statement[]): Statement | undefined => rows.filter((s) => s.annual).reduce<Statement | undefined>(later, undefined);

/** A company's sample statements filed by `today`, as `filed` reads them by period end. If a period was filed twice, the later filing comes last. */
export function sampleFilings(i: Instrument, today: IsoDate, filed = (): readonly Statement[] => sampleStatements(i, today)): Statements {
  const all = once(filed);
  return {
    ...SAMPLE,
    latestYear: () => latestYear(all()),
    years: (most) => sampleFiscalYears(i, today, most),
    of: (period) => {
      const rows = all();
      const matching = isIsoDate(period) ? rows.filter((s) => s.periodEnd === period) : rows.filter((s) => s.period === period);
      return latestYear(matching) ?? matching.reduce<Statement | undefined>(later, undefined);
    },
    periods: all,
    latestFiling: () =>
      all().reduce<Statement | undefined>(
        (a, b) => (!a || b.filing.filed > a.filing.filed || (b.filing.filed === a.filing.filed && b.annual) ? b : a),
        undefined,
      ),
  };
}
