import { addDays, msOf, type IsoDate } from "../../contract/dates";
import type { TENOR_SERIES } from "../../contract/series";
import { hash } from "./random";
import { wave } from "./waves";

/** Rough levels through the decades, in percent, so that a sample of any year looks like its time. Linear between. */
const POLICY =
  "1962:2.7 1969:8 1971:4 1974:11 1976:5 1981:17 1983:9 1986:6.5 1989:9 1992:3.2 1995:5.6 2000:6.3 2001.9:1.8 2003.5:1.1 2006.5:5.25 2008.9:.13 2015.9:.2 2018.9:2.38 2020.15:1.6 2020.2:.1 2022.2:.2 2022.95:4.35 2023.55:5.35 2024.7:5.35 2025.9:3.7 2031:3.2";
const LONG =
  "1962:4 1970:7.5 1974:7.6 1981.7:14.5 1986:7.5 1990:8.5 1993.8:5.6 2000:6.3 2003.4:3.6 2007.4:4.9 2012.5:1.7 2016.5:1.6 2018.8:3.1 2020.5:.7 2023.8:4.8 2024.7:3.9 2026:4.2 2031:4";

const anchors = (text: string): [number, number][] => text.split(" ").map((pair) => pair.split(":").map(Number) as [number, number]);
const policyAnchors = anchors(POLICY);
const longAnchors = anchors(LONG);

const yearOf = (date: IsoDate): number => Number(date.slice(0, 4)) + (msOf(date) - msOf(`${date.slice(0, 4)}-01-01`)) / (366 * 86_400_000);

/** Linear between anchors, flat beyond them. */
function between(points: readonly [number, number][], x: number): number {
  const after = points.findIndex(([at]) => at >= x);
  if (after === 0) return points[0]![1];
  if (after < 0) return points.at(-1)![1];
  const [x0, y0] = points[after - 1]!;
  const [x1, y1] = points[after]!;
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** A smooth wander between -1 and 1, different for each name and the same for each day. */
export const wander = (name: string, date: IsoDate): number => wave(name, date, 400);

/** A small jump of its own for each day, within ±1. */
export const jitter = (name: string, date: IsoDate): number => 2 * hash(name, "jitter", date) - 1;

/** Six weeks, counted from a Thursday: a decision takes effect on that day of the week. */
const BETWEEN_MEETINGS = 42;
const FIRST_MEETING = 28;

/** Upper limit of the target range, in quarter points, moved on about eight dates a year. */
export function targetUpper(date: IsoDate): number {
  const since = (((Math.floor(msOf(date) / 86_400_000) - FIRST_MEETING) % BETWEEN_MEETINGS) + BETWEEN_MEETINGS) % BETWEEN_MEETINGS;
  const meeting = addDays(date, -since);
  return Math.max(0.25, Math.round((between(policyAnchors, yearOf(meeting)) + 0.12) * 4) / 4);
}

const WEIGHT: Record<keyof typeof TENOR_SERIES, number> = {
  "1M": 0.02,
  "3M": 0.06,
  "6M": 0.14,
  "1Y": 0.28,
  "2Y": 0.48,
  "3Y": 0.6,
  "5Y": 0.78,
  "7Y": 0.9,
  "10Y": 1,
  "20Y": 1.1,
  "30Y": 1.07,
};

/** A par yield of the sample curve in percent. All tenors share one wander, so that the curve moves as a curve does. */
export function sampleYield(tenor: keyof typeof TENOR_SERIES, date: IsoDate): number {
  const short = targetUpper(date) - 0.1;
  const long = between(longAnchors, yearOf(date)) + 0.18 * wander("curve", date);
  const w = WEIGHT[tenor];
  return Math.max(0.01, short + (long - short) * w + 0.1 * w * wander("slope", date) + 0.03 * jitter(tenor, date));
}
