import { type BaseFunction, type BaseValueObject, BooleanValueObject } from "@univerjs/engine-formula";
import { Elementwise, numberOf, objectOf, oneOf, type One } from "./elementwise";
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

const asNumber = (value: One): One => (typeof value === "string" ? numberOf(value) : value);

export const convertedFunctions = (): BaseFunction[] => [
  ...["ROUND", "ROUNDUP", "ROUNDDOWN", "SQRT"].map((name) => converting(name, asNumber)),
  ...["AND", "OR", "XOR"].map(withTruthTexts),
];
