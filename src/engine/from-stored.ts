import { ObjectMatrix, type ICellData, type Injector, type IRange, type Nullable } from "@univerjs/core";
import {
  type ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  CELL_INVERTED_INDEX_CACHE,
  FORMULA_REF_TO_ARRAY_CACHE,
  type FunctionVariantType,
  ICalculateFormulaService,
  IFormulaDependencyGenerator,
  type IFormulaDependencyTree,
  IFormulaRuntimeService,
} from "@univerjs/engine-formula";
import type { CellValue } from "../workbook/cell";
import { calculatedCell, type Running } from "./formulas/calculated-cells";
import type { EngineCell } from "./calls/calls";
import { dataOf, gridValueOf } from "./book/cell-data";

/*
 * Univer 0.25.1 reads a cell from the results of the running calculation, if they have it, and else from the sheet. So a calculation whose results are noted
 * instead of stored, and that begins with the stored values as results, calculates every formula from stored values alone.
 */

/** A formula with the block of values that the file stores for it, by rows. */
interface StoredFormula {
  readonly at: EngineCell;
  readonly values: readonly (readonly CellValue[])[];
}

/** A calculation of formulas from stored values, before the first one of the workbook. It changes no cell. */
export interface FromStored {
  /** All formulas of the workbook. */
  readonly stored: Iterable<StoredFormula>;
  /** True for a formula to calculate. */
  isCalculated(at: EngineCell): boolean;
  /** Called before and after the calculation. */
  begin(): void;
  end(): void;
  /** Receives the result of each calculated formula, by rows. */
  found(at: EngineCell, values: readonly (readonly CellValue[])[]): void;
}

interface Calculation {
  _executeStep(): Promise<unknown>;
  _apply(): Promise<unknown>;
}
interface Generator {
  generate(isModel?: boolean): Promise<IFormulaDependencyTree[]>;
}
type Ranges = Record<string, Record<string, Record<number, Record<number, IRange>>>>;
type Matrices = Record<string, Record<string, ObjectMatrix<ICellData>>>;
interface Runtime extends Running {
  _runtimeData: Matrices;
  _unitArrayFormulaRange: Ranges;
  setRuntimeData(variant: FunctionVariantType): void;
  _getValueObjectOfRuntimeData(variant: Nullable<BaseValueObject>): Nullable<ICellData>;
}

function matricesOf(formulas: Iterable<StoredFormula>): Matrices {
  const matrices: Matrices = {};
  for (const { at, values } of formulas) {
    const matrix = ((matrices[at.unit] ??= {})[at.sheet] ??= new ObjectMatrix<ICellData>());
    for (const [r, line] of values.entries()) for (const [c, value] of line.entries()) matrix.setValue(at.row + r, at.column + c, dataOf(value));
  }
  return matrices;
}

/** The stored blocks of formulas that fill several cells, for references such as `A1#`. */
function blocksOf(formulas: Iterable<StoredFormula>): Ranges {
  const ranges: Ranges = {};
  for (const { at, values } of formulas) {
    const [rows, columns] = [values.length, values[0]?.length ?? 0];
    if (rows * columns < 2) continue;
    const lines = ((ranges[at.unit] ??= {})[at.sheet] ??= {});
    (lines[at.row] ??= {})[at.column] = { startRow: at.row, startColumn: at.column, endRow: at.row + rows - 1, endColumn: at.column + columns - 1 };
  }
  return ranges;
}

/**
 * Calculates formulas from stored values before the first calculation of a new engine. Both share the order of the formulas, and the parsed ones. Call it before
 * `putFunctions`, so that what is thrown in it ends the calculation like any other error.
 */
export function calculateFromStored(injector: Injector, { stored, isCalculated, begin, end, found }: FromStored): void {
  const calculation = injector.get(ICalculateFormulaService) as unknown as Calculation;
  const generator = injector.get(IFormulaDependencyGenerator) as unknown as Generator;
  const runtime = injector.get(IFormulaRuntimeService) as unknown as Runtime;
  const value = (one: Nullable<BaseValueObject>): CellValue => {
    const data = runtime._getValueObjectOfRuntimeData(one);
    // A formula that gives a blank cell shows 0.
    return data?.v === "" ? "" : (gridValueOf(data) ?? 0);
  };
  const blockOf = (variant: FunctionVariantType): readonly (readonly CellValue[])[] => {
    if (!variant.isReferenceObject() && !variant.isArray()) return [[value(variant as BaseValueObject)]];
    const many = variant as ArrayValueObject | BaseReferenceObject;
    const { startRow, startColumn, endRow, endColumn } = many.getRangePosition();
    if (startRow === endRow && startColumn === endColumn) return [[value(many.getFirstCell())]];
    const block: CellValue[][] = [];
    many.iterator((one, row, column) => {
      (block[row - startRow] ??= [])[column - startColumn] = value(one);
    });
    return block;
  };

  const step = calculation._executeStep.bind(calculation);
  // What others do to results before they are stored is done to these too: they wrap this one.
  const store = runtime.setRuntimeData.bind(runtime);
  let isStored = true;
  runtime.setRuntimeData = (variant) => (isStored ? store(variant) : found(calculatedCell(runtime), blockOf(variant)));
  const clear = (): void => {
    FORMULA_REF_TO_ARRAY_CACHE.clear();
    CELL_INVERTED_INDEX_CACHE.clear();
    runtime._runtimeData = {};
    runtime._unitArrayFormulaRange = {};
  };
  let isFirst = true;
  calculation._executeStep = async () => {
    if (!isFirst) return step();
    isFirst = false;
    const generate = generator.generate.bind(generator);
    let order: readonly IFormulaDependencyTree[] = [];
    generator.generate = async (isModel) => {
      order = await generate(isModel);
      return order.filter(({ unitId, subUnitId, row, column }) => isCalculated({ unit: unitId, sheet: subUnitId, row, column }));
    };
    runtime._runtimeData = matricesOf(stored);
    runtime._unitArrayFormulaRange = blocksOf(stored);
    isStored = false;
    begin();
    try {
      await calculation._apply();
    } finally {
      end();
      clear();
      isStored = true;
      generator.generate = generate;
    }
    generator.generate = async () => {
      generator.generate = generate;
      return [...order];
    };
    return step();
  };
}
