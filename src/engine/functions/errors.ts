import { type BaseFunction, type BaseValueObject } from "@univerjs/engine-formula";
import { Elementwise, FormulaError, isError, objectOf } from "./elementwise";
import { classOf } from "./limited";

/** The value, or another one if it is such an error. */
const unless = (name: string, caught: (code: string) => boolean): Elementwise =>
  new Elementwise(name, 2, 2, (value = null, other = null) => (isError(value) && caught(value.code) ? other : value) ?? 0);

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
