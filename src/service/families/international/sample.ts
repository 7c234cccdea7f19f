import { addDays, type IsoDate } from "../../../contract/dates";
import { BANKS, type Bank, type Indicator } from "../../../contract/vocabulary";
import { isoOfParts, lastMonthEnd, lastQuarterEnd, monthEnd, monthsFrom, yearOf } from "../../sample/calendar";
import { between, integerBetween, rounded } from "../../sample/random";
import { sampleValue } from "../../sample/series";
import { bankFacts } from "../central-banks/banks";
import { policyRateOn } from "../central-banks/sample";
import { wave, yearsOf } from "../../sample/waves";
import { firstPeriod, INDICATOR_FACTS } from "./indicators";
import type { EconomyAnswerRow } from "./rows";

/**
 * Rough size in 2015 in billions of US dollars, yearly inflation in percent, and credit to the private sector in percent of GDP around 2022: enough to give
 * each economy its own order of magnitude.
 */
const ECONOMIES: Readonly<Record<string, readonly [size: number, inflation: number, credit: number]>> = {
  AR: [600, 22, 20],
  AU: [1350, 2.6, 170],
  AT: [380, 2.1, 118],
  BE: [460, 2.1, 185],
  BR: [1800, 6, 85],
  CA: [1550, 2.1, 215],
  CH: [690, 0.9, 270],
  CL: [240, 3.6, 135],
  CN: [11000, 2.2, 200],
  CO: [290, 4.8, 70],
  CZ: [190, 2.6, 80],
  DE: [3350, 1.9, 115],
  DK: [300, 1.8, 200],
  ES: [1200, 2.3, 120],
  FI: [230, 1.8, 150],
  FR: [2440, 1.7, 210],
  GB: [2900, 2.4, 140],
  GR: [200, 2.2, 95],
  HK: [310, 2.3, 270],
  HU: [125, 5, 65],
  ID: [860, 5.5, 40],
  IE: [290, 1.9, 130],
  IL: [300, 2.2, 125],
  IN: [2100, 6, 95],
  IT: [1840, 2.2, 100],
  JP: [4400, 0.7, 180],
  KR: [1460, 2.6, 200],
  MX: [1170, 5, 42],
  NL: [770, 2.2, 215],
  NO: [390, 2.3, 205],
  NZ: [178, 2.3, 150],
  PL: [480, 3.4, 60],
  PT: [200, 2.2, 125],
  SE: [500, 1.8, 240],
  SG: [310, 1.9, 185],
  TH: [400, 2.1, 160],
  TR: [860, 16, 60],
  US: [18200, 2.5, 145],
  XM: [11700, 2, 155],
  ZA: [350, 5.6, 90],
};
const BILLION = 1e9;

/** What a country's long rate goes by: that of the United States or of the euro area, or its own policy rate; the share of it, and the spread in percent. */
const LONG_RATES: Readonly<Record<string, readonly [of: "US" | "XM" | "own", share: number, spread: number]>> = {
  AU: ["US", 1, 0.2],
  AT: ["XM", 1, 0.1],
  BE: ["XM", 1, 0.15],
  BR: ["own", 0.8, 1.6],
  CA: ["US", 1, -0.8],
  CH: ["US", 0.3, -0.85],
  CL: ["US", 1, 1.6],
  CN: ["US", 0.2, 1.1],
  CO: ["US", 1, 7],
  CZ: ["XM", 1, 1.1],
  DE: ["XM", 1, -0.45],
  DK: ["XM", 1, -0.5],
  ES: ["XM", 1, 0.2],
  FI: ["XM", 1, 0],
  FR: ["XM", 1, 0.3],
  GB: ["US", 1, 0.35],
  GR: ["XM", 1, 0.35],
  HU: ["XM", 1, 3.7],
  ID: ["US", 1, 2.5],
  IE: ["XM", 1, -0.1],
  IL: ["US", 1, 0.2],
  IN: ["US", 1, 2.6],
  IT: ["XM", 1, 0.55],
  KR: ["US", 1, -1.1],
  MX: ["US", 1, 5],
  NL: ["XM", 1, -0.2],
  NO: ["US", 1, -0.2],
  NZ: ["US", 1, 0.3],
  PL: ["XM", 1, 2.4],
  PT: ["XM", 1, 0.05],
  SE: ["XM", 1, -0.45],
  TR: ["own", 0.6, 3],
  ZA: ["US", 1, 5],
};

type Level = (country: string, end: IsoDate, economy: readonly [size: number, inflation: number, credit: number]) => number;

const around = (year: number, end: IsoDate) => yearsOf(end) - year;
const trend: Level = (country, end, [, , credit]) => credit * Math.exp(0.004 * around(2022, end) + 0.03 * wave(`credit trend ${country}`, end, 9000));
const gap: Level = (country, end, [, , credit]) => 0.08 * credit * wave(`credit gap ${country}`, end, 5200);

/** The mean of a month's sample days of the ten-year yield of the United States; the day is any of the month. */
function longRateOfUnitedStates(day: IsoDate): number {
  const yields: number[] = [];
  for (let date = monthsFrom(day, 0); date <= monthEnd(day); date = addDays(date, 1)) {
    const value = sampleValue("DGS10", date);
    if (typeof value === "number") yields.push(value);
  }
  return yields.reduce((sum, value) => sum + value, 0) / yields.length;
}

const monthly = (id: string, end: IsoDate): number => sampleValue(id, monthsFrom(end, 0)) ?? Number.NaN;

function longRate(country: string, end: IsoDate): number {
  const [of, share, spread] = LONG_RATES[country] ?? ["US", 1, 0];
  const base = of === "US" ? longRateOfUnitedStates(end) : of === "XM" ? monthly("IRLTLT01EZM156N", end) : policyRateOn(country as Bank, end);
  return share * base + spread + 0.08 * wave(`long rate ${country}`, end, 1500);
}

const LEVELS: Record<Indicator, Level> = {
  policy_rate: (country, end) => policyRateOn(country as Bank, end),
  cpi: (country, end, [, inflation]) =>
    100 * Math.exp((inflation / 100) * around(2015, end) + 0.012 * wave(`cpi ${country}`, end, 2900) + 0.002 * Math.sin(2 * Math.PI * (yearsOf(end) % 1))),
  gdp: (country, end, [size]) =>
    size * BILLION * Math.exp(between(0.018, 0.05, "growth", country) * around(2015, end) + 0.07 * wave(`gdp ${country}`, end, 3300)),
  IRLT: longRate,
  reer: (country, end) => 100 * Math.exp(0.09 * wave(`reer ${country}`, end, 3100) + 0.012 * wave(`reer month ${country}`, end, 260)),
  house_prices: (country, end, [, inflation]) => 100 * Math.exp((0.012 + inflation / 100) * around(2010, end) + 0.14 * wave(`houses ${country}`, end, 5600)),
  // The ratio holds the gap, so that what the gap says can be read off the ratio.
  credit_to_gdp: (country, end, economy) => trend(country, end, economy) + gap(country, end, economy),
  credit_gap: gap,
};

const cpiOfUnitedStates = (date: IsoDate): number => sampleValue("CPIAUCSL", date) ?? Number.NaN;

/** Figures that the curated series hold too: both doors must show the same sample. The argument is the last of the month. */
const SHARED: Readonly<Record<string, (end: IsoDate) => number>> = {
  "US cpi": (end) => (100 * cpiOfUnitedStates(monthsFrom(end, 0))) / cpiOfUnitedStates("2015-07-01"),
  "US IRLT": longRateOfUnitedStates,
  "JP IRLT": (end) => monthly("IRLTLT01JPM156N", end),
  "XM IRLT": (end) => monthly("IRLTLT01EZM156N", end),
};

const economyOf = (country: string): readonly [size: number, inflation: number, credit: number] => {
  const economy = ECONOMIES[country];
  if (!economy) throw new Error(`No sample economy of ${country}`);
  return economy;
};

/** True for the areas that sample statistics exist of. */
export const isSampleEconomy = (country: string): boolean => country in ECONOMIES;

function valueOf(country: string, indicator: Indicator, end: IsoDate): number {
  const shared = SHARED[`${country} ${indicator}`];
  const value = shared ? shared(end) : LEVELS[indicator](country, end, economyOf(country));
  return rounded(value, INDICATOR_FACTS[indicator].decimals);
}

/** The last period that had ended and been published by `today`. */
function lastPublished(country: string, indicator: Indicator, today: IsoDate): IsoDate {
  const { frequency, lag } = INDICATOR_FACTS[indicator];
  // The gap is computed from the ratio, so the two come out together.
  const ended = addDays(today, -integerBetween(lag[0], lag[1], "lag", indicator === "credit_gap" ? "credit_to_gdp" : indicator, country));
  if (frequency === "monthly") return lastMonthEnd(ended);
  if (frequency === "quarterly") return lastQuarterEnd(ended);
  return ended.endsWith("-12-31") ? ended : isoOfParts(yearOf(ended) - 1, 12, 31);
}

const isBank = (country: string): country is Bank => (BANKS as readonly string[]).includes(country);

/** The newest published value of an indicator on the evening of `today`. Only for pairs that are covered. */
export function sampleEconomyRow(country: string, indicator: Indicator, today: IsoDate): EconomyAnswerRow {
  const facts = indicator === "policy_rate" && isBank(country) ? bankFacts(country) : undefined;
  const first = facts ? monthEnd(facts.since) : firstPeriod(country, indicator);
  const period_end = lastPublished(country, indicator, today);
  if (facts?.stopped && period_end > facts.stopped) return { kind: "stopped", last: facts.stopped };
  if (period_end < first) return { kind: "not_yet", first };
  const yearBefore = monthEnd(monthsFrom(period_end, -12));
  return {
    kind: "row",
    country,
    indicator,
    period_end,
    value: valueOf(country, indicator, period_end),
    year_before: yearBefore < first ? null : valueOf(country, indicator, yearBefore),
    attribution: `Generated sample data, shaped like the series that ${INDICATOR_FACTS[indicator].publisher} publishes; not published figures.`,
    frequency: INDICATOR_FACTS[indicator].frequency,
  };
}
