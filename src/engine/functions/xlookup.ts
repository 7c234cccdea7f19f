import { countBefore } from "../../contract/rounded";
import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { EngineFailed } from "../engine-errors";
import { singleOf, unwrapped } from "./arguments";
import { compare, ordered } from "./compare";
import { wildcard } from "./criteria";
import { arrayOfValues, valuesIn, Elementwise, FormulaError, isFormulaError, asNumber, objectOf, oneOf, type One } from "./elementwise";
import { univerFunction, withCalculation } from "./univer-class";

type Value = Exclude<One, FormulaError>;

const WRONG = new FormulaError("#VALUE!");

/** Index in a list that is sorted, or sorted from the end. Excel halves it. */
function halving(wanted: Value, list: readonly One[], mode: number, descending: boolean): number {
  // Excel finds another row than a search for 0 or an empty text.
  if (wanted === null) throw new EngineFailed();
  const sorted = descending ? [...list].reverse() : list;
  let end = sorted.length;
  // A blank cell is at the end of a whole column.
  while (end > 0 && (sorted[end - 1] === null || isFormulaError(sorted[end - 1]!))) end--;
  const from = countBefore(end, (i) => {
    const value = sorted[i]!;
    return value !== null && !isFormulaError(value) && ordered(value, wanted) < 0;
  });
  const there = sorted[from];
  const exact = from < end && there !== undefined && !isFormulaError(there) && compare(there, wanted) === 0;
  const found = exact ? from : mode === -1 ? from - 1 : mode === 1 && from < end ? from : -1;
  return found < 0 ? -1 : descending ? list.length - 1 - found : found;
}

/** Index of a value in a list: exact (0), the next smaller (-1) or larger (1), or a pattern (2). Numbers come before texts, and these before FALSE and TRUE. */
function indexOf(wanted: Value, list: readonly One[], mode: number, search: number): number {
  if (Math.abs(search) === 2) return halving(wanted, list, mode, search === -2);
  const pattern = mode === 2 && typeof wanted === "string" ? wildcard(wanted) : undefined;
  let best = -1;
  for (let step = 0; step < list.length; step++) {
    const i = search === -1 ? list.length - 1 - step : step;
    const value = list[i]!;
    if (isFormulaError(value)) continue;
    if (pattern) {
      if (typeof value === "string" && pattern.test(value)) return i;
      continue;
    }
    if (value === null ? wanted === null : wanted !== null && compare(value, wanted) === 0) return i;
    if (value === null || Math.abs(mode) !== 1 || ordered(value, wanted) < 0 !== (mode === -1)) continue;
    const held = best < 0 ? null : (list[best] as Value);
    if (best < 0 || (mode === -1 ? ordered(value, held) > 0 : ordered(value, held) < 0)) best = i;
  }
  return best;
}

/** An index of which it is certain that Excel finds it. */
function certain(index: number, wanted: Value, list: readonly One[], search: number): number {
  if (index < 0) return index;
  if (Math.abs(search) !== 2) {
    // Whether the number before a text is its next smaller value is not known.
    if (typeof wanted === "string" && typeof list[index] === "number") throw new EngineFailed();
    return index;
  }
  // A search that halves an unsorted list finds what depends on its steps.
  const values = list.filter((value): value is Value => value !== null && !isFormulaError(value));
  if (values.some((value, i) => i > 0 && compare(values[i - 1]!, value) * search > 0)) throw new EngineFailed();
  return index;
}

interface Search {
  /** Index of a value in the list; -1 if it is not there. */
  readonly find: (wanted: One) => number | FormulaError;
  readonly isColumn: boolean;
  readonly length: number;
}

/** The one number of an argument; `otherwise` if it is left out. */
function optionOf(value: BaseValueObject | undefined, otherwise: number): number | FormulaError {
  return !value || value.isNull() ? otherwise : asNumber(singleOf(value));
}

/** The search of XLOOKUP and XMATCH, or the error of their options. */
function searchIn(lookup: BaseValueObject, matchMode: BaseValueObject | undefined, searchMode: BaseValueObject | undefined): Search | FormulaError {
  const [mode, search] = [optionOf(matchMode, 0), optionOf(searchMode, 1)];
  if (isFormulaError(mode)) return mode;
  if (isFormulaError(search)) return search;
  if (![0, -1, 1, 2].includes(mode) || ![1, -1, 2, -2].includes(search) || (mode === 2 && Math.abs(search) === 2)) return WRONG;
  const block = valuesIn(lookup);
  const isColumn = block[0]?.length === 1;
  if (!isColumn && block.length > 1) return WRONG;
  const list = isColumn ? block.map((line) => line[0]!) : block[0]!;
  return {
    isColumn,
    length: list.length,
    find: (wanted) => (isFormulaError(wanted) ? wanted : certain(indexOf(wanted, list, mode, search), wanted, list, search)),
  };
}

/** The function, with Univer's own search for regular expressions, which has the mode 3. */
const searching = (name: string, modeAt: number, search: (...given: BaseValueObject[]) => BaseValueObject): BaseFunction =>
  withCalculation(univerFunction(name), (calculate) => (...given) => {
    const error = given[1]?.isError() ? given[1] : given[modeAt]?.isError() ? given[modeAt] : undefined;
    return error ?? (optionOf(given[modeAt], 0) === 3 ? calculate(...given) : search(...given));
  });

function xlookup(...[value, lookup, result, other, matchMode, searchMode]: BaseValueObject[]): BaseValueObject {
  const search = searchIn(lookup!, matchMode, searchMode);
  if (isFormulaError(search)) return objectOf(search);
  const results = valuesIn(result!);
  if ((search.isColumn ? results.length : results[0]?.length) !== search.length) return objectOf(WRONG);
  const foundAt = (index: number): One[][] => (search.isColumn ? [results[index]!] : results.map((line) => [line[index]!]));
  const wanted = unwrapped(value!);
  if (wanted.isArray()) {
    const otherwise = other && !other.isNull() ? unwrapped(other) : objectOf(new FormulaError("#N/A"));
    if (otherwise.isArray()) throw new EngineFailed();
    const one = new Elementwise("XLOOKUP", 1, 1, (each = null) => {
      const index = search.find(each);
      return isFormulaError(index) ? index : index < 0 ? oneOf(otherwise) : foundAt(index)[0]![0]!;
    });
    return one.calculate(wanted);
  }
  const index = search.find(oneOf(wanted));
  if (isFormulaError(index)) return objectOf(index);
  if (index < 0) return other && !other.isNull() ? other : objectOf(new FormulaError("#N/A"));
  const found = foundAt(index);
  return found.length === 1 && found[0]!.length === 1 ? objectOf(found[0]![0]!) : arrayOfValues(found);
}

function xmatch(...[value, lookup, matchMode, searchMode]: BaseValueObject[]): BaseValueObject {
  const search = searchIn(lookup!, matchMode, searchMode);
  if (isFormulaError(search)) return objectOf(search);
  const one = new Elementwise("XMATCH", 1, 1, (wanted = null) => {
    const index = search.find(wanted);
    return isFormulaError(index) ? index : index < 0 ? new FormulaError("#N/A") : index + 1;
  });
  return one.calculate(value!);
}

export const xlookupFunctions = (): BaseFunction[] => [searching("XLOOKUP", 4, xlookup), searching("XMATCH", 2, xmatch)];
