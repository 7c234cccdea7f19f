import type { Nullable } from "@univerjs/core";
import { type ArrayValueObject, type BaseFunction, type BaseValueObject, NullValueObject } from "@univerjs/engine-formula";
import { DAYS_1904 } from "../../contract/dates";
import { showsDay } from "../../workbook/xlsx/number-formats";
import { EngineFailed } from "../engine-errors";
import { DATE_FUNCTIONS } from "../formula-in-1900";
import { FormulaError, asNumber, objectOf, oneOf, type One, withoutReference } from "./elementwise";

const NUM = new FormulaError("#NUM!");

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
    const calculate = one.calculate.bind(one);
    one.calculate = (...given: BaseValueObject[]) => {
      if (!is1904(one.unitId) || (name === "TEXT" && !showsDays(given[1]))) return calculate(...given);
      const result = calculate(...given.map((value, i) => (takes.includes(i) ? each(value, (date) => in1900(date, i === holidays)) : value)));
      return gives ? each(result as BaseValueObject, in1904) : result;
    };
  }
}
