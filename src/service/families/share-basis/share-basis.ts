import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { type Metric, PER_SHARE_METRICS } from "../../../contract/vocabulary";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import type { Close, Split, StatedSplit } from "../../records/equities";
import { fullYearsOf, quartersOf, type StatedFigure, type StatedPeriod, type Vintage } from "../../records/filings";
import { publishedFilerOf } from "../fundamentals/published-statements";
import { SPLIT_JUMP_RATIO } from "../prices/returns";
import { type DatedSplit, dateSplit, includesRatio, type Range, type Step, stepsOf, unexplained } from "./closes-across";
import { adjustedSplits, countedSplits, dateListed, restatedSplits, sharesBetween, withoutFound } from "./shown-splits";

/** Whether a later statement of a figure counts the same shares as an earlier one or those after the split; undefined if rounding hides it, or if it matches neither. */
function compared({ metric }: StatedFigure, earlier: Vintage, later: Vintage, ratio: number): "same" | "split" | undefined {
  const times: Range | undefined = sharesBetween(metric, earlier[1], later[1]);
  if (!times) return undefined;
  const [same, split] = [includesRatio(times, 1), includesRatio(times, ratio)];
  return same === split ? undefined : same ? "same" : "split";
}

/**
 * True if a figure counts shares after a split. Decided by the filing day, unless other filings of the same figure show that it was restated earlier or not at
 * all. Undefined if they contradict each other.
 */
function statedIsAfter(figure: StatedFigure, split: DatedSplit, splits: readonly DatedSplit[]): boolean | undefined {
  const { served, all } = figure;
  const byDay = split.statedIsAfter(served[0]);
  let likeOthers = byDay;
  let contradicted = false;
  for (const other of all) {
    if (other === served || other[0] === served[0]) continue;
    const isLater = other[0] > served[0];
    const [earlier, later] = isLater ? [served, other] : [other, served];
    // A change across another split shows nothing about this one.
    if (splits.some((s) => s !== split && s.statedIsAfter(earlier[0]) !== s.statedIsAfter(later[0]))) continue;
    const found = compared(figure, earlier, later, split.ratio);
    // Restated by this ratio: the earlier filing counts old shares, the later one new shares.
    if (found === "split") return !isLater;
    const others = found === "same" ? split.statedIsAfter(other[0]) : undefined;
    if (others === undefined) continue;
    likeOthers ??= others;
    contradicted ||= others !== likeOthers;
  }
  return contradicted ? undefined : likeOthers;
}

const FAR_PAST: IsoDate = "0001-01-01";
const FAR_FUTURE: IsoDate = "9999-12-31";
/** A price is compared with figures of the last two years. Restatements follow within a year and some months. */
const DAYS_BEFORE = 800;
const DAYS_AFTER = 500;
/** Maximum days from a period's end to its last filing that counts old shares. */
const DAYS_TO_FILE = 200;

/** Why the share basis on either side is unknown. */
export type Doubt =
  | { readonly kind: "jump"; readonly day: IsoDate }
  | { readonly kind: "undated"; readonly split: Split }
  | { readonly kind: "unrestated"; readonly split: Split; readonly filed: IsoDate };

/** Number of new shares for one earlier share, with the splits in between. */
export interface Shares {
  readonly times: number;
  readonly splits: readonly Split[];
}
export const isDoubt = (of: Shares | Doubt): of is Doubt => "kind" in of;

/** Digits that keep quotients free of noise: 1.74 divided by 10 is 0.174. */
const DIGITS = 12;
/** A per-share figure or a share count, expressed in other shares. */
export const inShares = (metric: Metric, value: number, { times }: Shares): number =>
  times === 1 ? value : Number((PER_SHARE_METRICS.has(metric) ? value / times : value * times).toPrecision(DIGITS));

const undated = (split: Split): Doubt => ({ kind: "undated", split });
type IsAfter = (split: DatedSplit) => boolean | undefined;

/** The splits of one company, and the share basis of its closes and figures. */
export interface ShareBasis {
  readonly splits: readonly Split[];
  /** Shares at a close for one share of a figure. A sample figure (undefined) counts the newest shares. */
  atClose(figure: StatedFigure | undefined, close: IsoDate): Shares | Doubt;
  /** Shares at the later close for one share at the earlier close. */
  closeBetween(earlier: IsoDate, later: IsoDate): Shares | Doubt;
  /** Shares on the later day for one share on the earlier, as markets and reports of those days counted them. */
  between(earlier: IsoDate, later: IsoDate): Shares | Doubt;
  /** Shares on a day for one share of a figure. */
  onDay(figure: StatedFigure, day: IsoDate): Shares | Doubt;
  /** Closes converted to the shares of the last one, from the first one that can be converted. A jump that matches no known split is left as it is. */
  inLastShares(closes: readonly Close[]): { readonly closes: readonly Close[]; readonly doubt?: Doubt };
}

function makeShareBasis(splits: readonly DatedSplit[], jumps: readonly Step[], sampleCloses: boolean): ShareBasis {
  /** Shares at `to` for one share at `from`. */
  function across(from: IsAfter, to: IsAfter, jumpBetween: Step | undefined, undecided: (split: DatedSplit) => Doubt): Shares | Doubt {
    if (jumpBetween) return { kind: "jump", day: jumpBetween.to };
    let times = 1;
    const crossed: Split[] = [];
    for (const split of splits) {
      const [before, after] = [from(split), to(split)];
      if (before === undefined) return undecided(split);
      if (after === undefined) return undated(split);
      if (before === after) continue;
      times *= after ? split.ratio : 1 / split.ratio;
      crossed.push(split);
    }
    return { times, splits: crossed };
  }
  const jumpIn = (a: IsoDate, b: IsoDate): Step | undefined => {
    const [from, to] = a <= b ? [a, b] : [b, a];
    return jumps.find((j) => j.to > from && j.from < to);
  };
  const closeAfter = (day: IsoDate) => (split: DatedSplit) => sampleCloses || split.closeIsAfter(day);
  const dayAfter = (day: IsoDate) => (split: DatedSplit) => split.statedIsAfter(day);
  const figureAfter = (figure: StatedFigure | undefined) => (split: DatedSplit) => figure === undefined || statedIsAfter(figure, split, splits);
  const unrestated =
    (figure: StatedFigure | undefined) =>
    (split: Split): Doubt =>
      figure === undefined || (figure.served[0] > split.after && figure.served[0] < split.by)
        ? undated(split)
        : { kind: "unrestated", split, filed: figure.served[0] };
  return {
    splits,
    atClose: (figure, close) =>
      across(figureAfter(figure), closeAfter(close), figure && !sampleCloses ? jumpIn(figure.served[0], close) : undefined, unrestated(figure)),
    onDay: (figure, day) => across(figureAfter(figure), dayAfter(day), jumpIn(figure.served[0], day), unrestated(figure)),
    between: (earlier, later) => across(dayAfter(earlier), dayAfter(later), jumpIn(earlier, later), undated),
    closeBetween: (earlier, later) => across(closeAfter(earlier), closeAfter(later), jumpIn(earlier, later), undated),
    inLastShares: (closes) => {
      const last = closes[closes.length - 1]?.date;
      if (last === undefined || splits.length === 0) return { closes };
      const rows: Close[] = [];
      for (const row of closes.toReversed()) {
        const shares = across(closeAfter(row.date), closeAfter(last), undefined, undated);
        if (isDoubt(shares)) return { closes: rows.reverse(), doubt: shares };
        rows.push(shares.times === 1 ? row : { date: row.date, close: row.close / shares.times });
      }
      return { closes: rows.reverse() };
    },
  };
}

/** The basis of a company that never split. */
export const UNSPLIT: ShareBasis = makeShareBasis([], [], false);

/** @param all of the company's history, not only of the last years, which takes longer */
function read(context: Context, symbol: string, all: boolean): ShareBasis {
  const { clock, store } = context;
  // How stored closes and figures are expressed: later rows may reveal a split, its day and its ratio. Figures after the service's date are not used.
  const { records } = store.now;
  const last = store.records.latest<object>("price", symbol, clock.today(), 1)[0]?.date ?? clock.today();
  const [from, to] = [all ? FAR_PAST : addDays(last, -DAYS_BEFORE), addDays(clock.today(), DAYS_AFTER)];
  const closes = records.between<Omit<Close, "date">>("price", symbol, from, to, FAR_FUTURE).map(({ date, body }): Close => ({ date, ...body }));
  const steps = stepsOf(closes);
  const listed = records
    .between<StatedSplit>("split", symbol, FAR_PAST, FAR_FUTURE, FAR_FUTURE)
    .map(({ date, body }): Split => ({ ratio: body.ratio, after: addDays(date, -1), by: date, from: "list" }));
  const cik = publishedFilerOf(context, symbol)?.cik;
  const since = all ? FAR_PAST : addDays(from, -DAYS_TO_FILE);
  const periods =
    cik === undefined
      ? []
      : [fullYearsOf(cik), quartersOf(cik)].flatMap((entity) =>
          records.betweenOnce<StatedPeriod>("statement", entity, since, to, FAR_FUTURE).map(({ date, body }) => ({ ...body, end: date })),
        );
  const isNew = (of: readonly DatedSplit[]) => (s: Split) => !of.some((k) => s.after < k.by && s.by > k.after);
  const dated = (of: readonly Split[]): DatedSplit[] => of.map((s) => dateSplit(s, steps));
  const findBeside = (fromList: readonly DatedSplit[]): DatedSplit[] => {
    const shown = dated(adjustedSplits(closes, steps).filter(isNew(fromList)));
    const restated = dated(restatedSplits(periods, [...fromList, ...shown]));
    return [...shown, ...restated, ...dated(countedSplits(periods, steps, [...fromList, ...shown, ...restated]))];
  };
  const fromList = dateListed(listed, steps);
  const found = findBeside(fromList);
  const remaining = withoutFound(fromList, found);
  // A listed split that a found one replaces explains no filing, so all filings narrow the found one's day.
  const splits = remaining.length === fromList.length ? [...fromList, ...found] : [...remaining, ...findBeside(remaining)];
  return makeShareBasis(splits, unexplained(steps, splits, SPLIT_JUMP_RATIO), closes.length === 0);
}

/** The share basis of a symbol. Its splits come from the operator's list, its filings and its closes, including those after the service's date. Cached. */
export const shareBasisOf = untilImport((context, symbol: string) => read(context, symbol, false));
const wholeBasisOf = untilImport((context, symbol: string) => read(context, symbol, true));

/** The same for a figure that was filed on a day, which may be long ago. */
export const shareBasisSince = (context: Context, symbol: string, filed: IsoDate): ShareBasis =>
  daysBetween(filed, context.clock.today()) <= DAYS_BEFORE ? shareBasisOf(context, symbol) : wholeBasisOf(context, symbol);
