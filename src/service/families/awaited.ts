import { addDays, type IsoDate } from "../../contract/dates";
import type { TwoLengths } from "../../contract/reason";
import type { Context } from "../answers/context";
import type { SourceId } from "../records/attribution";
import type { Dataset } from "../records/record";
import type { Calendar } from "../records/release-rule";
import { observationsDue, releaseOfObservation, rowsDue, type ReleaseMoment } from "../releases/releases";
import type { RowsName } from "../store/freshness";
import { momentInNewYork } from "../time/time-zone";
import { declaredSeries } from "../records/series/declared";

/** An observation that its release rule publishes after the moment of the question. */
export interface Awaited extends ReleaseMoment {
  /** What is observed, such as a series id. */
  readonly of: string;
  readonly date: IsoDate;
}

/** What the release rules have published by the moment of the question. The rows that are stored do not matter. */
export interface Due {
  /** The newest observation that is public. */
  readonly due?: IsoDate;
  /** The observations after it, which are not public, oldest first. */
  readonly awaited: readonly Awaited[];
}

/** The source of a series' rows, of the newest that is known if any is. Undefined if none is loaded. */
const sourceOf = (series: string, { store: { observations }, clock }: Context): SourceId | undefined =>
  (observations.latest(series, clock.today(), 1)[0] ?? observations.any(series))?.source;

/**
 * The observations of a series from one day to another, by whether they are public by rule. A computed series has an observation once all of its inputs have one.
 * Nothing is due or awaited of sample data, of live data, and of a series without a release rule of its own.
 */
export function dueIn(series: string, from: IsoDate, to: IsoDate, context: Context): Due {
  const until = to < context.clock.today() ? to : context.clock.today();
  if (from > until || context.live?.has(series)) return { awaited: [] };
  const of = context.store.observations.isPublished(series) ? [series] : (declaredSeries(series)?.difference ?? []);
  const each = of.map((id) => {
    const source = sourceOf(id, context);
    return source === undefined ? { awaited: [] } : observationsDue(id, from, until, context.clock.moment(), source);
  });
  const last = each.reduce<(typeof each)[number]>((a, b) => (b.awaited.length > a.awaited.length ? b : a), each[0] ?? { awaited: [] });
  return { ...last, awaited: last.awaited.map((one) => ({ of: series, ...one })) };
}

/** Rows of a dataset that has one on every working day, from one day to another, by whether they are public by rule. `of` names them in a sentence. */
export const rowsDueIn = (
  of: string,
  rows: { readonly dataset: Dataset; readonly calendar: Calendar; readonly source: SourceId },
  from: IsoDate,
  to: IsoDate,
  { clock }: Pick<Context, "clock">,
): Due => {
  const until = to < clock.today() ? to : clock.today();
  const { awaited, ...due } = rowsDue(rows.dataset, rows.calendar, from, until, clock.moment(), rows.source);
  return { ...due, awaited: awaited.map((one) => ({ of, ...one })) };
};

/** The newest observation between two days if it is not public by rule. Undefined if it is public, and if there is none between. */
export const awaitedBetween = (series: string, after: IsoDate, before: IsoDate, context: Context): Awaited | undefined =>
  dueIn(series, addDays(after, 1), addDays(before, -1), context).awaited.at(-1);

const RULES: Readonly<Record<ReleaseMoment["basis"], string>> = {
  stated: "as its publisher states",
  rule: "by its release rule",
  "late bound": "by its release rule, a late bound",
};

/** When an observation is public: "DGS10 of 2024-06-20 is not public before 2024-06-21 16:15 New York, by its release rule". */
export const whenPublic = ({ of, date, at, basis }: Awaited): string => `${of} of ${date} is not public before ${momentInNewYork(at)}, ${RULES[basis]}`;

const notBefore = ({ at }: Pick<Awaited, "at">): string => `Not public before ${momentInNewYork(at)}.`;

/** What to do about an observation that is not public. */
export const ASK_LATER = "Ask as of that moment or later.";
/** The same if an earlier one is not loaded. */
export const LOAD_OR_ASK_LATER = "Load earlier data, or ask as of that moment or later.";

/** Why an observation has no value: it is not public at the moment of the question. `last` is the newest observation before it that is known. */
export const notPublicText = (awaited: Awaited, last?: IsoDate): TwoLengths => ({
  short: notBefore(awaited),
  full: `${whenPublic(awaited)}.${last === undefined ? "" : ` The last public one is of ${last}.`} ${ASK_LATER}`,
});

/** The series of rows with these names, such as `nyfed/SOFR` and `nyfed/money_rate/SOFR`. */
const seriesOfRows = (provenance: readonly RowsName[]): readonly string[] => [...new Set(provenance.map((name) => name.slice(name.lastIndexOf("/") + 1)))];

/**
 * What to do about rows whose newest, of `day`, is too old at the day `at`: wait, if by rule none after it is public at the moment of the question; else `load`. `of`
 * names the rows in the sentence; if empty, their series does.
 */
export function nextStep(of: string, provenance: readonly RowsName[], day: IsoDate, at: IsoDate, context: Context, load: string): string {
  const each = seriesOfRows(provenance).map((series) => dueIn(series, addDays(day, 1), at, context));
  const next = each.some(({ due }) => due !== undefined) ? undefined : each.flatMap(({ awaited }) => awaited.slice(0, 1)).at(-1);
  return next ? `${whenPublic({ ...next, of: of || next.of })}. ${ASK_LATER}` : load;
}

/** The first loaded observation of any of these series, by date. `awaited` is set if it is not after the service's date, and not public by rule. */
export function firstLoaded(series: readonly string[], context: Context): { readonly date: IsoDate; readonly awaited?: Awaited } | undefined {
  const { clock, store } = context;
  const firsts = series.flatMap((id) => {
    const first = store.observations.loaded(id)?.first;
    return first === undefined ? [] : [{ id, date: first }];
  });
  const first = firsts.reduce<(typeof firsts)[number] | undefined>((a, b) => (a && a.date <= b.date ? a : b), undefined);
  if (!first || first.date > clock.today()) return first;
  const release = releaseOfObservation(first.id, first.date, sourceOf(first.id, context)!);
  return release.at > clock.moment() ? { ...first, awaited: { of: first.id, date: first.date, ...release } } : first;
}

/** Why there is no value if the first loaded observation is not public. */
export const firstNotPublicText = (first: Awaited): TwoLengths => ({
  short: notBefore(first),
  full: `The loaded ${first.of} begins with ${first.date}, which is not public before ${momentInNewYork(first.at)}, ${RULES[first.basis]}. ${LOAD_OR_ASK_LATER}`,
});
