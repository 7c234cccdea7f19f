import { dayAt, instantOf } from "../../../../src/service/time/time-zone";

const iso = (ms: number): string => new Date(ms).toISOString();

describe("instantOf", () => {
  test.each([
    ["2024-06-20", "18:30", "America/New_York", "2024-06-20T22:30:00.000Z"],
    ["2024-01-20", "18:30", "America/New_York", "2024-01-20T23:30:00.000Z"],
    ["2024-06-21", "09:00", "Asia/Tokyo", "2024-06-21T00:00:00.000Z"],
    // 02:30 is skipped on this day, and 01:30 occurs twice on the next.
    ["2024-03-10", "02:30", "America/New_York", "2024-03-10T07:30:00.000Z"],
    ["2024-11-03", "01:30", "America/New_York", "2024-11-03T05:30:00.000Z"],
  ])("%s %s in %s is %s", (day, time, zone, instant) => expect(iso(instantOf(day, time, zone))).toBe(instant));
});

test.each([
  ["2024-06-22T03:59:59Z", "America/New_York", "2024-06-21"],
  ["2024-06-22T04:00:00Z", "America/New_York", "2024-06-22"],
  ["2024-06-21T15:00:00Z", "Asia/Tokyo", "2024-06-22"],
])("the day at %s in %s is %s", (instant, zone, day) => expect(dayAt(Date.parse(instant), zone)).toBe(day));
