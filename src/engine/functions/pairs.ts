import { BaseFunction, type BaseValueObject } from "@univerjs/engine-formula";
import { EngineFailed } from "../engine-errors";
import { arrayOfValues, valuesIn, FormulaError, isFormulaError, objectOf, type One, withoutReference } from "./elementwise";
import { classOf } from "./univer-class";

/** Univer's function of two lists over the places where both have a number; Univer's leaves out the others in each list for itself. */
function overPairs(name: string, first = 0): BaseFunction {
  class OverPairs extends classOf(name) {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const [a, b] = given.slice(first, first + 2).map((value) => (value.isArray() ? valuesIn(value).flat() : undefined));
      if (!a || !b || a.length !== b.length || [...a, ...b].some(isFormulaError)) return super.calculate(...given);
      const pairs = a.map((x, i) => [x, b[i]!] as const).filter(([x, y]) => typeof x === "number" && typeof y === "number");
      if (pairs.length === 0 || pairs.length === a.length) return super.calculate(...given);
      return super.calculate(...given.slice(0, first), ...[0, 1].map((i) => arrayOfValues(pairs.map((pair) => [pair[i]!]))), ...given.slice(first + 2));
    }
  }
  return new OverPairs(name);
}

/** SUMPRODUCT of areas of one size, in which only numbers count. Univer's repeats a single value. */
class SumProduct extends BaseFunction {
  override needsReferenceObject = true;
  override minParams = 1;
  override maxParams = 255;

  override calculate(...given: BaseValueObject[]): BaseValueObject {
    const blocks = given.map((value) => {
      const values = withoutReference(value);
      const block = valuesIn(values);
      const [first = null] = block[0] ?? [];
      // A value that is an argument itself.
      if (values === value && block.length === 1 && block[0]!.length === 1 && typeof first !== "number" && !isFormulaError(first)) throw new EngineFailed();
      return block;
    });
    const [rows, columns] = [blocks[0]!.length, blocks[0]![0]!.length];
    if (blocks.some((block) => block.length !== rows || block[0]!.length !== columns)) return objectOf(new FormulaError("#VALUE!"));
    let sum = 0;
    const lists: One[][] = blocks.map((block) => block.flat());
    for (const list of lists) {
      const error = list.find(isFormulaError);
      if (error !== undefined) return objectOf(error);
    }
    for (let i = 0; i < rows * columns; i++) {
      let product = 1;
      for (const list of lists) {
        const value = list[i]!;
        product *= typeof value === "number" ? value : 0;
      }
      sum += product;
    }
    return objectOf(sum);
  }
}

const PAIRED = "CORREL COVAR COVARIANCE.P COVARIANCE.S INTERCEPT PEARSON RSQ SLOPE STEYX SUMX2MY2 SUMX2PY2 SUMXMY2".split(" ");

export const pairFunctions = (): BaseFunction[] => [
  ...PAIRED.map((name) => overPairs(name)),
  ...["FORECAST", "FORECAST.LINEAR"].map((name) => overPairs(name, 1)),
  new SumProduct("SUMPRODUCT"),
];
