import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import type { Close } from "../../records/close";
import { SMALLEST_SPLIT } from "./plain-ratio";
import type { Split } from "../../records/split";

/** Two closes, one session after the other, and how many times the first is the second. */
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

/** A share may move this much on the day of its split. Beyond it, a split cannot be distinguished from a fall. */
const MAX_MOVE = Math.log(1.6);
const tolerance = (ratio: number): number => Math.min(Math.abs(Math.log(ratio)) / 2.5, MAX_MOVE);

/** True where the price fell (in a reverse split rose) between two closes as in a split of this ratio. */
export const looksLike = (step: Step, ratio: number): boolean => Math.abs(Math.log(step.times / ratio)) <= tolerance(ratio);
const isLevel = (step: Step, ratio: number): boolean => Math.abs(Math.log(step.times)) <= tolerance(ratio);

/** A list's day may be a few days off beside a step of nearly its ratio. */
const DAYS_OFF = 4;
/** Days from one session to the next over a weekend with a holiday. */
const WEEKEND = 4;
/** Closes further apart show nothing about the days between. */
const MAX_GAP = 10;

/** A split matched with the closes: which closes and filings it affects. */
export interface DatedSplit extends Split {
  /** The step between closes that is this split, where closes as traded show one. */
  readonly steps: readonly Step[];
  /** True if a close counts new shares; undefined if the closes do not say. */
  closeIsAfter(day: IsoDate): boolean | undefined;
  /** True if what was stated on a day counts new shares, as far as the split's own day says. */
  statedIsAfter(day: IsoDate): boolean | undefined;
}

/** The first close from which on, up to `by`, no close steps as in the split: all of them count the same shares. */
function levelSince(steps: readonly Step[], { by, ratio }: Split): IsoDate | undefined {
  let i = steps.findIndex((s) => s.to >= by);
  const reached = steps[i];
  if (!reached) return undefined;
  let since: IsoDate | undefined;
  for (; i >= 0; i--) {
    const step = steps[i] as Step;
    if (!isLevel(step, ratio) || daysBetween(step.from, step.to) > MAX_GAP) break;
    since = step.from;
  }
  return since;
}

/** True if a step lies within so many days of a split. */
export const isWithin = (step: Step, { after, by }: Split, days: number): boolean => step.to > addDays(after, -days) && step.from < addDays(by, days);

/** The steps that look like a split, on its day or, for one of a list, at most a few days off. */
export function stepsAt(split: Split, all: readonly Step[]): readonly Step[] {
  const find = (days: number): Step[] => all.filter((s) => isWithin(s, split, days) && looksLike(s, split.ratio));
  const onTheDay = find(0);
  return onTheDay.length > 0 || split.from !== "list" ? onTheDay : find(DAYS_OFF);
}

/** Dates a split by the steps of the closes that it is. Closes without one are adjusted for it already. */
export function dateSplit(split: Split, all: readonly Step[], steps: readonly Step[] = stepsAt(split, all)): DatedSplit {
  const [first, last] = [steps[0], steps[steps.length - 1]];
  if (first && last && steps.length === 1) {
    // A split takes effect with a session: a weekend between the two closes still counts old shares.
    const lastOld = daysBetween(first.from, first.to) <= WEEKEND ? addDays(first.to, -1) : first.from;
    const isInside = first.to > split.after && lastOld < split.by;
    // The day of a list that is not a step's own gives way to the step; a window of two filings is narrowed by it.
    const after = isInside && split.after > lastOld ? split.after : lastOld;
    const by = isInside && split.by < first.to ? split.by : first.to;
    const isAfter = (day: IsoDate): boolean | undefined => (day >= by ? true : day <= after ? false : undefined);
    return { ...split, after, by, steps, closeIsAfter: (day) => day >= first.to, statedIsAfter: isAfter };
  }
  const statedIsAfter = (day: IsoDate): boolean | undefined => (day >= split.by ? true : day <= split.after ? false : undefined);
  if (first && last) return { ...split, steps, statedIsAfter, closeIsAfter: (day) => (day >= last.to ? true : day <= first.from ? false : undefined) };
  // Too small to be seen in the closes: they are taken as traded.
  const isSmall = Math.max(split.ratio, 1 / split.ratio) < SMALLEST_SPLIT;
  const since = isSmall ? undefined : levelSince(all, split);
  const crossed = all.some((s) => s.from <= split.after && s.to >= split.by);
  return {
    ...split,
    steps,
    statedIsAfter,
    closeIsAfter: (day) => {
      if (day >= split.by || (since !== undefined && day >= since)) return true;
      // Closes that cross the day with another step than the split's: either side may be adjusted.
      return day > split.after || (crossed && !isSmall) ? undefined : false;
    },
  };
}

/** Steps at or above the limit that no split explains: they look like a split. */
export const unexplained = (steps: readonly Step[], splits: readonly DatedSplit[], limit: number): Step[] =>
  steps.filter((s) => Math.max(s.times, 1 / s.times) >= limit && !splits.some((split) => split.steps.some((of) => of.to === s.to)));
