import type { Period } from "../../workbook/conditional-format";
import { DAY_MS } from "../../contract/dates";
import { currentDates, dateOfSerial } from "../../workbook/filter-cells";

/** The serial number of the first day that JavaScript's dates count from. */
const EPOCH = 25_569;
/** The local day as a serial number that counts from 1900. */
export const localDay = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS + EPOCH;

/** The test whether a day, of the 1900 system and without its time, is in a period, as in Excel: the last seven days end today. */
export function periodTest(period: Period, today: number): (day: number) => boolean {
  if (period === "last7Days") return (day) => day > today - 7 && day <= today;
  const isIn = currentDates(period, dateOfSerial(today, false))!;
  return (day) => isIn(dateOfSerial(day, false));
}
