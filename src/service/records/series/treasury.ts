import { confirmedRule } from "../release-rule";
import { type Series, TENOR_SERIES } from "../../../contract/series";
import type { DeclaredSeries, SeriesRule } from "./declaration";
import { H15, H15_OMISSIONS, H15_WEEKLY, SAME_DAY } from "./rules";

const CURVE: SeriesRule = {
  id: "treasury.curve",
  what: "Treasury yields, nominal and real, and their differences, from the Treasury",
  sources: ["treasury", "sample"],
  from: "1997-01-02",
  when: SAME_DAY,
  at: "18:00",
  ...confirmedRule("https://home.treasury.gov/policy-issues/financing-the-government/interest-rate-statistics (prices of 15:30; posted by about 18:00)"),
};
const DIFFERENCES: SeriesRule = {
  id: "treasury.differences",
  what: "Differences of Treasury yields, from any source: FRED computes them from the Treasury's own yields",
  from: "2019-06-21",
  when: SAME_DAY,
  ...confirmedRule("https://fred.stlouisfed.org/series/T10Y2Y (from the Treasury since 2019-06-21)"),
};

const COMMON = { unit: "%", frequency: "daily", decimals: 2, publisher: "U.S. Department of the Treasury", isYield: true } as const satisfies Partial<
  Series & DeclaredSeries
>;

const constantMaturity = (tenor: keyof typeof TENOR_SERIES, term: string, sample: DeclaredSeries["sample"] = {}): DeclaredSeries => ({
  id: TENOR_SERIES[tenor],
  title: `Treasury constant maturity, ${term}`,
  ...COMMON,
  released: [CURVE, H15_OMISSIONS, H15, H15_WEEKLY],
  days: "bonds",
  sample,
  words: "yield rate bond government",
});

/** Treasury yields, and their differences. */
export const TREASURY_YIELDS: readonly DeclaredSeries[] = [
  constantMaturity("1M", "1 month", { from: "2001-07-31" }),
  constantMaturity("3M", "3 months", { from: "1981-09-01" }),
  constantMaturity("6M", "6 months", { from: "1981-09-01" }),
  constantMaturity("1Y", "1 year"),
  constantMaturity("2Y", "2 years", { from: "1976-06-01" }),
  constantMaturity("3Y", "3 years"),
  constantMaturity("5Y", "5 years"),
  constantMaturity("7Y", "7 years", { from: "1969-07-01" }),
  constantMaturity("10Y", "10 years"),
  constantMaturity("20Y", "20 years", { from: "1993-10-01" }),
  // The bond was not issued for four years.
  constantMaturity("30Y", "30 years", { from: "1977-02-15", gap: ["2002-02-19", "2006-02-08"] }),
  {
    id: "DFII10",
    title: "Treasury inflation-indexed constant maturity, 10 years",
    ...COMMON,
    released: [CURVE, H15_OMISSIONS, H15, H15_WEEKLY],
    days: "bonds",
    sample: { from: "2003-01-02" },
    search: "tips|tips yield|real yield|real yields|10y real yield|10y tips|real rate|USGGT10Y",
  },
  {
    id: "T10Y2Y",
    title: "Treasury constant maturity, 10 years minus 2 years",
    ...COMMON,
    released: [CURVE, DIFFERENCES, H15, H15_WEEKLY],
    difference: ["DGS10", "DGS2"],
    sample: {},
    search:
      "2s10s|2s10s spread|10y 2y|10y-2y spread|10s2s|2y10y|2y 10y spread|yield curve slope|curve slope|term spread|steepness|yield curve inversion|USYC2Y10|slope|T10Y2Y",
  },
  {
    id: "T10YIE",
    title: "Breakeven inflation, 10 years",
    ...COMMON,
    released: [CURVE, DIFFERENCES, H15, H15_WEEKLY],
    difference: ["DGS10", "DFII10"],
    sample: {},
    search: "breakeven|10y breakeven|breakeven inflation|10y breakeven inflation|bei|inflation expectations|USGGBE10",
  },
];
