import type { Nullable } from "@univerjs/core";
import {
  ArrayValueObject,
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  type ErrorType,
  ErrorValueObject,
  NullValueObject,
  NumberValueObject,
  StringValueObject,
} from "@univerjs/engine-formula";
import { largest } from "../../contract/lists";

/** An error that a function gives. */
export class FormulaError {
  constructor(readonly code: string) {}
}

/** One value of a formula. */
export type One = number | string | boolean | null | FormulaError;

export const isFormulaError = (value: unknown): value is FormulaError => value instanceof FormulaError;

export function oneOf(value: Nullable<BaseValueObject>): One {
  if (!value || value.isNull()) return null;
  if (value.isError()) return new FormulaError((value as ErrorValueObject).getErrorType());
  return value.getValue();
}

export function objectOf(value: One): BaseValueObject {
  if (value === null) return NullValueObject.create();
  if (isFormulaError(value)) return ErrorValueObject.create(value.code as ErrorType);
  if (typeof value === "number") return Number.isFinite(value) ? NumberValueObject.create(value) : ErrorValueObject.create("#NUM!" as ErrorType);
  return typeof value === "boolean" ? BooleanValueObject.create(value) : StringValueObject.create(value);
}

/** A value where a number is wanted: blank is 0, text is read as a number or a date. */
export function asNumber(value: One): number | FormulaError {
  if (typeof value === "number" || isFormulaError(value)) return value;
  if (value === null || typeof value === "boolean") return Number(value);
  // A date with blanks around it is not read.
  if (/^\s|\s$/.test(value) && /\d[-/]\d/.test(value)) return new FormulaError("#VALUE!");
  const read = (StringValueObject.create(value) as BaseValueObject).convertToNumberObjectValue();
  return read.isError() ? new FormulaError("#VALUE!") : Number(read.getValue());
}

/** The values of a reference; another value as it is. */
export function withoutReference(given: BaseValueObject): BaseValueObject {
  const reference = given as unknown as BaseReferenceObject;
  return reference.isReferenceObject() ? reference.toArrayValueObject() : given;
}

export function valuesIn(value: BaseValueObject): One[][] {
  return value.isArray() ? (value as ArrayValueObject).getArrayValue().map((line) => line.map(oneOf)) : [[oneOf(value)]];
}

export const arrayOfValues = (rows: readonly (readonly One[])[]): ArrayValueObject => arrayOf(rows.map((line) => line.map(objectOf)));

/** An element of a block, for an element of a result; undefined beyond the block. A single row or column repeats. */
export function elementAt(block: readonly (readonly One[])[], row: number, column: number): One | undefined {
  const line = block[block.length === 1 ? 0 : row];
  return line?.[line.length === 1 ? 0 : column];
}

/** A function with this calculation. */
export const ownFunction = (
  name: string,
  calculate: BaseFunction["calculate"],
  needs: Partial<Pick<BaseFunction, "minParams" | "maxParams" | "needsReferenceObject">>,
): BaseFunction => Object.assign(new BaseFunction(name), { ...needs, calculate });

const BEYOND = new FormulaError("#N/A");

/** A function of single values. Given arrays, it gives an array, one result for each element; a single row or column repeats. */
export class Elementwise extends BaseFunction {
  constructor(
    name: string,
    override minParams: number,
    override maxParams: number,
    private readonly of: (...values: One[]) => One,
  ) {
    super(name);
  }

  override calculate(...given: BaseValueObject[]): BaseValueObject {
    const blocks = given.map(valuesIn);
    const rows = largest([1, ...blocks.map((b) => b.length)]);
    const columns = largest([1, ...blocks.map((b) => b[0]?.length ?? 0)]);
    const elements = (r: number, c: number): One[] => blocks.map((b) => elementAt(b, r, c)).map((value) => (value === undefined ? BEYOND : value));
    if (rows === 1 && columns === 1) return objectOf(this.of(...elements(0, 0)));
    return arrayOfValues(Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => this.of(...elements(r, c)))));
  }
}

/** The first error of these values, or all of them as numbers. */
export function numbersOf(values: readonly One[]): number[] | FormulaError {
  const numbers: number[] = [];
  for (const value of values) {
    const number = asNumber(value);
    if (typeof number !== "number") return number;
    numbers.push(number);
  }
  return numbers;
}

/** A calculation with numbers: its result, or the first error of its values. */
export const ofNumbers =
  (of: (...numbers: number[]) => One) =>
  (...values: One[]): One => {
    const numbers = numbersOf(values);
    return Array.isArray(numbers) ? of(...numbers) : numbers;
  };

/** The engine's array of these values, by rows. */
export const arrayOf = (rows: BaseValueObject[][]): ArrayValueObject =>
  ArrayValueObject.create({ calculateValueList: rows, rowCount: rows.length, columnCount: rows[0]?.length ?? 0, unitId: "", sheetId: "", row: -1, column: -1 });
