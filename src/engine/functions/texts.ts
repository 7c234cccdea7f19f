import type { Nullable } from "@univerjs/core";
import { type ArrayValueObject, type BaseFunction, type BaseValueObject, NullValueObject, StringValueObject } from "@univerjs/engine-formula";
import { valueText } from "../../workbook/value-text";
import { writtenNumber, writtenTruth } from "../formulas/number-words";
import { Elementwise, isFormulaError, type One, valuesIn, FormulaError, asNumber, objectOf } from "./elementwise";
import { univerFunction, withCalculation } from "./univer-class";

/** The functions that take texts, each with their places in the arguments. */
const TEXT_ARGUMENTS: Readonly<Record<string, readonly number[] | "every">> = {
  CLEAN: [0],
  CODE: [0],
  CONCAT: "every",
  EXACT: [0, 1],
  FIND: [0, 1],
  LEFT: [0],
  LEN: [0],
  LOWER: [0],
  MID: [0],
  PROPER: [0],
  REPLACE: [0, 3],
  REPT: [0],
  RIGHT: [0],
  SEARCH: [0, 1],
  SUBSTITUTE: [0, 1, 2],
  TEXTAFTER: [0, 1],
  TEXTBEFORE: [0, 1],
  TEXTJOIN: "every",
  TEXTSPLIT: [0, 1, 2],
  TRIM: [0],
  UNICODE: [0],
  UPPER: [0],
};

/** The argument of TEXTJOIN that is no text. */
const IGNORES_EMPTY = 1;

const isWritten = (value: Nullable<BaseValueObject>): value is BaseValueObject => value?.isNumber() === true || value?.isBoolean() === true;

function asText(value: BaseValueObject): BaseValueObject {
  if (!isWritten(value)) return value;
  const one = value.getValue() as number | boolean;
  return StringValueObject.create(typeof one === "boolean" ? writtenTruth(one) : writtenNumber(one));
}

export function withTexts(value: BaseValueObject): BaseValueObject {
  if (!value.isArray()) return asText(value);
  const array = value as ArrayValueObject;
  return array.getArrayValue().some((line) => line.some(isWritten)) ? array.mapValue((one) => asText(one ?? NullValueObject.create())) : value;
}

/** Gives functions of texts each number and truth value as the text that Excel makes of it. Univer's show 17 digits, the number in its cell's format, or `true`. */
export function takeNumbersAsTexts(functionNamed: (name: string) => BaseFunction | undefined): void {
  for (const [name, places] of Object.entries(TEXT_ARGUMENTS)) {
    const one = functionNamed(name);
    const isText = (i: number): boolean => (places === "every" ? !(name === "TEXTJOIN" && i === IGNORES_EMPTY) : places.includes(i));
    if (one)
      withCalculation(
        one,
        (calculate) =>
          (...given) =>
            calculate(...given.map((value, i) => (isText(i) ? withTexts(value) : value))),
      );
  }
}

const textOf = (value: One): string =>
  typeof value === "number" ? writtenNumber(value) : typeof value === "boolean" ? writtenTruth(value) : isFormulaError(value) ? value.code : valueText(value);

/** CONCATENATE, which is the operator & too. */
export const concatenate = (): BaseFunction =>
  new Elementwise("CONCATENATE", 1, 255, (...values: One[]) => values.find(isFormulaError) ?? values.map(textOf).join(""));

/** The value of an argument that is one value or one cell. */
function single(value: BaseValueObject): One | undefined {
  const [line, ...others] = valuesIn(value);
  return others.length === 0 && line?.length === 1 ? line[0] : undefined;
}

/** `?`, `*`, and `~` before a character that is meant as it is; a last `~` means nothing. */
function patternOf(text: string): RegExp {
  const source = text.replace(/~([^])|[~*?]|[\\^$.|+()[\]{}]/g, (found, plain: string | undefined) => {
    if (plain !== undefined) return plain.replace(/[\\^$.|+()[\]{}*?]/, "\\$&");
    return found === "~" ? "" : found === "*" ? ".*" : found === "?" ? "." : `\\${found}`;
  });
  return new RegExp(source, "isu");
}

/** SEARCH of a pattern; Univer's has none. */
export const searchFunction = (): BaseFunction =>
  withCalculation(univerFunction("SEARCH"), (calculate) => (...given) => {
    const [wanted, text, from1 = 1] = given.map(single);
    if (typeof wanted !== "string" || typeof text !== "string" || !/[~*?]/.test(wanted)) return calculate(...given);
    const start = asNumber(from1);
    if (typeof start !== "number") return objectOf(start);
    const from = Math.trunc(start) - 1;
    const at = from < 0 || from > text.length ? -1 : text.slice(from).search(patternOf(wanted));
    return objectOf(at < 0 ? new FormulaError("#VALUE!") : from + at + 1);
  });
