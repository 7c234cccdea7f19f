import { addDays, isoOf, msOf, weekdayOf, type IsoDate } from "../../contract/dates";
import { memoized } from "../../contract/memoized";

/**
 * New York trading days and period ends, by rule. Sessions exclude recurring holidays only. Closings for single events (storms,
 * days of mourning) are a separate function, so use sessions to date sample rows, never published ones.
 */

const pad = (n: number): string => String(n).padStart(2, "0");
export const isoOfParts = (year: number, month: number, day: number): IsoDate => `${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}`;
export const yearOf = (date: IsoDate): number => Number(date.slice(0, 4));
/** 1 to 12. */
export const monthNumber = (date: IsoDate): number => Number(date.slice(5, 7));

/** The n-th Monday, or another weekday (0 Sunday … 6 Saturday), of a month. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): IsoDate {
  const first = isoOfParts(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1));
}

export function lastWeekday(year: number, month: number, weekday: number): IsoDate {
  const last = monthEnd(isoOfParts(year, month, 1));
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

/** Gregorian Easter by the anonymous computus. */
function easter(year: number): IsoDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return isoOfParts(year, Math.floor((h + l - 7 * m + 114) / 31), ((h + l - 7 * m + 114) % 31) + 1);
}

/** A Sunday holiday moves to Monday, a Saturday holiday to Friday. New Year's Day on a Saturday is not observed. */
function observed(date: IsoDate): IsoDate | undefined {
  const weekday = weekdayOf(date);
  if (weekday === 0) return addDays(date, 1);
  if (weekday !== 6) return date;
  return date.endsWith("-01-01") ? undefined : addDays(date, -1);
}

/** The exchange's recurring holidays of a year. */
export const holidaysOf = memoized((year: number): ReadonlySet<IsoDate> => {
  const days = [
    observed(isoOfParts(year, 1, 1)),
    year >= 1998 ? nthWeekday(year, 1, 1, 3) : undefined,
    nthWeekday(year, 2, 1, 3),
    addDays(easter(year), -2),
    lastWeekday(year, 5, 1),
    year >= 2022 ? observed(isoOfParts(year, 6, 19)) : undefined,
    observed(isoOfParts(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    observed(isoOfParts(year, 12, 25)),
  ];
  return new Set(days.filter((d) => d !== undefined));
});

const CLOSED_EXCHANGE: ReadonlySet<IsoDate> = new Set([
  ...["2001-09-11", "2001-09-12", "2001-09-13", "2001-09-14"],
  ...["2004-06-11", "2007-01-02", "2012-10-29", "2012-10-30", "2018-12-05", "2025-01-09"],
]);
const CLOSED_BONDS: ReadonlySet<IsoDate> = new Set(["2001-09-11", "2001-09-12", "2004-06-11", "2012-10-30", "2018-12-05"]);

/** True if a single event closed the exchange. Session numbers include these days, so adding a closing does not shift sample prices. */
export const isClosedExchange = (date: IsoDate): boolean => CLOSED_EXCHANGE.has(date);
/** True if a single event closed the bond market while banks were open. */
export const isBondHoliday = (date: IsoDate): boolean => CLOSED_BONDS.has(date);

/** True on a trading day. */
export function isSession(date: IsoDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !holidaysOf(yearOf(date)).has(date);
}

/** The first day that fits, from a date on or back. */
export function firstDay(from: IsoDate, step: 1 | -1, fits: (day: IsoDate) => boolean): IsoDate {
  let day = from;
  while (!fits(day)) day = addDays(day, step);
  return day;
}

export const sessionOnOrBefore = (date: IsoDate): IsoDate => firstDay(date, -1, isSession);
export const sessionOnOrAfter = (date: IsoDate): IsoDate => firstDay(date, 1, isSession);
export const previousSession = (date: IsoDate): IsoDate => sessionOnOrBefore(addDays(date, -1));

/** Banks and the bond market also close on Columbus Day and Veterans Day, or on Monday if the day is a Sunday. */
function isBankHoliday(date: IsoDate): boolean {
  const year = yearOf(date);
  if (date === nthWeekday(year, 10, 1, 2)) return true;
  const veterans = isoOfParts(year, 11, 11);
  return date === (weekdayOf(veterans) === 0 ? addDays(veterans, 1) : veterans);
}

/** True on a day on which the Treasury, the Federal Reserve and its banks publish rates. */
export const isBankDay = (date: IsoDate): boolean => isSession(date) && !(monthNumber(date) >= 10 && isBankHoliday(date));

export const bankDayOnOrBefore = (date: IsoDate): IsoDate => firstDay(date, -1, isBankDay);
export const bankDayOnOrAfter = (date: IsoDate): IsoDate => firstDay(date, 1, isBankDay);

const FIRST_YEAR = 1960;
const LAST_YEAR = 2099;
let table: { readonly dates: readonly IsoDate[]; readonly index: ReadonlyMap<IsoDate, number> } | undefined;

/** Every session of the years that a clock may show, numbered from 0, so that distances are subtractions. */
function sessions() {
  if (table) return table;
  const dates: IsoDate[] = [];
  const end = msOf(isoOfParts(LAST_YEAR, 12, 31));
  for (let ms = msOf(isoOfParts(FIRST_YEAR, 1, 1)); ms <= end; ms += 86_400_000) {
    const date = isoOf(ms);
    if (isSession(date)) dates.push(date);
  }
  table = { dates, index: new Map(dates.map((date, i) => [date, i])) };
  return table;
}

/** The number of the last session on or before the date. Throws outside 1960 to 2099. */
export function sessionIndex(date: IsoDate): number {
  const { index: numbers } = sessions();
  // Most dates are sessions, so that the slower search is rare.
  const index = numbers.get(date) ?? numbers.get(sessionOnOrBefore(date));
  if (index === undefined) throw new RangeError(`expected a date from 1960 to 2099, got ${date}`);
  return index;
}

/** The session with this number. */
export function sessionAt(index: number): IsoDate {
  const date = sessions().dates[index];
  if (date === undefined) throw new RangeError(`no session has the number ${index}`);
  return date;
}

/** The session `n` before the last one on or before `date`; 0 is that one itself, a negative `n` goes forward. */
export const sessionsBack = (date: IsoDate, n: number): IsoDate => sessionAt(sessionIndex(date) - n);

/** The last `count` sessions on or before `date`, oldest first. */
export function lastSessions(date: IsoDate, count: number): IsoDate[] {
  const last = sessionIndex(date);
  return sessions().dates.slice(Math.max(0, last - count + 1), last + 1);
}

/** The first day of the month that is `months` months away. */
export function monthsFrom(date: IsoDate, months: number): IsoDate {
  const zero = yearOf(date) * 12 + monthNumber(date) - 1 + months;
  return isoOfParts(Math.floor(zero / 12), (zero % 12) + 1, 1);
}

/** The last day of the month of `date`. */
export const monthEnd = (date: IsoDate): IsoDate => addDays(monthsFrom(date, 1), -1);
/** 1 to 4. */
export const quarterOf = (date: IsoDate): number => Math.ceil(monthNumber(date) / 3);
/** The last day of the calendar quarter of `date`. */
export const quarterEnd = (date: IsoDate): IsoDate => monthEnd(isoOfParts(yearOf(date), quarterOf(date) * 3, 1));
/** The last calendar quarter's end on or before `date`. */
export const lastQuarterEnd = (date: IsoDate): IsoDate =>
  quarterEnd(date) === date ? date : addDays(isoOfParts(yearOf(date), quarterOf(date) * 3 - 2, 1), -1);
/** The last month's end on or before `date`. */
export const lastMonthEnd = (date: IsoDate): IsoDate => (monthEnd(date) === date ? date : addDays(monthsFrom(date, 0), -1));
/** Such as 2024Q1. */
export const quarterLabel = (date: IsoDate): string => `${yearOf(date)}Q${quarterOf(date)}`;

/** The end of the quarter before a report's quarter. A report may name a day that is not a quarter's end. */
export const quarterBefore = (period: IsoDate): IsoDate => lastQuarterEnd(addDays(quarterEnd(period), -1));
