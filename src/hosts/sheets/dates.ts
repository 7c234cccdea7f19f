import { memoized } from "../../contract/memoized";
import { DAY_MS, type IsoDate, serialOf } from "../../contract/dates";

const MOMENT_PATTERN = "yyyy-MM-dd HH:mm:ss";
const EPOCH_DAYS = 25_569;
const SHOWN = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d))?$/;

/**
 * Reads dates of cells as serial numbers: days since 1899-12-30 in the spreadsheet's time zone. Google returns moments, and moves a time that daylight
 * saving skips forward, so midnight can come back as one o'clock. Such a time is read from what the cell shows.
 * @param shown the text that the cell shows
 */
export function createSerialDates(timeZone: string): (date: Date, shown: () => string) => number {
  const read = (ms: number): number => {
    const [day = "", time = ""] = Utilities.formatDate(new Date(ms), timeZone, MOMENT_PATTERN).split(" ");
    return Date.parse(`${day}T${time}Z`) - Math.floor(ms / 1000) * 1000;
  };
  /** The offset from UTC at the start of a UTC day. Cached, because each call of Google takes time. */
  const atDay = memoized((day: number): number => read(day * DAY_MS));
  return (date, shown) => {
    const ms = date.getTime();
    const day = Math.floor(ms / DAY_MS);
    const [before, after] = [atDay(day), atDay(day + 1)];
    const offset = before === after ? before : read(ms);
    const serial = (ms + offset) / DAY_MS + EPOCH_DAYS;
    // The time changes forward on this day, and this moment is within the skipped length after the change.
    if (after > before && offset === after && read(ms - (after - before)) === before) {
      const said = SHOWN.exec(shown());
      const whole = serialOf(said?.[1] ?? "");
      if (said && whole !== undefined) return whole + (Number(said[2] ?? 0) * 60 + Number(said[3] ?? 0)) / 1440;
    }
    return serial;
  };
}

const PATTERN = "yyyy-MM-dd";

let zone: string | undefined;
/** Dates in cells are days in the spreadsheet's time zone, not in the script's. */
const timeZone = (): string => (zone ??= SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone());

/** True for a date, also of another realm, where `instanceof` fails. */
export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === "[object Date]";

/** The day that a date cell shows; "no date" for an invalid date. */
export const isoOfDate = memoized((date: Date): string => (Number.isNaN(date.getTime()) ? "no date" : Utilities.formatDate(date, timeZone(), PATTERN)), {
  by: (date) => date.getTime(),
});

/** A day as a cell value: a date, or ISO text before 1900, as in Excel. */
export const dateOf = memoized((iso: IsoDate): Date | string => (serialOf(iso) === undefined ? iso : Utilities.parseDate(iso, timeZone(), PATTERN)));
