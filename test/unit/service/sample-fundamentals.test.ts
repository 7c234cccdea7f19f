import { daysBetween } from "../../../src/contract/dates";
import type { Metric, RvMetric } from "../../../src/contract/vocabulary";
import { sampleFiscalYears, sampleStatements, sampleYear } from "../../../src/service/families/fundamentals/sample";
import { companyOf, courseThrough, logOn, netMarginAt, revenueFactor } from "../../../src/service/sample/company";
import { KNOWN_COMPANIES, KNOWN_FUNDS } from "../../../src/service/sample/known-companies";
import { isBalanceSheetBusiness } from "../../../src/service/sample/lenders";
import { KNOWN_MARGINS, KNOWN_REVENUES } from "../../../src/service/sample/known-revenues";
import { instrumentOf, ISSUERS } from "../../../src/service/instruments/universe";
import { median } from "../../../src/service/families/statistics";
import { COMPANIES, expectNone, fin, near, priceOn, rv, someOf, WORLD_DAYS } from "./sample-world";
import { quarterShares, seasonOf } from "../../../src/service/families/fundamentals/sample-seasons";
import { KNOWN_ACCOUNTS, type KnownAccounts } from "../../../src/service/sample/known-accounts";

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

const METRIC: Readonly<Record<keyof KnownAccounts, Metric>> = {
  research: "research_and_development",
  stockCompensation: "stock_compensation",
  capex: "capex",
  depreciation: "depreciation_amortization",
  cash: "cash",
  inventory: "inventory",
  plant: "property_plant_equipment",
  goodwill: "goodwill",
  debt: "long_term_debt",
  assets: "total_assets",
};
const YEAR = "FY2024";
const yearOf = (symbol: string) => {
  const found = sampleStatements(instrumentOf(symbol)!, "2026-11-20").find((s) => s.period === YEAR);
  if (!found) throw new Error(`${symbol} has no ${YEAR}`);
  return found;
};

test("sample accounts of well-known companies are close to known ones, and lack the same lines", () => {
  const faults = [...KNOWN_ACCOUNTS].flatMap(([symbol, accounts]) => {
    const statement = yearOf(symbol);
    const scale = statement.figure("revenue")! / KNOWN_COMPANIES.get(symbol)!.revenue;
    return (Object.keys(METRIC) as (keyof KnownAccounts)[]).flatMap((line) => {
      const [known, served] = [accounts[line], statement.figure(METRIC[line])];
      if (known === null) return served === undefined ? [] : [`${symbol} states ${line}`];
      if (known === undefined || served === undefined) return [];
      const ratio = served / (known * scale);
      return ratio > 0.55 && ratio < 1.6 ? [] : [`${symbol} ${line}: ${ratio} times what is known`];
    });
  });
  expectNone(faults);
  expect(KNOWN_ACCOUNTS.size).toBeGreaterThan(130);
});

test.each(WORLD_DAYS)("at %s the lines of every sample balance sheet sum to at most their total", (day) => {
  const faults = someOf(COMPANIES).flatMap((company) =>
    sampleFiscalYears(company, day, 3).flatMap(({ figure, period }) => {
      const f = (m: Metric): number => figure(m) ?? 0;
      const holds: Record<string, boolean> = {
        assets: f("current_assets") + f("property_plant_equipment") + f("goodwill") <= f("total_assets"),
        current: f("cash") + f("receivables") + f("inventory") <= (figure("current_assets") ?? f("total_assets")),
        owed:
          f("current_liabilities") <= f("total_liabilities") && f("accounts_payable") + f("short_term_debt") + f("long_term_debt") <= f("total_liabilities"),
        overhead: (figure("sga") ?? 1) > 0,
        bank: !isBalanceSheetBusiness(company) || f("equity") <= 0 || f("goodwill") + f("property_plant_equipment") < 1.1 * f("equity"),
      };
      return Object.entries(holds).flatMap(([name, ok]) => (ok ? [] : [`${company.ticker} ${period}: ${name}`]));
    }),
  );
  expectNone(faults);
});

test("sample research and stock compensation are the same share of revenue each year", () => {
  // Companies with known margins are left out: their costs differ from year to year.
  const faults = COMPANIES.filter((i) => !KNOWN_MARGINS.has(i.issuer)).flatMap((company) =>
    (["research_and_development", "stock_compensation"] as const).flatMap((metric) => {
      const shares = sampleFiscalYears(company, "2026-11-20", 8).flatMap(({ figure }) => {
        const amount = figure(metric);
        return amount === undefined ? [] : [amount / figure("revenue")!];
      });
      const [least, most] = [Math.min(...shares), Math.max(...shares)];
      return shares.length === 0 || most <= 1.1 * least + 1e-4 ? [] : [`${company.ticker} ${metric}: ${least} to ${most} of revenue`];
    }),
  );
  expectNone(faults);
});

test("sample revenue of retailers peaks in the quarter that contains December", () => {
  const seasonal = COMPANIES.filter((i) => i.instrumentType === "common" && seasonOf(i)?.kind === "holiday" && seasonOf(i)!.strength >= 0.07);
  const faults = seasonal.flatMap((company) => {
    const byYear = new Map<string, { readonly end: string; readonly revenue: number }[]>();
    for (const { annual, period, periodEnd, figure } of sampleStatements(company, "2026-11-20"))
      if (!annual) byYear.set(period.slice(0, 4), [...(byYear.get(period.slice(0, 4)) ?? []), { end: periodEnd, revenue: figure("revenue")! }]);
    return [...byYear].flatMap(([year, quarters]) => {
      if (quarters.length < 4) return [];
      const most = quarters.reduce((a, b) => (b.revenue > a.revenue ? b : a));
      // If revenue grows by a quarter or more, growth outweighs the season.
      const grows = revenueFactor(companyOf(company), Number(year) + 0.5) > 1.25 * revenueFactor(companyOf(company), Number(year) - 0.5);
      return grows || ["12", "01", "02"].includes(most.end.slice(5, 7)) ? [] : [`${company.ticker} ${year}: most in the quarter to ${most.end}`];
    });
  });
  expectNone(faults);
  expect(seasonal.map((i) => i.ticker)).toEqual(expect.arrayContaining(["AAPL", "AMZN", "WMT", "TGT", "BBY", "GME", "M"]));
});

test("the seasonal factors of a year's quarters sum to four for any fiscal year end", () => {
  for (const company of COMPANIES)
    for (let month = 1; month <= 12; month++) {
      const shares = quarterShares(company, month);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(4, 9);
      expect(Math.min(...shares)).toBeGreaterThan(0.75);
      expect(Math.max(...shares)).toBeLessThan(1.6);
    }
});

test("courseThrough goes through its points, and between two only rises or only falls", () => {
  const points = [[2018, 5], [2019, 4], [2020, 10], [2021, 10], [2025, 80]] as const; // prettier-ignore
  const course = courseThrough([...points].reverse(), 0.04, 0.1);
  for (const [year, amount] of points) expect(Math.exp(logOn(course, year))).toBeCloseTo(amount, 9);
  for (let n = 0; n + 1 < points.length; n++) {
    const [[from, low], [to, high]] = [points[n]!, points[n + 1]!];
    for (let step = 0; step < 20; step++) {
      const [here, next] = [0, 1].map((more) => Math.exp(logOn(course, from + ((to - from) * (step + more)) / 20))) as [number, number];
      expect(Math.sign(high - low) * (next - here)).toBeGreaterThanOrEqual(-1e-9);
    }
  }
});

test("sample revenue equals known revenue in the years for which it is known", () => {
  for (const symbol of KNOWN_REVENUES.keys()) expect(KNOWN_COMPANIES.has(symbol) && instrumentOf(symbol)?.issuer === symbol).toBe(true);
  for (const [symbol, points] of KNOWN_REVENUES) {
    const company = companyOf(instrumentOf(symbol)!);
    for (const [year, amount] of points)
      expect([symbol, year, company.revenue * revenueFactor(company, year + 0.5)]).toEqual([symbol, year, expect.closeTo(amount, -5)]);
  }
});

test("sample revenue of no company jumps from one month to the next", () => {
  const faults = ISSUERS.flatMap((i) => {
    const company = companyOf(i);
    const leaps: string[] = [];
    for (let year = 1962; year < 2040; year += 1 / 12) {
      const step = Math.log(revenueFactor(company, year + 1 / 12) / revenueFactor(company, year));
      // 0.5 is a growth of 65 % in a month. Vaccine makers grew many times over within a year, but less than that in each month.
      if (!(Math.abs(step) < 0.5)) leaps.push(`${i.ticker} ${year.toFixed(2)}: ${step}`);
    }
    return leaps;
  });
  expectNone(faults);
});

test("sample revenue of a fiscal year is between those of the calendar years that it spans", () => {
  const faults = COMPANIES.filter((i) => KNOWN_REVENUES.has(i.ticker) && i.currency === "USD").flatMap((i) =>
    sampleFiscalYears(i, "2026-11-20", 9).flatMap(({ period, periodEnd, figure }) => {
      const company = companyOf(i);
      const middle = Number(periodEnd.slice(0, 4)) + (Number(periodEnd.slice(5, 7)) - 6) / 12;
      const [least, most] = [-0.5, 0, 0.5]
        .map((t) => company.revenue * revenueFactor(company, middle + t))
        .sort((a, b) => a - b)
        .filter((_, n) => n !== 1) as [number, number];
      const revenue = figure("revenue")!;
      return revenue > 0.9 * least && revenue < 1.1 * most ? [] : [`${i.ticker} ${period}: ${revenue} outside of ${least} to ${most}`];
    }),
  );
  expectNone(faults);
});

test("sample earnings follow known margins; gross profit, research and overhead are positive, and no cost is negative", () => {
  for (const [symbol, points] of KNOWN_MARGINS) {
    const company = companyOf(instrumentOf(symbol)!);
    for (const [year, margin] of points) expect([symbol, year, netMarginAt(company, year + 0.5)]).toEqual([symbol, year, expect.closeTo(margin, 9)]);
  }
  const faults = COMPANIES.filter((i) => KNOWN_MARGINS.has(i.ticker)).flatMap((i) =>
    sampleFiscalYears(i, "2026-11-20", 9).flatMap(({ period, periodEnd, figure }) => {
      const company = companyOf(i);
      const middle = Number(periodEnd.slice(0, 4)) + (Number(periodEnd.slice(5, 7)) - 6) / 12;
      const margins = [-0.5, -0.25, 0, 0.25, 0.5].map((t) => netMarginAt(company, middle + t));
      const margin = figure("net_income")! / figure("revenue")!;
      const slack = 0.02 + 0.15 * Math.abs(margin);
      const holds = margin > Math.min(...margins) - slack && margin < Math.max(...margins) + slack;
      const positive = (["gross_profit", "research_and_development", "sga"] as const).every((metric) => (figure(metric) ?? 1) > 0);
      return holds && positive && (figure("cost_of_revenue") ?? 0) >= 0 ? [] : [`${i.ticker} ${period}: ${margin}, known ${margins.join(" ")}`];
    }),
  );
  expectNone(faults);
});

/** Fiscal years that most analysts know: revenue and net earnings in billions of US dollars. */
const FAMOUS = `MRNA 2018 .14 -.4|MRNA 2021 18.5 12.2|MRNA 2022 19.3 8.4|MRNA 2023 6.8 -4.7|BNTX 2021 22 12|CCL 2019 20.8 3|CCL 2020 5.6 -10.2|CCL 2021 1.9 -9.5|RCL 2020 2.2 -5.8
RCL 2021 1.5 -5.3|NCLH 2020 1.3 -4|NCLH 2021 .65 -4.5|BKNG 2020 6.8 .06|AMC 2020 1.24 -4.6|HOOD 2021 1.8 -3.7|CVNA 2022 13.6 -1.6|SOFI 2021 .98 -.48|OXY 2020 17.8 -14.8|VLO 2022 176 11.5
XOM 2020 178 -22|XOM 2022 399 56|CVX 2020 94 -5.5|CVX 2022 236 35|UPST 2021 .85 .135|PTON 2018 .43 -.05|PTON 2021 4 -.19|PTON 2022 3.6 -2.8|UAL 2020 15.4 -7|DAL 2020 17 -12|AAL 2020 17.3 -8.9
BA 2020 58 -11.9|DIS 2020 65 -2.9|ABNB 2020 3.4 -4.6|UBER 2020 11.1 -6.8|UBER 2022 31.9 -9.1|META 2022 116.6 23|INTC 2024 53 -18.8|AVGO 2025 64 23`;

test("sample revenue and earnings of well-known fiscal years are close to the real ones", () => {
  const faults = FAMOUS.split(/[|\n]/).flatMap((entry) => {
    const [symbol = "", year, ...amounts] = entry.split(" ");
    const i = instrumentOf(symbol)!;
    const [revenue, net] = amounts.map((text) => 1e9 * Number(text)) as [number, number];
    const { figure } = sampleYear(i, Number(year)).find((s) => s.annual)!;
    const [shown, earned] = (["revenue", "net_income"] as const).map((m) => figure(m)! / (i.currency === "EUR" ? 0.9 : 1)) as [number, number];
    const holds = Math.abs(shown / revenue - 1) < 0.15 && Math.abs(earned - net) < 0.2 * Math.abs(net) + 0.015 * revenue;
    return holds ? [] : [`${entry}: ${shown / 1e9} ${earned / 1e9}`];
  });
  expectNone(faults);
});
