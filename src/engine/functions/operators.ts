import type { ArrayValueObject, BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { converted, unwrapped } from "./arguments";
import { numberOf } from "./elementwise";
import { classOf } from "./univer-class";

const hasText = (value: BaseValueObject): boolean =>
  value.isArray() ? (value as ArrayValueObject).getArrayValue().some((line) => line.some((v) => v?.isString() === true)) : value.isString();

/** `+ - * /`: a text becomes a number before anything else, and an error on the left comes first. Univer's take `"a"/0` for a division by zero. */
function operator(name: string): BaseFunction {
  class Operator extends classOf(name) {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const values = given.map((value) => (hasText(value) ? converted(value, numberOf) : unwrapped(value)));
      return values.find((value) => value.isError()) ?? super.calculate(...values);
    }
  }
  return new Operator(name);
}

export const operatorFunctions = (): BaseFunction[] => ["PLUS", "MINUS", "MULTIPLY", "DIVIDED"].map(operator);
