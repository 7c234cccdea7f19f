import { isDue, lastDue, nextDue } from "../../../../src/service/ingest/due";
import type { Schedule } from "../../../../src/service/publishers/publisher";

const NEW_YORK = "America/New_York";
const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString();
const business: Schedule = { timeZone: NEW_YORK, on: "business", at: "18:30" };

describe("when a feed is due", () => {
  it("is once per business day at the publisher's local time", () => {
    expect(iso(lastDue(business, at("2024-06-20T22:29:00Z")))).toBe("2024-06-19T22:30:00.000Z");
    expect(iso(lastDue(business, at("2024-06-20T22:30:00Z")))).toBe("2024-06-20T22:30:00.000Z");
    expect(iso(nextDue(business, at("2024-06-20T22:30:00Z")))).toBe("2024-06-21T22:30:00.000Z");
    // Friday evening; nothing is published at the weekend.
    expect(iso(nextDue(business, at("2024-06-21T22:31:00Z")))).toBe("2024-06-24T22:30:00.000Z");
  });

  it("follows the publisher's date, even if the date in UTC differs", () => {
    // Still Friday in New York.
    expect(iso(lastDue(business, at("2024-06-22T01:00:00Z")))).toBe("2024-06-21T22:30:00.000Z");
    expect(iso(lastDue({ timeZone: "Asia/Tokyo", on: "daily", at: "09:00" }, at("2024-06-20T23:59:00Z")))).toBe("2024-06-20T00:00:00.000Z");
    expect(iso(lastDue({ timeZone: "Asia/Tokyo", on: "daily", at: "09:00" }, at("2024-06-21T00:00:00Z")))).toBe("2024-06-21T00:00:00.000Z");
  });

  it("is at the same local time after a daylight saving change", () => {
    const daily: Schedule = { timeZone: NEW_YORK, on: "daily", at: "18:30" };
    expect(iso(nextDue(daily, at("2024-03-09T23:30:00Z")))).toBe("2024-03-10T22:30:00.000Z");
    expect(iso(nextDue(daily, at("2024-11-02T22:30:00Z")))).toBe("2024-11-03T23:30:00.000Z");
    // 02:30 is missing on the day when clocks go forward and occurs twice when they go back: the feed runs once on each.
    const night: Schedule = { timeZone: NEW_YORK, on: "daily", at: "02:30" };
    const spring = nextDue(night, at("2024-03-10T05:00:00Z"));
    expect([at("2024-03-10T06:30:00Z"), at("2024-03-10T07:30:00Z")]).toContain(spring);
    expect(iso(nextDue(night, spring))).toBe("2024-03-11T06:30:00.000Z");
    const autumn = nextDue(night, at("2024-11-03T04:00:00Z"));
    expect(iso(nextDue(night, autumn))).toBe("2024-11-04T07:30:00.000Z");
  });

  it("is on a weekday or a day of the month, or the last day of a short month", () => {
    expect(iso(nextDue({ timeZone: NEW_YORK, on: { weekday: 4 }, at: "16:30" }, at("2024-06-20T20:30:00Z")))).toBe("2024-06-27T20:30:00.000Z");
    expect(iso(nextDue({ timeZone: "UTC", on: { dayOfMonth: 31 }, at: "12:00" }, at("2024-01-31T12:00:00Z")))).toBe("2024-02-29T12:00:00.000Z");
    expect(iso(lastDue({ timeZone: "UTC", on: { dayOfMonth: 18 }, at: "12:00" }, at("2024-06-18T11:59:00Z")))).toBe("2024-05-18T12:00:00.000Z");
  });

  it("is every 15 minutes from 00:07 if the schedule says so", () => {
    const often: Schedule = { timeZone: "UTC", on: { everyMinutes: 15 }, at: "00:07" };
    expect(iso(lastDue(often, at("2024-06-20T00:06:59Z")))).toBe("2024-06-19T23:52:00.000Z");
    expect(iso(lastDue(often, at("2024-06-20T00:07:00Z")))).toBe("2024-06-20T00:07:00.000Z");
    expect(iso(nextDue(often, at("2024-06-20T13:22:00Z")))).toBe("2024-06-20T13:37:00.000Z");
    expect(isDue(often, "2024-06-20T13:21:59.000Z", at("2024-06-20T13:22:01Z"))).toBe(true);
    expect(isDue(often, "2024-06-20T13:22:01.000Z", at("2024-06-20T13:36:59Z"))).toBe(false);
  });

  it("is now if it has not succeeded since the last scheduled time, else at the next one", () => {
    const now = at("2024-06-20T23:00:00Z");
    expect(isDue(business, undefined, now)).toBe(true);
    expect(isDue(business, "2024-06-20T22:29:59.000Z", now)).toBe(true);
    expect(isDue(business, "2024-06-20T22:31:00.000Z", now)).toBe(false);
    expect(isDue(business, "2024-06-20T22:31:00.000Z", at("2024-06-21T22:30:00Z"))).toBe(true);
  });
});
