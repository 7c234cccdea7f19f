import { type ArrayValueObject, type BaseFunction, type BaseValueObject, NullValueObject } from "@univerjs/engine-formula";
import { arrayOf } from "../array-of";
import { classOf } from "./univer-class";

/** A SORT that sorts a copy. Univer's sorts the engine's range in place, so that other formulas over it get wrong values. */
export function sort(): BaseFunction {
  class SafeSort extends classOf("SORT") {
    override calculate(...args: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      return super.calculate(
        ...args.map((v) => (v.isArray() ? arrayOf((v as ArrayValueObject).getArrayValue().map((row) => row.map((x) => x ?? NullValueObject.create()))) : v)),
      );
    }
  }
  return new SafeSort("SORT");
}
