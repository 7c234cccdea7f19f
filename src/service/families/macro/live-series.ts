import type { FetchLive, LiveObservation } from "../../records/live-series";
import type { Series } from "../../../contract/series";
import type { Clock } from "../../time/clock";
import { isEnabled } from "../../answers/is-enabled";
import type { Context } from "../../answers/context";
import { DIFFERENCES, type Obs, type SeriesReader } from "./series-reader";

/** FRED has stated these in thousands of millions and in millions of dollars, and does not say with the values which it is. */
const UNIT_UNSURE = new Set(["WTREGEN", "WRESBAL"]);

/** True for a curated series without published rows, neither its own nor those that it is computed from. */
function isWithoutRows(id: string, { store }: Context): boolean {
  if (UNIT_UNSURE.has(id)) return false;
  const published = (series: string): boolean => store.observations.isPublished(series);
  return !published(id) && !DIFFERENCES[id]?.every(published);
}

/**
 * Adds live observations from FRED for the requested series without published rows. Returns the same context if FRED is off or
 * there is none to ask for.
 */
export async function withLive(context: Context, ask: FetchLive | undefined, asked: () => readonly string[]): Promise<Context> {
  if (!ask || !isEnabled(context, "fred")) return context;
  const series = asked().filter((id) => isWithoutRows(id, context));
  return series.length > 0 ? { ...context, live: await ask(series) } : context;
}

/** Reads observations held in memory for one batch. Those dated after the clock do not exist. */
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
  };
}
