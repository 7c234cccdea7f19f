import { courseThrough, logOn } from "../../../src/service/sample/course";
import { sampleFiscalYears, sampleYear } from "../../../src/service/families/fundamentals/sample";
import { companyOf, netMarginAt, revenueFactor } from "../../../src/service/sample/company";
import { KNOWN_COMPANIES } from "../../../src/service/sample/known-companies";
import { KNOWN_MARGINS, KNOWN_REVENUES } from "../../../src/service/sample/known-revenues";
import { instrumentOf, ISSUERS } from "../../../src/service/instruments/universe";
import { COMPANIES, expectNone } from "./sample-world";

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

test("sample earnings follow known margins; gross profit, research and overhead are positive", () => {
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

test("no well-known company has a negative cost of revenue in the sample", () => {
  const faults = COMPANIES.filter((i) => KNOWN_MARGINS.has(i.ticker)).flatMap((i) =>
    sampleFiscalYears(i, "2026-11-20", 9).flatMap(({ period, figure }) => {
      const cost = figure("cost_of_revenue") ?? 0;
      return cost >= 0 ? [] : [`${i.ticker} ${period}: cost ${cost}`];
    }),
  );
  expectNone(faults);
});
