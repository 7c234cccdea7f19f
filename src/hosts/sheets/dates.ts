import { serialOf, type IsoDate } from "../../contract/dates";

const PATTERN = "yyyy-MM-dd";

let zone: string | undefined;
/** Dates in cells are days in the spreadsheet's own time zone, whatever that of the script is. */
const timeZone = (): string => (zone ??= SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone());

const byIso = new Map<IsoDate, Date | string>();
const byTime = new Map<number, string>();

/** A value is a date if it behaves like one: it may come from another realm. */
export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === "[object Date]";

/** The day that a date cell shows. Text that is no date for one that is none. */
export function isoOfDate(date: Date): string {
  const ms = date.getTime();
  if (Number.isNaN(ms)) return "no date";
  let iso = byTime.get(ms);
  if (iso === undefined) byTime.set(ms, (iso = Utilities.formatDate(date, timeZone(), PATTERN)));
  return iso;
}

/** A day as a cell takes it: a date, or before 1900 ISO text, as in Excel. */
export function dateOf(iso: IsoDate): Date | string {
  let date = byIso.get(iso);
  if (date === undefined) byIso.set(iso, (date = serialOf(iso) === undefined ? iso : Utilities.parseDate(iso, timeZone(), PATTERN)));
  return date;
}
