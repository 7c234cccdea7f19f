import { BaseFunction, type BaseValueObject, type ArrayValueObject, NullValueObject } from "@univerjs/engine-formula";
import { numbersIn, truthOf, unwrapped } from "./arguments";
import { arrayOfValues, Elementwise, FormulaError, isFormulaError, asNumber, objectOf, oneOf, arrayOf } from "./elementwise";
import { EngineFailed } from "../engine-errors";
import { classOf } from "./univer-class";

/** RANK and its kin: the number of larger (or smaller) numbers, and one; a number that is not in the list has none. Univer's takes texts of the list for numbers. */
class Rank extends BaseFunction {
  override minParams = 2;
  override maxParams = 3;

  constructor(
    name: string,
    /** Equal numbers share the mean of their ranks. */
    private readonly isMean: boolean,
  ) {
    super(name);
  }

  override calculate(wanted: BaseValueObject, list: BaseValueObject, order?: BaseValueObject): BaseValueObject {
    const numbers = numbersIn(list);
    const ascending = order ? truthOf(asNumber(oneOf(unwrapped(order)))) : false;
    if (order && unwrapped(order).isArray()) throw new EngineFailed();
    if (isFormulaError(ascending)) return objectOf(ascending);
    const one = new Elementwise(String(this.name), 1, 1, (value = null) => {
      const number = asNumber(value);
      if (isFormulaError(number)) return number;
      if (isFormulaError(numbers)) return numbers;
      const equal = numbers.filter((n) => n === number).length;
      if (equal === 0) return new FormulaError("#N/A");
      const before = numbers.filter((n) => (ascending ? n < number : n > number)).length;
      return before + 1 + (this.isMean ? (equal - 1) / 2 : 0);
    });
    return one.calculate(wanted);
  }
}

/** How many numbers are at most each bound, and above the ones before; the last count is of those above all. Univer's takes texts for numbers. */
class Frequency extends BaseFunction {
  override minParams = 2;
  override maxParams = 2;

  override calculate(data: BaseValueObject, bounds: BaseValueObject): BaseValueObject {
    const [numbers, bins] = [numbersIn(data), numbersIn(bounds)];
    if (isFormulaError(numbers)) return objectOf(numbers);
    if (isFormulaError(bins)) return objectOf(bins);
    const sorted = [...bins.keys()].sort((a, b) => bins[a]! - bins[b]! || a - b);
    const counts = new Array<number>(bins.length + 1).fill(0);
    for (const number of numbers) counts[sorted.find((i) => number <= bins[i]!) ?? bins.length]!++;
    return arrayOfValues(counts.map((count) => [count]));
  }
}

export const rankFunctions = (): BaseFunction[] => [
  new Rank("RANK", false),
  new Rank("RANK.EQ", false),
  new Rank("RANK.AVG", true),
  new Frequency("FREQUENCY"),
];

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
