import { type BaseFunction, type BaseReferenceObject, type BaseValueObject, type ErrorType, ErrorValueObject } from "@univerjs/engine-formula";
import { largest, smallest } from "../../contract/lists";
import { CELL_ERRORS } from "../../contract/error-values";
import { SHEET_COLUMNS, SHEET_ROWS } from "../../workbook/excel-limits";
import { wildcardSource } from "../../workbook/find-text";
import { EngineFailed, GETTING_DATA } from "../engine-errors";
import { wordDoubt } from "../formulas/number-words";
import { compare, ordered, RELATIONS } from "./compare";
import { Elementwise, valuesIn, FormulaError, isFormulaError, asNumber, type One, ownFunction, withoutReference } from "./elementwise";

type Test = (cell: One) => boolean;

type Relation = (order: number) => boolean;

const numberIn = (text: string): number | undefined => {
  const number = /\d/.test(text) ? asNumber(text) : undefined;
  return typeof number === "number" ? number : undefined;
};

/** The pattern of a text with wildcards, for whole texts. */
export const wildcard = (text: string): RegExp => new RegExp(`^${wildcardSource(text)}$`, "iu");

/** A number also matches a text of it. */
const equalTo =
  (number: number): Test =>
  (cell) =>
    typeof cell === "number" ? compare(cell, number) === 0 : typeof cell === "string" && numberIn(cell) === number;

/** What a criterion of COUNTIF and its kin lets through: `5`, `">=5"`, `"<>"`, `"a*"`. */
function criterion(wanted: One): Test {
  if (isFormulaError(wanted)) return (cell) => isFormulaError(cell) && cell.code === wanted.code;
  if (typeof wanted === "boolean") return (cell) => cell === wanted;
  if (typeof wanted !== "string") return equalTo(wanted ?? 0);
  const [, operator = "", operand = ""] = /^(<>|<=|>=|=|<|>)?(.*)$/s.exec(wanted)!;
  const relation = /^[<>]=?$/.test(operator) ? RELATIONS.get(operator) : undefined;
  if (operand === "") {
    if (relation) return () => false;
    return operator === "" ? (cell) => cell === null || cell === "" : operator === "=" ? (cell) => cell === null : (cell) => cell !== null;
  }
  const number = numberIn(operand);
  if (number === undefined) {
    const test = textCriterion(operand, operator, relation);
    return (cell) => {
      if (typeof cell === "boolean" || isFormulaError(cell)) wordDoubt(operand);
      return test(cell);
    };
  }
  if (relation) return (cell) => typeof cell === "number" && relation(compare(cell, number));
  if (operator === "<>") return (cell) => !(typeof cell === "number" && compare(cell, number) === 0);
  return equalTo(number);
}

/** What a criterion with a text lets through: a truth value, an error or a pattern. */
function textCriterion(operand: string, operator: string, relation: Relation | undefined): Test {
  const upper = operand.toUpperCase();
  if (upper === "TRUE" || upper === "FALSE") {
    const value = upper === "TRUE";
    if (relation) return (cell) => typeof cell === "boolean" && relation(compare(cell, value));
    return operator === "<>" ? (cell) => cell !== value : (cell) => cell === value;
  }
  if ((CELL_ERRORS as readonly string[]).includes(upper)) {
    const is: Test = (cell) => isFormulaError(cell) && cell.code === upper;
    if (relation) return () => false;
    return operator === "<>" ? (cell) => !is(cell) : is;
  }
  if (relation) return (cell) => typeof cell === "string" && relation(ordered(cell, operand));
  const pattern = wildcard(operand);
  const is: Test = (cell) => typeof cell === "string" && pattern.test(cell);
  return operator === "<>" ? (cell) => !is(cell) : is;
}

interface Range {
  readonly block: readonly (readonly One[])[];
  /** Cells of whole columns or rows that the engine's sheet does not have; they are blank. */
  readonly beyond: number;
}

function rangeOf(value: BaseValueObject): Range | undefined {
  const reference = value as unknown as BaseReferenceObject;
  if (!reference.isReferenceObject()) return value.isArray() ? { block: valuesIn(value), beyond: 0 } : undefined;
  const block = valuesIn(reference.toArrayValueObject());
  const [rows, columns] = [block.length, block[0]?.length ?? 0];
  return { block, beyond: (reference.isColumn() ? SHEET_ROWS : rows) * (reference.isRow() ? SHEET_COLUMNS : columns) - rows * columns };
}

type Summary = (values: readonly One[], beyond: number) => One;

const numbers = (values: readonly One[]): number[] => values.filter((v) => typeof v === "number");
const orError =
  (of: (numbers: number[]) => One): Summary =>
  (values) =>
    values.find(isFormulaError) ?? of(numbers(values));
const sum = (of: readonly number[]): number => of.reduce((total, n) => total + n, 0);
const orZero =
  (chosen: typeof largest) =>
  (of: readonly number[]): number =>
    of.length === 0 ? 0 : chosen(of);
const average = (of: readonly number[]): One => (of.length === 0 ? new FormulaError("#DIV/0!") : sum(of) / of.length);

/**
 * COUNTIF, SUMIFS and their kin.
 *
 * @param summarizes which argument has the values that are summarized; the criteria are in the others, by pairs
 */
function criteria(name: string, summarizes: "none" | "first" | "last", of: Summary): BaseFunction {
  const calculate = (...given: BaseValueObject[]): BaseValueObject => {
    const pairs = summarizes === "first" ? given.slice(1) : given.slice(0, summarizes === "last" ? 2 : undefined);
    if (pairs.length % 2 === 1) return ErrorValueObject.create("#VALUE!" as ErrorType);
    const ranges = pairs.filter((_, i) => i % 2 === 0).map(rangeOf);
    const summarized = summarizes === "none" ? ranges[0] : rangeOf(summarizes === "first" ? given[0]! : (given[2] ?? given[0]!));
    const wantedIn = pairs.filter((_, i) => i % 2 === 1).map(withoutReference);
    const [rows, columns] = [summarized?.block.length, summarized?.block[0]?.length];
    if (!summarized || ranges.some((r) => !r)) return ErrorValueObject.create("#VALUE!" as ErrorType);
    // Excel takes as many values as the range has cells, from the first value on, also beyond the given ones.
    if (ranges.some((r) => r!.block.length !== rows || r!.block[0]?.length !== columns)) {
      if (summarizes === "last") throw new EngineFailed();
      return ErrorValueObject.create("#VALUE!" as ErrorType);
    }
    const beyond = smallest(ranges.map((r) => r!.beyond));
    const each = new Elementwise(name, 1, 255, (...wanted) => {
      const waits = wanted.find((w) => isFormulaError(w) && w.code === GETTING_DATA);
      if (waits !== undefined) return waits;
      const tests = wanted.map(criterion);
      const found: One[] = [];
      for (const [r, line] of summarized.block.entries())
        for (const [c, value] of line.entries()) if (tests.every((test, i) => test(ranges[i]!.block[r]![c]!))) found.push(value);
      return of(found, tests.every((test) => test(null)) ? beyond : 0);
    });
    return each.calculate(...wantedIn);
  };
  const maxParams = name.endsWith("S") ? 255 : summarizes === "none" ? 2 : 3;
  return ownFunction(name, calculate, { minParams: summarizes === "first" ? 3 : 2, maxParams, needsReferenceObject: true });
}

const count: Summary = (values, beyond) => values.length + beyond;

export const criteriaFunctions = (): BaseFunction[] => [
  criteria("COUNTIF", "none", count),
  criteria("COUNTIFS", "none", count),
  criteria("SUMIF", "last", orError(sum)),
  criteria("SUMIFS", "first", orError(sum)),
  criteria("AVERAGEIF", "last", orError(average)),
  criteria("AVERAGEIFS", "first", orError(average)),
  criteria("MINIFS", "first", orError(orZero(smallest))),
  criteria("MAXIFS", "first", orError(orZero(largest))),
];
