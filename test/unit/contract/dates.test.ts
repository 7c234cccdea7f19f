import fc from "fast-check";
import { addDays, daysBetween, isIsoDate, isoOf, isoOfSerial, MAX_SERIAL, msOf, serialOf, weekdayOf } from "../../../src/contract/dates";

test.each([
  [1, "1900-01-01"],
  [59, "1900-02-28"],
  [61, "1900-03-01"],
  [36_526, "2000-01-01"],
  [46_346, "2026-11-20"],
  [45_462.75, "2024-06-19"],
  [MAX_SERIAL, "9999-12-31"],
])("Excel serial number %d is the date %s", (serial, iso) => {
  expect(isoOfSerial(serial)).toBe(iso);
  if (Number.isInteger(serial)) expect(serialOf(iso)).toBe(serial);
});

// 60 is 29 February 1900 in Excel, a day that did not exist.
test.each([0, -1, 60, 60.5, MAX_SERIAL + 1, NaN, Infinity])("Excel serial number %d is not a date", (serial) => expect(isoOfSerial(serial)).toBeUndefined());

test("dates before 1900 have no Excel serial number", () => expect(serialOf("1899-12-31")).toBeUndefined());

test("converting a serial number to a date and back gives the same number", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_SERIAL }).filter((n) => n !== 60),
      (n) => serialOf(isoOfSerial(n)!) === n,
    ),
    { seed: 1 },
  );
});

test("isIsoDate accepts only dates that exist and are written as YYYY-MM-DD", () => {
  expect(isIsoDate("2024-02-29")).toBe(true);
  expect(["2023-02-29", "2024-13-01", "2024-6-1", "0999-01-01", "20240601", "2024-06-31"].filter(isIsoDate)).toEqual([]);
});

test("day arithmetic is correct across months, leap days and daylight saving time", () => {
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  expect(daysBetween("2024-03-09", "2024-11-04")).toBe(240);
  expect(daysBetween("2024-01-02", "2024-01-01")).toBe(-1);
  expect(weekdayOf("2026-11-20")).toBe(5);
});

test("msOf returns the same as Date.parse for every day, and NaN for text that is no day", () => {
  const days = Array.from({ length: 20_000 }, (_, i) => isoOf(Date.parse("0001-01-01T00:00:00Z") + i * 183 * 86_400_000));
  const ends = ["0001-01-01", "1582-10-15", "1900-02-28", "1900-03-01", "2000-02-29", "2024-02-30", "9999-12-31", addDays("9999-12-31", 7)];
  const none = ["2024-13-01", "2024-00-10", "2024-01-00", "2024-01-32", "2024-1-1", "no day", ""];
  const differing = [...days, ...ends, ...none].filter((day) => !Object.is(msOf(day), Date.parse(`${day}T00:00:00Z`)));
  expect(differing).toEqual([]);
});

test("isoOf returns the same day as Date over four centuries, and throws for NaN", () => {
  const wrong = (moments: readonly number[]) => moments.filter((ms) => isoOf(ms) !== new Date(ms).toISOString().slice(0, 10));
  const from = Date.UTC(1799, 11, 31);
  expect(wrong(Array.from({ length: 146_100 }, (_, i) => from + i * 86_400_000))).toEqual([]);
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => isoOf(date.getTime()) === date.toISOString().slice(0, 10)),
    { seed: 1, numRuns: 2_000 },
  );
  expect(() => isoOf(NaN)).toThrow(RangeError);
});
