import type { CaveatId } from "../../../contract/caveats";
import { addDays, daysBetween, weekdayOf, type IsoDate } from "../../../contract/dates";
import { whyUnknown } from "../../names/unknown";
import { SERIES, SERIES_IDS, seriesOf, type Series } from "../../../contract/series";
import type { Unit } from "../../../contract/units";
import type { FieldName } from "../../../contract/functions";
import { DAY, HOUR, type FamilyAnswer, type Family, type Value } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { answering, type Answering, DATE_KIND, NO_ROWS, ofSeries, SAMPLE, valueOf, type Origin, type ReasonText, unknownReason } from "../../answers/answering";
import { ageOfSeries, gapIn, inGapText, isStale, staleText } from "../../answers/maximum-age";
import { DECLARED_SERIES } from "../../records/series/declared";
import { isUnpublished } from "../../releases/releases";
import { awaitedBetween, nextStep, notPublicText } from "../awaited";
import { edgeOfLoaded, gapReason, gapsAround, liveReader, noneUpTo, notLoaded, type Obs, seriesReader, type SeriesReader } from "./series-reader";

const caveatsById: ReadonlyMap<string, readonly CaveatId[]> = new Map(
  DECLARED_SERIES.map(({ id, caveats = [] }) => [id, ["fred_curated_series_only", "fred_observation_date_not_fetch_date", ...caveats]]),
);
/** The caveats of every answer about a series. */
export const caveatsOfSeries = (id: string): readonly CaveatId[] => caveatsById.get(id) ?? [];

/** A value computed from observations of a series, or a description of it. */
const valueFrom = ({ id }: Series, obs: Obs, maxAge: number, value: number | string, what: { unit?: Unit; kind?: "date" } = {}, observed = obs.date): Value =>
  valueOf(value, what, obs, observed, maxAge, caveatsOfSeries(id));

/** A value that is one observation of a series, or its day, with its publication. */
function oneObservation(
  reader: SeriesReader,
  obs: Obs,
  maxAge: number,
  value: number | string = obs.value,
  what: { unit?: Unit; kind?: "date" } = reader.series,
): Value {
  const { source, sample, provenance, components } = obs;
  const origin = { source, sample, provenance, components, published: reader.published(obs) };
  return valueOf(value, what, origin, obs.date, maxAge, caveatsOfSeries(reader.series.id));
}

/** Origin of a series' answers, even without rows. */
function originOf(reader: SeriesReader, { clock, store }: Context): Origin {
  const known = reader.latest(clock.today(), 1)[0] ?? reader.next("0001-01-01");
  if (known) return known;
  const imported = store.observations.any(reader.series.id);
  return imported ? ofSeries(imported.source, reader.series.id) : SAMPLE;
}

const without = (reader: SeriesReader, context: Context): Answering => answering(originOf(reader, context), HOUR, caveatsOfSeries(reader.series.id));

const FREQUENCY_AGE: Readonly<Record<Series["frequency"], number>> = { daily: HOUR, weekly: 6 * HOUR, monthly: 12 * HOUR, quarterly: 12 * HOUR };

/** Number of decimals of a number. */
function decimalsOf(value: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits?.split(".")[1]?.length ?? 0) - Number(exponent));
}

/** The difference of two decimals, with at most the decimals of either: binary fractions add noise. */
const minus = (a: number, b: number): number => Number((a - b).toFixed(Math.min(100, Math.max(decimalsOf(a), decimalsOf(b))))) + 0;

/** Lifetime of live values in seconds: about one recalculation of a sheet. Clients may not store them. */
const LIVE_AGE = 60;

/** Answers from a series: from live observations if there are any, else from rows. */
function fromSeries(id: string, context: Context, answer: (reader: SeriesReader) => FamilyAnswer): FamilyAnswer {
  const series = seriesOf(id);
  if (!series) return unknownReason(answering(NO_ROWS, HOUR, ["fred_curated_series_only"]), whyUnknown("series", id, SERIES_IDS));
  const live = context.live?.get(id);
  if (!live) return answer(seriesReader(id, context)!);
  context.store.reads.addRead("live");
  const origin = { source: "fred", sample: false, max_age_s: LIVE_AGE } as const;
  if ("reason" in live) return { code: "source_unavailable", ...live, caveats: caveatsOfSeries(id), ...origin };
  return {
    ...answer(liveReader(series, live.rows, context.clock)),
    ...origin,
    note: `${series.publisher}, through FRED®; fetched for this request and not stored`,
  };
}

/** Maximum number of days between consecutive observations. Holidays can move a weekly one. */
const MAX_STEP_DAYS: Readonly<Record<Series["frequency"], number>> = { daily: 7, weekly: 10, monthly: 31, quarterly: 92 };

/** Adds a note to a change over more than one period: the publisher skipped a month, or it is not loaded. */
function withGap(change: Value, { frequency }: Series, previous: Obs, last: Obs): Value {
  return daysBetween(previous.date, last.date) > MAX_STEP_DAYS[frequency]
    ? { ...change, note: `from ${previous.date} to ${last.date}, with no observation in between` }
    : change;
}

/** Describes the observations before and after a period without one. */
function neighbours(reader: SeriesReader, from: IsoDate, to: IsoDate): string {
  const before = reader.latest(addDays(from, -1), 1)[0];
  const after = reader.next(addDays(to, 1));
  const inWords = (obs: Obs): string => `${obs.value} on ${obs.date}`;
  if (before && after) return `: before it ${inWords(before)}, after it ${inWords(after)}`;
  if (before) return `: the last one is ${inWords(before)}`;
  return after ? `: the series begins with ${inWords(after)}` : "";
}

/** The same for a cell, with dates only; undefined if there are none. */
function nearestDays(reader: SeriesReader, from: IsoDate, to: IsoDate): string | undefined {
  const before = reader.latest(addDays(from, -1), 1)[0];
  const after = reader.next(addDays(to, 1));
  if (before && after) return `No observation: nearest ${before.date} and ${after.date}.`;
  if (before) return `No observation: the last one is ${before.date}.`;
  return after && `No observation: the series begins on ${after.date}.`;
}

/** Why there is no observation on or before a day. */
function noneBefore(reader: SeriesReader, day: IsoDate, context: Context): ReasonText {
  const { id } = reader.series;
  return (
    noneUpTo(id, day, context) ?? {
      short: `${id} has no observation up to ${day}.`,
      full: `${id} has no observation on or before ${day}${neighbours(reader, day, day)}.`,
    }
  );
}

function latest(reader: SeriesReader, field: FieldName<"FRED">, context: Context): FamilyAnswer {
  const { series } = reader;
  const [last, previous] = reader.latest(context.clock.today(), 2);
  if (!last) return without(reader, context).reason("no_data_yet", noneBefore(reader, context.clock.today(), context));
  const age = FREQUENCY_AGE[series.frequency];
  const gap = previous && !last.sample ? gapIn(ageOfSeries(series.id), [last, previous]) : undefined;
  if (gap && (field === "previous" || field === "change" || field === "change_pct"))
    return without(reader, context).reasonOn(last.date, "no_observation", gapReason(series.id, `FRED ${series.id} ${field}`, gap, context));
  const needsPrevious = () => without(reader, context).reason("no_observation", `Only one observation of ${series.id} is known: ${last.date}.`);
  switch (field) {
    case "value":
      return oneObservation(reader, last, age);
    case "date":
      return oneObservation(reader, last, age, last.date, DATE_KIND);
    case "previous":
      return previous ? { ...oneObservation(reader, previous, age), newest: last.date } : needsPrevious();
    case "change":
      return previous ? withGap(valueFrom(series, last, age, minus(last.value, previous.value), series), series, previous, last) : needsPrevious();
    case "change_pct": {
      if (!previous) return needsPrevious();
      if (previous.value === 0)
        return without(reader, context).reason("denominator_invalid", {
          short: `No percent change: ${previous.date} is 0.`,
          full: `The previous observation, of ${previous.date}, is 0, so there is no percent change. Field change gives the difference.`,
        });
      const percent = Number((((last.value - previous.value) / Math.abs(previous.value)) * 100).toFixed(4));
      return withGap(valueFrom(series, last, age, percent, { unit: "%" }), series, previous, last);
    }
    case "unit":
      return valueFrom(series, last, age, series.unit);
    case "title":
      return valueFrom(series, last, age, series.title);
    case "frequency":
      return valueFrom(series, last, age, series.frequency);
  }
}

/** The period of the series that contains `date`, both ends included. */
function periodOf(series: Series, date: IsoDate): { from: IsoDate; to: IsoDate; words: string } {
  if (series.frequency === "daily") return { from: date, to: date, words: date };
  if (series.frequency === "monthly") {
    const from = `${date.slice(0, 7)}-01`;
    return { from, to: from, words: `the month ${date.slice(0, 7)}` };
  }
  if (series.frequency === "quarterly") {
    const from = `${date.slice(0, 4)}-${String(Math.floor((Number(date.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, "0")}-01`;
    return { from, to: from, words: `the quarter from ${from}` };
  }
  // A holiday can move an observation some days before its weekday, but within the week that ends on it.
  const end = addDays(date, ((series.weekday ?? 5) - weekdayOf(date) + 7) % 7);
  return { from: addDays(end, -6), to: end, words: `the week to ${end}` };
}

/**
 * The observation of the week that a day falls in, if there is one, and the week. Publishers have changed a series' weekday over the decades: if the observations
 * on both sides of the day have the same weekday, that one counts, else the series' current one.
 */
function inWeek(reader: SeriesReader, day: IsoDate): { readonly period: ReturnType<typeof periodOf>; readonly candidate: Obs | undefined } {
  const { series } = reader;
  const before = reader.latest(day, 1)[0];
  // If a week has two observations, the first belongs to the week before and was late. The day asked for wins, then the last of the week.
  if (before?.date === day) return { period: periodOf(series, day), candidate: before };
  const after = reader.next(day);
  const shared = before && after && weekdayOf(before.date) === weekdayOf(after.date) ? weekdayOf(after.date) : undefined;
  const period = periodOf({ ...series, weekday: shared ?? series.weekday ?? 5 }, day);
  return { period, candidate: after && after.date <= period.to ? reader.latest(period.to, 1)[0] : before };
}

function atDate(reader: SeriesReader, day: IsoDate, field: FieldName<"FREDH">, context: Context): FamilyAnswer {
  const today = context.clock.today();
  if (day > today) return without(reader, context).reason("after_as_of", `${day} is in the future; data runs to ${today}.`);
  const age = daysBetween(day, today) > 45 ? DAY : FREQUENCY_AGE[reader.series.frequency];
  switch (field) {
    case "value":
      return ofPeriod(reader, day, age, context);
    case "last":
      return onOrBefore(reader, day, context, (last) => lastValue(reader, day, last, age, context));
    case "date":
      return onOrBefore(reader, day, context, (last) => oneObservation(reader, last, age, last.date, DATE_KIND));
  }
}

function onOrBefore(reader: SeriesReader, day: IsoDate, context: Context, answer: (last: Obs) => FamilyAnswer): FamilyAnswer {
  const last = reader.latest(day, 1)[0];
  return last ? answer(last) : without(reader, context).reason("no_data_yet", noneBefore(reader, day, context));
}

function lastValue(reader: SeriesReader, day: IsoDate, last: Obs, age: number, context: Context): FamilyAnswer {
  const { series } = reader;
  const name = ageOfSeries(series.id);
  if (!last.sample && isStale(name, last.date, day)) {
    const then = nextStep(series.id, [series.id], last.date, day, context, "Load the days between; field date gives the last day.");
    return without(reader, context).reasonOn(last.date, "stale", staleText(name, series.id, last.date, day, then));
  }
  // A row after the day shows whether days before it were not loaded.
  const gap = last.date < day ? gapsAround(reader, day, day, context).find(([from]) => from < day) : undefined;
  if (!gap) return oneObservation(reader, last, age);
  const awaited = awaitedBetween(series.id, last.date, addDays(day, 1), context);
  const text = awaited ? notPublicText(awaited, last.date) : inGapText(`The last ${series.id} on or before ${day}`, gap);
  return without(reader, context).reasonOn(last.date, "no_observation", text);
}

/** Why a period has no observation by its release rule: it is not public at the moment of the question, or was never published. */
function withoutByRule(reader: SeriesReader, { from, to }: { readonly from: IsoDate; readonly to: IsoDate }, context: Context): ReasonText | undefined {
  const { id } = reader.series;
  const awaited = awaitedBetween(id, addDays(from, -1), addDays(to, 1), context);
  if (awaited) return notPublicText(awaited, reader.latest(addDays(from, -1), 1)[0]?.date);
  if (!reader.imported || !isUnpublished(id, from)) return undefined;
  return {
    short: `${id} of ${from} was never published.`,
    full: `${id} of ${from} was never published${neighbours(reader, from, to)}. Use another period.`,
  };
}

/** The value of the day or period that a day falls in. */
function ofPeriod(reader: SeriesReader, day: IsoDate, age: number, context: Context): FamilyAnswer {
  const { series } = reader;
  const asked = periodOf(series, day);
  const { period, candidate } = series.frequency === "weekly" ? inWeek(reader, day) : { period: asked, candidate: reader.on(asked.from) };
  if (candidate && candidate.date >= period.from) return oneObservation(reader, candidate, age);
  const ofRule = withoutByRule(reader, period, context);
  if (ofRule) return without(reader, context).reason("no_observation", ofRule);
  const gap = gapsAround(reader, period.from, period.to, context).find(([from, to]) => from < period.from && to > period.to);
  if (gap) return without(reader, context).reason("no_observation", inGapText(`${series.id} for ${period.words}`, gap));
  const edge = edgeOfLoaded(series.id, period.from, period.to, context);
  return without(reader, context).reason(
    "no_observation",
    edge
      ? notLoaded(series.id, `for ${period.words}`, edge)
      : {
          short: nearestDays(reader, period.from, period.to) ?? `No observation for ${period.words}.`,
          full: `${series.id} has no observation for ${period.words}${neighbours(reader, period.from, period.to)}.`,
        },
  );
}

/** FRED and FREDH, over the 50 curated series. */
export const macro: Family = {
  name: "macro",
  series: SERIES_IDS,
  functions: {
    FRED: {
      evaluate: ([id], context, field) => fromSeries(String(id), context, (reader) => latest(reader, field, context)),
      ages: {
        fields: { ...all("latest", "value", "previous", "change", "change_pct"), date: "day", ...all("constant", "unit", "title", "frequency") },
        age: ([id]) => ageOfSeries(String(id)),
        dayField: "date",
      },
      universe: () => SERIES.length,
      asOf: "name",
    },
    FREDH: {
      evaluate: ([id, date], context, field) => fromSeries(String(id), context, (reader) => atDate(reader, String(date), field, context)),
      ages: { fields: { value: "asked", last: "last before", date: "day" }, age: ([id]) => ageOfSeries(String(id)), dayField: "date" },
      universe: () => SERIES.length,
    },
  },
};
