import { BaseFunction, type BaseValueObject, NumberValueObject } from "@univerjs/engine-formula";
import { DAY_MS } from "../../contract/dates";
import { Elementwise, FormulaError, numbersOf, type One } from "./elementwise";

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

function dateOf(...values: One[]): One {
  const numbers = numbersOf(values);
  if (!Array.isArray(numbers)) return numbers;
  const [given = 0, month = 0, day = 0] = numbers.map(Math.floor);
  const year = given < 1_900 ? given + 1_900 : given;
  if (given < 0 || year + Math.floor((month - 1) / 12) > 9_999) return NUM;
  const serial = firstOf(year, month - 1) + day - 1;
  return isDay(serial) ? serial : NUM;
}

const partOf = (name: string, part: number): Elementwise =>
  new Elementwise(name, 1, 1, (value = null) => {
    const numbers = numbersOf([value]);
    if (!Array.isArray(numbers)) return numbers;
    const serial = Math.floor(numbers[0]!);
    return isDay(serial) ? partsOf(serial)[part]! + (part === 1 ? 1 : 0) : NUM;
  });

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
  new Elementwise("DATE", 3, 3, dateOf),
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
  const giving = (name: string, value: () => number): BaseFunction => {
    class Clock extends BaseFunction {
      override minParams = 0;
      override maxParams = 0;
      override calculate(): BaseValueObject {
        return NumberValueObject.create(value());
      }
    }
    return new Clock(name);
  };
  return [giving("TODAY", () => Math.floor(moment())), giving("NOW", moment)];
}
