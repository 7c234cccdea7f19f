import type { IsoDate } from "../../../contract/dates";
import { countsShares, PER_SHARE_METRICS, type Metric } from "../../../contract/vocabulary";
import type { StatedPeriod, Vintage } from "../../records/statement";
import { countRange, includesRatio, perShareRange, plainRatiosIn, SMALLEST_SPLIT, timesOf, type Range } from "./plain-ratio";
import type { Split } from "../../records/equities";

/** New shares per old share between two statements of one figure: share counts grow by it, per-share figures shrink. */
export function sharesBetween(metric: Metric, before: number, after: number): Range | undefined {
  return PER_SHARE_METRICS.has(metric) ? timesOf(perShareRange(after), perShareRange(before)) : timesOf(countRange(before), countRange(after));
}

/** The same figure of the same period in two filings, the second of which may have restated it. */
interface Restated {
  readonly metric: Metric;
  readonly times: Range;
}
interface FilingPair {
  readonly before: IsoDate;
  readonly after: IsoDate;
  readonly restated: Restated[];
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
export const isSplitRatio = (ratio: number): boolean => Math.max(ratio, 1 / ratio) >= SMALLEST_SPLIT * 0.99;

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
