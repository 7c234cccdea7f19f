import { DAY_MS, type IsoDate, msOf } from "../../contract/dates";
import { at, hash, seedOf } from "./random";

/** A smooth wave between -1 and 1 with a period of 400 days, different for each name. */
export const wander = (name: string, date: IsoDate): number => wave(name, date, 400);

/** Random noise between -1 and 1, different for each name and day. */
export const jitter = (name: string, date: IsoDate): number => 2 * hash(name, "jitter", date) - 1;

/** Periods without a common multiple, so that the sum does not visibly repeat. */
const OVERTONES = [
  { share: 0.6, faster: 1 },
  { share: 0.28, faster: 2.37 },
  { share: 0.12, faster: 6.11 },
] as const;

/** Days since 1970 of an ISO day. */
export const dayNumber = (date: IsoDate): number => Math.round(msOf(date) / DAY_MS);
/** An ISO day as a year with fraction: 2024-07-01 is about 2024.5. */
export const yearFraction = (date: IsoDate): number => 1970 + dayNumber(date) / 365.25;

/**
 * A smooth wave between -1 and 1 from a name and a day, for sample levels, rates and scores. It does not depend on the service's date, so a row never changes.
 * `period` is the period of the slowest part, in days.
 */
export function wave(name: string, date: IsoDate, period: number): number {
  const seed = seedOf("wave", name);
  const day = dayNumber(date);
  return OVERTONES.reduce((sum, { share, faster }, i) => sum + share * Math.sin(2 * Math.PI * ((day / period) * faster + at(seed, i))), 0);
}
