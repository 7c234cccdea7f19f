import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { SPLIT_JUMP_RATIO } from "../prices/returns";
import { dateSplit, isWithin, looksLike, stepsAt, type DatedSplit, type Step } from "./closes-across";
import { SMALLEST_SPLIT } from "./plain-ratio";
import type { Split } from "../../records/split";

/** A list may name the day of the announcement, of record or of payment: so many days from the first session on the new share count. */
const DAYS_OFF_LIST = 60;

const size = (times: number): number => Math.max(times, 1 / times);
const isSmall = ({ ratio }: Split): boolean => size(ratio) < SMALLEST_SPLIT;
/** True if two statements may be of one split. Small stock dividends are paid again and again at one ratio. */
const mayBeOne = (a: Split, b: Split): boolean =>
  !isSmall(a) && Math.abs(Math.log(a.ratio / b.ratio)) < 0.01 && a.by > addDays(b.after, -DAYS_OFF_LIST) && a.after < addDays(b.by, DAYS_OFF_LIST);
const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);
const later = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);

/** A split that several steps may be, or one that may be a fall: only before the first and after the last of them its side is known. */
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

/** Dates a listed split that the closes do not show on its day: by the one step near by that looks like it; without such a step the closes are adjusted for it. */
function dateFarFrom(split: Split, free: readonly Step[], all: readonly Step[]): DatedSplit {
  const [first, ...more] = isSmall(split) ? [] : free.filter((s) => isWithin(s, split, DAYS_OFF_LIST) && looksLike(s, split.ratio));
  if (!first) return dateSplit(split, all, []);
  // A smaller step that far from the list's day may as well be a fall of the price.
  return more.length === 0 && size(first.times) >= SPLIT_JUMP_RATIO ? dateSplit(split, all, [first]) : undecided(split, [first, ...more]);
}

/** The splits of a list beside the closes. One that is listed twice, on its day and on another, is one split. */
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

/** Listed splits without those that filings or adjusted closes show near by: theirs is the day. */
export const withoutFound = (listed: readonly DatedSplit[], found: readonly Split[]): DatedSplit[] =>
  listed.filter((split) => split.steps.length > 0 || !found.some((f) => mayBeOne(split, f)));
