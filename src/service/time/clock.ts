import { momentText, type AsOf } from "../../contract/as-of";
import { isoOf, type IsoDate } from "../../contract/dates";
import { endOfDay, lastDayEndedBy } from "./time-zone";

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
  /** True if the clock follows real time, also when stopped now. False as of a day or moment that was asked for. */
  readonly follows: boolean;
}

/** The clock's moment for markets whose days are in UTC: as of a day, the end of that day in UTC, and not in New York. */
export const momentInUtc = ({ asOf, today }: Pick<Clock, "asOf" | "today">): number => Math.min(Date.parse(asOf()), Date.parse(`${today()}T23:59:59Z`));

function stopped(day: IsoDate, moment: number, realNow: () => number): Clock {
  const clock: Clock = { today: () => day, asOf: () => momentText(moment), moment: () => moment, realNow, fixed: () => clock, follows: false };
  return clock;
}

const momentOf = (asOf: AsOf): number => ("day" in asOf ? endOfDay(asOf.day) : asOf.moment);

function dayOf(asOf: AsOf): IsoDate {
  if ("day" in asOf) return asOf.day;
  // A reply as of a day repeats its last second. Asked again as of that moment, it must be the same.
  const ended = lastDayEndedBy(asOf.moment);
  return endOfDay(ended) === asOf.moment ? ended : isoOf(asOf.moment);
}

/** A clock stopped as of a day or a moment, or one that follows `realNow` if `asOf` is undefined. */
export function createClock(asOf: IsoDate | AsOf | undefined, realNow: () => number): Clock {
  if (asOf === undefined) return following(realNow, realNow);
  const at = typeof asOf === "string" ? { day: asOf } : asOf;
  return stopped(dayOf(at), momentOf(at), realNow);
}

/** The clock stopped as of a day or a moment: on a day, its end in New York; at a moment, its day in UTC is today, except at the end of a day in New York. */
export const clockAt = (asOf: AsOf, { realNow }: Pick<Clock, "realNow">): Clock => createClock(asOf, realNow);

/** The clock stopped at the end of an earlier day in New York, or at its own moment if that comes first. */
export const clockOnDay = (day: IsoDate, clock: Clock): Clock => stopped(day, Math.min(endOfDay(day), clock.moment()), clock.realNow);

/** Why a service with this clock cannot answer as of this day or moment: it is later than the service's own. Undefined if it can. */
export function futureReason(asOf: AsOf, clock: Clock): string | undefined {
  const now = clock.moment();
  if (momentOf(asOf) <= now) return undefined;
  const own = `this service's date is ${clock.today()} (${momentText(now)})`;
  if ("day" in asOf) return `as_of: expected a day that has ended in New York, got ${asOf.day}; ${own}, so the last such day is ${lastDayEndedBy(now)}.`;
  return `as_of: expected a moment that is not in the future, got ${momentText(asOf.moment)}; ${own}.`;
}

const following = (now: () => number, realNow: () => number): Clock => ({
  today: () => isoOf(now()),
  asOf: () => `${new Date(now()).toISOString().slice(0, 16)}:00Z`,
  moment: now,
  realNow,
  follows: true,
  fixed: () => {
    const at = now();
    // Once for a whole batch, whose cells ask for the day many times.
    const today = isoOf(at);
    return { ...following(() => at, realNow), today: () => today };
  },
});
