import fc from "fast-check";
import { addDays, msOf, DAY_MS } from "../../src/contract/dates";
import type { Made } from "./made";

interface Fact {
  readonly tag: string;
  readonly unit: string;
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
  readonly form: string;
  readonly filed: string;
}

/** Weeks of the quarters of a year. */
const WEEKS = [
  [13, 13, 13, 13],
  [13, 13, 13, 14],
  [16, 12, 12, 12],
  [16, 12, 12, 13],
  [12, 12, 12, 16],
  [12, 12, 12, 17],
] as const;
const TOTAL_TAGS = ["Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax", "SalesRevenueNet"] as const;

/** What is odd about a company's facts. */
const odd = fc.record({
  weeks: fc.constantFrom(...WEEKS),
  years: fc.integer({ min: 2, max: 4 }),
  firstStart: fc.constantFrom("2018-12-30", "2019-02-03", "2019-07-01", "2018-09-02"),
  total: fc.constantFrom(...TOTAL_TAGS),
  // A second element with a part of revenue, in the same filings or only in later ones.
  part: fc.constantFrom("none", "same filing", "later note"),
  currency: fc.constantFrom("USD", "CAD", "CNY"),
  // The year from which another currency is used.
  changedFrom: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  hasProxy: fc.boolean(),
  // A later filing of another form states a year once more: a prospectus, whose figures do not count, or an 8-K with statements that are recast.
  otherForm: fc.constantFrom("none", "S-1/A", "8-K"),
  hasRounded: fc.boolean(),
  isRestated: fc.boolean(),
  revenue: fc.integer({ min: 100_000_001, max: 90_000_000_009 }),
});

const accession = (n: number): string => `0000900500-24-${String(n).padStart(6, "0")}`;

/** A figure that is right at the end. */
interface MadeFigure {
  readonly metric: "revenue" | "net_income" | "total_assets";
  readonly length: "year" | "quarter";
  readonly end: string;
  readonly currency: string;
  readonly value: number;
}
interface MadeFacts extends Made {
  readonly figures: readonly MadeFigure[];
}

/** A company-facts document with revenue, net income and assets of some years and quarters, in any order. */
export const madeFacts: fc.Arbitrary<MadeFacts> = odd
  .chain((of) => {
    const facts: Fact[] = [];
    const figures: MadeFigure[] = [];
    const other = TOTAL_TAGS.find((tag) => tag !== of.total) ?? "Revenues";
    const unitOf = (year: number): string => (of.changedFrom !== undefined && year >= of.changedFrom ? "USD" : of.currency);
    let start: string = of.firstStart;
    let filing = 0;
    for (let year = 0; year < of.years; year++) {
      const unit = unitOf(year);
      const yearStart = start;
      of.weeks.forEach((weeks, quarter) => {
        const end = addDays(start, weeks * 7 - 1);
        const head = { unit, start, end, accn: accession(++filing), form: "10-Q", filed: addDays(end, 35) };
        const val = Math.round(of.revenue * (1 + year / 10) * (weeks / 52));
        if (quarter < 3) {
          facts.push({ ...head, tag: of.total, val }, { ...head, tag: "NetIncomeLoss", val: Math.round(val / 9) });
          facts.push({ tag: "Assets", unit, end, val: val * 7, accn: head.accn, form: "10-Q", filed: head.filed });
          const right = { length: "quarter", end, currency: unit } as const;
          figures.push({ ...right, metric: "revenue", value: val }, { ...right, metric: "net_income", value: Math.round(val / 9) });
          figures.push({ ...right, metric: "total_assets", value: val * 7 });
        }
        start = addDays(end, 1);
      });
      const end = addDays(start, -1);
      const val = Math.round(of.revenue * (1 + year / 10));
      const head = { unit, start: yearStart, end, accn: accession(++filing), form: "10-K", filed: addDays(end, 55) };
      facts.push({ ...head, tag: of.total, val }, { ...head, tag: "NetIncomeLoss", val: Math.round(val / 9) });
      facts.push({ tag: "Assets", unit, end, val: val * 2, accn: head.accn, form: "10-K", filed: head.filed });
      if (of.part === "same filing") facts.push({ ...head, tag: other, val: Math.round(val * 0.35) });
      if (of.hasRounded) facts.push({ ...head, tag: of.total, val: Math.round(val / 1e6) * 1e6 });
      // The report of the year after states this year once more: restated, or in a note about a part, while its own total is the same element as before.
      const again = { ...head, accn: accession(filing + 5), filed: addDays(end, 55 + of.weeks.reduce((sum, weeks) => sum + weeks * 7, 0)) };
      if (year + 1 < of.years && unit === unitOf(year + 1)) {
        if (of.isRestated) facts.push({ ...again, tag: of.total, val: Math.round(val * 1.01) });
        if (of.part === "later note") facts.push({ ...again, tag: other, val: Math.round(val * 0.7) });
      }
      if (of.otherForm !== "none")
        facts.push({ ...head, tag: of.total, val: Math.round(val * 1.02), accn: accession(filing + 700), form: of.otherForm, filed: addDays(end, 200) });
      const reported = of.otherForm === "8-K" ? Math.round(val * 1.02) : val;
      const isRestated = of.isRestated && year + 1 < of.years && unit === unitOf(year + 1);
      const right = { length: "year", end, currency: unit } as const;
      figures.push({ ...right, metric: "revenue", value: isRestated ? Math.round(val * 1.01) : reported });
      figures.push({ ...right, metric: "net_income", value: Math.round(val / 9) }, { ...right, metric: "total_assets", value: val * 2 });
      if (of.hasProxy)
        facts.push({ ...head, tag: "NetIncomeLoss", val: Math.round(val / 9_000), accn: accession(filing + 900), form: "DEF 14A", filed: addDays(end, 97) });
    }
    return fc.shuffledSubarray(facts, { minLength: facts.length }).map((inAnyOrder) => ({ facts: inAnyOrder, figures }));
  })
  .map(({ facts, figures }): MadeFacts => {
    const tags: Record<string, { units: Record<string, unknown[]> }> = {};
    for (const { tag, unit, start, end, val, accn, form, filed } of facts) {
      const units = (tags[tag] ??= { units: {} }).units;
      const length = start === undefined ? 0 : (msOf(end) - msOf(start)) / DAY_MS;
      (units[unit] ??= []).push({
        ...(start === undefined ? {} : { start }),
        end,
        val,
        accn,
        fy: Number(filed.slice(0, 4)),
        fp: length > 300 ? "FY" : "Q1",
        form,
        filed,
      });
    }
    return {
      publisher: "sec",
      name: "CIK0000900500.json",
      text: JSON.stringify({ cik: 900500, entityName: "MADE CO", facts: { "us-gaap": tags } }),
      states: [],
      figures,
    };
  });
