import { type ArrayValueObject, type BaseFunction, type BaseValueObject, NullValueObject } from "@univerjs/engine-formula";
import { EngineFailed } from "../engine-errors";
import { numbersIn, singleOf, truthOf } from "./arguments";
import {
  arrayOf,
  arrayOfValues,
  asNumber,
  Elementwise,
  FormulaError,
  isFormulaError,
  objectOf,
  type One,
  ownFunction,
  valuesIn,
  withoutReference,
} from "./elementwise";
import { univerFunction, withCalculation } from "./univer-class";

/** Univer's function of two lists over the places where both have a number; Univer's leaves out the others in each list for itself. */
const overPairs = (name: string, first = 0): BaseFunction =>
  withCalculation(univerFunction(name), (calculate) => (...given) => {
    const [a, b] = given.slice(first, first + 2).map((value) => (value.isArray() ? valuesIn(value).flat() : undefined));
    if (!a || !b || a.length !== b.length || [...a, ...b].some(isFormulaError)) return calculate(...given);
    const pairs = a.map((x, i) => [x, b[i]!] as const).filter(([x, y]) => typeof x === "number" && typeof y === "number");
    if (pairs.length === 0 || pairs.length === a.length) return calculate(...given);
    return calculate(...given.slice(0, first), ...[0, 1].map((i) => arrayOfValues(pairs.map((pair) => [pair[i]!]))), ...given.slice(first + 2));
  });

/** SUMPRODUCT of areas of one size, in which only numbers count. Univer's repeats a single value. */
function sumOfProducts(...given: BaseValueObject[]): BaseValueObject {
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

const PAIRED = "CORREL COVAR COVARIANCE.P COVARIANCE.S INTERCEPT PEARSON RSQ SLOPE STEYX SUMX2MY2 SUMX2PY2 SUMXMY2".split(" ");

export const pairFunctions = (): BaseFunction[] => [
  ...PAIRED.map((name) => overPairs(name)),
  ...["FORECAST", "FORECAST.LINEAR"].map((name) => overPairs(name, 1)),
  ownFunction("SUMPRODUCT", sumOfProducts, { minParams: 1, maxParams: 255, needsReferenceObject: true }),
];

/**
 * RANK and its kin: the number of larger (or smaller) numbers, and one; a number that is not in the list has none. Univer's takes texts of the list for numbers.
 *
 * @param isMean equal numbers share the mean of their ranks
 */
function rank(name: string, isMean: boolean): BaseFunction {
  const calculate = (...[wanted, list, order]: BaseValueObject[]): BaseValueObject => {
    const numbers = numbersIn(list!);
    const ascending = order ? truthOf(asNumber(singleOf(order))) : false;
    if (isFormulaError(ascending)) return objectOf(ascending);
    const one = new Elementwise(name, 1, 1, (value = null) => {
      const number = asNumber(value);
      if (isFormulaError(number)) return number;
      if (isFormulaError(numbers)) return numbers;
      const equal = numbers.filter((n) => n === number).length;
      if (equal === 0) return new FormulaError("#N/A");
      const before = numbers.filter((n) => (ascending ? n < number : n > number)).length;
      return before + 1 + (isMean ? (equal - 1) / 2 : 0);
    });
    return one.calculate(wanted!);
  };
  return ownFunction(name, calculate, { minParams: 2, maxParams: 3 });
}

/** How many numbers are at most each bound, and above the ones before; the last count is of those above all. Univer's takes texts for numbers. */
function frequency(...[data, bounds]: BaseValueObject[]): BaseValueObject {
  const [numbers, bins] = [numbersIn(data!), numbersIn(bounds!)];
  if (isFormulaError(numbers)) return objectOf(numbers);
  if (isFormulaError(bins)) return objectOf(bins);
  const sorted = [...bins.keys()].sort((a, b) => bins[a]! - bins[b]! || a - b);
  const counts = new Array<number>(bins.length + 1).fill(0);
  for (const number of numbers) counts[sorted.find((i) => number <= bins[i]!) ?? bins.length]!++;
  return arrayOfValues(counts.map((count) => [count]));
}

export const rankFunctions = (): BaseFunction[] => [
  rank("RANK", false),
  rank("RANK.EQ", false),
  rank("RANK.AVG", true),
  ownFunction("FREQUENCY", frequency, { minParams: 2, maxParams: 2 }),
];

/** A SORT that sorts a copy. Univer's sorts the engine's range in place, so that other formulas over it get wrong values. */
export function sort(): BaseFunction {
  const copied = (array: ArrayValueObject): ArrayValueObject => arrayOf(array.getArrayValue().map((row) => row.map((x) => x ?? NullValueObject.create())));
  return withCalculation(
    univerFunction("SORT"),
    (calculate) =>
      (...given) =>
        calculate(...given.map((v) => (v.isArray() ? copied(v as ArrayValueObject) : v))),
  );
}
