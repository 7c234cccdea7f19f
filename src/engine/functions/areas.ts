import { BaseFunction, type BaseValueObject, type ErrorType, ErrorValueObject, NullValueObject } from "@univerjs/engine-formula";
import { UNION_CALLS } from "../../workbook/unions";
import { arrayOf } from "../array-of";
import { blockOf, isError, numberOf, objectOf, withoutReference } from "./elementwise";

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
    const at = numberOf(blockOf(withoutReference(number))[0]?.[0] ?? null);
    return isError(at) ? objectOf(at) : (areas[Math.trunc(at) - 1] ?? ErrorValueObject.create("#REF!" as ErrorType));
  }
}

/** What unions are calculated with. */
export const areaFunctions = (): BaseFunction[] => [new Cells(UNION_CALLS.cells.toUpperCase()), new Area(UNION_CALLS.area.toUpperCase())];
