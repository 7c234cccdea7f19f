import { type BaseFunction, type BaseValueObject } from "@univerjs/engine-formula";
import { Elementwise, FormulaError, isError, objectOf, type One, oneOf } from "./elementwise";
import { classOf } from "./limited";

/** The value, or another one if it is such an error. A single value that is none stays single, also beside several others. */
function unless(name: string, caught: (code: string) => boolean): BaseFunction {
  const isCaught = (value: One): boolean => isError(value) && caught(value.code);
  class Unless extends Elementwise {
    override calculate(...given: BaseValueObject[]): BaseValueObject {
      const [value] = given;
      return value && !value.isArray() && !isCaught(oneOf(value)) ? super.calculate(value, value) : super.calculate(...given);
    }
  }
  return new Unless(name, 2, 2, (value = null, other = null) => (isCaught(value) ? other : value) ?? 0);
}

/** A lookup that gives the error of a later argument, as Excel does; Univer's look at some of them only after the search. */
function errorsFirst(name: string): BaseFunction {
  class ErrorsFirst extends classOf(name) {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const error = given.slice(2).find((v) => v.isError());
      const table = given[1];
      if (error || !table || table.isArray() || table.isError()) return error ?? super.calculate(...given);
      return objectOf(new FormulaError(table.isString() ? "#VALUE!" : "#N/A"));
    }
  }
  return new ErrorsFirst(name);
}

export const errorFunctions = (): BaseFunction[] => [
  unless("IFERROR", () => true),
  unless("IFNA", (code) => code === "#N/A"),
  errorsFirst("HLOOKUP"),
  errorsFirst("VLOOKUP"),
];
