import type { Period } from "../../workbook/conditional-format";
import { DAY_MS } from "../../contract/dates";
import { currentDates, dateOfSerial } from "../../workbook/filter-cells";

/** The serial number of the first day that JavaScript's dates count from. */
const EPOCH = 25_569;
/** The local day as a serial number that counts from 1900. */
export const localDay = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS + EPOCH;

/** Returns a test of whether a day is in a period, as Excel decides it: the last seven days end today. Days are whole serial numbers of the 1900 system. */
export function periodTest(period: Period, today: number): (day: number) => boolean {
  if (period === "last7Days") return (day) => day > today - 7 && day <= today;
  const isIn = currentDates(period, dateOfSerial(today, false))!;
  return (day) => isIn(dateOfSerial(day, false));
}
