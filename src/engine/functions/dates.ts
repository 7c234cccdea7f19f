import { type BaseFunction, type BaseValueObject, type ArrayValueObject, NullValueObject } from "@univerjs/engine-formula";
import { DAY_MS, DAYS_1904 } from "../../contract/dates";
import { Elementwise, FormulaError, numbersOf, ofNumbers, type One, asNumber, objectOf, oneOf, withoutReference } from "./elementwise";
import type { Nullable } from "@univerjs/core";
import { showsDay } from "../../workbook/xlsx/number-formats";
import { EngineFailed } from "../engine-errors";
import { DATE_FUNCTIONS } from "../formula-in-1900";
import { withCalculation } from "./univer-class";

/** 9999-12-31 */
const LAST_DAY = 2_958_465;
/** Excel counts a day that never was: 29 February 1900. */
const LEAP_DAY = 60;
const NUM = new FormulaError("#NUM!");

/** Serial number of the first day of a month; months beyond a year count on. */
function firstOf(year: number, month: number): number {
  const day = Math.round(Date.UTC(year, month, 1) / DAY_MS) + 25_569;
  return day <= LEAP_DAY ? day - 1 : day;
}

/** Year, month from 0 and day of a serial number. */
function partsOf(serial: number): readonly [number, number, number] {
  if (serial === LEAP_DAY) return [1900, 1, 29];
  // Excel shows day 0 as 0 January 1900.
  if (serial === 0) return [1900, 0, 0];
  const date = new Date((serial + (serial < LEAP_DAY ? 1 : 0) - 25_569) * DAY_MS);
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}

const isDay = (serial: number): boolean => serial >= 0 && serial < LAST_DAY + 1;

function dateOf(...numbers: number[]): One {
  const [given = 0, month = 0, day = 0] = numbers.map(Math.floor);
  const year = given < 1_900 ? given + 1_900 : given;
  if (given < 0 || year + Math.floor((month - 1) / 12) > 9_999) return NUM;
  const serial = firstOf(year, month - 1) + day - 1;
  return isDay(serial) ? serial : NUM;
}

const partOf = (name: string, part: number): Elementwise =>
  new Elementwise(
    name,
    1,
    1,
    ofNumbers((number = 0) => (isDay(Math.floor(number)) ? partsOf(Math.floor(number))[part]! + (part === 1 ? 1 : 0) : NUM)),
  );

/** The same day of another month, at most its last; or the month's last day. */
const monthsLater = (name: string, last: boolean): Elementwise =>
  new Elementwise(name, 2, 2, (...values) => {
    const numbers = numbersOf(values);
    if (!Array.isArray(numbers)) return numbers;
    if (values.some((value) => typeof value === "boolean")) return new FormulaError("#VALUE!");
    const [start, months] = [Math.floor(numbers[0]!), Math.trunc(numbers[1]!)];
    if (!isDay(start)) return NUM;
    const [year, month, day] = partsOf(start);
    const end = firstOf(year, month + months + 1) - 1;
    const serial = last ? end : Math.min(firstOf(year, month + months) + day - 1, end);
    return isDay(serial) ? serial : NUM;
  });

/** Univer's differ before March 1900 and after 9999, for fractions of months, and for ranges. */
export const dateFunctions = (): BaseFunction[] => [
  new Elementwise("DATE", 3, 3, ofNumbers(dateOf)),
  partOf("YEAR", 0),
  partOf("MONTH", 1),
  partOf("DAY", 2),
  monthsLater("EDATE", false),
  monthsLater("EOMONTH", true),
];

/**
 * TODAY and NOW at one moment, so that all cells of a book have the same.
 *
 * @param moment gives the local date and time as a serial number of the 1900 system
 */
export function clockFunctions(moment: () => number): BaseFunction[] {
  return [new Elementwise("TODAY", 0, 0, () => Math.floor(moment())), new Elementwise("NOW", 0, 0, moment)];
}

/** A date of the 1904 system as one of the 1900 system. */
function in1900(value: One, blanks: boolean): One {
  if (typeof value === "string") {
    const number = asNumber(value);
    return typeof number === "number" ? in1900(number, blanks) : value;
  }
  if (value === null) return blanks ? null : DAYS_1904;
  if (typeof value !== "number") return value;
  return value < 0 ? NUM : value + DAYS_1904;
}

const in1904 = (value: One): One => (typeof value !== "number" ? value : value < DAYS_1904 ? NUM : value - DAYS_1904);

function each(given: BaseValueObject, of: (one: One) => One): BaseValueObject {
  const value = withoutReference(given);
  return value.isArray() ? (value as ArrayValueObject).mapValue((one) => objectOf(of(oneOf(one ?? NullValueObject.create())))) : objectOf(of(oneOf(value)));
}

/** True if this argument of TEXT, its format, shows a day. */
function showsDays(format: BaseValueObject | undefined): boolean {
  if (!format || format.isError()) return false;
  const one = format.isArray() && (format as ArrayValueObject).getArrayValue().flat().length === 1 ? (format as ArrayValueObject).get(0, 0) : format;
  // Each format of an array would decide for its own number.
  if (!one || one.isArray()) throw new EngineFailed();
  return showsDay(String(one.getValue()));
}

/** Makes the functions that know dates count days from 1904 in workbooks that do. */
export function countFrom1904(functionNamed: (name: string) => BaseFunction | undefined, is1904: (unit: Nullable<string>) => boolean): void {
  for (const [name, { takes, gives, holidays }] of DATE_FUNCTIONS) {
    const one = functionNamed(name);
    if (!one) continue;
    withCalculation(one, (calculate) => (...given) => {
      if (!is1904(one.unitId) || (name === "TEXT" && !showsDays(given[1]))) return calculate(...given);
      const result = calculate(...given.map((value, i) => (takes.includes(i) ? each(value, (date) => in1900(date, i === holidays)) : value)));
      return gives ? each(result as BaseValueObject, in1904) : result;
    });
  }
}
