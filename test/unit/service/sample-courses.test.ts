import { courseThrough, logOn } from "../../../src/service/sample/course";
import { sampleFiscalYears } from "../../../src/service/families/fundamentals/sample";
import { companyOf, netMarginAt, revenueFactor } from "../../../src/service/sample/company";
import { KNOWN_COMPANIES } from "../../../src/service/sample/known-companies";
import { KNOWN_MARGINS, KNOWN_REVENUES } from "../../../src/service/sample/known-revenues";
import { instrumentOf, ISSUERS } from "../../../src/service/instruments/universe";
import { COMPANIES, expectNone } from "./sample-world";

test("a course goes through its points, rises only where they rise, and never beyond them", () => {
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

test("known revenue is that of the years that it is known of", () => {
  for (const symbol of KNOWN_REVENUES.keys()) expect(KNOWN_COMPANIES.has(symbol) && instrumentOf(symbol)?.issuer === symbol).toBe(true);
  for (const [symbol, points] of KNOWN_REVENUES) {
    const company = companyOf(instrumentOf(symbol)!);
    for (const [year, amount] of points)
      expect([symbol, year, company.revenue * revenueFactor(company, year + 0.5)]).toEqual([symbol, year, expect.closeTo(amount, -5)]);
  }
});

test("no company's revenue leaps from month to month, on a course of its own or an even one", () => {
  const faults = ISSUERS.flatMap((i) => {
    const company = companyOf(i);
    const leaps: string[] = [];
    for (let year = 1962; year < 2040; year += 1 / 12) {
      const step = Math.log(revenueFactor(company, year + 1 / 12) / revenueFactor(company, year));
      if (!(Math.abs(step) < 0.3)) leaps.push(`${i.ticker} ${year.toFixed(2)}: ${step}`);
    }
    return leaps;
  });
  expectNone(faults);
});

test("revenue of a fiscal year is that of the calendar years which it lies in", () => {
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

test("earnings of a year are what is known of its margin, and its gross profit, research and overhead stay above zero", () => {
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
      return holds && positive ? [] : [`${i.ticker} ${period}: ${margin}, known ${margins.join(" ")}`];
    }),
  );
  expectNone(faults);
});
