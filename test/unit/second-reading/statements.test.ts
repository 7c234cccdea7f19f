import { statementsOf } from "../../../src/second-reading/statements";
import type { FactReading } from "../../../src/second-reading/reading";

const YEAR = { start: "2021-01-01", end: "2021-12-31" } as const;

/** A fact of 2021 in a 10-K of February 2022, with changes. */
const fact = (tag: string, value: number, change: Partial<FactReading> = {}): FactReading => ({
  kind: "fact",
  tag: `us-gaap:${tag}`,
  unit: "USD",
  ...YEAR,
  value,
  accession: "0000000001-22-000001",
  form: "10-K",
  filed: "2022-02-20",
  ...change,
});

const LATER = { accession: "0000000001-24-000001", filed: "2024-02-20" } as const;

/** Revenue of 2021 as known on a day. */
const revenue = (facts: readonly FactReading[], day = "2026-06-01"): number | undefined =>
  statementsOf(facts)
    .lines("USD")
    .find(({ metric }) => metric === "revenue")
    ?.at(YEAR.end, "year", day)?.value;

test("takes the whole of revenue, not a part that the same filing states", () => {
  expect(revenue([fact("Revenues", 29), fact("SalesRevenueNet", 83)])).toBe(83);
});

test("keeps an older total if a later filing states only a part of it", () => {
  const laterOwn = fact("Revenues", 1_200, { ...LATER, start: "2023-01-01", end: "2023-12-31" });
  const slice = fact("RevenueFromContractWithCustomerExcludingAssessedTax", 700, LATER);
  expect(revenue([fact("Revenues", 1_000), slice, laterOwn])).toBe(1_000);
});

test("takes a restatement under the element to which the company has changed", () => {
  const restated = fact("RevenueFromContractWithCustomerExcludingAssessedTax", 960, LATER);
  const laterOwn = fact("RevenueFromContractWithCustomerExcludingAssessedTax", 1_200, { ...LATER, start: "2023-01-01", end: "2023-12-31" });
  expect(revenue([fact("Revenues", 1_000), restated, laterOwn])).toBe(960);
  expect(revenue([fact("Revenues", 1_000), restated, laterOwn], "2023-01-01")).toBe(1_000);
});

test("takes no later value below gross profit as the total", () => {
  const slice = fact("Revenues", 300, LATER);
  expect(revenue([fact("Revenues", 1_000), slice])).toBe(300);
  expect(revenue([fact("Revenues", 1_000), slice, fact("GrossProfit", 420)])).toBe(1_000);
});

test("adds net interest income and other income to a bank's revenue", () => {
  const bank = [fact("InterestIncomeExpenseNet", 3_000), fact("NoninterestIncome", 600), fact("RevenueFromContractWithCustomerExcludingAssessedTax", 600)];
  expect(revenue(bank)).toBe(3_600);
});

test("never takes a figure of a proxy statement, and one of a prospectus only until a report", () => {
  expect(revenue([fact("Revenues", 1_000), fact("Revenues", 1, { form: "DEF 14A", ...LATER })])).toBe(1_000);
  expect(revenue([fact("Revenues", 1_000), fact("Revenues", 900, { form: "S-1/A", ...LATER })])).toBe(1_000);
  expect(revenue([fact("Revenues", 900, { form: "S-1/A" })])).toBe(900);
});

test.each([false, true])("takes the exact value before its rounding, in any order (%s)", (isTurned) => {
  const facts = [fact("Revenues", 1_234_567_890), fact("Revenues", 1_235_000_000)];
  expect(revenue(isTurned ? facts.reverse() : facts)).toBe(1_234_567_890);
});

test("takes no twelve months of a quarterly report for a fiscal year", () => {
  expect(statementsOf([fact("Revenues", 1_000, { form: "10-Q" })]).periods()).toEqual([]);
});

test("lists quarters of 12 to 17 weeks, and the currency of the latest report", () => {
  const quarter = fact("Revenues", 45, { start: "2024-02-04", end: "2024-05-25", form: "10-Q", unit: "CAD" });
  const { periods, currencyOf } = statementsOf([quarter, fact("Revenues", 1_000)]);
  expect(periods()).toEqual([
    { end: "2024-05-25", length: "quarter" },
    { end: "2021-12-31", length: "year" },
  ]);
  expect(currencyOf("2024-05-25", "quarter")).toBe("CAD");
  expect(currencyOf("2024-05-25", "quarter", quarter.filed)).toBeUndefined();
});
