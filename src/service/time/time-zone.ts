import { Temporal } from "@js-temporal/polyfill";
import { addDays, type IsoDate } from "../../contract/dates";

/** The calendar day in a time zone such as `America/New_York` at an instant in milliseconds. */
export const dayAt = (instant: number, timeZone: string): IsoDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/**
 * The instant, in milliseconds, of a wall-clock time such as `18:45` on a day in a time zone. If daylight saving skips the time, the time one hour
 * later; if the time occurs twice, the first.
 */
export const instantOf = (day: IsoDate, time: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;

const endsOfDays = new Map<IsoDate, number>();
/** More days are computed again, so that odd ones cannot fill the memory. */
const MOST_DAYS = 40_000;

/** The last moment of a day in New York, to the second, in milliseconds since 1970. A question "as of a day" means this moment. */
export function endOfDay(day: IsoDate): number {
  let end = endsOfDays.get(day);
  // A calculation with time zones takes longer than the read that needs it.
  if (end === undefined) {
    if (endsOfDays.size >= MOST_DAYS) endsOfDays.clear();
    endsOfDays.set(day, (end = instantOf(day, "23:59:59", "America/New_York")));
  }
  return end;
}

/** The last day that had ended in New York at an instant in milliseconds. */
export function lastDayEndedBy(instant: number): IsoDate {
  const day = dayAt(instant, "America/New_York");
  return endOfDay(day) <= instant ? day : addDays(day, -1);
}

/** A moment in words, in New York: `2024-06-21 16:15 New York`. The last second of a day is its end. */
export function momentInNewYork(instant: number): string {
  const { hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO("America/New_York");
  const day = dayAt(instant, "America/New_York");
  if (hour === 23 && minute === 59 && second === 59) return `the end of ${day} in New York`;
  return `${day} ${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")} New York`;
}
