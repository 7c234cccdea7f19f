import { addDays, type IsoDate } from "../../../contract/dates";
import { seriesOf, type Series } from "../../../contract/series";
import { sampleObservations } from "../../sample/series";
import type { SourceId } from "../../records/attribution";
import { declaredSeries } from "../../records/series/declared";
import type { RowsName } from "../../store/freshness";
import type { Observation } from "../../store/observations";
import { jointOrigin, ofSeries, type Origin } from "../../answers/answering";
import type { Component } from "../../answers/family";
import type { Context } from "../../answers/context";
import { publishedValue, type PublishedValue } from "../../answers/published-value";

/** One observation with its origin. */
export interface Obs {
  readonly date: IsoDate;
  readonly value: number;
  readonly source: SourceId;
  readonly sample: boolean;
  readonly provenance?: readonly RowsName[] | undefined;
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
