/** A calendar day as `YYYY-MM-DD`. Compares as text in calendar order. */
export type IsoDate = string;

/** Milliseconds of a day. In UTC every day has the same length. */
export const DAY_MS = 86_400_000;
const EXCEL_EPOCH_DAYS = 25_569;
/** Excel counts 29 February 1900, which did not exist, as day 60. */
const PHANTOM_DAY = 60;
export const MAX_SERIAL = 2_958_465;

/** Days from 1 March of the year 0 to 1 January 1970. */
const DAYS_TO_1970 = 719_468;
const DAYS_OF_400_YEARS = 146_097;

/** True for a whole number that is read as a year, 1800 to 2199; other numbers are serial numbers. */
export const isYear = (n: number): boolean => Number.isInteger(n) && n >= 1800 && n < 2200;

const DIGITS = [0, 1, 2, 3, 5, 6, 8, 9] as const;
const DASH = 45;
const ZERO = 48;

/** The digits of `YYYY-MM-DD` as one number, 20240619; undefined for other text. Without a regular expression, because every cell of a batch calls it. */
function digitsOf(text: string): number | undefined {
  if (text.length !== 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  let number = 0;
  for (const at of DIGITS) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return number;
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** The ISO day of UTC milliseconds. Computed without `Date`, which is slower: most cells of a batch call it. */
export function isoOf(ms: number): IsoDate {
  // Days since 1 March of the year 0. The calendar repeats every 400 years, and a year that begins in March ends with its leap day.
  const days = Math.floor(ms / DAY_MS) + DAYS_TO_1970;
  const cycle = Math.floor(days / DAYS_OF_400_YEARS);
  const dayOfCycle = days - cycle * DAYS_OF_400_YEARS;
  const yearOfCycle = Math.floor((dayOfCycle - Math.floor(dayOfCycle / 1_460) + Math.floor(dayOfCycle / 36_524) - Math.floor(dayOfCycle / 146_096)) / 365);
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9);
  const year = cycle * 400 + yearOfCycle + (month < 3 ? 1 : 0);
  if (!(year >= 1000 && year <= 9999)) return new Date(ms).toISOString().slice(0, 10);
  return `${year}-${two(month)}-${two(dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1)}`;
}

/**
 * The UTC milliseconds at the start of an ISO day, in the proleptic Gregorian calendar; NaN if the text is not a day. Computed from the digits, because
 * `Date.parse` takes ten times as long and most cells of a batch call it. `Date.parse` reads only other notations, such as years after 9999.
 */
export function msOf(iso: IsoDate): number {
  const digits = digitsOf(iso);
  if (digits === undefined) return Date.parse(`${iso}T00:00:00Z`);
  const month = Math.floor(digits / 100) % 100;
  const day = digits % 100;
  if (month < 1 || month > 12 || day < 1 || day > 31) return NaN;
  // Years begin in March, so that a leap day is the last day of its year.
  const year = Math.floor(digits / 10_000) - (month > 2 ? 0 : 1);
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - DAYS_TO_1970) * DAY_MS;
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** True for the ISO text of an existing day (not 2024-02-30). */
export function isIsoDate(text: string): boolean {
  const digits = digitsOf(text);
  if (digits === undefined) return false;
  const year = Math.floor(digits / 10_000);
  const month = Math.floor(digits / 100) % 100;
  const day = digits % 100;
  const days = (DAYS_IN_MONTH[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);
  return year >= 1000 && day >= 1 && day <= days;
}

const TIME = /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

/** True for the ISO text of an existing day, with or without a time. */
export const isIsoMoment = (text: string): boolean => isIsoDate(text.slice(0, 10)) && (text.length === 10 || TIME.test(text.slice(10)));

export const addDays = (iso: IsoDate, days: number): IsoDate => isoOf(msOf(iso) + days * DAY_MS);
/** Whole days from `from` to `to`, negative if `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => Math.round((msOf(to) - msOf(from)) / DAY_MS);
/** 0 Sunday … 6 Saturday. */
export function weekdayOf(iso: IsoDate): number {
  // 1 January 1970 was a Thursday.
  const weekday = (msOf(iso) / DAY_MS + 4) % 7;
  return weekday < 0 ? weekday + 7 : weekday;
}

/** Days between the first days of the 1900 and 1904 date systems of workbooks. */
export const DAYS_1904 = 1462;

/** The ISO day of Excel's serial number (1900 date system), without its time; undefined if Excel shows no real day for it. */
export function isoOfSerial(serial: number): IsoDate | undefined {
  const day = Math.floor(serial);
  if (!Number.isFinite(serial) || day < 1 || day > MAX_SERIAL || day === PHANTOM_DAY) return undefined;
  return isoOf((day - EXCEL_EPOCH_DAYS + (day < PHANTOM_DAY ? 1 : 0)) * DAY_MS);
}

/** Excel's serial number of an ISO day; undefined for other text and for days before 1900, which Excel cannot show. */
export function serialOf(iso: IsoDate): number | undefined {
  if (!isIsoDate(iso)) return undefined;
  const days = Math.round(msOf(iso) / DAY_MS) + EXCEL_EPOCH_DAYS;
  const serial = days <= PHANTOM_DAY ? days - 1 : days;
  return serial >= 1 && serial <= MAX_SERIAL ? serial : undefined;
}
