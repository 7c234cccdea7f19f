import { BaseFunction, type BaseReferenceObject, type BaseValueObject } from "@univerjs/engine-formula";
import { blockOf, FormulaError, isError, numberOf, objectOf, type One } from "./elementwise";

/** AVERAGE and AVERAGEA. Univer's change errors into #VALUE!, and ignore text that is an argument itself. */
class Average extends BaseFunction {
  override needsReferenceObject = true;
  override minParams = 1;
  override maxParams = 255;

  constructor(
    name: string,
    /** The number that a cell counts as; undefined if it does not count. */
    private readonly counted: (value: Exclude<One, FormulaError>) => number | undefined,
  ) {
    super(name);
  }

  override calculate(...given: BaseValueObject[]): BaseValueObject {
    let [sum, count] = [0, 0];
    for (const value of given) {
      const reference = value as unknown as BaseReferenceObject;
      const cells = reference.isReferenceObject() ? reference.toArrayValueObject() : value;
      // An operator gives an array of one value.
      const isList = reference.isReferenceObject() || (cells.isArray() && blockOf(cells).flat().length > 1);
      for (const one of blockOf(cells).flat()) {
        const number = isError(one) ? one : isList ? this.counted(one) : numberOf(one);
        if (number === undefined) continue;
        if (typeof number !== "number") return objectOf(number);
        sum += number;
        count++;
      }
    }
    return objectOf(count === 0 ? new FormulaError("#DIV/0!") : sum / count);
  }
}

export const averageFunctions = (): BaseFunction[] => [
  new Average("AVERAGE", (value) => (typeof value === "number" ? value : undefined)),
  new Average("AVERAGEA", (value) => (value === null ? undefined : typeof value === "string" ? 0 : Number(value))),
];
