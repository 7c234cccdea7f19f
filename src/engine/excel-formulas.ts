import { type ICellData, type Injector, IUniverInstanceService, type Nullable, type ObjectMatrix, type Workbook } from "@univerjs/core";
import {
  type ArrayValueObject,
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  type ErrorType,
  ErrorValueObject,
  type IFormulaDataItem,
  IFormulaDependencyGenerator,
  IFunctionService,
  Interpreter,
  type NumberValueObject,
} from "@univerjs/engine-formula";
import { withSingleCells } from "../workbook/implicit-intersection";
import { mayFillCells, OPERATOR_CALLS, withOperatorCalls } from "../workbook/stored-formula";
import { withoutUnions } from "../workbook/unions";
import { EngineFailed } from "./engine-failed";
import { takesOneCell } from "./one-cell-mark";

/*
 * Makes Univer 0.25.1 read formulas as Excel does: one cell of a range where the formula's file has no mark for arrays, `@x`, `A1#`, `SUM((A1,B1))`. The sheet keeps the formula
 * as it is; only the calculation sees the other form.
 */

type Value = ReturnType<Interpreter["execute"]>;

const isReference = (value: BaseValueObject): boolean => (value as unknown as Value).isReferenceObject();

/** `@x`: the cell of a range in the formula's row or column, and the first element of an array. */
class Single extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(...[value]: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    if (!value) throw new EngineFailed();
    if (value.isArray()) return (value as ArrayValueObject).get(0, 0) ?? value;
    if (!isReference(value)) return value;
    const reference = value as unknown as BaseReferenceObject;
    const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
    const row = startRow === endRow ? startRow : this.row;
    const column = startColumn === endColumn ? startColumn : this.column;
    if (row < startRow || row > endRow || column < startColumn || column > endColumn) return ErrorValueObject.create("#VALUE!" as ErrorType);
    return this.createReferenceObject(reference, { startRow: row, endRow: row, startColumn: column, endColumn: column });
  }
}

/** `A1#`: the block that the formula of A1 fills. */
class Spilled extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(...[value]: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    if (!value || value.isError()) return value ?? ErrorValueObject.create("#REF!" as ErrorType);
    if (!isReference(value)) return ErrorValueObject.create("#REF!" as ErrorType);
    const reference = value as unknown as BaseReferenceObject;
    const [unit, sheet] = [reference.getUnitId(), reference.getSheetId()];
    const { startRow: row, startColumn: column } = reference.getRangePosition();
    const block =
      reference.getRuntimeArrayFormulaRange()?.[unit]?.[sheet]?.[row]?.[column] ?? reference.getArrayFormulaRange()?.[unit]?.[sheet]?.[row]?.[column];
    if (block) return this.createReferenceObject(reference, block);
    const cell = (reference.getUnitData()[unit]?.[sheet]?.cellData as ObjectMatrix<Nullable<ICellData>> | undefined)?.getValue(row, column);
    return cell?.f && !takesOneCell(cell)
      ? this.createReferenceObject(reference, { startRow: row, endRow: row, startColumn: column, endColumn: column })
      : ErrorValueObject.create("#REF!" as ErrorType);
  }
}

/** Excel has no infinite values. */
function finite(value: Value): Value {
  if (value.isReferenceObject()) return value;
  const given = value as BaseValueObject;
  const wrong = (v: Nullable<BaseValueObject>): boolean => v?.isNumber() === true && !Number.isFinite((v as NumberValueObject).getValue());
  if (wrong(given)) return ErrorValueObject.create("#NUM!" as ErrorType);
  if (!given.isArray() || !(given as ArrayValueObject).getArrayValue().some((line) => line.some(wrong))) return value;
  return (given as ArrayValueObject).mapValue((v) => (wrong(v) ? ErrorValueObject.create("#NUM!" as ErrorType) : v)) as Value;
}

/** The formula of a cell without the mark for arrays, which shows the first value of an array. */
function withOneValue(formula: string, at: { readonly row: number; readonly column: number }): string {
  const single = withSingleCells(formula, at);
  return mayFillCells(single) ? `=${OPERATOR_CALLS.single}(${single.slice(1)})` : single;
}

export function readFormulasAsExcel(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  injector.get(IFunctionService).registerExecutors(new Single(OPERATOR_CALLS.single.toUpperCase()), new Spilled(OPERATOR_CALLS.spilled.toUpperCase()));

  const generator = injector.get(IFormulaDependencyGenerator) as unknown as {
    _createFDtree(unit: string, sheet: string, row: number, column: number, data: unknown, item: IFormulaDataItem): unknown;
  };
  const create = generator._createFDtree.bind(generator);
  generator._createFDtree = (unit, sheet, row, column, data, item) => {
    const formula = withOperatorCalls(withoutUnions(item.f));
    const cell = instances.getUnit<Workbook>(unit)?.getSheetBySheetId(sheet)?.getCellMatrix().getValue(row, column);
    const f = takesOneCell(cell) ? withOneValue(formula, { row, column }) : formula;
    return create(unit, sheet, row, column, data, f === item.f ? item : { ...item, f });
  };

  const interpreter = injector.get(Interpreter);
  const execute = interpreter.execute.bind(interpreter);
  interpreter.execute = (node) => finite(execute(node));
}
