import { addDays, type IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { ageOfSeries, gapIn } from "../../answers/maximum-age";
import { DIFFERENCES, type SeriesReader } from "./series-reader";

/** First or last loaded day of a series. */
interface Edge {
  readonly series: string;
  readonly verb: "begins" | "ends";
  readonly date: IsoDate;
}

const FIRST: IsoDate = "0001-01-01";
const EVER: IsoDate = "9999-12-31";

/**
 * The first or last loaded day, if some of these days are beyond it. Absent days are then not loaded, which does not mean unpublished. For a series
 * computed from others the edge is that of one of them. Undefined for generated rows, and for days that lie within or that the publisher lists as missing.
 * Rows that are not known yet on the service's day count as loaded; only their day is reported.
 */
export function edgeOfLoaded(id: string, from: IsoDate, to: IsoDate, context: Context): Edge | undefined {
  if (context.live?.has(id)) return undefined;
  const { observations } = context.store;
  for (const series of rowsOf(id, context)) {
    const [first, last] = [observations.next(series, FIRST, EVER), observations.latest(series, EVER, 1)[0]];
    const edge: Edge | undefined =
      first && first.date > to
        ? { series, verb: "begins", date: first.date }
        : last && last.date < from
          ? { series, verb: "ends", date: last.date }
          : undefined;
    if (edge && observations.between(series, from, to).length === 0) return edge;
  }
  return undefined;
}

/** The rows that a series is read from: its own, or those that it is computed from. */
const rowsOf = (id: string, { store: { observations } }: Context): readonly string[] =>
  observations.isPublished(id) ? [id] : (DIFFERENCES[id] ?? []).filter((component) => observations.isPublished(component));

/**
 * The holes of what is loaded between the observations on either side of some days, oldest first: longer than two in a row may lie apart. Days that the
 * publisher lists as missing are loaded. None for generated rows, nor for what was asked for just now and is whole.
 */
export function holesAround(reader: SeriesReader, from: IsoDate, to: IsoDate, context: Context): (readonly [IsoDate, IsoDate])[] {
  const { id } = reader.series;
  const before = reader.latest(addDays(from, -1), 1)[0];
  const after = before && !before.sample && !context.live?.has(id) ? reader.next(addDays(to, 1)) : undefined;
  if (!before || !after) return [];
  return rowsOf(id, context).flatMap((series) => {
    const days = context.store.observations.between(series, before.date, after.date);
    return days.flatMap((day, i) => {
      const hole = i === 0 ? undefined : gapIn(ageOfSeries(id), [days[i - 1]!, day]);
      return hole ? [hole] : [];
    });
  });
}

/** Such as "No SOFR is loaded for 2024-06-07: it ends on 2024-06-06. Load more of it." */
export const notLoaded = (id: string, when: string, { series, verb, date }: Edge): { readonly short: string; readonly full: string } => ({
  short: `Loaded ${series} ${verb} on ${date}.`,
  full: `No ${id} is loaded ${when}: ${series === id ? "it" : series} ${verb} on ${date}. Load more of ${series}.`,
});
