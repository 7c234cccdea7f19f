import { addDays, type IsoDate, isoOf, msOf, weekdayOf } from "../../contract/dates";
import type { Publisher, Schedule } from "../publishers/publisher";
import type { Decisions } from "../store/decisions";
import { MINUTE_MS } from "../time/durations";
import { dayAt, instantOf } from "../time/time-zone";

/** True if the operator turned the publisher on or, without a decision, if its terms allow it by default. */
export const isPublisherOn = (decisions: Pick<Decisions, "of">, publisher: Publisher): boolean =>
  decisions.of(publisher.id)?.enabled ?? publisher.terms.defaultOn;

/** True for a publisher that is never fetched: a person brings its files. It can be neither on nor off; imported data is always served. */
export const isFilesOnly = ({ live, feeds }: Publisher): boolean => !live && !feeds.some((f) => f.fetching);

/** Longer than any schedule's interval: a day of the month recurs within 31 days. */
const MAX_DAYS = 32;

/** Schedules by day, not by minutes. */
type Days = Exclude<Schedule["on"], { readonly everyMinutes: number }>;

function fallsOn(on: Days, day: IsoDate): boolean {
  if (on === "daily") return true;
  if (on === "business") return ![0, 6].includes(weekdayOf(day));
  if ("weekday" in on) return weekdayOf(day) === on.weekday;
  const date = Number(day.slice(8));
  const last = Number(addDays(isoOf(msOf(`${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`)), -1).slice(8));
  // In a month of thirty days, the 31st means the last day.
  return date === Math.min(on.dayOfMonth, last);
}

/** The last step up to `now`. Steps restart each day in UTC, at `at`. */
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
  for (let i = 0; i <= MAX_DAYS; i++) {
    const day = addDays(today, i * step);
    if (!fallsOn(on, day)) continue;
    const instant = instantOf(day, at, timeZone);
    if (fits(instant)) return instant;
  }
  throw new Error(`the schedule ${JSON.stringify(on)} at ${at} in ${timeZone} names no day`);
}

/** The last scheduled time up to `now`, in milliseconds. */
export const lastDue = (schedule: Schedule, now: number): number => seek(schedule, now, -1, (instant) => instant <= now);

/** The first scheduled time after `now`, in milliseconds. */
export const nextDue = (schedule: Schedule, now: number): number => seek(schedule, now, 1, (instant) => instant > now);

/** True if a feed has not succeeded since its last scheduled time. `succeeded` is ISO 8601. */
export const isDue = (schedule: Schedule, succeeded: string | undefined, now: number): boolean =>
  succeeded === undefined || Date.parse(succeeded) < lastDue(schedule, now);
