import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { arrayOf, blockOf, isError } from "./elementwise";
import { classOf } from "./limited";

/** Univer's function of two lists over the places where both have a number; Univer's leaves out the others in each list for itself. */
function overPairs(name: string): BaseFunction {
  class OverPairs extends classOf(name) {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const [a, b] = given.slice(0, 2).map((value) => (value.isArray() ? blockOf(value).flat() : undefined));
      if (!a || !b || a.length !== b.length || [...a, ...b].some(isError)) return super.calculate(...given);
      const pairs = a.map((x, i) => [x, b[i]!] as const).filter(([x, y]) => typeof x === "number" && typeof y === "number");
      if (pairs.length === 0 || pairs.length === a.length) return super.calculate(...given);
      return super.calculate(...[0, 1].map((i) => arrayOf(pairs.map((pair) => [pair[i]!]))), ...given.slice(2));
    }
  }
  return new OverPairs(name);
}

export const pairFunctions = (): BaseFunction[] => ["CORREL", "INTERCEPT", "PEARSON", "RSQ", "SLOPE", "STEYX"].map(overPairs);
