import { addDays, isoOf, weekdayOf, type IsoDate } from "../../contract/dates";
import { TENOR_SERIES } from "../../contract/series";
import type { DeclaredSeries } from "../records/series/declaration";
import { DECLARED_SERIES, declaredSeries } from "../records/series/declared";
import { bankDayOnOrBefore, isBondHoliday, isClosedExchange, sessionOnOrBefore } from "../time/calendar";
import { effectiveRate, effectiveRateOfMonth, securedAverage, securedIndex, securedRate, targetLower, targetUpper } from "./fed-funds";
import { macroLevel } from "./macro-levels";
import { anchorsOf, stepAt } from "./paths";
import { allPublicBefore, isPublicObservation } from "./public-rows";
import { rounded } from "../../contract/rounded";
import { dayNumber, jitter } from "./waves";
import { sampleYield, tenYearMove } from "./treasury-curve";

const DEFAULT_START = "1962-01-02";

/** Discount rate of a bill on its face value, over a year of 360 days. */
const billRate = (tenor: "1M" | "3M" | "6M" | "1Y", days: number) => (date: IsoDate) => {
  const of = sampleYield(tenor, date);
  return ((360 / 365) * of) / (1 + ((of / 100) * days) / 365);
};

const PRIMARY_CREDIT_ABOVE_UPPER = anchorsOf("2003-01-09:1 2007-08-17:.5 2008-03-17:.25 2010-02-19:.5 2020-03-16:0");
const AWARD_ABOVE_LOWER = anchorsOf("2013-09-23:.01 2014-02:.05 2015-12-17:0 2021-06-17:.05 2024-12-19:0");
const atLeast = (floor: number, of: (date: IsoDate) => number) => (date: IsoDate) => Math.max(floor, of(date));

/** The VIX has never been below nine: lower levels are bent smoothly above this minimum (softplus), so that they stay distinct. */
const VIX_MINIMUM = 9.05;
const VIX_SMOOTHING = 0.35;
const aboveVixMinimum = (level: number): number => {
  const above = (level - VIX_MINIMUM) / VIX_SMOOTHING;
  return above > 20 ? level : VIX_MINIMUM + VIX_SMOOTHING * Math.log1p(Math.exp(above));
};

const paper90 = (date: IsoDate): number => Math.max(0.03, sampleYield("3M", date) + macroLevel("paperLessBill")(date));
const NONFINANCIAL_BELOW = 0.04;
/** Position of the 30-day rate between the overnight and the 90-day rate. */
const THIRTY_DAY_SHARE = 0.3;
/** Share of moves of the 10-year yield in weekly mortgage rates. */
const MORTGAGE_SHARE = 0.5;

/** Series that are computed, from the model of interest rates or from their declared levels. */
const COMPUTED: Readonly<Record<string, (date: IsoDate) => number>> = {
  ...Object.fromEntries(Object.entries(TENOR_SERIES).map(([tenor, id]) => [id, (date: IsoDate) => sampleYield(tenor as keyof typeof TENOR_SERIES, date)])),
  DFII10: (date) => sampleYield("10Y", date) - macroLevel("breakeven")(date),
  DTB4WK: billRate("1M", 28),
  DTB3: billRate("3M", 91),
  DTB6: billRate("6M", 182),
  DTB1YR: billRate("1Y", 364),
  DCPN30: (date) =>
    Math.max(0.03, effectiveRate(date) + THIRTY_DAY_SHARE * (paper90(date) - NONFINANCIAL_BELOW - effectiveRate(date)) + 0.015 * jitter("DCPN30", date)),
  RIFSPPNAAD90NB: (date) => Math.max(0.03, paper90(date) - NONFINANCIAL_BELOW + 0.015 * jitter("CPN", date)),
  RIFSPPFAAD90NB: (date) => paper90(date) + 0.01 * jitter("CPF", date),
  IORB: (date) => targetUpper(date) - 0.1,
  DPCREDIT: (date) => targetUpper(date) + stepAt(PRIMARY_CREDIT_ABOVE_UPPER, dayNumber(date)),
  DFEDTARU: targetUpper,
  DFEDTARL: targetLower,
  FEDFUNDS: effectiveRateOfMonth,
  SOFR: securedRate,
  EFFR: effectiveRate,
  OBFR: atLeast(0.01, (date) => effectiveRate(date) - 0.01),
  RRPONTSYAWARD: (date) => targetLower(date) + stepAt(AWARD_ABOVE_LOWER, dayNumber(date)),
  SOFR30DAYAVG: (date) => securedAverage(30, date),
  SOFR90DAYAVG: (date) => securedAverage(90, date),
  SOFR180DAYAVG: (date) => securedAverage(180, date),
  SOFRINDEX: securedIndex,
  RPONTSYD: atLeast(0.001, macroLevel("RPONTSYD")),
  MORTGAGE30US: (date) => macroLevel("MORTGAGE30US")(date) + MORTGAGE_SHARE * tenYearMove(date),
  VIXCLS: (date) => aboveVixMinimum(macroLevel("VIXCLS")(date)),
  ICSA: (date) => rounded(macroLevel("ICSA")(date) * (1 + 0.015 * jitter("ICSA", date)), -3),
};
/** The value of each series on a day; none of a difference, which is computed from the rows of two others. */
const VALUES = new Map(DECLARED_SERIES.filter(({ difference }) => !difference).map(({ id }) => [id, COMPUTED[id] ?? macroLevel(id)]));

const firstOfMonth = (date: IsoDate): IsoDate => `${date.slice(0, 7)}-01`;
const monthBefore = (first: IsoDate): IsoDate => firstOfMonth(addDays(first, -1));

function dayObservedOnOrBefore({ days }: DeclaredSeries, date: IsoDate): IsoDate {
  const [onOrBefore, isClosed] =
    days === "exchange" ? [sessionOnOrBefore, isClosedExchange] : [bankDayOnOrBefore, days === "bonds" ? isBondHoliday : undefined];
  let day = onOrBefore(date);
  while (isClosed?.(day)) day = onOrBefore(addDays(day, -1));
  return day;
}

/** The newest day on or before `date` on which this series is observed. */
function observedOnOrBefore(series: DeclaredSeries, date: IsoDate): IsoDate {
  if (series.frequency === "daily") return dayObservedOnOrBefore(series, date);
  if (series.frequency === "weekly") return addDays(date, -((weekdayOf(date) - (series.weekday ?? 5) + 7) % 7));
  return firstOfMonth(date);
}

const observedBefore = (series: DeclaredSeries, observed: IsoDate): IsoDate =>
  series.frequency === "monthly" ? monthBefore(observed) : observedOnOrBefore(series, addDays(observed, -1));

/** The sample value of a day on which the series is observed. Null before the series begins and in a gap. */
function valueOn({ decimals, sample: { from = DEFAULT_START, gap } }: DeclaredSeries, of: (date: IsoDate) => number, date: IsoDate): number | null {
  if (date < from || (gap && date >= gap[0] && date < gap[1])) return null;
  return rounded(of(date), decimals);
}

/** The sample value of a day. Null before the series begins and in a gap; undefined on a day on which the series is never observed. */
export function sampleValue(id: string, date: IsoDate): number | null | undefined {
  const series = declaredSeries(id);
  const of = VALUES.get(id);
  return series && of && observedOnOrBefore(series, date) === date ? valueOn(series, of, date) : undefined;
}

/** Which observations of a series are public at a moment. */
interface Published {
  readonly moment: number;
  readonly newest: IsoDate | undefined;
  readonly allBefore: IsoDate;
}

/** Those of each series at the moment that was asked last: some histories became public on one day, so the search for the newest can cross decades. */
const published = new Map<string, Published>();

function publishedAt(series: DeclaredSeries, moment: number): Published {
  const { id, sample } = series;
  const { from: start = DEFAULT_START } = sample;
  const known = published.get(id);
  if (known?.moment === moment) return known;
  let date = observedOnOrBefore(series, isoOf(moment));
  while (date >= start && !isPublicObservation(id, date, moment)) date = observedBefore(series, date);
  const found = { moment, newest: date >= start ? date : undefined, allBefore: allPublicBefore(id, moment) };
  published.set(id, found);
  return found;
}

const isShown = (id: string, date: IsoDate, { allBefore, moment }: Published): boolean => date < allBefore || isPublicObservation(id, date, moment);

/** A sample observation in the shape of an imported one. */
interface SampleObservation {
  readonly date: IsoDate;
  readonly value: number;
  readonly source: "sample";
}

/** The newest sample observations with a value on or before `upTo`, newest first; with `at`, those that are public. */
function newestOf(series: DeclaredSeries, upTo: IsoDate, count: number, at?: Published): SampleObservation[] {
  const found: SampleObservation[] = [];
  const of = VALUES.get(series.id);
  const { from: start = DEFAULT_START } = series.sample;
  for (let date = observedOnOrBefore(series, upTo); of && date >= start; date = observedBefore(series, date)) {
    const value = at === undefined || isShown(series.id, date, at) ? valueOn(series, of, date) : null;
    if (value !== null && found.push({ date, value, source: "sample" }) >= count) break;
  }
  return found;
}

/** The newest sample observations with a value on or before `upTo` that are public at a moment, newest first. */
export function sampleLatest(id: string, upTo: IsoDate, count: number, moment: number): SampleObservation[] {
  const series = declaredSeries(id);
  if (!series) return [];
  const at = publishedAt(series, moment);
  if (at.newest === undefined) return [];
  return newestOf(series, upTo < at.newest ? upTo : at.newest, count, at);
}

/** The newest sample observation with a value on or before a day, public or not: the level of a market that trades on that day. */
export function sampleLevel(id: string, date: IsoDate): number | undefined {
  const series = declaredSeries(id);
  return series && newestOf(series, date, 1)[0]?.value;
}

/** The first sample observation from `from` to `upTo` that has a value and is public at a moment. */
function sampleNext(id: string, from: IsoDate, upTo: IsoDate, moment: number): SampleObservation | undefined {
  const series = declaredSeries(id);
  const newest = series && sampleLatest(id, upTo, 1, moment)[0];
  const { from: start = DEFAULT_START } = series?.sample ?? {};
  for (let date = from < start ? start : from; newest && date <= newest.date; date = addDays(date, 1)) {
    const value = sampleValue(id, date);
    if (typeof value === "number" && isShown(id, date, publishedAt(series, moment))) return { date, value, source: "sample" };
  }
  return undefined;
}

/** Reads sample observations as the store reads imported ones, as of a moment. */
export const sampleObservations = (moment: number) => ({
  latest: (id: string, upTo: IsoDate, count: number): readonly SampleObservation[] => sampleLatest(id, upTo, count, moment),
  next: (id: string, from: IsoDate, upTo: IsoDate): SampleObservation | undefined => sampleNext(id, from, upTo, moment),
});
