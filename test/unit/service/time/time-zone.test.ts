import { Temporal } from "@js-temporal/polyfill";
import { dayAt, instantOf } from "../../../../src/service/time/time-zone";

const iso = (ms: number): string => new Date(ms).toISOString();

test.each([
  ["2024-06-20", "18:30", "America/New_York", "2024-06-20T22:30:00.000Z"],
  ["2024-01-20", "18:30", "America/New_York", "2024-01-20T23:30:00.000Z"],
  ["2024-06-21", "09:00", "Asia/Tokyo", "2024-06-21T00:00:00.000Z"],
  // 02:30 is skipped on this day, and 01:30 occurs twice on the next.
  ["2024-03-10", "02:30", "America/New_York", "2024-03-10T07:30:00.000Z"],
  ["2024-11-03", "01:30", "America/New_York", "2024-11-03T05:30:00.000Z"],
])("instantOf %s %s in %s is %s", (day, time, zone, instant) => expect(iso(instantOf(day, time, zone))).toBe(instant));

test.each([
  ["2024-06-22T03:59:59Z", "America/New_York", "2024-06-21"],
  ["2024-06-22T04:00:00Z", "America/New_York", "2024-06-22"],
  ["2024-06-21T15:00:00Z", "Asia/Tokyo", "2024-06-22"],
])("the day at %s in %s is %s", (instant, zone, day) => expect(dayAt(Date.parse(instant), zone)).toBe(day));

const ZONES = ["America/New_York", "Europe/Berlin", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia"];
const HOUR_MS = 3_600_000;
/** Hours before and after a change of the clocks. */
const NEAR = [-400, -200, -50, -47, -3, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 3, 47, 50, 200, 400];

/** Moments around every change of a zone's clocks in some years, and one in each month. */
function momentsOf(zone: string, from: number, until: number): number[] {
  const found: number[] = [];
  for (let at = Date.UTC(from, 0, 15, 12); at < Date.UTC(until, 0); at += 30 * 24 * HOUR_MS) found.push(at);
  let change = Temporal.Instant.fromEpochMilliseconds(Date.UTC(from, 0)).toZonedDateTimeISO(zone).getTimeZoneTransition("next");
  for (; change && change.year < until; change = change.getTimeZoneTransition("next"))
    for (const hours of NEAR) found.push(change.epochMilliseconds - 1 + hours * HOUR_MS, change.epochMilliseconds + hours * HOUR_MS);
  return found;
}

test.each(ZONES)("days and instants in %s are Temporal's, also around every change of its clocks", (zone) => {
  const faults: string[] = [];
  for (const at of momentsOf(zone, 2004, 2028)) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    const [day, time] = [zoned.toPlainDate(), zoned.toPlainTime()];
    if (dayAt(at, zone) !== day.toString()) faults.push(`${iso(at)} is on ${dayAt(at, zone)}`);
    const expected = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
    if (instantOf(day.toString(), time.toString(), zone) !== expected)
      faults.push(`${day} ${time} is ${iso(instantOf(day.toString(), time.toString(), zone))}`);
  }
  expect(faults).toEqual([]);
});

test("a day or time that does not exist is refused", () => {
  for (const [day, time] of [
    ["2024-02-30", "12:00"],
    ["2024-13-01", "12:00"],
    ["2024-06-20", "25:00"],
    ["soon", "12:00"],
  ] as const)
    expect(() => instantOf(day, time, "America/New_York")).toThrow(RangeError);
  expect(() => dayAt(Number.NaN, "America/New_York")).toThrow(RangeError);
});
