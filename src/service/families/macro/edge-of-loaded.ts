import { addDays, type IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import type { ReasonText } from "../../answers/answering";
import { declaredSeries } from "../../records/series/declared";
import { ageOfSeries, gapIn, gapText } from "../../answers/maximum-age";
import { ASK_LATER, awaitedBetween, dueIn, LOAD_OR_ASK_LATER, notPublicText, whenPublic } from "../awaited";
import type { SeriesReader } from "./series-reader";

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
export const notLoaded = (id: string, when: string, { series, verb, date }: Edge): { readonly short: string; readonly full: string } => ({
  short: `Loaded ${series} ${verb} on ${date}.`,
  full: `No ${id} is loaded ${when}: ${series === id ? "it" : series} ${verb} on ${date}. Load more of ${series}.`,
});

/**
 * Why a series with published rows has no observation on or before a day. An observation that is not public by rule is said to be so, with the moment; only one
 * that is public counts as not loaded. Undefined if the loaded rows give no reason.
 */
export function noneUpTo(id: string, day: IsoDate, context: Context): Exclude<ReasonText, string> | undefined {
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
export function gapReason(id: string, what: string, gap: readonly [from: IsoDate, to: IsoDate], context: Context): Exclude<ReasonText, string> {
  const awaited = awaitedBetween(id, ...gap, context);
  const text = gapText(ageOfSeries(id), what, gap);
  return awaited
    ? {
        short: notPublicText(awaited).short,
        full: `${what} compares consecutive observations. ${whenPublic(awaited)}; the one known before it is of ${gap[0]}. ${ASK_LATER}`,
      }
    : text;
}
