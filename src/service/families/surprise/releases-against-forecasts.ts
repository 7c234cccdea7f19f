import { addDays, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { rounded } from "../../../contract/rounded";
import type { Context } from "../../answers/context";
import type { SourceId } from "../../records/attribution";
import type { StatedForecast } from "../../records/macro";
import type { StoredRecord } from "../../records/record";
import { DECLARED_SERIES } from "../../records/series/declared";
import { nextRelease, releaseOfObservation } from "../../releases/releases";
import { dayAt, endOfDay } from "../../time/time-zone";

/** How much a surprise counts. */
const WEIGHTS = { high: 1, medium: 0.5, low: 0.2 } as const;

/** A series whose releases are compared with forecasts. */
interface SurpriseIndicator {
  readonly series: string;
  readonly weight: number;
  readonly sign: 1 | -1;
  /** Counts for the inflation figure, not for the headline. */
  readonly inflation: boolean;
}

/**
 * The indicators of the index, the most important first. Interest rates, spreads, indices of financial conditions and balance sheets describe markets and policy,
 * not how the economy did against expectations, so they are none.
 */
export const SURPRISE_INDICATORS: readonly SurpriseIndicator[] = DECLARED_SERIES.flatMap(({ id, surprise }) =>
  surprise ? [{ series: id, weight: WEIGHTS[surprise.importance], sign: surprise.sign, inflation: surprise.inflation === true }] : [],
).sort((a, b) => b.weight - a.weight);

/** A first published figure with the last forecast from before its release. */
export interface ForecastRelease {
  readonly indicator: SurpriseIndicator;
  /** The date of the observation. */
  readonly period: IsoDate;
  readonly source: SourceId;
  readonly actual: number;
  /** The moment of the release, in milliseconds since 1970, and its day in New York. */
  readonly at: number;
  readonly day: IsoDate;
  readonly forecast: number;
  /** When the forecast was made: a day, or a moment. */
  readonly made: string;
  /** Actual less forecast, in the unit of the series. */
  readonly surprise: number;
}

/** A release that is not compared, and why. */
interface Uncompared {
  readonly period: IsoDate;
  readonly day: IsoDate;
  readonly why: string;
}

/** Surprises have at most the decimals of their series, but not in binary fractions. */
const DECIMALS = 8;
/** If one of the two is more times the other, the forecast is in another unit, such as thousands, or is a change. */
const MOST_TIMES = 10;

const dayOf = (at: number): IsoDate => dayAt(at, "America/New_York");
const madeAt = ({ known, body }: StoredRecord<StatedForecast>): number => (body.moment === undefined ? endOfDay(known) : Date.parse(body.moment));
const madeOn = ({ known, body }: StoredRecord<StatedForecast>): string => body.moment ?? known;

type FirstPublished = Pick<ForecastRelease, "actual" | "source" | "at">;

/** The earliest moment of a release. The end of a day stands for a day of unknown hour, so the release may have been at its start. */
function earliest(release: number): number {
  const day = dayOf(release);
  return release === endOfDay(day) ? endOfDay(addDays(day, -1)) + 1_000 : release;
}

/**
 * The first published value of an observation, and its release; or why it is unknown. A publisher revises a figure with its next release at the earliest, so a value
 * that was imported before then is the first one. Undefined if no value was public.
 */
function firstPublished({ store }: Context, series: string, period: IsoDate): FirstPublished | string | undefined {
  const first = store.observations.versions(series, period).find(({ value }) => value !== null);
  if (!first || first.value === null) return undefined;
  const { source, value: actual } = first;
  const release = releaseOfObservation(series, period, source);
  const next = nextRelease(series, release.at, source)?.at ?? Number.MAX_SAFE_INTEGER;
  const isDayKnown = release.basis !== "late bound";
  if (first.basis === "stated" || first.basis === "first vintage") {
    const isRevised = first.basis === "first vintage" && isDayKnown && first.public >= next;
    if (isRevised || first.public > (isDayKnown ? next : release.at))
      return `the first published value is unknown: the oldest one is of ${dayOf(first.public)}`;
    // A file may state the day on which its own history begins, which is later than the release.
    return { actual, source, at: earliest(isDayKnown ? Math.min(first.public, release.at) : first.public) };
  }
  if (!isDayKnown) return "the day of the release is unknown; import values that state when they were published";
  if (first.seen >= next) return `the first published value is unknown: this one was imported after the next release, on ${dayOf(first.seen)}`;
  return { actual, source, at: earliest(Math.min(first.public, release.at)) };
}

/** Compares one observation with its forecasts, oldest first. Undefined if it is not released yet. */
function compare(
  context: Context,
  indicator: SurpriseIndicator,
  period: IsoDate,
  forecasts: readonly StoredRecord<StatedForecast>[],
): ForecastRelease | Uncompared | undefined {
  const { series } = indicator;
  const first = firstPublished(context, series, period);
  const expected = releaseOfObservation(series, period, "user").at;
  if (first === undefined)
    return dayOf(expected) >= context.clock.today()
      ? undefined
      : { period, day: dayOf(expected), why: `no published value of ${series} for ${period} is loaded` };
  if (typeof first === "string") return { period, day: dayOf(expected), why: first };
  const { actual, source, at } = first;
  const day = dayOf(at);
  const last = forecasts.filter((f) => madeAt(f) < at).at(-1);
  if (!last)
    return { period, day, why: `the forecast of ${forecasts.map(madeOn).join(" and ")} is not from before the release of ${day}, so it does not count` };
  const forecast = last.body.value;
  const times = Math.abs(forecast / actual);
  if (Math.sign(forecast) !== Math.sign(actual) || times > MOST_TIMES || times < 1 / MOST_TIMES)
    return { period, day, why: `the forecast of ${forecast} is not in the unit of ${series}, whose value was ${actual}` };
  return { indicator, period, source, actual, at, day, forecast, made: madeOn(last), surprise: rounded(actual - forecast, DECIMALS) };
}

/** All releases of an indicator with a forecast, oldest first, and those that are not compared. As far as both were public. */
export function releasesOf(
  indicator: SurpriseIndicator,
  context: Context,
): { readonly compared: readonly ForecastRelease[]; readonly uncompared: readonly Uncompared[] } {
  const today = context.clock.today();
  const known = context.store.records.between<StatedForecast>("forecast", indicator.series, "0001-01-01", today, today);
  const compared: ForecastRelease[] = [];
  const uncompared: Uncompared[] = [];
  for (const [period, forecasts] of groupedBy(known, ({ date }) => date)) {
    forecasts.sort((a, b) => madeAt(a) - madeAt(b));
    const found = compare(context, indicator, period, forecasts);
    if (!found) continue;
    if ("why" in found) uncompared.push(found);
    else compared.push(found);
  }
  return { compared: compared.sort((a, b) => a.at - b.at || (a.period < b.period ? -1 : 1)), uncompared };
}
