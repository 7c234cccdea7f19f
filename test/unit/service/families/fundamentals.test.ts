import { sampleFilings, sampleStatements } from "../../../../src/service/families/fundamentals/sample";
import { TICKERS, UNIVERSE } from "../../../../src/service/instruments/universe";
import { type Metric, METRICS, RV_METRICS } from "../../../../src/contract/vocabulary";
import { ask, CLOCK_DAYS, codesOf, numberOf, valueOrCode } from "./company-questions";
import { isBalanceSheetBusiness } from "../../../../src/service/sample/lenders";

const DAY = "2024-06-25";
const companies = UNIVERSE.filter((i) => i.instrumentType !== "etf" && i.issuer === i.ticker);

test.each(CLOCK_DAYS)("on %s the items of every sample filing add up, and no filing has a later date", (day) => {
  for (const company of companies)
    for (const { figure, filing, periodEnd } of sampleStatements(company, day).slice(-6)) {
      const f = Object.fromEntries(METRICS.map((m) => [m, figure(m)]).filter(([, value]) => value !== undefined)) as { [M in Metric]?: number };
      const sound =
        Object.values(f).every(Number.isFinite) &&
        filing.filed <= day &&
        periodEnd < filing.filed &&
        (f.gross_profit === undefined || f.gross_profit === f.revenue! - f.cost_of_revenue!) &&
        f.free_cash_flow === f.operating_cash_flow! - f.capex! &&
        f.total_assets === f.total_liabilities! + f.equity! &&
        f.net_income === f.pretax_income! - f.income_tax! &&
        (f.current_assets === undefined || f.current_assets < f.total_assets) &&
        (f.current_liabilities === undefined || f.current_liabilities < f.total_liabilities!) &&
        f.shares_diluted! >= f.shares_basic!;
      if (!sound) throw new Error(`${company.ticker} ${periodEnd}: ${JSON.stringify(f)}`);
    }
});

test("FIN gives a year's flows as the sum of its quarters, and its balance as of the last quarter", () => {
  const quarter = (metric: string): number => [1, 2, 3, 4].reduce((sum, q) => sum + numberOf(DAY, "FIN", "AAPL", metric, `2023Q${q}`), 0);
  for (const metric of ["revenue", "net_income", "operating_cash_flow", "capex"]) expect(numberOf(DAY, "FIN", "AAPL", metric, "FY2023")).toBe(quarter(metric));
  expect(numberOf(DAY, "FIN", "AAPL", "total_assets", "FY2023")).toBe(numberOf(DAY, "FIN", "AAPL", "total_assets", "2023Q4"));
});

test("FIN accepts a period by name or last day, and its default is the latest filed year", () => {
  const year = numberOf(DAY, "FIN", "AAPL", "revenue", "FY2023");
  expect(numberOf(DAY, "FIN", "AAPL", "revenue", null)).toBe(year);
  expect(ask(DAY, "FIN", "AAPL", "revenue", null)).toMatchObject({ observation_date: "2023-09-30", unit: "USD" });
  expect(numberOf(DAY, "FIN", "AAPL", "revenue", "2023-09-30")).toBe(year);
  expect(numberOf(DAY, "FIN", "AAPL", "revenue", "2024-03-30")).toBe(numberOf(DAY, "FIN", "AAPL", "revenue", "2024Q2"));
  expect(ask("2023-10-10", "FIN", "AAPL", "revenue", null)).toMatchObject({ observation_date: "2022-09-24" });
  expect(numberOf("2029-01-02", "FIN", "AAPL", "revenue", "FY2023")).toBe(year);
});

test("FIN gives a reason that lists the known periods if a period has no filing", () => {
  expect(ask(DAY, "FIN", "AAPL", "revenue", "FY1900")).toMatchObject({
    code: "no_period",
    reason: "No filing of AAPL covers FY1900.",
    explanation: expect.stringContaining("FY2012 to FY2023 and 2012Q1 to 2024Q2") as string,
  });
  expect(ask(DAY, "FIN", "AAPL", "revenue", "FY2024")).toMatchObject({ code: "no_period" });
  expect(ask(DAY, "FIN", "AAPL", "revenue", "2024-03-31")).toMatchObject({ code: "no_period", explanation: expect.stringContaining("2024-03-30") as string });
  expect(ask(DAY, "FIN", "TSM", "revenue", "2024Q1")).toMatchObject({ code: "no_period", explanation: expect.stringContaining("full years only") as string });
});

test("sample fiscal years end in each filer's own month, and amounts are in its currency", () => {
  const ends = new Set(companies.map((c) => sampleFilings(c, DAY).latestYear()?.periodEnd.slice(5, 7)));
  expect(ends.size).toBeGreaterThan(5);
  expect(ask(DAY, "FIN", "ASML", "revenue", null)).toMatchObject({ unit: "EUR" });
  expect(ask(DAY, "FIN", "TSM", "eps_diluted", null)).toMatchObject({ unit: "TWD/shares" });
  expect(ask(DAY, "FIN", "TM", "shares_basic", null)).toMatchObject({ unit: "shares" });
  expect(ask(DAY, "FIN", "BABA", "cash", null)).toMatchObject({ unit: "CNY" });
});

test("FIN gives a reason for an item that is not stated, for a fund and for an unknown item", () => {
  expect(valueOrCode(DAY, "FIN", "JPM", "inventory", null)).toBe("not_stated");
  expect(valueOrCode(DAY, "FIN", "SPY", "revenue", null)).toBe("not_covered");
  expect(ask(DAY, "FIN", "AAPL", "revenu", null)).toMatchObject({ code: "unknown_metric", reason: expect.stringContaining("revenue") as string });
  expect(valueOrCode(DAY, "FILING", "AAPL", "profits", "form")).toBe("unknown_metric");
});

test("FILING with metric latest gives the newest annual or quarterly report, which has no value field", () => {
  expect(valueOrCode(DAY, "FILING", "AAPL", "latest", null)).toBe("10-Q");
  expect(valueOrCode("2023-12-29", "FILING", "AAPL", "latest", null)).toBe("10-K");
  expect(valueOrCode(DAY, "FILING", "TSM", "latest", "form")).toBe("20-F");
  expect(valueOrCode(DAY, "FILING", "AAPL", "latest", "period_end")).toBe("2024-03-30");
  expect(ask(DAY, "FILING", "AAPL", "latest", "value")).toMatchObject({
    code: "bad_argument",
    reason: "Metric latest has no field value.",
    explanation: expect.stringContaining("form, filed, period_end, accession or url") as string,
  });
  expect(valueOrCode(DAY, "FILING", "AAPL", "latest", "unit")).toBe("bad_argument");
});

test("FILING with another metric equals FIN of the latest year, and names the filing", () => {
  expect(valueOrCode(DAY, "FILING", "AAPL", "revenue", null)).toBe(valueOrCode(DAY, "FIN", "AAPL", "revenue", null));
  expect(valueOrCode(DAY, "FILING", "AAPL", "eps_basic", "unit")).toBe("USD/shares");
  expect(valueOrCode(DAY, "FILING", "AAPL", "revenue", "form")).toBe("10-K");
  const accession = String(valueOrCode(DAY, "FILING", "AAPL", "revenue", "accession"));
  expect(accession).toMatch(/^\d{10}-\d{2}-\d{6}$/);
  expect(String(valueOrCode(DAY, "FILING", "AAPL", "revenue", "url"))).toContain(accession.replaceAll("-", ""));
});

test("of two filings of the same period, the later one counts", () => {
  const statements = sampleStatements(companies[0]!, DAY);
  const year = sampleFilings(companies[0]!, DAY).latestYear()!;
  const restated = { ...year, filing: { ...year.filing, filed: "2024-06-24", form: "10-K/A" } };
  expect(sampleFilings(companies[0]!, DAY, () => [restated, ...statements]).latestYear()).toBe(restated);
});

const all = (field: string, metrics: readonly string[] = RV_METRICS) => TICKERS.flatMap((t) => metrics.map((m) => ask(DAY, "RV", t, m, field)));

test("every refusal of RV except the split's occurs in the sample; field refusal names it", () => {
  expect(codesOf(all("value"))).toEqual(new Set(["not_covered", "adr_multiples_refused", "negative_denominator", "not_meaningful", "no_price", "not_stated"]));
  expect(codesOf(all("percentile", ["gross_margin"]))).toContain("too_few_peers");
  const refusals = new Set(all("refusal", ["pe", "gross_margin", "return_12m"]).map((a) => ("value" in a ? a.value : a.code)));
  expect(refusals).toEqual(new Set(["none", "not_covered", "adr_multiples_refused", "negative_denominator", "no_price", "not_stated", "too_few_peers"]));
});

test("RV refuses the multiples of a company with depositary receipts, but gives its margins", () => {
  expect(valueOrCode(DAY, "RV", "TSM", "pe", "value")).toBe("adr_multiples_refused");
  expect(valueOrCode(DAY, "RV", "TSM", "dividend_yield", "value")).toBe("adr_multiples_refused");
  expect(typeof valueOrCode(DAY, "RV", "TSM", "gross_margin", "value")).toBe("number");
});

test("RV refuses ratios of enterprise value and net debt for banks, insurers and lenders only", () => {
  const OF_DEBT = ["ev_to_revenue", "ev_to_operating_income", "net_debt_to_ocf"] as const;
  const wrong = UNIVERSE.filter((i) => i.instrumentType !== "etf").flatMap((instrument) => {
    const refuses = (metric: string) => valueOrCode(DAY, "RV", instrument.ticker, metric, "value") === "not_meaningful";
    return OF_DEBT.filter((metric) => refuses(metric) !== isBalanceSheetBusiness(instrument)).map((metric) => [instrument.ticker, metric]);
  });
  expect(wrong).toEqual([]);
  for (const ticker of ["JPM", "GS", "BRK.B", "PGR", "AXP", "STT", "HSBC"])
    expect(valueOrCode(DAY, "RV", ticker, "net_debt_to_ocf", "value")).toBe("not_meaningful");
  for (const ticker of ["V", "BLK", "SPGI", "MMC", "PYPL", "AAPL"]) expect(valueOrCode(DAY, "RV", ticker, "ev_to_revenue", "value")).not.toBe("not_meaningful");
  expect(typeof valueOrCode(DAY, "RV", "JPM", "pb", "value")).toBe("number");
});

test("RV compares with the sub-industry, else with the sector, else gives too_few_peers", () => {
  expect(valueOrCode(DAY, "RV", "NVDA", "ps", "peer_level")).toBe("sub_industry");
  expect(valueOrCode(DAY, "RV", "MMM", "ps", "peer_level")).toBe("sector");
  expect(valueOrCode(DAY, "RV", "CBRE", "gross_margin", "percentile")).toBe("too_few_peers");
  expect(numberOf(DAY, "RV", "CBRE", "gross_margin", "peer_count")).toBe(3);
});

test("rank, percentile and median of RV are over the same peers", () => {
  for (const day of CLOCK_DAYS)
    for (const { ticker } of UNIVERSE.filter((i) => i.subIndustry === "Restaurants")) {
      const value = valueOrCode(day, "RV", ticker, "ps", "value");
      if (typeof value !== "number") continue;
      const of = (field: string): number => numberOf(day, "RV", ticker, "ps", field);
      expect(of("percentile")).toBeCloseTo(100 * (1 - (of("rank") - 1) / of("peer_count")), 1);
      if (value > of("peer_median")) expect(of("percentile")).toBeGreaterThanOrEqual(50);
    }
});

test("multiples of RV equal those computed from FIN and PRICE", () => {
  const price = numberOf(DAY, "PRICE", "MSFT", "last");
  const fin = (item: string): number => numberOf(DAY, "FIN", "MSFT", item, null);
  expect(numberOf(DAY, "RV", "MSFT", "pe", "value")).toBeCloseTo(price / fin("eps_diluted"), 3);
  expect(numberOf(DAY, "RV", "MSFT", "ps", "value")).toBeCloseTo((price * fin("shares_outstanding")) / fin("revenue"), 3);
  expect(numberOf(DAY, "RV", "MSFT", "roe", "value")).toBeCloseTo((100 * fin("net_income")) / fin("equity"), 3);
});

test("two share classes of one company have the same multiples and number of peers", () => {
  expect(valueOrCode(DAY, "RV", "GOOG", "ps", "value")).toBe(valueOrCode(DAY, "RV", "GOOGL", "ps", "value"));
  expect(valueOrCode(DAY, "RV", "GOOG", "ps", "peer_count")).toBe(valueOrCode(DAY, "RV", "GOOGL", "ps", "peer_count"));
});
