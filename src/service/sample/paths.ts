import { countBefore } from "../../contract/rounded";
import { DAY_MS, msOf, type IsoDate } from "../../contract/dates";
import { dayNumber } from "./waves";
import { at, normalOf, seedOf } from "./random";

/** Levels at known days, ascending, as days since 1970, or in another unit such as years with fraction. */
export interface Anchors {
  readonly days: readonly number[];
  readonly levels: readonly number[];
}

/** Days since 1970 of the first day of a year, month or day. */
const dayOf = (text: string): number => msOf(`${text}${"-01-01".slice(text.length - 4)}` as IsoDate) / DAY_MS;

/**
 * Parses "1990-01-02:17 1990-08:36 1991:20"; a month or a year means its first day. With another `positionOf`, positions are in its unit instead of days.
 *
 * @throws RangeError if positions are not ascending
 */
export function anchorsOf(text: string, positionOf: (text: string) => number = dayOf): Anchors {
  const pairs = text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string]);
  const days = pairs.map(([position]) => positionOf(position));
  const unordered = days.findIndex((day, i) => i > 0 && day <= days[i - 1]!);
  if (unordered >= 0) throw new RangeError(`anchors are not in order at ${pairs[unordered]![0]}`);
  return { days, levels: pairs.map(([, level]) => Number(level)) };
}

/** The index of the last day on or before `day`; -1 before the first. */
export const lastIndex = (days: readonly number[], day: number): number => countBefore(days.length, (i) => days[i]! <= day) - 1;

/** The level of the last anchor on or before the day; before the first anchor, its level. */
export const stepAt = ({ days, levels }: Anchors, day: number): number => levels[Math.max(0, lastIndex(days, day))]!;

/** The level of a day, linear between anchors and constant beyond them. */
export function lineAt({ days, levels }: Anchors, day: number): number {
  const i = lastIndex(days, day);
  if (i < 0) return levels[0]!;
  const next = levels[i + 1];
  if (next === undefined) return levels[i]!;
  return levels[i]! + ((next - levels[i]!) * (day - days[i]!)) / (days[i + 1]! - days[i]!);
}

/** Number of weekdays up to a day, so that a step over a weekend is not larger than others. Saturday and Sunday count as the next Monday. */
function weekdaysUntil(day: number): number {
  const sinceMonday = day + 3;
  const week = Math.floor(sinceMonday / 7);
  return 5 * week + Math.min(5, sinceMonday - 7 * week);
}

/** Maximum weekdays between pins: with larger gaps a random walk would stray from its line. */
const MAX_BETWEEN_PINS = 65;

/** Days at which a random walk is zero, in weekdays: those of the anchors, and more between distant anchors. */
export function pinsOf(days: readonly number[]): readonly number[] {
  const weekdays = [...new Set(days.map(weekdaysUntil))];
  return weekdays.flatMap((day, i) => {
    const gap = (weekdays[i + 1] ?? day) - day;
    const parts = Math.max(1, Math.ceil(gap / MAX_BETWEEN_PINS));
    return Array.from({ length: parts }, (_, part) => day + Math.round((gap * part) / parts));
  });
}

/**
 * A random walk with a standard deviation of 1 per weekday that is zero at every pin (a Brownian bridge by midpoint displacement), so that levels stay at the
 * anchors. Zero beyond the pins.
 */
export function bridgeAt(seed: number, pins: readonly number[], date: number): number {
  const day = weekdaysUntil(date);
  const i = lastIndex(pins, day);
  const end = pins[i + 1];
  if (i < 0 || end === undefined) return 0;
  let [low, high] = [pins[i]!, end];
  let [left, right] = [0, 0];
  while (day !== low) {
    const middle = (low + high) >> 1;
    const [before, after, whole] = [middle - low, high - middle, high - low];
    const value = (left * after + right * before) / whole + Math.sqrt((before * after) / whole) * normalOf(at(seed, middle, 1), at(seed, middle, 2));
    if (day < middle) [high, right] = [middle, value];
    else [low, left] = [middle, value];
  }
  return left;
}

/**
 * A path along anchors with noise. `noise` is the standard deviation of a weekday's step, in units of the level. On a `log` scale it is a fraction of the level, and all
 * levels must be above zero.
 */
export function pathAlong(name: string, text: string, noise: number, scale: "linear" | "log" = "linear"): (date: IsoDate) => number {
  const { days, levels } = anchorsOf(text);
  const line: Anchors = { days, levels: scale === "log" ? levels.map(Math.log) : levels };
  const pins = pinsOf(days);
  const seed = seedOf("path", name);
  return (date) => {
    const day = dayNumber(date);
    const value = lineAt(line, day) + noise * bridgeAt(seed, pins, day);
    return scale === "log" ? Math.exp(value) : value;
  };
}
