import { addDays, type IsoDate } from "../../../contract/dates";
import { BANKS, type Bank, type Indicator } from "../../../contract/vocabulary";
import { isoOfParts, lastMonthEnd, lastQuarterEnd, monthEnd, monthsFrom, yearOf } from "../../sample/calendar";
import { between, integerBetween, rounded } from "../../sample/random";
import { sampleYield } from "../../sample/rates";
import { sampleValue } from "../../sample/series";
import { bankFacts } from "../central-banks/banks";
import { worldRate } from "../central-banks/cycle";
import { policyRateOn } from "../central-banks/sample";
import { wave, yearsOf } from "../../sample/waves";
import { firstPeriod, INDICATOR_FACTS } from "./indicators";
import type { EconomyAnswerRow } from "./rows";

/** Rough size in 2015 in billions of US dollars, and yearly inflation in percent: enough to give each economy its own order of magnitude. */
const ECONOMIES: Readonly<Record<string, readonly [size: number, inflation: number]>> = {
  AR: [600, 22],
  AU: [1350, 2.6],
  AT: [380, 2.1],
  BE: [460, 2.1],
  BR: [1800, 6],
  CA: [1550, 2.1],
  CH: [690, 0.9],
  CL: [240, 3.6],
  CN: [11000, 2.2],
  CO: [290, 4.8],
  CZ: [190, 2.6],
  DE: [3350, 1.9],
  DK: [300, 1.8],
  ES: [1200, 2.3],
  FI: [230, 1.8],
  FR: [2440, 1.7],
  GB: [2900, 2.4],
  GR: [200, 2.2],
  HK: [310, 2.3],
  HU: [125, 5],
  ID: [860, 5.5],
  IE: [290, 1.9],
  IL: [300, 2.2],
  IN: [2100, 6],
  IT: [1840, 2.2],
  JP: [4400, 0.7],
  KR: [1460, 2.6],
  MX: [1170, 5],
  NL: [770, 2.2],
  NO: [390, 2.3],
  NZ: [178, 2.3],
  PL: [480, 3.4],
  PT: [200, 2.2],
  SE: [500, 1.8],
  SG: [310, 1.9],
  TH: [400, 2.1],
  TR: [860, 16],
  US: [18200, 2.5],
  ZA: [350, 5.6],
};
const BILLION = 1e9;

type Level = (country: string, end: IsoDate, size: number, inflation: number) => number;

const around = (year: number, end: IsoDate) => yearsOf(end) - year;
const trend: Level = (country, end) =>
  between(70, 190, "credit", country) * Math.exp(0.008 * around(2015, end) + 0.05 * wave(`credit trend ${country}`, end, 9000));
const gap: Level = (country, end) => 16 * wave(`credit gap ${country}`, end, 5200);

const LEVELS: Record<Indicator, Level> = {
  policy_rate: (country, end) => policyRateOn(country as Bank, end),
  cpi: (country, end, _size, inflation) =>
    100 * Math.exp((inflation / 100) * around(2015, end) + 0.012 * wave(`cpi ${country}`, end, 2900) + 0.002 * Math.sin(2 * Math.PI * (yearsOf(end) % 1))),
  gdp: (country, end, size) =>
    size * BILLION * Math.exp(between(0.018, 0.05, "growth", country) * around(2015, end) + 0.07 * wave(`gdp ${country}`, end, 3300)),
  IRLT: (country, end, _size, inflation) => 0.55 * worldRate(yearsOf(end)) + 0.5 + 0.6 * inflation + 0.7 * wave(`long rate ${country}`, end, 1500),
  reer: (country, end) => 100 * Math.exp(0.09 * wave(`reer ${country}`, end, 3100) + 0.012 * wave(`reer month ${country}`, end, 260)),
  house_prices: (country, end, _size, inflation) => 100 * Math.exp((0.012 + inflation / 100) * around(2010, end) + 0.14 * wave(`houses ${country}`, end, 5600)),
  // The ratio holds the gap, so that what the gap says can be read off the ratio.
  credit_to_gdp: (country, end, size, inflation) => trend(country, end, size, inflation) + gap(country, end, size, inflation),
  credit_gap: gap,
};

const cpiOfUnitedStates = (date: IsoDate): number => sampleValue("CPIAUCSL", date) ?? Number.NaN;

/** Figures that the curated series hold too: both doors must show the same sample. The argument is the first of the month. */
const SHARED: Readonly<Record<string, (month: IsoDate) => number>> = {
  "US cpi": (month) => (100 * cpiOfUnitedStates(month)) / cpiOfUnitedStates("2015-07-01"),
  "US IRLT": (month) => sampleYield("10Y", addDays(month, 14)),
  "JP IRLT": (month) => sampleValue("IRLTLT01JPM156N", month) ?? Number.NaN,
};

function valueOf(country: string, indicator: Indicator, end: IsoDate): number {
  const [size, inflation] = ECONOMIES[country] ?? [300, 2];
  const shared = SHARED[`${country} ${indicator}`];
  const value = shared ? shared(monthsFrom(end, 0)) : LEVELS[indicator](country, end, size, inflation);
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
