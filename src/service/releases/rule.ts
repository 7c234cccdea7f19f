import { addDays, weekdayOf, type IsoDate } from "../../contract/dates";
import type { Timing } from "../records/release-rule";
import { isoOfParts, monthEnd, monthNumber, monthsFrom, nthWeekday, yearOf } from "../time/calendar";
import { workingDaysAfter, workingDayUntil } from "./calendars";

/** The day of publication of an observation. Undefined if the rule does not list the observation. */
export function publicationDay(when: Timing, date: IsoDate): IsoDate | undefined {
  switch (when.kind) {
    case "days":
      return when.calendar === undefined ? addDays(date, when.n) : workingDaysAfter(addDays(date, when.n), 0, when.calendar);
    case "working days":
      return workingDaysAfter(date, when.n, when.calendar);
    case "weekday": {
      const day = addDays(date, ((when.weekday - weekdayOf(date) + 6) % 7) + 1);
      return when.onHoliday === "before" ? workingDayUntil(day, when.calendar) : workingDaysAfter(day, 0, when.calendar);
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
