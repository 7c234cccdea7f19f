import { memoized, memoizedByObject } from "../../contract/memoized";
import { type BaseFunction, type BaseReferenceObject, type BaseValueObject, ErrorType, ErrorValueObject, NullValueObject } from "@univerjs/engine-formula";
import { UNION_CALLS } from "../../workbook/formulas/unions";
import { EngineFailed } from "../engine-errors";
import { singleOf, truthOf } from "./arguments";
import { arrayOf, asNumber, Elementwise, FormulaError, isFormulaError, objectOf, type One, ownFunction, valuesIn, withoutReference } from "./elementwise";
import { searchedList, type SearchedList } from "./searched-list";
import { univerFunction, withCalculation } from "./univer-class";

/** The cells of several areas in one column: the first area by rows, then the second, and so on. */
function cellsOf(...areas: BaseValueObject[]): BaseValueObject {
  const cells: BaseValueObject[][] = [];
  for (const area of areas) {
    const value = withoutReference(area);
    if (value.isError()) return value;
    if (!value.isArray()) cells.push([value]);
    else for (const line of (value as ReturnType<typeof arrayOf>).getArrayValue()) for (const cell of line) cells.push([cell ?? NullValueObject.create()]);
  }
  return arrayOf(cells);
}

/** One of several areas, by its number from 1. */
function areaAt(...[number, ...areas]: BaseValueObject[]): BaseValueObject {
  const at = asNumber(valuesIn(withoutReference(number!))[0]?.[0] ?? null);
  return isFormulaError(at) ? objectOf(at) : (areas[Math.trunc(at) - 1] ?? ErrorValueObject.create("#REF!" as ErrorType));
}

/** What unions are calculated with. */
export const areaFunctions = (): BaseFunction[] => [
  ownFunction(UNION_CALLS.cells.toUpperCase(), cellsOf, { needsReferenceObject: true }),
  ownFunction(UNION_CALLS.area.toUpperCase(), areaAt, { needsReferenceObject: true }),
];

/** INDIRECT, where Univer's gives `#VALUE!` for a sheet that does not exist, and does not find one in other capitals. */
export function indirect(): BaseFunction {
  const one = univerFunction("INDIRECT");
  one.needsSheetsInfo = true;
  return withCalculation(one, (calculate) => (...given) => {
    const result = calculate(...given);
    if (!result.isReferenceObject()) return result;
    const reference = result as BaseReferenceObject;
    const wanted = reference.getForcedSheetName()?.toLowerCase();
    if (!wanted || reference.getForcedUnitId()) return result;
    const name = Object.values(one.getSheetsInfo().sheetNameMap).find((sheet) => sheet?.toLowerCase() === wanted);
    if (name === undefined) return ErrorValueObject.create(ErrorType.REF);
    reference.setForcedSheetName(name);
    return result;
  });
}

/** Longest text that Excel looks up. */
const LONGEST_WANTED = 255;
const NONE = new FormulaError("#N/A");
const WRONG = new FormulaError("#VALUE!");

/** The values of a range, and the lists that are searched in it. By array: Univer passes the same one to all formulas over a range. */
const tableOf = memoizedByObject((array: BaseValueObject) => {
  const block = valuesIn(array);
  return { block, list: memoized((line: "row" | "column") => searchedList(line === "row" ? block[0]! : block.map((row) => row[0]!))) };
});

type Mode = "exact" | "atMost" | "atLeast";

/** Index of a value in a list. */
function indexOf(wanted: One, list: SearchedList, mode: Mode): number | FormulaError {
  if (isFormulaError(wanted)) return wanted;
  if (typeof wanted === "string" && wanted.length > LONGEST_WANTED) return WRONG;
  const index = list[mode](wanted ?? 0);
  // Not every function takes a blank cell for 0.
  if (index >= 0 && wanted === null) throw new EngineFailed();
  return index < 0 ? NONE : index;
}

/**
 * VLOOKUP and HLOOKUP.
 *
 * @param line what is searched: the first column or row of the table
 */
function tableLookup(name: string, line: "row" | "column"): BaseFunction {
  const calculate = (...[wanted, table, number, isSorted]: BaseValueObject[]): BaseValueObject => {
    const error = [table, number, isSorted].find((value) => value?.isError());
    if (error) return error;
    if (!table!.isArray()) return objectOf(table!.isString() ? WRONG : NONE);
    const sorted = isSorted ? truthOf(singleOf(isSorted)) : true;
    if (isFormulaError(sorted)) return objectOf(sorted);
    const { block, list } = tableOf(table!);
    const isColumn = line === "column";
    const size = isColumn ? block[0]!.length : block.length;
    const one = new Elementwise(name, 2, 2, (value = null, place = null) => {
      const at = asNumber(place);
      if (isFormulaError(at)) return at;
      const other = Math.trunc(at) - 1;
      if (other >= size) return new FormulaError("#REF!");
      // Excel looks for the value first.
      const index = indexOf(value, list(line), sorted ? "atMost" : "exact");
      if (other < 0) return index === NONE ? NONE : WRONG;
      return isFormulaError(index) ? index : isColumn ? block[index]![other]! : block[other]![index]!;
    });
    return one.calculate(wanted!, number!);
  };
  return ownFunction(name, calculate, { minParams: 3, maxParams: 4 });
}

function match(...[wanted, list, type]: BaseValueObject[]): BaseValueObject {
  if (list!.isError()) return list!;
  const order = type ? asNumber(singleOf(type)) : 1;
  if (isFormulaError(order)) return objectOf(order);
  const table = tableOf(list!);
  if (table.block.length > 1 && table.block[0]!.length > 1) return objectOf(NONE);
  const searched = table.list(table.block.length > 1 ? "column" : "row");
  const mode = order === 0 ? "exact" : order > 0 ? "atMost" : "atLeast";
  const one = new Elementwise("MATCH", 1, 1, (value = null) => {
    const index = indexOf(value, searched, mode);
    return isFormulaError(index) ? index : index + 1;
  });
  return one.calculate(wanted!);
}

/** LOOKUP in a vector with the results in another one, or in the first row or column of a table with the results in its last one. */
function lookup(...[wanted, list, results]: BaseValueObject[]): BaseValueObject {
  const table = tableOf(list!);
  const { block } = table;
  const [rows, columns] = [block.length, block[0]!.length];
  const isRow = columns > rows;
  if (results && rows > 1 && columns > 1) throw new EngineFailed();
  const given = results ? valuesIn(results).flat() : isRow ? block.at(-1)! : block.map((row) => row.at(-1)!);
  const one = new Elementwise("LOOKUP", 1, 1, (value = null) => {
    const index = indexOf(value, table.list(isRow ? "row" : "column"), "atMost");
    if (isFormulaError(index)) return index;
    // Excel goes on in the cells behind shorter results.
    if (index >= given.length) throw new EngineFailed();
    return given[index]!;
  });
  return one.calculate(wanted!);
}

export const lookupFunctions = (): BaseFunction[] => [
  tableLookup("VLOOKUP", "column"),
  tableLookup("HLOOKUP", "row"),
  ownFunction("MATCH", match, { minParams: 2, maxParams: 3 }),
  ownFunction("LOOKUP", lookup, { minParams: 2, maxParams: 3 }),
];
