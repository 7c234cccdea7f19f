import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { countsShares, type Metric, PER_SHARE_METRICS } from "../../../contract/vocabulary";
import type { Close, Split } from "../../records/equities";
import type { StatedPeriod, Vintage } from "../../records/filings";
import { SPLIT_JUMP_RATIO } from "../prices/returns";
import {
  countRange,
  type DatedSplit,
  dateSplit,
  includesRatio,
  isNearSplit,
  looksLike,
  perShareRange,
  plainRatioNear,
  plainRatiosIn,
  type Range,
  SMALLEST_SPLIT,
  type Step,
  stepsAt,
  timesOf,
} from "./closes-across";

/** A list may give the day of announcement, record or payment: up to this many days from the first session on the new share count. */
const DAYS_OFF_LIST = 60;

const size = (times: number): number => Math.max(times, 1 / times);
const isSmall = ({ ratio }: Split): boolean => size(ratio) < SMALLEST_SPLIT;
/** True if two entries may be the same split. Small stock dividends are excluded, because they are repeated at the same ratio. */
const mayBeOne = (a: Split, b: Split): boolean =>
  !isSmall(a) && Math.abs(Math.log(a.ratio / b.ratio)) < 0.01 && a.by > addDays(b.after, -DAYS_OFF_LIST) && a.after < addDays(b.by, DAYS_OFF_LIST);
const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);
const later = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);

/** Dates a split that may match several steps, or a step that may be a fall: its side is known only before the first and after the last of them. */
function undecided(split: Split, steps: readonly [Step, ...Step[]]): DatedSplit {
  const [first, last] = [steps[0], steps[steps.length - 1] as Step];
  const [after, by] = [earlier(split.after, first.from), later(split.by, last.to)];
  return {
    ...split,
    after,
    by,
    steps: [],
    // Before the steps the closes may be adjusted for it.
    closeIsAfter: (day) => (day >= last.to ? true : undefined),
    statedIsAfter: (day) => (day >= by ? true : day <= after ? false : undefined),
  };
}

/** Dates a listed split that the closes do not show on its day, by the one nearby step that looks like it. Without one, the closes are adjusted for it. */
function dateFarFrom(split: Split, free: readonly Step[], all: readonly Step[]): DatedSplit {
  const [first, ...more] = isSmall(split) ? [] : free.filter((s) => isNearSplit(s, split, DAYS_OFF_LIST) && looksLike(s, split.ratio));
  if (!first) return dateSplit(split, all, []);
  // A smaller step far from the list's day may be a fall of the price.
  return more.length === 0 && size(first.times) >= SPLIT_JUMP_RATIO ? dateSplit(split, all, [first]) : undecided(split, [first, ...more]);
}

/** Dates the splits of a list by the closes. A split that is listed twice, on two days, counts once. */
export function dateListed(listed: readonly Split[], all: readonly Step[]): DatedSplit[] {
  const dated: DatedSplit[] = [];
  const unseen: Split[] = [];
  for (const split of listed) {
    const steps = stepsAt(split, all);
    const isTwice = dated.some((d) => mayBeOne(d, split) && d.steps.some((s) => steps.includes(s)));
    if (steps.length === 0) unseen.push(split);
    else if (!isTwice) dated.push(dateSplit(split, all, steps));
  }
  const merged: Split[] = [];
  for (const split of unseen) {
    if (dated.some((d) => mayBeOne(d, split))) continue;
    const at = merged.findIndex((m) => mayBeOne(m, split));
    const same = merged[at];
    if (same) merged[at] = { ...same, after: earlier(same.after, split.after), by: later(same.by, split.by) };
    else merged.push(split);
  }
  for (const split of merged) {
    const free = all.filter((s) => !dated.some((d) => d.steps.includes(s)));
    dated.push(dateFarFrom(split, free, all));
  }
  return dated.sort((a, b) => daysBetween(b.by, a.by));
}

/** Listed splits without those that filings or adjusted closes show nearby: their day is more exact. */
export const withoutFound = (listed: readonly DatedSplit[], found: readonly Split[]): DatedSplit[] =>
  listed.filter((split) => split.steps.length > 0 || !found.some((f) => mayBeOne(split, f)));

/** Tolerance for dividends: the adjusted close includes them too, up to a few percent of a step. */
const DIVIDEND_TOLERANCE = 0.03;
/** Tolerance for buybacks and issues of shares between two filings. */
const DRIFT_TOLERANCE = 0.03;
/** Smaller changes of a share count are too often an issue of shares or a merger. */
const MIN_COUNTED_RATIO = 1.5;

/** Splits that a price file shows by itself: the ratio of adjusted close to close changes by a plain ratio, and the close jumps by the same. */
export function adjustedSplits(closes: readonly Close[], steps: readonly Step[]): Split[] {
  return steps.flatMap((step, i): Split[] => {
    const [before, row] = [closes[i] as Close, closes[i + 1] as Close];
    if (before.adjusted === undefined || row.adjusted === undefined) return [];
    const change = row.adjusted / row.close / (before.adjusted / before.close);
    const ratio = plainRatioNear(change, DIVIDEND_TOLERANCE);
    return ratio !== undefined && isSplitRatio(ratio) && looksLike(step, ratio) ? [{ ratio, after: step.from, by: step.to, from: "adjusted closes" }] : [];
  });
}

/** Shares outstanding by filing, for the newest period that each states, oldest filing first. */
function countsByFiling(periods: readonly (StatedPeriod & { readonly end: IsoDate })[]): { readonly filed: IsoDate; readonly count: number }[] {
  const filings = new Map<string, { readonly filed: IsoDate; readonly count: number; readonly end: IsoDate }>();
  for (const { stated, end } of periods)
    for (const [filed, count, accession] of (stated.shares_outstanding ?? []).flat()) {
      const known = filings.get(accession);
      if (count > 0 && (!known || end > known.end)) filings.set(accession, { filed, count, end });
    }
  return [...filings.values()].sort((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : 0));
}

/** Splits that the share counts of two filings show, if exactly one jump of the closes between them matches. */
export function countedSplits(periods: readonly (StatedPeriod & { readonly end: IsoDate })[], steps: readonly Step[], known: readonly Split[]): Split[] {
  const counts = countsByFiling(periods);
  return counts.flatMap(({ filed, count }, i): Split[] => {
    const before = counts[i - 1];
    const ratio = before && plainRatioNear(count / before.count, DRIFT_TOLERANCE);
    if (!before || ratio === undefined || Math.max(ratio, 1 / ratio) < MIN_COUNTED_RATIO) return [];
    if (known.some((s) => s.after < filed && s.by > before.filed)) return [];
    const [step, ...more] = steps.filter((s) => s.to > before.filed && s.from < filed && looksLike(s, ratio));
    return step && more.length === 0 ? [{ ratio, after: step.from, by: step.to, from: "filings" }] : [];
  });
}

/** New shares per old share between two statements of one figure: share counts grow by it, per-share figures shrink. */
export function sharesBetween(metric: Metric, before: number, after: number): Range | undefined {
  return PER_SHARE_METRICS.has(metric) ? timesOf(perShareRange(after), perShareRange(before)) : timesOf(countRange(before), countRange(after));
}

interface FilingPair {
  readonly before: IsoDate;
  readonly after: IsoDate;
  /** The same figure of the same period in both, which the second may have restated. */
  readonly restated: { readonly metric: Metric; readonly times: Range }[];
  incomeMoved: boolean;
}

/** Pairs of filings in which the second states a period that the first stated. */
function filingPairs(periods: readonly StatedPeriod[]): FilingPair[] {
  const pairs = new Map<string, FilingPair>();
  const pairOf = (a: Vintage, b: Vintage): FilingPair => {
    const name = `${a[2]} ${b[2]}`;
    const pair = pairs.get(name) ?? { before: a[0], after: b[0], restated: [], incomeMoved: false };
    pairs.set(name, pair);
    return pair;
  };
  for (const { stated } of periods)
    for (const [name, lists] of Object.entries(stated)) {
      const metric = name as Metric;
      const counts = countsShares(metric);
      if (!counts && metric !== "net_income") continue;
      for (const list of lists)
        list.forEach((after, i) => {
          const before = list[i - 1];
          if (before?.[1] === after[1] && !counts) return;
          if (!before || before[0] >= after[0] || before[1] === 0 || after[1] === 0) return;
          if (!counts) {
            if (Math.abs(after[1] / before[1] - 1) > 0.05) pairOf(before, after).incomeMoved = true;
            return;
          }
          const times = sharesBetween(metric, before[1], after[1]);
          if (times) pairOf(before, after).restated.push({ metric, times });
        });
    }
  return [...pairs.values()];
}

/**
 * The plain ratio by which a filing restates another. All restated figures must agree on it, and at least two metrics. Earnings per share do not count if net
 * income was restated too.
 */
function ratioOf({ restated, incomeMoved }: FilingPair): number | undefined {
  const counted = restated.filter(({ metric }) => !(incomeMoved && metric.startsWith("eps_")));
  // A figure that rounds to the same before and after shows nothing.
  const changed = new Set(counted.filter(({ times }) => !includesRatio(times, 1)).map((r) => r.metric));
  if (changed.size < 2) return undefined;
  const precise = counted.reduce((a, b) => (b.times.high / b.times.low < a.times.high / a.times.low ? b : a));
  const middle = Math.sqrt(precise.times.low * precise.times.high);
  const distance = (ratio: number): number => Math.abs(Math.log(ratio / middle));
  return plainRatiosIn(precise.times)
    .filter((ratio) => counted.every(({ times }) => includesRatio(times, ratio)))
    .sort((a, b) => distance(a) - distance(b))[0];
}

const close = (a: number, b: number): boolean => Math.abs(Math.log(a / b)) < 0.01;
const isSplitRatio = (ratio: number): boolean => Math.max(ratio, 1 / ratio) >= SMALLEST_SPLIT * 0.99;

/**
 * Splits that later filings show by restating earlier ones, each between the last filing on the old share count and the first on the new one. `known` are splits from
 * other evidence: restatements that they explain are not reported again.
 */
export function restatedSplits(periods: readonly StatedPeriod[], known: readonly Split[]): Split[] {
  const windows = filingPairs(periods)
    .flatMap(({ before, after, ...pair }) => {
      const ratio = ratioOf({ before, after, ...pair });
      return ratio === undefined ? [] : [{ after: before, by: after, ratio }];
    })
    .sort((a, b) => Date.parse(a.by) - Date.parse(a.after) - (Date.parse(b.by) - Date.parse(b.after)));
  const found: Split[] = [];
  for (const window of windows) {
    const inside = [...known, ...found].filter((s) => s.after >= window.after && s.by <= window.by);
    const left = window.ratio / inside.reduce((product, s) => product * s.ratio, 1);
    if (close(left, 1)) continue;
    // The narrowest windows come first: a wider one that shares days with a split of its ratio shows the same split.
    const across = (s: Split): boolean => s.after < window.by && s.by > window.after && !inside.includes(s) && close(s.ratio, left);
    if (known.some(across)) continue;
    const at = found.findIndex(across);
    const same = found[at];
    if (same) {
      const [after, by] = [same.after > window.after ? same.after : window.after, same.by < window.by ? same.by : window.by];
      found[at] = { ...same, after, by };
    } else if (inside.length === 0 && isSplitRatio(left)) found.push({ ratio: left, after: window.after, by: window.by, from: "filings" });
  }
  return found.sort((a, b) => (a.by < b.by ? -1 : 1));
}
