import { daysBetween, type IsoDate } from "../../contract/dates";
import type { TwoLengths } from "../../contract/reason";
import { seriesOf } from "../../contract/series";
import type { Indicator } from "../../contract/vocabulary";
import { AGES_OF_SERIES, type SeriesAge } from "../records/series/ages";
import { DECLARED_SERIES } from "../records/series/declared";

/** For how many days after its observation date an observation counts as the latest. */
interface MaximumAge {
  readonly days: number;
  /** The functions and series that it applies to. */
  readonly of: string;
  /** How often and how late the source publishes. The number of days follows from it. */
  readonly why: string;
}

const age = (days: number, of: string, why: string): MaximumAge => ({ days, of, why });

const BY_FREQUENCY = { daily: "daily_series", weekly: "weekly_series" } as const;

/** The maximum age of every curated series. */
export const SERIES_AGES: ReadonlyMap<string, SeriesAge> = new Map(
  DECLARED_SERIES.map((one) => [one.id, one.age ?? BY_FREQUENCY[one.frequency as keyof typeof BY_FREQUENCY]]),
);

/** The functions and series that an age of series applies to. */
function usersOf(name: SeriesAge): string {
  const latest = "FRED, FREDH (last)";
  if (name === "daily_series") return `${latest}, YIELD, MMRATE, NETLIQ: daily series`;
  if (name === "weekly_series") return `${latest}, NETLIQ: weekly series`;
  return `${latest}: ${[...SERIES_AGES].flatMap(([id, age]) => (age === name ? [id] : [])).join(", ")}`;
}

/** The one table of maximum ages. An older answer becomes the reason `stale`; fields that give the day still answer. */
export const MAXIMUM_AGES = {
  ...(Object.fromEntries(Object.entries(AGES_OF_SERIES).map(([name, [days, why]]) => [name, age(days, usersOf(name as SeriesAge), why)])) as Readonly<
    Record<SeriesAge, MaximumAge>
  >),
  policy_rate: age(30, "CBRATE", "daily levels, published once a week, up to 18 days late"),
  policy_rate_month: age(60, "BIS policy_rate", "dated by month end; published up to 18 days later"),
  consumer_prices: age(115, "BIS cpi, monthly", "dated by month end; published up to 75 days later"),
  consumer_prices_quarter: age(175, "BIS cpi, quarterly", "dated by quarter end; published up to 75 days later"),
  gdp: age(800, "BIS gdp", "dated by year end; published up to 420 days later"),
  long_rates: age(85, "BIS IRLT", "dated by month end; published up to 45 days later"),
  exchange_rates: age(65, "BIS reer", "dated by month end; published up to 24 days later"),
  house_prices: age(290, "BIS house_prices", "dated by quarter end; published up to 190 days later"),
  credit: age(340, "BIS credit_to_gdp, credit_gap", "dated by quarter end; published up to 240 days later"),
  closes: age(
    7,
    "PRICE, CHANGE, VAR, SHARPE; RV, CONFLUENCE: prices; days between two closes in a row",
    "one close per session; markets usually close for at most four days",
  ),
  options: age(7, "GAMMA", "one option chain per session"),
  short_interest: age(35, "SHORTINTEREST; CONFLUENCE: short interest", "two settlements a month, published up to twelve days later"),
  short_volume: age(7, "SMARTMONEY, CONFLUENCE: short volume", "published on the evening of the session"),
  holdings: age(
    200,
    "HOLDERS13F; SMARTMONEY, CONFLUENCE: 13F",
    "dated by quarter end; due 45 days later, published in a data set a month after that, replaced a quarter later",
  ),
  annual_statement: age(
    500,
    "FIN and FILING without a period; RV, CONFLUENCE: statements; FILING latest of companies that file only annual reports",
    "dated by year end; due up to four months later, replaced a year later",
  ),
  periodic_report: age(
    200,
    "FILING latest of companies that file quarterly reports",
    "dated by quarter end; the annual report comes 90 days after the fourth quarter",
  ),
  filing_list: age(120, "CONFLUENCE: filings", "a company files every quarter"),
  funding: age(3, "FUNDING, ONCHAIN_RISK", "settled at least every eight hours"),
  odds: age(3, "ODDS", "a market that is traded is updated every day"),
  positions: age(14, "/v1/macro/cot: the latest report", "positions of a Tuesday, published on Friday, replaced a week later; a holiday moves it"),
  foreign_holders: age(
    140,
    "/v1/macro/tic: the latest month",
    "dated by the first of its month, published by the end of the second month after, replaced a month later",
  ),
} as const satisfies Record<string, MaximumAge>;
export type AgeName = keyof typeof MAXIMUM_AGES;

/** The most days between the inputs of one figure. */
export const MAXIMUM_APART = {
  net_liquidity: { days: 14, of: "NETLIQ, LIQUIDITY: days between the blocks of one figure", why: "the balance sheet is weekly, and a holiday can move it" },
} as const;

export function ageOfSeries(id: string): AgeName {
  const name = SERIES_AGES.get(id);
  if (!name) throw new Error(`maximum age: the series ${id} has none (${seriesOf(id)?.frequency ?? "not curated"})`);
  return name;
}

export const INDICATOR_AGES: Readonly<Record<Indicator, AgeName>> = {
  policy_rate: "policy_rate_month",
  cpi: "consumer_prices",
  gdp: "gdp",
  IRLT: "long_rates",
  reer: "exchange_rates",
  house_prices: "house_prices",
  credit_to_gdp: "credit",
  credit_gap: "credit",
};

/** Quarterly prices are published less often than monthly ones. */
export const ageOfIndicator = (indicator: Indicator, frequency?: string): AgeName =>
  indicator === "cpi" && frequency === "quarterly" ? "consumer_prices_quarter" : INDICATOR_AGES[indicator];

/** True if an observation of `date` is too old to be the latest at `at`. */
export const isStale = (name: AgeName, date: IsoDate, at: IsoDate): boolean => date < at && daysBetween(date, at) > MAXIMUM_AGES[name].days;

/** Why an observation is not shown as the latest, with its day. `what` is the question, such as `MMRATE SOFR`; `then` is what to do. */
export function staleText(name: AgeName, what: string, date: IsoDate, at: IsoDate, then: string): TwoLengths {
  const { days } = MAXIMUM_AGES[name];
  return {
    short: `Too old: last observation ${date}, limit ${days} days.`,
    full: `The last published observation of ${what} on or before ${at} is from ${date}, ${daysBetween(date, at)} days earlier. The limit is ${days} days. ${then}`,
  };
}

/** The first gap between days that exceeds the series' limit; undefined if there is none. Days may be newest or oldest first. */
export function gapIn(name: AgeName, days: readonly { readonly date: IsoDate }[]): readonly [from: IsoDate, to: IsoDate] | undefined {
  const most = MAXIMUM_AGES[name].days;
  for (let i = 1; i < days.length; i++) {
    const [a, b] = [days[i - 1]!.date, days[i]!.date];
    if (Math.abs(daysBetween(a, b)) > most) return a < b ? [a, b] : [b, a];
  }
  return undefined;
}

const nothingBetween = ([from, to]: readonly [IsoDate, IsoDate]): string => `No data is loaded from ${from} to ${to}.`;

/** Why a day or a period in a gap has no value. `what` is the question, such as `DGS10 for 1990-04-06`. */
export const inGapText = (what: string, gap: readonly [IsoDate, IsoDate]): TwoLengths => ({
  short: nothingBetween(gap),
  full: `${what} is not known: no data is loaded between ${gap[0]} and ${gap[1]}. Load the days between.`,
});

/** Why a figure over several observations is not computed: the days between are not loaded. */
export const gapText = (name: AgeName, what: string, [from, to]: readonly [IsoDate, IsoDate]): TwoLengths => ({
  short: nothingBetween([from, to]),
  full: `${what} compares consecutive observations, and no data is loaded between ${from} and ${to}. The limit is ${MAXIMUM_AGES[name].days} days. Load the days between.`,
});

/** The maximum age of a family's records, if they are of one kind. */
const ROW_AGES: Readonly<Record<string, AgeName>> = {
  prices: "closes",
  "money-market": "daily_series",
  liquidity: "daily_series",
  "short-interest": "short_interest",
  holders13f: "holdings",
  fundamentals: "annual_statement",
  funding: "funding",
  cot: "positions",
  tic: "foreign_holders",
};

/** The maximum age of one series of a family: a curated one, or a central bank's rate. */
const seriesAge = (id: string): AgeName | undefined => SERIES_AGES.get(id) ?? (id.startsWith("CBPOL.") ? "policy_rate" : undefined);

/** True if all published rows of a family are too old to be the latest: series and records. False if that is not known. */
export function isFamilyStale(
  family: string,
  series: readonly { readonly id: string; readonly date: IsoDate }[],
  rows: IsoDate | undefined,
  at: IsoDate,
): boolean {
  const known = [...series.map(({ id, date }) => [seriesAge(id), date] as const), ...(rows ? [[ROW_AGES[family], rows] as const] : [])];
  return known.length > 0 && known.every(([name, date]) => name !== undefined && isStale(name, date, at));
}
