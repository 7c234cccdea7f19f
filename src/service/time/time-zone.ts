import { Temporal } from "@js-temporal/polyfill";
import type { IsoDate } from "../../contract/dates";

/** The calendar day in a time zone such as `America/New_York` at an instant in milliseconds. */
export const dayAt = (instant: number, timeZone: string): IsoDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/**
 * The instant, in milliseconds, of a wall-clock time such as `18:45` on a day in a time zone. If daylight saving skips the time, the time one hour
 * later; if the time occurs twice, the first.
 */
export const instantOf = (day: IsoDate, time: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
