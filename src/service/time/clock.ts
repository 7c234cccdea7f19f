import { isoOf, type IsoDate } from "../../contract/dates";
import { endOfDay } from "./time-zone";

/**
 * The service's date. Rows that were not public by then do not exist for any family. Quotas and keys use real time
 * (`realNow`), whatever the data's date is.
 */
export interface Clock {
  /** The service's date: the last day with data. */
  today(): IsoDate;
  /** The moment that an answer computed now describes, ISO 8601 in UTC. */
  asOf(): string;
  /** The same moment in milliseconds since 1970, exactly: rows that became public later are not served. */
  moment(): number;
  /** Real time in milliseconds since 1970. */
  realNow(): number;
  /** The same clock, stopped now; its real time goes on. */
  fixed(): Clock;
}

/** The clock's moment for markets whose days are in UTC: as of a day, the end of that day in UTC, and not in New York. */
export const momentInUtc = ({ asOf, today }: Pick<Clock, "asOf" | "today">): number => Math.min(Date.parse(asOf()), Date.parse(`${today()}T23:59:59Z`));

/** Formats an instant as ISO 8601 in UTC, to the second. */
const inUtc = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** A clock fixed at the end of `asOf` in New York, or one that follows `realNow` if `asOf` is undefined. */
export function createClock(asOf: IsoDate | undefined, realNow: () => number): Clock {
  if (asOf === undefined) return following(realNow, realNow);
  const clock: Clock = { today: () => asOf, asOf: () => inUtc(endOfDay(asOf)), moment: () => endOfDay(asOf), realNow, fixed: () => clock };
  return clock;
}

const following = (now: () => number, realNow: () => number): Clock => ({
  today: () => isoOf(now()),
  asOf: () => `${new Date(now()).toISOString().slice(0, 16)}:00Z`,
  moment: now,
  realNow,
  fixed: () => {
    const at = now();
    return following(() => at, realNow);
  },
});
