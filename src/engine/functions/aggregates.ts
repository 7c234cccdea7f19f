import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { EngineFailed } from "../engine-errors";
import { truthOf, unwrapped } from "./arguments";
import { arrayOfValues, valuesIn, FormulaError, isFormulaError, asNumber, objectOf, oneOf, type One, ownFunction, withoutReference } from "./elementwise";
import { univerFunction, withCalculation } from "./univer-class";

/*
 * Functions of many numbers. A text, a truth value or a blank in a range or an array does not count. One that is an argument itself does: it is converted, and
 * a text that is no number is #VALUE!. Univer converts some in ranges, and ignores texts that an operator gives.
 */

type Plain = Exclude<One, FormulaError>;

/** The values of a range or an array; undefined for an argument that is a value itself. An operator gives an array of one value. */
function listIn(value: BaseValueObject): BaseValueObject | undefined {
  const values = withoutReference(value);
  return values !== value || unwrapped(value).isArray() ? values : undefined;
}

/** Univer's function, which counts in ranges what Excel does: only the arguments that are values themselves are converted. */
function overValues(name: string, convert: (value: One) => One): BaseFunction {
  const one = univerFunction(name);
  one.needsReferenceObject = true;
  const direct = (value: BaseValueObject): BaseValueObject => (value.isNumber() ? value : objectOf(convert(oneOf(value))));
  return withCalculation(
    one,
    (calculate) =>
      (...given) =>
        calculate(...given.map((value) => listIn(value) ?? direct(unwrapped(value)))),
  );
}

/** The number that a value of a range counts as; undefined if it does not count. */
type Counted = (value: Plain) => number | undefined;
const onlyNumbers: Counted = (value) => (typeof value === "number" ? value : undefined);
const alsoTexts: Counted = (value) => (value === null ? undefined : typeof value === "string" ? 0 : Number(value));

/**
 * A function of all numbers of its arguments, in their order.
 *
 * @param single number of first arguments that are one number each
 */
function aggregate(
  name: string,
  counted: Counted,
  of: (numbers: readonly number[]) => ReturnType<BaseFunction["calculate"]>,
  single = 0,
  convert: (value: One) => One | undefined = asNumber,
): BaseFunction {
  const calculate = (...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> => {
    const numbers: number[] = [];
    for (const [i, value] of given.entries()) {
      const list = listIn(value);
      const values = valuesIn(list ?? unwrapped(value)).flat();
      const count = list && i >= single ? counted : undefined;
      if (!count && values.length !== 1) throw new EngineFailed();
      for (const one of values) {
        const number = isFormulaError(one) ? one : count ? count(one) : convert(one);
        if (number === undefined) continue;
        if (isFormulaError(number)) return objectOf(number);
        numbers.push(Number(number));
      }
    }
    return of(numbers);
  };
  return ownFunction(name, calculate, { minParams: single + 1, maxParams: 255, needsReferenceObject: true });
}

const error = (code: string): FormulaError => new FormulaError(code);

/** Univer's function of numbers alone. */
const univers = (name: string, ofNone: One) => {
  const own = univerFunction(name);
  return (numbers: readonly number[]) => (numbers.length === 0 ? objectOf(ofNone) : own.calculate(arrayOfValues(numbers.map((n) => [n]))));
};

/** AND, OR, XOR by the number of true values, and of all. */
const truths = (name: string, of: (isTrue: number, all: number) => boolean): BaseFunction =>
  aggregate(
    name,
    (value) => (value === null || typeof value === "string" ? undefined : Number(Boolean(value))),
    (values) => {
      const known = values.filter((value) => !Number.isNaN(value));
      // What Excel makes of another text beside a truth value is not known.
      if (known.length > 0 && known.length < values.length) throw new EngineFailed();
      return objectOf(
        known.length === 0
          ? error("#VALUE!")
          : of(
              known.reduce((sum, n) => sum + n, 0),
              known.length,
            ),
      );
    },
    0,
    (value) => (value === "" ? undefined : typeof value === "string" && isFormulaError(truthOf(value)) ? Number.NaN : truthOf(value)),
  );

const mean = (numbers: readonly number[]): BaseValueObject =>
  objectOf(numbers.length === 0 ? error("#DIV/0!") : numbers.reduce((sum, n) => sum + n, 0) / numbers.length);

const presentValue = ([rate = 0, ...values]: readonly number[]): BaseValueObject =>
  objectOf(rate === -1 ? error("#DIV/0!") : values.reduce((sum, n, i) => sum + n / (1 + rate) ** (i + 1), 0));

/** Univer's functions by what they give without a number. */
const OF_NONE: readonly (readonly [value: One, names: string])[] = [
  [error("#DIV/0!"), "KURT SKEW SKEW.P STDEV STDEV.P STDEV.S STDEVP VAR VAR.P VAR.S VARP"],
  [error("#NUM!"), "AVEDEV DEVSQ GEOMEAN MEDIAN"],
  [error("#N/A"), "HARMEAN MODE MODE.MULT MODE.SNGL"],
  [0, "SUMSQ"],
];

/** Functions that count texts in ranges as 0, and truth values as 0 and 1, with the function that they are otherwise. */
const ALSO_TEXTS: Readonly<Record<string, string>> = { MAXA: "MAX", MINA: "MIN", STDEVA: "STDEV.S", STDEVPA: "STDEV.P", VARA: "VAR.S", VARPA: "VAR.P" };

export const aggregateFunctions = (): BaseFunction[] => [
  ...["SUM", "MIN", "MAX", "PRODUCT"].map((name) => overValues(name, asNumber)),
  // What is no number does not count, and an argument that is left out does.
  overValues("COUNT", (value) => (isFormulaError(value) || isFormulaError(asNumber(value)) ? value : asNumber(value))),
  overValues("COUNTA", (value) => value ?? 0),
  ...OF_NONE.flatMap(([ofNone, names]) => names.split(" ").map((name) => aggregate(name, onlyNumbers, univers(name, ofNone)))),
  ...Object.entries(ALSO_TEXTS).map(([name, base]) => aggregate(name, alsoTexts, univers(base, /^M/.test(name) ? 0 : error("#DIV/0!")))),
  aggregate("AVERAGE", onlyNumbers, mean),
  aggregate("AVERAGEA", alsoTexts, mean),
  aggregate("NPV", onlyNumbers, presentValue, 1),
  truths("AND", (isTrue, all) => isTrue === all),
  truths("OR", (isTrue) => isTrue > 0),
  truths("XOR", (isTrue) => isTrue % 2 === 1),
];
