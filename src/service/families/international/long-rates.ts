import type { IsoDate } from "../../../contract/dates";
import { ofSeries, SAMPLE, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { economySeries } from "../../records/economies";
import { whyNotCovered } from "./indicators";
import { newestPublished, publishedBases } from "./published";
import { isSampleEconomy, sampleEconomyRow, sampleLongRate } from "./sample";
import { lastMonthEnd, monthEnd, monthsFrom } from "../../time/calendar";

/**
 * What a 10-year yield is: of one benchmark bond, the harmonised rate for convergence purposes, which is of bonds of about ten years, or the average of a group of
 * countries.
 */
export const CONSTRUCTIONS = ["benchmark", "convergence", "group_average"] as const;
export type Construction = (typeof CONSTRUCTIONS)[number];

/** The average of one month, in percent a year, dated by the last day of the month. */
export interface LongRate extends Origin {
  readonly end: IsoDate;
  readonly value: number;
  readonly construction: Construction;
}

const EURO_AREA = "XM";

const constructionOf = (country: string, isConvergence: boolean): Construction =>
  country === EURO_AREA ? "group_average" : isConvergence ? "convergence" : "benchmark";

/** The month ends from one month to another, oldest first. */
function monthEnds(from: IsoDate, to: IsoDate): IsoDate[] {
  const ends: IsoDate[] = [];
  for (let end = monthEnd(from); end <= to; end = monthEnd(monthsFrom(end, 1))) ends.push(end);
  return ends;
}

/** The monthly 10-year yields of a country from a day on, oldest first, from the rows that BIS IRLT shows. Empty if it has none. */
export function longRates(context: Context, country: string, from: IsoDate): readonly LongRate[] {
  const today = context.clock.today();
  const published = newestPublished(context, country, "IRLT");
  if (published) {
    const series = economySeries(country, "IRLT", published.basis.suffix);
    const construction = constructionOf(country, published.basis.suffix === ".ECB");
    return context.store.observations
      .between(series, from, today)
      .flatMap(({ date, value, source }) => (value === null ? [] : [{ end: date, value, construction, ...ofSeries(source, series) }]));
  }
  if (publishedBases(context, country, "IRLT").length > 0 || !isSampleEconomy(country) || whyNotCovered(country, "IRLT") !== undefined) return [];
  const newest = sampleEconomyRow(country, "IRLT", context.clock);
  if (newest.kind !== "row") return [];
  const construction = constructionOf(country, false);
  return monthEnds(from, newest.period_end <= lastMonthEnd(today) ? newest.period_end : lastMonthEnd(today)).flatMap((end) => {
    const value = sampleLongRate(country, end);
    return value === undefined ? [] : [{ end, value, construction, ...SAMPLE }];
  });
}
