import { addDays, type IsoDate } from "../../../contract/dates";
import { andList } from "../../../contract/nearest";
import type { Metric } from "../../../contract/vocabulary";
import type { ReasonText } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { PublishedValue } from "../../answers/published-value";
import { splitWithDay, type Split } from "../../records/equities";
import type { StatedFigure } from "../../records/statement";
import { endOfDay } from "../../time/time-zone";
import { basisDoubted, figureUnadjusted } from "../share-basis/doubt-in-words";
import { inShares, isDoubt, shareBasisSince, type Doubt, type Shares } from "../share-basis/share-basis";
import type { Statement } from "./rows";

/** Generated statements have no splits: see docs/decisions.md. */
export const SAMPLE_BASIS = "Sample figures count the newest shares.";

const listed = (splits: readonly Split[]): string => andList(splits.map(splitWithDay));

/** Shares of the service's day for one share of a published figure. */
const sharesFor = (context: Context, ticker: string, figure: StatedFigure): Shares | Doubt =>
  shareBasisSince(context, ticker, figure.served[0]).onDay(figure, context.clock.today());

/** The share basis of a figure as filed, in a sentence or two. A filing can count the shares of a split that is still to come. */
export function asFiled(context: Context, ticker: string, figure: StatedFigure): string {
  const shares = sharesFor(context, ticker, figure);
  const today = context.clock.today();
  // Of a split that may not have taken place by the day, nothing is said: later filings show it.
  if (isDoubt(shares)) return shares.kind !== "jump" && shares.split.by > today ? "As filed." : `As filed. ${basisDoubted(shares)}`;
  if (shares.splits.length === 0) return "As filed.";
  const isPast = shares.splits.every(({ by }) => by <= today);
  return `As filed, ${isPast ? "before" : "on the other side of"} the ${listed(shares.splits)}. FIN with field split_adjusted adjusts it.`;
}

/** A published figure in the shares of the service's day. `since` is the day from which it has this value, if a split changed it. */
type Adjusted = { readonly value: number; readonly note: string; readonly since?: IsoDate } | { readonly unknown: ReasonText };

/** Converts a published per-share figure or share count to the shares of the service's day. */
export function splitAdjusted(context: Context, ticker: string, figure: StatedFigure): Adjusted {
  const shares = sharesFor(context, ticker, figure);
  if (isDoubt(shares)) return { unknown: figureUnadjusted(shares) };
  const day = context.clock.today();
  const since = shares.splits
    .map(({ by }) => by)
    .filter((by) => by <= day)
    .sort()
    .pop();
  return {
    value: inShares(figure.metric, figure.served[1], shares),
    note: `On the share basis of ${day}${shares.splits.length > 0 ? `: ${listed(shares.splits)}` : ""}.`,
    ...(since === undefined ? {} : { since }),
  };
}

/** The moment from which an adjusted figure is public: that of the figure, or the start of the first day on the new shares. */
export function publishedAdjusted(figure: PublishedValue | undefined, since: IsoDate | undefined): PublishedValue | undefined {
  if (!figure || since === undefined) return figure;
  // One second after the last moment of the day before.
  const at = endOfDay(addDays(since, -1)) + 1000;
  return at > figure.at ? { at, basis: "stated", firstUnknown: false } : figure;
}

/** Whether a line of a statement is adjusted for splits: null if its share basis is unknown or it is not stated. A sample figure counts the newest shares. */
export function adjustedFigure(context: Context, ticker: string, statement: Statement, metric: Metric): number | null {
  const figure = statement.statedFigure?.(metric);
  const adjusted = figure && splitAdjusted(context, ticker, figure);
  if (!adjusted) return statement.figure(metric) ?? null;
  return "unknown" in adjusted ? null : adjusted.value;
}

/** The splits between the filings of these figures and the service's day, in words; undefined if there is none. */
export function splitsSince(context: Context, ticker: string, figures: readonly StatedFigure[]): string | undefined {
  const words = figures.flatMap((figure) => {
    const shares = sharesFor(context, ticker, figure);
    return isDoubt(shares) ? [] : shares.splits.map(splitWithDay);
  });
  return words.length > 0 ? andList([...new Set(words)]) : undefined;
}
