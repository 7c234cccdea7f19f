import { serialOf, type IsoDate } from "../../contract/dates";

const PATTERN = "yyyy-MM-dd";

let zone: string | undefined;
/** Dates in cells are days in the spreadsheet's time zone, not in the script's. */
const timeZone = (): string => (zone ??= SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone());

const byIso = new Map<IsoDate, Date | string>();
const byTime = new Map<number, string>();

/** True for a date, also of another realm, where `instanceof` fails. */
export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === "[object Date]";

/** The day that a date cell shows; "no date" for an invalid date. */
export function isoOfDate(date: Date): string {
  const ms = date.getTime();
  if (Number.isNaN(ms)) return "no date";
  let iso = byTime.get(ms);
  if (iso === undefined) byTime.set(ms, (iso = Utilities.formatDate(date, timeZone(), PATTERN)));
  return iso;
}

/** A day as a cell value: a date, or ISO text before 1900, as in Excel. */
export function dateOf(iso: IsoDate): Date | string {
  let date = byIso.get(iso);
  if (date === undefined) byIso.set(iso, (date = serialOf(iso) === undefined ? iso : Utilities.parseDate(iso, timeZone(), PATTERN)));
  return date;
}
