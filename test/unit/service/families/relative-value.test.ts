import { RV_METRICS } from "../../../../src/contract/vocabulary";
import { isBalanceSheetBusiness } from "../../../../src/service/sample/lenders";
import { TICKERS, UNIVERSE } from "../../../../src/service/instruments/universe";
import { ask, CLOCK_DAYS, codesOf, numberOf, valueOrCode } from "./company-questions";

const DAY = "2024-06-25";
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
