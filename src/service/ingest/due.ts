import { addDays, isoOf, msOf, weekdayOf, type IsoDate } from "../../contract/dates";
import type { Schedule } from "../publishers/publisher";
import { dayAt, instantOf } from "../time/time-zone";
import { MINUTE_MS } from "../time/durations";

/** Further than any schedule reaches: a day of the month comes after 31 days at the latest. */
const MOST_DAYS = 32;

/** Schedules that name days; the others go in steps of minutes. */
type Days = Exclude<Schedule["on"], { readonly everyMinutes: number }>;

function falls(on: Days, day: IsoDate): boolean {
  if (on === "daily") return true;
  if (on === "business") return ![0, 6].includes(weekdayOf(day));
  if ("weekday" in on) return weekdayOf(day) === on.weekday;
  const date = Number(day.slice(8));
  const last = Number(addDays(isoOf(msOf(`${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`)), -1).slice(8));
  // The 31st of a month of thirty days is its last.
  return date === Math.min(on.dayOfMonth, last);
}

/** The last step up to `now`; steps begin anew with each day in UTC, at `at`. */
function lastStep(everyMinutes: number, at: string, now: number): number {
  const first = Date.parse(`${isoOf(now)}T${at}:00Z`);
  const step = everyMinutes * MINUTE_MS;
  return first + Math.floor((now - first) / step) * step;
}

function seek({ timeZone, on, at }: Schedule, now: number, step: 1 | -1, fits: (instant: number) => boolean): number {
  if (typeof on === "object" && "everyMinutes" in on) {
    const last = lastStep(on.everyMinutes, at, now);
    return step === -1 ? last : last + on.everyMinutes * MINUTE_MS;
  }
  const today = dayAt(now, timeZone);
  for (let i = 0; i <= MOST_DAYS; i++) {
    const day = addDays(today, i * step);
    if (!falls(on, day)) continue;
    const instant = instantOf(day, at, timeZone);
    if (fits(instant)) return instant;
  }
  throw new Error(`the schedule ${JSON.stringify(on)} at ${at} in ${timeZone} names no day`);
}

/** The last moment up to `now` at which new data was to appear; milliseconds, in the publisher's own time. */
export const lastDue = (schedule: Schedule, now: number): number => seek(schedule, now, -1, (instant) => instant <= now);

/** The first moment after `now` at which new data is to appear. */
export const nextDue = (schedule: Schedule, now: number): number => seek(schedule, now, 1, (instant) => instant > now);

/** A feed is due once after each moment of its schedule, and as long as it has not succeeded since. `succeeded` is ISO 8601. */
export const isDue = (schedule: Schedule, succeeded: string | undefined, now: number): boolean =>
  succeeded === undefined || Date.parse(succeeded) < lastDue(schedule, now);
