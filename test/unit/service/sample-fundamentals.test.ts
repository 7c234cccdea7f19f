import { daysBetween } from "../../../src/contract/dates";
import type { RvMetric } from "../../../src/contract/vocabulary";
import { sampleStatements } from "../../../src/service/families/fundamentals/sample";
import { companyOf } from "../../../src/service/sample/company";
import { KNOWN_COMPANIES, KNOWN_FUNDS } from "../../../src/service/sample/known-companies";
import { isBalanceSheetBusiness } from "../../../src/service/sample/lenders";
import { KNOWN_REVENUES } from "../../../src/service/sample/known-revenues";
import { instrumentOf } from "../../../src/service/instruments/universe";
import { median } from "../../../src/service/families/statistics";
import { COMPANIES, expectNone, fin, near, priceOn, rv, someOf, WORLD_DAYS } from "./sample-world";

test("every well-known symbol is covered, and is the first share class of its company", () => {
  for (const symbol of [...KNOWN_COMPANIES.keys(), ...KNOWN_FUNDS.keys()]) expect(instrumentOf(symbol)).toMatchObject({ issuer: symbol });
  expect(KNOWN_COMPANIES.size).toBeGreaterThan(500);
});

const PARTS = [
  "shares_outstanding", "revenue", "net_income", "equity", "eps_diluted", "cash", "long_term_debt", "short_term_debt", "operating_cash_flow", "operating_income",
  "free_cash_flow", "dividends_per_share", "gross_profit",
] as const; // prettier-ignore

/** Each ratio's definition, computed from figures that other functions serve; NaN if one has no value. */
function ratiosOf(day: string, ticker: string): { readonly [M in RvMetric]?: number } {
  const instrument = instrumentOf(ticker)!;
  const { issuer, instrumentType } = instrument;
  const f = Object.fromEntries(PARTS.map((m) => [m, fin(day, ticker, m) ?? Number.NaN])) as Record<(typeof PARTS)[number], number>;
  const price = instrumentType === "adr" ? Number.NaN : (priceOn(day, issuer) ?? Number.NaN);
  const positive = (n: number): number => (n > 0 ? n : Number.NaN);
  const value = price * f.shares_outstanding;
  const netDebt = isBalanceSheetBusiness(instrument) ? Number.NaN : f.long_term_debt + f.short_term_debt - f.cash;
  return {
    pe: price / positive(f.eps_diluted),
    ps: value / positive(f.revenue),
    pb: value / positive(f.equity),
    ev_to_revenue: (value + netDebt) / positive(f.revenue),
    ev_to_operating_income: (value + netDebt) / positive(f.operating_income),
    fcf_yield: (100 * f.free_cash_flow) / value,
    dividend_yield: (100 * f.dividends_per_share) / price,
    net_debt_to_ocf: netDebt / positive(f.operating_cash_flow),
    gross_margin: (100 * f.gross_profit) / positive(f.revenue),
    operating_margin: (100 * f.operating_income) / positive(f.revenue),
    net_margin: (100 * f.net_income) / positive(f.revenue),
    roe: (100 * f.net_income) / positive(f.equity),
  };
}

test.each(WORLD_DAYS)("at %s every sample ratio equals the quotient of its parts, and is missing if one is", (day) => {
  const faults: string[] = [];
  for (const { ticker } of someOf(COMPANIES))
    for (const [metric, computed] of Object.entries(ratiosOf(day, ticker))) {
      const served = rv(day, ticker, metric as RvMetric);
      if (!(served === undefined && Number.isNaN(computed)) && !near(served, computed))
        faults.push(`${ticker} ${metric}: served ${served}, parts give ${computed}`);
    }
  expectNone(faults);
});

test.each(WORLD_DAYS)("at %s sample statements satisfy identities such as assets = liabilities + equity", (day) => {
  const faults: string[] = [];
  for (const company of COMPANIES)
    for (const { figure, period } of sampleStatements(company, day).slice(-10)) {
      const f = (m: Parameters<typeof figure>[0]): number | undefined => figure(m);
      const holds: Record<string, boolean> = {
        gross: f("gross_profit") === undefined || f("gross_profit") === f("revenue")! - f("cost_of_revenue")!,
        operating: f("operating_income") === undefined || f("pretax_income") === f("operating_income")! - (f("interest_expense") ?? 0),
        expenses:
          [f("gross_profit"), f("operating_income"), f("sga")].includes(undefined) ||
          f("operating_income") === f("gross_profit")! - f("sga")! - (f("research_and_development") ?? 0),
        net: f("net_income") === f("pretax_income")! - f("income_tax")!,
        fcf: f("free_cash_flow") === f("operating_cash_flow")! - f("capex")!,
        balance: f("total_assets") === f("total_liabilities")! + f("equity")!,
        assets: f("total_assets")! > f("cash")! && f("cash")! >= 0 && f("total_liabilities")! > 0 && f("revenue")! > 0,
        debt: f("short_term_debt") === undefined || f("long_term_debt")! + f("short_term_debt")! <= f("total_liabilities")!,
        eps: near(f("eps_basic"), f("net_income")! / f("shares_basic")!, 0.00501) && near(f("eps_diluted"), f("net_income")! / f("shares_diluted")!, 0.00501),
        dividend: f("dividends_per_share") === undefined || f("dividends_per_share")! > 0,
      };
      for (const [name, ok] of Object.entries(holds)) if (!ok) faults.push(`${company.ticker} ${period}: ${name}`);
    }
  expectNone(faults);
});

test.each(WORLD_DAYS)("at %s sample 20-F are filed within 120 days, 10-K within 75, 10-Q within 40", (day) => {
  const faults = COMPANIES.flatMap((company) =>
    sampleStatements(company, day).flatMap(({ annual, period, periodEnd, filing }) => {
      const { price, shares } = companyOf(company);
      const most = filing.form === "20-F" ? 120 : filing.form === "10-Q" ? 40 : price * shares >= 0.7e9 ? 60 : 75;
      const took = daysBetween(periodEnd, filing.filed);
      return annual === (filing.form !== "10-Q") && (took > most || took < 20) ? [`${company.ticker} ${period}: filed after ${took} days`] : [];
    }),
  );
  expectNone(faults);
});

test("only sample companies with earnings and equity buy back shares, mostly within free cash flow", () => {
  const faults: string[] = [];
  const years = { all: 0, beyond: 0 };
  for (const company of COMPANIES)
    for (const { annual, figure, period } of sampleStatements(company, "2026-11-20")) {
      const [paid, free, equity] = (["buybacks", "free_cash_flow", "equity"] as const).map(figure) as (number | undefined)[];
      if (paid === undefined || paid === 0) continue;
      if (equity! <= 0 || companyOf(company).netMargin <= 0) faults.push(`${company.ticker} ${period}: buybacks without earnings or equity`);
      if (!annual && paid > free!) faults.push(`${company.ticker} ${period}: ${paid} of ${free}`);
      // A year may contain a quarter without free cash flow, so only most of the years are below theirs.
      if (annual) years.all++;
      if (annual && paid > free!) years.beyond++;
    }
  expectNone(faults);
  expect(years.beyond / years.all).toBeLessThan(0.02);
  for (const ticker of ["TSLA", "AMC", "MCD"]) expect([ticker, fin("2026-11-20", ticker, "buybacks", "FY2025")]).toEqual([ticker, 0]);
  for (const ticker of ["AAPL", "MSFT", "NVDA", "META", "JPM"]) {
    const counts = ["FY2016", "FY2020", "FY2025"].map((period) => fin("2026-11-20", ticker, "shares_outstanding", period)!);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const [first, , last] = counts as [number, number, number];
    expect(last / first).toBeGreaterThan(0.7);
    expect(last).toBeLessThan(first);
    expect(fin("2026-11-20", ticker, "buybacks", "FY2025")).toBeGreaterThan(0);
  }
});

const within = (value: number | undefined, low: number, high: number): boolean => value === undefined || (value >= low && value <= high);

/** Companies whose real sales are so far below their market value that the limits below do not apply. */
const DEARLY_PAID = ["MSTR", "PLTR", "APP", "RKLB", "UEC"];
/** Yearly losses of many times revenue: companies with almost no sales yet. */
const BEFORE_SALES = -4.5;

test.each(WORLD_DAYS)("at %s the sample ratios of well-known companies are plausible", (day) => {
  const faults = COMPANIES.filter((i) => !DEARLY_PAID.includes(i.issuer) && companyOf(i).netMargin > BEFORE_SALES).flatMap(({ ticker }) => {
    const check = (metric: RvMetric, low: number, high: number): string[] =>
      within(rv(day, ticker, metric), low, high) ? [] : [`${ticker} ${metric} ${rv(day, ticker, metric)}`];
    return [
      ...check("pe", 4, 900),
      ...check("ps", 0.02, 70),
      ...check("pb", 0.2, 700),
      ...check("dividend_yield", 0.005, 16),
      ...check("gross_margin", -130, 99),
      ...check("net_margin", -450, 60),
      // Known revenue may double or halve within a year.
      ...(KNOWN_REVENUES.has(instrumentOf(ticker)!.issuer) ? check("revenue_growth", -80, 180) : check("revenue_growth", -20, 60)),
      ...check("return_12m", -75, 250),
    ];
  });
  expectNone(faults);
});

test.each(WORLD_DAYS)("at %s the median sample ratios of every sub-industry are plausible", (day) => {
  const groups = new Map<string, string[]>();
  for (const i of COMPANIES) groups.set(i.subIndustry, [...(groups.get(i.subIndustry) ?? []), i.ticker]);
  const faults = [...groups].flatMap(([name, tickers]) => {
    const mid = (metric: RvMetric): number | undefined => {
      const values = tickers.flatMap((t) => rv(day, t, metric) ?? []);
      return values.length < 5 ? undefined : median(values);
    };
    const check = (metric: RvMetric, low: number, high: number): string[] => (within(mid(metric), low, high) ? [] : [`${name} ${metric} ${mid(metric)}`]);
    return [...check("pe", 6, 90), ...check("ps", 0.1, 25), ...check("pb", 0.5, 40), ...check("dividend_yield", 0.2, 9), ...check("net_margin", -30, 45)];
  });
  expectNone(faults);
});

test("the most valuable sample companies are the real ones, within a factor of 2.5", () => {
  const value = (t: string): number => (priceOn("2025-01-02", t) ?? 0) * (fin("2025-01-02", t, "shares_outstanding") ?? 0);
  const ranked = COMPANIES.filter((i) => i.instrumentType === "common" && i.issuer === i.ticker).sort((a, b) => value(b.ticker) - value(a.ticker));
  expect(ranked.slice(0, 12).map((i) => i.ticker)).toEqual(expect.arrayContaining(["AAPL", "MSFT", "NVDA", "AMZN", "GOOGL", "META", "BRK.B"]));
  // No price of USM is known: it shows how a symbol without one answers.
  const priced = ranked.filter(({ ticker }) => ticker !== "USM");
  for (const { ticker } of priced) {
    const known = KNOWN_COMPANIES.get(ticker)!;
    const ratio = value(ticker) / (known.price * known.shares);
    if (!(ratio > 0.4 && ratio < 2.5)) throw new Error(`${ticker}: ${ratio} times its known market value`);
  }
});

test("sample companies with hardly any sales lose money, use cash and pay no dividend", () => {
  const early = COMPANIES.filter((i) => companyOf(i).netMargin <= BEFORE_SALES);
  const faults = early.flatMap(({ ticker }) => {
    const f = (m: Parameters<typeof fin>[2]): number | undefined => fin("2026-11-20", ticker, m);
    const believable =
      f("revenue")! < 2e8 && f("net_income")! < 0 && f("operating_cash_flow")! < 0 && f("dividends_per_share") === undefined && f("cash")! > f("revenue")!;
    return believable ? [] : [ticker];
  });
  expectNone(faults);
  expect(early.map((i) => i.ticker)).toEqual(expect.arrayContaining(["QS", "VKTX", "OKLO", "NTLA", "SPCE"]));
});
