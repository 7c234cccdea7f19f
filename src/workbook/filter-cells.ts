import { DAY_MS, DAYS_1904 } from "../contract/dates";
import { isNumeric } from "./numeric";
import type { FilterCriterion, FilterDate } from "./book";
import type { CellValue } from "./cell";
import { BY_ORDER, type OrderOperator } from "./conditional-format";
import { wildcardSource } from "./find-text";

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1970. */
const number = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day) / DAY_MS;
/** Weeks that begin on Sunday, as in Excel; 1970 began on Thursday. */
const weekOf = (day: Day): number => Math.floor((number(day) + 4) / 7);
const monthOf = ({ year, month }: Day): number => year * 12 + month - 1;
const quarterOf = ({ year, month }: Day): number => year * 4 + Math.floor((month - 1) / 3);
const yearOf = ({ year }: Day): number => year;

const UNITS: Readonly<Record<string, (day: Day) => number>> = { Week: weekOf, Month: monthOf, Quarter: quarterOf, Year: yearOf };
const STEPS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The test of a kind of dates, such as `thisMonth`, `Q1` or `M12`; undefined for an unknown one. */
export function currentDates(type: string, today: Day): ((day: Day) => boolean) | undefined {
  const step = DAYS[type];
  if (step !== undefined) return (day) => number(day) === number(today) + step;
  if (type === "yearToDate") return (day) => day.year === today.year && number(day) <= number(today);
  const [, when = "", unit = ""] = /^(last|this|next)(Week|Month|Quarter|Year)$/.exec(type) ?? [];
  const count = UNITS[unit];
  if (count) return (day) => count(day) === count(today) + STEPS[when]!;
  const [, kind, digits] = /^([QM])(\d+)$/.exec(type) ?? [];
  const wanted = Number(digits);
  if (kind === "Q" && wanted >= 1 && wanted <= 4) return (day) => quarterOf(day) % 4 === wanted - 1;
  return kind === "M" && wanted >= 1 && wanted <= 12 ? (day) => day.month === wanted : undefined;
}

/** What a filter knows of a cell. */
export interface FilterCell {
  readonly value: CellValue;
  /** As displayed. */
  readonly text: string;
  /** Its number format shows a day. */
  readonly isDay: boolean;
}

/** How a book counts days, and what is today. */
export interface FilterCalendar {
  /** Serial number, as the book counts. */
  readonly today: number;
  readonly from1904: boolean;
}

type Test = (cell: FilterCell) => boolean;

const isBlank = ({ value }: FilterCell): boolean => value === null || value === "";
const folded = (text: string): string => text.toLowerCase();

/** The parts of a serial number, to the second. */
export function dateOfSerial(serial: number, from1904: boolean): Required<FilterDate> {
  const days = from1904 ? serial + DAYS_1904 : serial;
  // Serial numbers up to 60 count a leap day that 1900 did not have.
  const at = new Date(Math.round(((days < 60 ? days + 1 : days) - 25_569) * (DAY_MS / 1000)) * 1000);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
}

export const DATE_PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;
const isOneOf = (date: Required<FilterDate>, dates: readonly FilterDate[]): boolean =>
  dates.some((one) => DATE_PARTS.every((part) => one[part] === undefined || one[part] === date[part]));

/** Cells that are equal to a value. A text with `*` or `?` matches texts only, as in Excel. */
function equalTo(wanted: string): Test {
  if (wanted.trim() === "") return isBlank;
  if (isNumeric(wanted)) return ({ value, text }) => (typeof value === "number" ? value === Number(wanted) : folded(text) === folded(wanted));
  const pattern = new RegExp(`^${wildcardSource(wanted)}$`, "iu");
  const hasSigns = /[*?]/.test(wanted.replace(/~[*?~]/g, ""));
  return (cell) => !isBlank(cell) && !(hasSigns && typeof cell.value !== "string") && pattern.test(cell.text);
}

const TEXTS = new Intl.Collator("en", { sensitivity: "accent" });

/** Numbers are compared with numbers, and texts with texts: a text is not less than 5. */
function testOf(operator: OrderOperator, value: string): Test {
  if (operator === "equal") return equalTo(value);
  if (operator === "notEqual") {
    const isEqual = equalTo(value);
    return (cell) => !isEqual(cell);
  }
  const holds = BY_ORDER[operator];
  if (isNumeric(value)) return (cell) => typeof cell.value === "number" && holds(cell.value - Number(value));
  return (cell) => typeof cell.value === "string" && cell.value !== "" && holds(TEXTS.compare(cell.value, value));
}

const numbersOf = (cells: readonly FilterCell[]): number[] => cells.flatMap(({ value }) => (typeof value === "number" ? [value] : []));

/** The test whether a value is one of the largest numbers, or of the smallest, with those that are equal to the last of them. */
export function topTest(numbers: readonly number[], count: number, percent = false, bottom = false): (value: CellValue) => boolean {
  const sorted = [...numbers].sort((a, b) => (bottom ? a - b : b - a));
  const many = percent ? Math.max(1, Math.floor((sorted.length * count) / 100)) : count;
  const last = sorted[Math.min(many, sorted.length) - 1];
  return (value) => typeof value === "number" && last !== undefined && (bottom ? value <= last : value >= last);
}

/**
 * The test of a criterion; undefined for a criterion that is not supported.
 *
 * @param cells those of its column, for what depends on all of them
 */
export function criterionTest(criterion: FilterCriterion, cells: readonly FilterCell[], calendar: FilterCalendar): Test | undefined {
  if (criterion.kind === "other") return undefined;
  if (criterion.kind === "values") {
    const { blank = false, dates = [] } = criterion;
    const texts = new Set(criterion.texts.map(folded));
    return (cell) => {
      if (isBlank(cell)) return blank;
      if (texts.has(folded(cell.text))) return true;
      return cell.isDay && typeof cell.value === "number" && isOneOf(dateOfSerial(cell.value, calendar.from1904), dates);
    };
  }
  if (criterion.kind === "tests") {
    const tests = criterion.tests.map(({ operator, value }) => testOf(operator, value));
    return criterion.all ? (cell) => tests.every((test) => test(cell)) : (cell) => tests.some((test) => test(cell));
  }
  if (criterion.kind === "top") {
    const isTop = topTest(numbersOf(cells), criterion.count, criterion.percent, criterion.bottom);
    return ({ value }) => isTop(value);
  }
  const { type } = criterion;
  if (type === "aboveAverage" || type === "belowAverage") {
    const numbers = numbersOf(cells);
    const mean = numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
    return ({ value }) => typeof value === "number" && (type === "aboveAverage" ? value > mean : value < mean);
  }
  const isCurrent = currentDates(type, dateOfSerial(calendar.today, calendar.from1904));
  return isCurrent && (({ value, isDay }) => isDay && typeof value === "number" && isCurrent(dateOfSerial(value, calendar.from1904)));
}
