import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { SPLIT_JUMP_RATIO } from "../prices/returns";
import { dateSplit, isNearSplit, looksLike, stepsAt, type DatedSplit, type Step } from "./closes-across";
import { SMALLEST_SPLIT } from "./plain-ratio";
import type { Split } from "../../records/equities";

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
