import type { ArrayValueObject, BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { converted, unwrapped } from "./arguments";
import { asNumber, Elementwise, FormulaError, ofNumbers, type One } from "./elementwise";
import { univerFunction, withCalculation } from "./univer-class";

const hasText = (value: BaseValueObject): boolean =>
  value.isArray() ? (value as ArrayValueObject).getArrayValue().some((line) => line.some((v) => v?.isString() === true)) : value.isString();

/** `+ - * /`: a text becomes a number before anything else, and an error on the left comes first. Univer's take `"a"/0` for a division by zero. */
const operator = (name: string): BaseFunction =>
  withCalculation(univerFunction(name), (calculate) => (...given) => {
    const values = given.map((value) => (hasText(value) ? converted(value, asNumber) : unwrapped(value)));
    return values.find((value) => value.isError()) ?? calculate(...values);
  });

export const operatorFunctions = (): BaseFunction[] => ["PLUS", "MINUS", "MULTIPLY", "DIVIDED"].map(operator);

/** Excel refuses larger quotients. */
const LARGEST_QUOTIENT = 1_125_900_000_000;

function remainder(n = 0, divisor = 0): One {
  if (divisor === 0) return new FormulaError("#DIV/0!");
  if (Math.abs(n / divisor) >= LARGEST_QUOTIENT) return new FormulaError("#NUM!");
  const rest = n % divisor;
  // The sign is the divisor's, and zero has none.
  return rest === 0 ? 0 : rest < 0 === divisor < 0 ? rest : rest + divisor;
}

export const modulo = (): BaseFunction => new Elementwise("MOD", 2, 2, ofNumbers(remainder));
