import { Temporal } from "@js-temporal/polyfill";
import { addDays, type IsoDate } from "../../contract/dates";
import { memoized } from "../../contract/memoized";
import { HOUR_MS } from "./durations";

/** No zone changes its clocks twice within this time; Temporal's polyfill relies on it too. */
const FORTNIGHT_MS = 14 * 24 * HOUR_MS;
const MOST_FORTNIGHTS = 10_000;

/** How far a zone's clocks are ahead of UTC at the start of a fortnight, in milliseconds. A calculation with time zones takes longer than the read that needs it. */
const offsetsOf = memoized((timeZone: string) =>
  memoized((fortnight: number) => Temporal.Instant.fromEpochMilliseconds(fortnight * FORTNIGHT_MS).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6, {
    most: MOST_FORTNIGHTS,
  }),
);

/** How far a zone's clocks are ahead of UTC at an instant; undefined in a fortnight in which they change. */
function steadyOffset(instant: number, timeZone: string): number | undefined {
  const fortnight = Math.floor(instant / FORTNIGHT_MS);
  const offsetAtStart = offsetsOf(timeZone);
  const offset = offsetAtStart(fortnight);
  return offsetAtStart(fortnight + 1) === offset ? offset : undefined;
}

/** The calendar day in a time zone such as `America/New_York` at an instant in milliseconds. */
export function dayAt(instant: number, timeZone: string): IsoDate {
  const offset = steadyOffset(instant, timeZone);
  if (offset === undefined) return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const iso = new Date(instant + offset).toISOString();
  // A year after 9999 has six digits.
  return iso.slice(0, iso.indexOf("T"));
}

/** Longer than any distance from UTC, and than any change of the clocks. */
const FAR_MS = 48 * HOUR_MS;

/**
 * The instant, in milliseconds, of a wall-clock time such as `18:45` on a day in a time zone. If daylight saving skips the time, the time one hour
 * later; if the time occurs twice, the first.
 */
export function instantOf(day: IsoDate, time: string, timeZone: string): number {
  const utc = Date.parse(`${day}T${time}Z`);
  // Date.parse reads 30 February as a day of March.
  if (!Number.isNaN(utc) && new Date(utc).toISOString().startsWith(day)) {
    const offset = steadyOffset(utc - FAR_MS, timeZone);
    if (offset !== undefined && steadyOffset(utc + FAR_MS, timeZone) === offset) return utc - offset;
  }
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
}

const MOST_DAYS = 40_000;

/** The last moment of a day in New York, to the second, in milliseconds since 1970. A question "as of a day" means this moment. */
export const endOfDay = memoized((day: IsoDate): number => instantOf(day, "23:59:59", "America/New_York"), { most: MOST_DAYS });

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
