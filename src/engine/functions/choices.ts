import { type BaseFunction, type BaseValueObject, BooleanValueObject } from "@univerjs/engine-formula";
import { truthOf, unwrapped } from "./arguments";
import { compare } from "./compare";
import { Elementwise, FormulaError, isFormulaError, asNumber, objectOf, oneOf, type One, ownFunction, withoutReference } from "./elementwise";

/** Index of the chosen argument, or why there is none. `at` gives the value of a condition. */
type Choose = (at: (i: number) => One, count: number) => number | FormulaError;

/**
 * IF and its kin. What they choose is passed on as it is, so that a range stays a range and an empty argument is 0. Univer takes every text for true, and a
 * blank cell for no value.
 */
function choice(name: string, minParams: number, maxParams: number, isCondition: (i: number, count: number) => boolean, choose: Choose): BaseFunction {
  const valueOf = (value: BaseValueObject): BaseValueObject => unwrapped(withoutReference(value));
  const each = new Elementwise(name, minParams, maxParams, (...values) => {
    const chosen = choose((i) => values[i] ?? null, values.length);
    return isFormulaError(chosen) ? chosen : chosen < values.length ? values[chosen]! : false;
  });
  const calculate = (...given: BaseValueObject[]): BaseValueObject => {
    const conditions = given.map((value, i) => (isCondition(i, given.length) ? valueOf(value) : undefined));
    if (conditions.some((value) => value?.isArray())) return each.calculate(...given.map(valueOf));
    const chosen = choose((i) => oneOf(conditions[i]), given.length);
    return isFormulaError(chosen) ? objectOf(chosen) : (given[chosen] ?? BooleanValueObject.create(false));
  };
  return ownFunction(name, calculate, { minParams, maxParams, needsReferenceObject: true });
}

const chooseIf: Choose = (at) => {
  const truth = truthOf(at(0));
  return isFormulaError(truth) ? truth : truth ? 1 : 2;
};

const chooseIfs: Choose = (at, count) => {
  for (let i = 0; i + 1 < count; i += 2) {
    const truth = truthOf(at(i));
    if (isFormulaError(truth)) return truth;
    if (truth) return i + 1;
  }
  return new FormulaError("#N/A");
};

const chooseSwitch: Choose = (at, count) => {
  const wanted = at(0);
  if (isFormulaError(wanted)) return wanted;
  for (let i = 1; i + 1 < count; i += 2) {
    const value = at(i);
    if (isFormulaError(value)) return value;
    if (compare(value, wanted) === 0) return i + 1;
  }
  return count % 2 === 0 ? count - 1 : new FormulaError("#N/A");
};

const chooseNth: Choose = (at, count) => {
  const number = asNumber(at(0));
  if (isFormulaError(number)) return number;
  const index = Math.trunc(number);
  return index >= 1 && index < count ? index : new FormulaError("#VALUE!");
};

export const choiceFunctions = (): BaseFunction[] => [
  choice("IF", 2, 3, (i) => i === 0, chooseIf),
  choice("IFS", 2, 254, (i) => i % 2 === 0, chooseIfs),
  choice("SWITCH", 3, 255, (i, count) => i === 0 || (i % 2 === 1 && i + 1 < count), chooseSwitch),
  choice("CHOOSE", 2, 255, (i) => i === 0, chooseNth),
];

/** The value, or another one if it is such an error. A single value that is none stays single, also beside several others. */
function unless(name: string, caught: (code: string) => boolean): BaseFunction {
  const isCaught = (value: One): boolean => isFormulaError(value) && caught(value.code);
  class Unless extends Elementwise {
    override calculate(...given: BaseValueObject[]): BaseValueObject {
      const [value] = given;
      return value && !value.isArray() && !isCaught(oneOf(value)) ? super.calculate(value, value) : super.calculate(...given);
    }
  }
  return new Unless(name, 2, 2, (value = null, other = null) => (isCaught(value) ? other : value) ?? 0);
}

export const errorFunctions = (): BaseFunction[] => [unless("IFERROR", () => true), unless("IFNA", (code) => code === "#N/A")];
