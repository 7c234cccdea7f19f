import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import type { Close, Split } from "../../records/equities";

/** Range of a ratio: published figures are rounded. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Smaller splits and stock dividends cannot be distinguished from growth or rounding. They must come from a list of splits. */
export const SMALLEST_SPLIT = 1.25;
/** Factors of a thousand are figures in another unit, not splits. */
const LARGEST_SPLIT = 500;
const FRACTIONAL = [1.25, 4 / 3, 1.5, 5 / 3, 2.5, 3.5];
const UP: readonly number[] = [...FRACTIONAL, ...Array.from({ length: LARGEST_SPLIT - 1 }, (_, i) => i + 2)].sort((a, b) => a - b);
/** Ratios that companies split by: `n`-for-1, a few such as 3-for-2, and the reverse of each. */
const PLAIN: readonly number[] = [...UP.map((r) => 1 / r).reverse(), ...UP];

/** Slack for fractional shares and small restatements, as a share of the ratio. */
const SLACK = 0.005;

export const includesRatio = ({ low, high }: Range, ratio: number): boolean => low * (1 - SLACK) <= ratio && ratio <= high * (1 + SLACK);

/** The plain split ratios within a range. */
export const plainRatiosIn = (range: Range): readonly number[] => PLAIN.filter((r) => includesRatio(range, r));

/** The plain split ratio nearest to a ratio, if it is within `tolerance` (a share of it). */
export function plainRatioNear(ratio: number, tolerance: number): number | undefined {
  const up = Math.max(ratio, 1 / ratio);
  // Fast path: most filings and sessions have no split between them.
  if (!(up >= SMALLEST_SPLIT / (1 + tolerance)) || up > LARGEST_SPLIT) return undefined;
  const distance = (r: number): number => Math.abs(Math.log(r / up));
  const nearest = [...FRACTIONAL, Math.max(2, Math.round(up))].reduce((best, r) => (distance(r) < distance(best) ? r : best));
  if (distance(nearest) > Math.log1p(tolerance)) return undefined;
  return ratio === up ? nearest : 1 / nearest;
}

/** Range of a rounded per-share figure: rounded to the cent, or to its own decimals if it has more. */
export function perShareRange(value: number): Range {
  const decimals = Math.max(2, (/\.(\d+)$/.exec(String(value))?.[1] ?? "").length);
  const half = 0.5 * 10 ** -decimals;
  return { low: value - half, high: value + half };
}

/** Range of a rounded share count: trailing zeros may be rounding, up to a tenth of the count. */
export function countRange(value: number): Range {
  let unit = 1;
  while (value % (unit * 10) === 0 && unit * 100 <= value) unit *= 10;
  return { low: value - unit / 2, high: value + unit / 2 };
}

/** Range of `after` divided by `before`; undefined if signs differ or a figure rounds to zero. */
export function timesOf(before: Range, after: Range): Range | undefined {
  const [a, b] = before.high < 0 && after.high < 0 ? [flip(before), flip(after)] : [before, after];
  return a.low > 0 && b.low > 0 ? { low: b.low / a.high, high: b.high / a.low } : undefined;
}
const flip = ({ low, high }: Range): Range => ({ low: -high, high: -low });

/** Two consecutive closes. `times` is the first divided by the second. */
export interface Step {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly times: number;
}

export function stepsOf(closes: readonly Close[]): Step[] {
  return closes.slice(1).map((row, i) => {
    const before = closes[i] as Close;
    return { from: before.date, to: row.date, times: before.close / row.close };
  });
}

/** Maximum market move on the day of a split, as a log ratio. Beyond it, a split cannot be distinguished from a fall. */
const MAX_MOVE = Math.log(1.6);
const tolerance = (ratio: number): number => Math.min(Math.abs(Math.log(ratio)) / 2.5, MAX_MOVE);

/** True if the price fell (for a reverse split: rose) between two closes as in a split of this ratio. */
export const looksLike = (step: Step, ratio: number): boolean => Math.abs(Math.log(step.times / ratio)) <= tolerance(ratio);
const isLevel = (step: Step, ratio: number): boolean => Math.abs(Math.log(step.times)) <= tolerance(ratio);

/** A list's day may differ by this many days from a step of nearly its ratio. */
const DAYS_OFF = 4;
/** Days from one session to the next over a weekend with a holiday. */
const WEEKEND_DAYS = 4;
/** Closes further apart, in days, show nothing about the days between. */
const MAX_GAP_DAYS = 10;

/** A split matched with the closes, to decide which closes and filings count new shares. */
export interface DatedSplit extends Split {
  /** The steps of the closes that match the split; empty if the closes show none. */
  readonly steps: readonly Step[];
  /** True if a close counts new shares; undefined if the closes do not say. */
  closeIsAfter(day: IsoDate): boolean | undefined;
  /** True if a figure stated on a day counts new shares, judged by the split's day alone; undefined if that does not decide it. */
  statedIsAfter(day: IsoDate): boolean | undefined;
}

/** The first close from which no step up to `by` looks like the split: all closes since then count the same shares. */
function levelSince(steps: readonly Step[], { by, ratio }: Split): IsoDate | undefined {
  let i = steps.findIndex((s) => s.to >= by);
  const reached = steps[i];
  if (!reached) return undefined;
  let since: IsoDate | undefined;
  for (; i >= 0; i--) {
    const step = steps[i] as Step;
    if (!isLevel(step, ratio) || daysBetween(step.from, step.to) > MAX_GAP_DAYS) break;
    since = step.from;
  }
  return since;
}

/** True if a step is within `days` days of a split. */
export const isNearSplit = (step: Step, { after, by }: Split, days: number): boolean => step.to > addDays(after, -days) && step.from < addDays(by, days);

/** The steps that look like the split, on its day, or for a listed split at most a few days away. */
export function stepsAt(split: Split, all: readonly Step[]): readonly Step[] {
  const find = (days: number): Step[] => all.filter((s) => isNearSplit(s, split, days) && looksLike(s, split.ratio));
  const onTheDay = find(0);
  return onTheDay.length > 0 || split.from !== "list" ? onTheDay : find(DAYS_OFF);
}

/** Dates a split by its steps in the closes. Closes without such a step are already adjusted for it. */
export function dateSplit(split: Split, all: readonly Step[], steps: readonly Step[] = stepsAt(split, all)): DatedSplit {
  const [first, last] = [steps[0], steps[steps.length - 1]];
  if (first && last && steps.length === 1) {
    // A split takes effect with a session: a weekend between the two closes still counts old shares.
    const lastOld = daysBetween(first.from, first.to) <= WEEKEND_DAYS ? addDays(first.to, -1) : first.from;
    const isInside = first.to > split.after && lastOld < split.by;
    // A step replaces a list's day that differs from it, and narrows a window between two filings.
    const after = isInside && split.after > lastOld ? split.after : lastOld;
    const by = isInside && split.by < first.to ? split.by : first.to;
    const isAfter = (day: IsoDate): boolean | undefined => (day >= by ? true : day <= after ? false : undefined);
    return { ...split, after, by, steps, closeIsAfter: (day) => day >= first.to, statedIsAfter: isAfter };
  }
  const statedIsAfter = (day: IsoDate): boolean | undefined => (day >= split.by ? true : day <= split.after ? false : undefined);
  if (first && last) return { ...split, steps, statedIsAfter, closeIsAfter: (day) => (day >= last.to ? true : day <= first.from ? false : undefined) };
  // A split too small to show in the closes: the closes count as traded, not adjusted.
  const isSmall = Math.max(split.ratio, 1 / split.ratio) < SMALLEST_SPLIT;
  const since = isSmall ? undefined : levelSince(all, split);
  const crossed = all.some((s) => s.from <= split.after && s.to >= split.by);
  return {
    ...split,
    steps,
    statedIsAfter,
    closeIsAfter: (day) => {
      if (day >= split.by || (since !== undefined && day >= since)) return true;
      // The closes cross the day with a step unlike the split's: either side may be adjusted.
      return day > split.after || (crossed && !isSmall) ? undefined : false;
    },
  };
}

/** Steps at or above the limit that no known split explains: they look like a split. */
export const unexplained = (steps: readonly Step[], splits: readonly DatedSplit[], limit: number): Step[] =>
  steps.filter((s) => Math.max(s.times, 1 / s.times) >= limit && !splits.some((split) => split.steps.some((of) => of.to === s.to)));
