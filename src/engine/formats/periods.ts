import type { Period } from "../../workbook/conditional-format";
import { DAY_MS } from "../../contract/dates";

/** The serial number of the first day that JavaScript's dates count from. Only differences of days matter here, so both date systems use it. */
const EPOCH = 25_569;
/** The local day as a serial number that counts from 1900. */
export const localDay = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS + EPOCH;
const dateOf = (serial: number): Date => new Date((serial - EPOCH) * DAY_MS);
const monthOf = (serial: number): number => dateOf(serial).getUTCFullYear() * 12 + dateOf(serial).getUTCMonth();

/**
 * True if a day is in a period, as in Excel: weeks begin on Sunday, and the last seven days end today.
 *
 * @param day of the 1900 system, without its time
 */
export function inPeriod(period: Period, day: number, today: number): boolean {
  const sunday = today - dateOf(today).getUTCDay();
  const inWeek = (first: number): boolean => day >= first && day < first + 7;
  switch (period) {
    case "today":
      return day === today;
    case "yesterday":
      return day === today - 1;
    case "tomorrow":
      return day === today + 1;
    case "last7Days":
      return day > today - 7 && day <= today;
    case "thisWeek":
      return inWeek(sunday);
    case "lastWeek":
      return inWeek(sunday - 7);
    case "nextWeek":
      return inWeek(sunday + 7);
    case "thisMonth":
      return monthOf(day) === monthOf(today);
    case "lastMonth":
      return monthOf(day) === monthOf(today) - 1;
    case "nextMonth":
      return monthOf(day) === monthOf(today) + 1;
  }
}
