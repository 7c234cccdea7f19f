import { addDays, type IsoDate } from "../../../contract/dates";
import type { TwoLengths } from "../../../contract/reason";
import { type Series, seriesOf } from "../../../contract/series";
import { jointOrigin, ofSeries, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { Component } from "../../answers/family";
import { isEnabled } from "../../answers/is-enabled";
import { ageOfSeries, gapIn, gapText } from "../../answers/maximum-age";
import { publishedValue, type PublishedValue } from "../../answers/published-value";
import type { SourceId } from "../../records/attribution";
import type { FetchLive, LiveObservation } from "../../records/macro";
import { declaredSeries } from "../../records/series/declared";
import { sampleObservations } from "../../sample/series";
import type { Observation } from "../../store/observations";
import type { Clock } from "../../time/clock";
import { lastDayEndedBy } from "../../time/time-zone";
import { ASK_LATER, awaitedBetween, dueIn, LOAD_OR_ASK_LATER, notPublicText, whenPublic } from "../awaited";

/** True for a curated series without published rows of its own or of the series that it is computed from. */
function isWithoutRows(id: string, { store }: Context): boolean {
  const declared = declaredSeries(id);
  if (declared?.uncertainUnit) return false;
  const published = (series: string): boolean => store.observations.isPublished(series);
  return !published(id) && !declared?.difference?.every(published);
}

/**
 * Adds live observations from FRED for the requested series without published rows. Returns the same context if FRED is off or no series is missing.
 */
export async function withLive(context: Context, ask: FetchLive | undefined, requested: () => readonly string[]): Promise<Context> {
  if (!ask || !isEnabled(context, "fred")) return context;
  const series = requested().filter((id) => isWithoutRows(id, context));
  return series.length > 0 ? { ...context, live: await ask(series, dayOf(context.clock)) } : context;
}

/** The day whose published values a clock in the past may show: the last one that has ended, because FRED dates its revisions by day. Undefined for now. */
const dayOf = (clock: Clock): IsoDate | undefined => (clock.follows || clock.moment() >= clock.realNow() ? undefined : lastDayEndedBy(clock.moment()));

/** Reads live observations of one batch. Those after the service's date are left out. */
export function liveReader(series: Series, rows: readonly LiveObservation[], clock: Clock): SeriesReader {
  const today = clock.today();
  const known = rows.flatMap(({ date, value }): Obs[] => (value === null || date > today ? [] : [{ date, value, source: "fred", sample: false }]));
  return {
    series,
    imported: false,
    latest: (upTo, count) =>
      known
        .filter((obs) => obs.date <= upTo)
        .slice(-count)
        .reverse(),
    on: (date) => known.find((obs) => obs.date === date),
    next: (from) => known.find((obs) => obs.date >= from),
    published: () => undefined,
  };
}

/** First or last loaded day of a series. */
interface Edge {
  readonly series: string;
  readonly verb: "begins" | "ends";
  readonly date: IsoDate;
}

/**
 * The first or last loaded day of a series, if all days from `from` to `to` are beyond it: these days are not loaded, which does not mean unpublished. For a
 * computed series it is the edge of one of its inputs. Undefined for sample rows, for days within the loaded range, and for days that the publisher lists as
 * missing. Rows after the service's date count as loaded.
 */
export function edgeOfLoaded(id: string, from: IsoDate, to: IsoDate, context: Context): Edge | undefined {
  if (context.live?.has(id)) return undefined;
  const { observations } = context.store;
  for (const series of inputsOf(id, context)) {
    const { first, last } = observations.loaded(series) ?? {};
    const edge: Edge | undefined =
      first !== undefined && first > to
        ? { series, verb: "begins", date: first }
        : last !== undefined && last < from
          ? { series, verb: "ends", date: last }
          : undefined;
    if (edge && observations.between(series, from, to).length === 0) return edge;
  }
  return undefined;
}

/** The series with the rows: the series itself, or those that it is computed from. */
const inputsOf = (id: string, { store: { observations } }: Context): readonly string[] =>
  observations.isPublished(id) ? [id] : (declaredSeries(id)?.difference ?? []).filter((component) => observations.isPublished(component));

/**
 * Gaps in the loaded rows around the days from `from` to `to`, oldest first: consecutive observations more than the maximum age apart. Days that the publisher lists as
 * missing count as loaded. Empty for sample rows and for live rows, which are complete.
 */
export function gapsAround(reader: SeriesReader, from: IsoDate, to: IsoDate, context: Context): (readonly [IsoDate, IsoDate])[] {
  const { id } = reader.series;
  const before = reader.latest(addDays(from, -1), 1)[0];
  const after = before && !before.sample && !context.live?.has(id) ? reader.next(addDays(to, 1)) : undefined;
  if (!before || !after) return [];
  return inputsOf(id, context).flatMap((series) => {
    const days = context.store.observations.between(series, before.date, after.date);
    return days.flatMap((day, i) => {
      const gap = i === 0 ? undefined : gapIn(ageOfSeries(id), [days[i - 1]!, day]);
      return gap ? [gap] : [];
    });
  });
}

/** A reason such as "No SOFR is loaded for 2024-06-07: it ends on 2024-06-06. Load more of SOFR." */
export const notLoaded = (id: string, when: string, { series, verb, date }: Edge): TwoLengths => ({
  short: `Loaded ${series} ${verb} on ${date}.`,
  full: `No ${id} is loaded ${when}: ${series === id ? "it" : series} ${verb} on ${date}. Load more of ${series}.`,
});

/**
 * Why a series with published rows has no observation on or before a day. An observation that is not public by rule is said to be so, with the moment; only one
 * that is public counts as not loaded. Undefined if the loaded rows give no reason.
 */
export function noneUpTo(id: string, day: IsoDate, context: Context): TwoLengths | undefined {
  const rule = dueIn(id, "0001-01-01", day, context);
  const [last, next] = [rule.awaited.at(-1), rule.awaited[0]];
  if (last && rule.due === undefined) return notPublicText(last);
  const upTo = (next && rule.due) ?? day;
  const edge = edgeOfLoaded(id, "0001-01-01", upTo, context);
  // If the loaded rows begin after the day, its observation is not among them, public or not.
  if (!next || (edge && edge.date > day)) return edge && notLoaded(id, `on or before ${upTo}`, edge);
  const begins = edge ? `: ${edge.series === id ? "it" : edge.series} begins on ${edge.date}` : "";
  return {
    short: `No ${id} is loaded on or before ${upTo}.`,
    full: `No ${id} is loaded on or before ${upTo}${begins}. ${whenPublic(next)}. ${LOAD_OR_ASK_LATER}`,
  };
}

/** Why a figure over consecutive observations is not computed, if those before `to` are missing from `from` on: not public by rule, or not loaded. */
export function gapReason(id: string, what: string, gap: readonly [from: IsoDate, to: IsoDate], context: Context): TwoLengths {
  const awaited = awaitedBetween(id, ...gap, context);
  const text = gapText(ageOfSeries(id), what, gap);
  return awaited
    ? {
        short: notPublicText(awaited).short,
        full: `${what} compares consecutive observations. ${whenPublic(awaited)}; the one known before it is of ${gap[0]}. ${ASK_LATER}`,
      }
    : text;
}

/** One observation with its origin. */
export interface Obs extends Origin {
  readonly date: IsoDate;
  readonly value: number;
  /** The stored row, unless the observation is computed, live or sample. */
  readonly row?: Observation | undefined;
  /** The inputs of a computed observation. */
  readonly components?: readonly Component[] | undefined;
}

/**
 * Reads one curated series: from published rows if any are imported, else computed from other series, else from sample rows. Rows after the service's date are
 * left out.
 */
export interface SeriesReader {
  readonly series: Series;
  /** True if rows of the series itself were imported. */
  readonly imported: boolean;
  /** The newest observations on or before the day, newest first. */
  latest(upTo: IsoDate, count: number): Obs[];
  /** The observation of exactly that day; undefined if there is none. */
  on(date: IsoDate): Obs | undefined;
  /** The oldest observation on or after the day. */
  next(from: IsoDate): Obs | undefined;
  /** When an observation of this reader became public. Undefined unless it is a stored row. */
  published(obs: Obs): PublishedValue | undefined;
}

const min = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);

/** Reads the rows of the series itself: imported ones, or sample ones if none are imported. */
function rowsReader(series: Series, { clock, store }: Context, imported: boolean): SeriesReader {
  const today = clock.today();
  const { latest, next } = imported ? store.observations : sampleObservations(clock.moment());
  // Most histories have one source, so their rows share one origin object.
  let origin: Origin | undefined;
  const originOf = (source: SourceId): Origin => (origin = origin?.source === source ? origin : ofSeries(source, series.id));
  const obs = (row: Pick<Observation, "date" | "value" | "source"> | Observation): Obs => {
    const { source, sample, provenance } = originOf(row.source);
    return { date: row.date, value: row.value as number, source, sample, provenance, row: "public" in row ? row : undefined };
  };
  return {
    series,
    imported,
    latest: (upTo, count) => latest(series.id, min(upTo, today), count).map(obs),
    on: (date) => {
      const row = latest(series.id, min(date, today), 1)[0];
      return row?.date === date ? obs(row) : undefined;
    },
    next: (from) => {
      const row = next(series.id, from, today);
      return row && obs(row);
    },
    published: ({ row }) => row && publishedValue(store.observations, series.id, row),
  };
}

function differenceReader(series: Series, left: SeriesReader, right: SeriesReader): SeriesReader {
  const minus = (a: Obs, b: Obs): Obs => {
    const component = (of: SeriesReader, { date, value, source, sample, provenance }: Obs, sign: 1 | -1): Component => ({
      name: of.series.id,
      source,
      sample,
      ...(provenance ? { provenance } : {}),
      observation_date: date,
      value,
      unit: of.series.unit,
      contribution: sign * value,
    });
    return {
      date: a.date,
      value: Number((a.value - b.value).toFixed(series.decimals)),
      ...jointOrigin([a, b]),
      components: [component(left, a, 1), component(right, b, -1)],
    };
  };
  return {
    series,
    imported: false,
    on: (date) => {
      const a = left.on(date);
      const b = a && right.on(date);
      return a && b && minus(a, b);
    },
    // Goes back from observation to observation instead of day by day, so gaps of years cost nothing.
    latest: (upTo, count) => {
      const found: Obs[] = [];
      for (let day = upTo; found.length < count;) {
        const a = left.latest(day, 1)[0];
        const b = a && right.latest(a.date, 1)[0];
        if (!a || !b) break;
        if (a.date === b.date) found.push(minus(a, b));
        day = a.date === b.date ? addDays(a.date, -1) : b.date;
      }
      return found;
    },
    next: (from) => {
      for (let a = left.next(from); a;) {
        const b = right.next(a.date);
        if (!b) return undefined;
        if (a.date === b.date) return minus(a, b);
        a = left.next(b.date);
      }
      return undefined;
    },
    published: () => undefined,
  };
}

/** The reader of a curated series, or undefined for an id that is not one. */
export function seriesReader(id: string, context: Context): SeriesReader | undefined {
  const series = seriesOf(id);
  if (!series) return undefined;
  const imported = context.store.observations.isPublished(id);
  const components = imported ? undefined : declaredSeries(id)?.difference;
  return components
    ? differenceReader(series, seriesReader(components[0], context)!, seriesReader(components[1], context)!)
    : rowsReader(series, context, imported);
}
