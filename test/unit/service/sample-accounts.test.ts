import type { Metric } from "../../../src/contract/vocabulary";
import { sampleFiscalYears, sampleStatements } from "../../../src/service/families/fundamentals/sample";
import { quarterShares, seasonOf } from "../../../src/service/families/fundamentals/sample-seasons";
import { companyOf, revenueFactor } from "../../../src/service/sample/company";
import { KNOWN_ACCOUNTS, type KnownAccounts } from "../../../src/service/sample/known-accounts";
import { KNOWN_COMPANIES } from "../../../src/service/sample/known-companies";
import { KNOWN_MARGINS } from "../../../src/service/sample/known-revenues";
import { isBalanceSheetBusiness } from "../../../src/service/sample/lenders";
import { instrumentOf } from "../../../src/service/instruments/universe";
import { COMPANIES, expectNone, someOf, WORLD_DAYS } from "./sample-world";

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
