import { type BaseFunction, type BaseValueObject, BooleanValueObject } from "@univerjs/engine-formula";
import { Elementwise, FormulaError, numberOf, numbersOf, objectOf, oneOf, type One } from "./elementwise";
import { classOf } from "./limited";

/** Univer's function with each single argument converted; in arrays, element by element. */
function converting(name: string, convert: (value: One) => One): BaseFunction {
  const elements = new Elementwise(name, 1, 1, convert);
  class Converting extends classOf(name) {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      return super.calculate(...given.map((v) => (v.isArray() ? elements.calculate(v) : v.isString() ? objectOf(convert(oneOf(v))) : v)));
    }
  }
  return new Converting(name);
}

/** A text that is an argument itself, not in a cell: "TRUE" is TRUE. */
function withTruthTexts(name: string): BaseFunction {
  class WithTruthTexts extends classOf(name) {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const truth = (v: BaseValueObject): BaseValueObject => {
        const text = v.isString() ? String(v.getValue()).toUpperCase() : "";
        return text === "TRUE" || text === "FALSE" ? BooleanValueObject.create(text === "TRUE") : v;
      };
      return super.calculate(...given.map(truth));
    }
  }
  return new WithTruthTexts(name);
}

/** Excel refuses larger quotients. */
const LARGEST_QUOTIENT = 1_125_900_000_000;

function modulo(...values: One[]): One {
  const numbers = numbersOf(values);
  if (!Array.isArray(numbers)) return numbers;
  const [n = 0, divisor = 0] = numbers;
  if (divisor === 0) return new FormulaError("#DIV/0!");
  if (Math.abs(n / divisor) >= LARGEST_QUOTIENT) return new FormulaError("#NUM!");
  const rest = n % divisor;
  // The sign is the divisor's, and zero has none.
  return rest === 0 ? 0 : rest < 0 === divisor < 0 ? rest : rest + divisor;
}

const asNumber = (value: One): One => (typeof value === "string" ? numberOf(value) : value);

export const convertedFunctions = (): BaseFunction[] => [
  new Elementwise("MOD", 2, 2, modulo),
  ...["ROUND", "ROUNDUP", "ROUNDDOWN", "SQRT", "EXP", "LN", "LOG10"].map((name) => converting(name, asNumber)),
  ...["AND", "OR", "XOR"].map(withTruthTexts),
];
