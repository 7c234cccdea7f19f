import { BaseFunction, type BaseValueObject, ErrorType, ErrorValueObject, NullValueObject, type BaseReferenceObject } from "@univerjs/engine-formula";
import { UNION_CALLS } from "../../workbook/unions";
import { arrayOf, valuesIn, isFormulaError, asNumber, objectOf, withoutReference } from "./elementwise";
import { classOf } from "./univer-class";

/** The cells of several areas in one column: the first area by rows, then the second, and so on. */
class Cells extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(...areas: BaseValueObject[]): BaseValueObject {
    const cells: BaseValueObject[][] = [];
    for (const area of areas) {
      const value = withoutReference(area);
      if (value.isError()) return value;
      if (!value.isArray()) cells.push([value]);
      else for (const line of (value as ReturnType<typeof arrayOf>).getArrayValue()) for (const cell of line) cells.push([cell ?? NullValueObject.create()]);
    }
    return arrayOf(cells);
  }
}

/** One of several areas, by its number from 1. */
class Area extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(number: BaseValueObject, ...areas: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    const at = asNumber(valuesIn(withoutReference(number))[0]?.[0] ?? null);
    return isFormulaError(at) ? objectOf(at) : (areas[Math.trunc(at) - 1] ?? ErrorValueObject.create("#REF!" as ErrorType));
  }
}

/** What unions are calculated with. */
export const areaFunctions = (): BaseFunction[] => [new Cells(UNION_CALLS.cells.toUpperCase()), new Area(UNION_CALLS.area.toUpperCase())];

const Indirect = classOf("INDIRECT");

/** INDIRECT, where Univer's gives `#VALUE!` for a sheet that does not exist, and does not find one in other capitals. */
class IndirectInSheets extends Indirect {
  override needsSheetsInfo = true;

  override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    const result = super.calculate(...given);
    if (!result.isReferenceObject()) return result;
    const reference = result as BaseReferenceObject;
    const wanted = reference.getForcedSheetName()?.toLowerCase();
    if (!wanted || reference.getForcedUnitId()) return result;
    const name = Object.values(this.getSheetsInfo().sheetNameMap).find((sheet) => sheet?.toLowerCase() === wanted);
    if (name === undefined) return ErrorValueObject.create(ErrorType.REF);
    reference.setForcedSheetName(name);
    return result;
  }
}

export const indirect = (): BaseFunction => new IndirectInSheets("INDIRECT");
