import type { FetchLive, LiveObservation } from "../../records/macro";
import { declaredSeries } from "../../records/series/declared";
import type { Series } from "../../../contract/series";
import type { IsoDate } from "../../../contract/dates";
import type { Clock } from "../../time/clock";
import { lastDayEndedBy } from "../../time/time-zone";
import { isEnabled } from "../../answers/is-enabled";
import type { Context } from "../../answers/context";
import type { Obs, SeriesReader } from "./series-reader";

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
