import { addDays, type IsoDate, weekdayOf } from "../../contract/dates";
import { memoized } from "../../contract/memoized";
import type { Calendar, Timing } from "../records/release-rule";
import {
  firstDay,
  isBankDay,
  isBondHoliday,
  isClosedExchange,
  isoOfParts,
  isSession,
  lastWeekday,
  monthEnd,
  monthNumber,
  monthsFrom,
  nthWeekday,
  yearOf,
} from "../time/calendar";

/** The day of publication of an observation. Undefined if the rule does not list the observation. */
export function publicationDay(when: Timing, date: IsoDate): IsoDate | undefined {
  switch (when.kind) {
    case "days":
      return when.calendar === undefined ? addDays(date, when.n) : workingDaysAfter(addDays(date, when.n), 0, when.calendar);
    case "working days":
      return workingDaysAfter(date, when.n, when.calendar);
    case "weekday": {
      const day = addDays(date, ((when.weekday - weekdayOf(date) + 6) % 7) + 1);
      return firstDay(day, when.onHoliday === "before" ? -1 : 1, OPEN[when.calendar]);
    }
    case "weekday of month": {
      const month = monthsFrom(date, when.months);
      return workingDaysAfter(nthWeekday(yearOf(month), monthNumber(month), when.weekday, when.nth), 0, when.calendar);
    }
    case "first working day":
      return workingDaysAfter(monthsFrom(date, when.months), 0, when.calendar);
    case "month end":
      return monthEnd(monthsFrom(date, when.months));
    case "year end":
      return isoOfParts(yearOf(date) + when.years, 12, 31);
    case "on":
      return when.day;
    case "listed":
      return when.days[date];
  }
}

/** Federal holidays of a year, each on its own day. */
function federalHolidays(year: number): IsoDate[] {
  return [
    isoOfParts(year, 1, 1),
    ...(year >= 1986 ? [nthWeekday(year, 1, 1, 3)] : []),
    nthWeekday(year, 2, 1, 3),
    lastWeekday(year, 5, 1),
    ...(year >= 2021 ? [isoOfParts(year, 6, 19)] : []),
    isoOfParts(year, 7, 4),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    isoOfParts(year, 11, 11),
    nthWeekday(year, 11, 4, 4),
    isoOfParts(year, 12, 25),
  ];
}

/** 20 January after an election year; on a Sunday, the day after. */
function isInaugurationDay(date: IsoDate): boolean {
  const year = yearOf(date);
  if (year % 4 !== 1) return false;
  const day = isoOfParts(year, 1, 20);
  return date === (weekdayOf(day) === 0 ? addDays(day, 1) : day);
}

/** Days on which the President closed federal offices: days of mourning, and days beside Christmas. */
const CLOSED_OFFICES: ReadonlySet<IsoDate> = new Set([
  ...["2001-12-24", "2003-12-26", "2004-06-11", "2007-01-02", "2007-12-24", "2008-12-26", "2012-12-24", "2014-12-26"],
  ...["2018-12-05", "2018-12-24", "2019-12-24", "2020-12-24", "2024-12-24", "2025-01-09", "2025-12-24", "2025-12-26"],
]);

/** Those of them on which the Board's releases show that it was closed too. */
const CLOSED_BOARD: ReadonlySet<IsoDate> = new Set(["2008-12-26", "2014-12-26"]);

/** Good Fridays on which the bond market was open for part of the day and the Treasury published a curve. */
const OPEN_GOOD_FRIDAYS: ReadonlySet<IsoDate> = new Set("1996-04-05 1999-04-02 2007-04-06 2010-04-02 2012-04-06 2015-04-03 2021-04-02 2023-04-07".split(" "));

const isWeekday = (date: IsoDate): boolean => weekdayOf(date) % 6 !== 0;

const closedIn = (saturdaysMove: boolean): ((year: number) => ReadonlySet<IsoDate>) =>
  memoized((year) => {
    // New Year's Day of the next year may be observed on 31 December.
    const days = [...federalHolidays(year), ...federalHolidays(year + 1)];
    return new Set(
      days.map((day) => {
        const weekday = weekdayOf(day);
        return addDays(day, weekday === 0 ? 1 : weekday === 6 && saturdaysMove ? -1 : 0);
      }),
    );
  });
const [closedOffices, closedBanks] = [closedIn(true), closedIn(false)];

const isGovernmentDay = (date: IsoDate): boolean => isWeekday(date) && !closedOffices(yearOf(date)).has(date);

const isOfficeDay = (date: IsoDate): boolean => isGovernmentDay(date) && !CLOSED_OFFICES.has(date);

const OPEN: Readonly<Record<Calendar, (date: IsoDate) => boolean>> = {
  government: isGovernmentDay,
  offices: isOfficeDay,
  board: (date) => isOfficeDay(date) && !isInaugurationDay(date),
  "board at the earliest": (date) => isGovernmentDay(date) && !CLOSED_BOARD.has(date) && !isInaugurationDay(date),
  "reserve banks": (date) => isWeekday(date) && !closedBanks(yearOf(date)).has(date),
  bonds: (date) => (isBankDay(date) && !isBondHoliday(date)) || OPEN_GOOD_FRIDAYS.has(date),
  exchange: (date) => isSession(date) && !isClosedExchange(date),
};

export const isOpen = (calendar: Calendar, date: IsoDate): boolean => OPEN[calendar](date);

/** The first working day after a day; with `n`, the n-th. 0 is the day itself, or the next working day if it is none. */
function workingDaysAfter(date: IsoDate, n: number, calendar: Calendar): IsoDate {
  let day = n === 0 ? firstDay(date, 1, OPEN[calendar]) : date;
  for (let left = n; left > 0; left--) day = firstDay(addDays(day, 1), 1, OPEN[calendar]);
  return day;
}
