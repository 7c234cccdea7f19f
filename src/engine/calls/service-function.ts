import type { Nullable } from "@univerjs/core";
import { type ArrayValueObject, BaseFunction, type BaseValueObject, type ErrorType, ErrorValueObject, NullValueObject } from "@univerjs/engine-formula";
import { BUSY } from "../../workbook/cell";
import { numberText } from "../../workbook/value-text";
import { arrayOf } from "../functions/elementwise";
import type { EngineCell } from "./calls";
import type { FunctionMetadata } from "./function-help";
import { GETTING_DATA } from "../engine-errors";
import { DAYS_1904, isoOfSerial, isYear } from "../../contract/dates";
import { functionSpec, isFunctionName } from "../../contract/functions";
import { showsDay } from "../../workbook/xlsx/number-formats";
import type { CellOf } from "./cell-of";

/** An argument of a call in a workbook that counts days from 1904: the serial number of a day as ISO text, which means the same everywhere. */
export function argumentFrom1904(id: string, place: number, value: unknown): unknown {
  const name = id.toUpperCase().replace(/^SERVICE\./, "");
  const parameter = isFunctionName(name) ? functionSpec(name).parameters[place] : undefined;
  if (typeof value !== "number" || (parameter?.kind !== "date" && parameter?.kind !== "period")) return value;
  const takesYears = parameter.kind === "period" || parameter.bareYear;
  return takesYears && isYear(value) ? value : (isoOfSerial(value + DAYS_1904) ?? value);
}

const isoText = (serial: number): string => isoOfSerial(serial) ?? String(serial);

/** What a call shows in such a workbook: a day before 1904 has no number there, and is ISO text. */
export function resultIn1904(cell: CellOf): CellOf {
  if (!("value" in cell) || typeof cell.value !== "number" || cell.numberFormat === undefined || !showsDay(cell.numberFormat)) return cell;
  return cell.value < DAYS_1904 ? { value: isoText(cell.value) } : { ...cell, value: cell.value - DAYS_1904 };
}

/** A SERVICE function in the engine. A range for a single-value parameter gives one result per cell, as dynamic arrays in Excel do. */
export class ServiceFunction extends BaseFunction {
  constructor(
    private readonly spec: FunctionMetadata,
    private readonly call: (at: EngineCell, args: readonly unknown[]) => BaseValueObject,
    private readonly begin: (at: EngineCell) => void,
    private readonly ended: (at: EngineCell, value: BaseValueObject) => void,
  ) {
    super(spec.name.toUpperCase());
  }

  override calculate(...variants: BaseValueObject[]): BaseValueObject {
    const at: EngineCell = { unit: this.unitId ?? "", sheet: this.subUnitId ?? "", row: this.row, column: this.column };
    this.begin(at);
    const value = this.valueFor(at, variants);
    this.ended(at, value);
    return value;
  }

  private valueFor(at: EngineCell, variants: readonly BaseValueObject[]): BaseValueObject {
    const { parameters } = this.spec;
    if (variants.length > parameters.length && !parameters.at(-1)?.repeating) return ErrorValueObject.create("#VALUE!" as ErrorType);
    if (variants.some(waits)) return ErrorValueObject.create(GETTING_DATA as ErrorType);
    const given = [...variants, ...Array.from({ length: Math.max(0, parameters.length - variants.length) }, () => NullValueObject.create())];
    const isBlock = (i: number): boolean => (parameters[i] ?? parameters.at(-1))?.dimensionality === "matrix";
    let rows = 1;
    let columns = 1;
    given.forEach((v, i) => {
      if (!v.isArray() || isBlock(i)) return;
      rows = Math.max(rows, (v as ArrayValueObject).getRowCount());
      columns = Math.max(columns, (v as ArrayValueObject).getColumnCount());
    });
    const one = (row: number, column: number): BaseValueObject => {
      const args: unknown[] = [];
      for (const [i, v] of given.entries()) {
        const text = (parameters[i] ?? parameters.at(-1))?.type === "string";
        if (isBlock(i)) args.push(v.isArray() ? (v as ArrayValueObject).getArrayValue().map((line) => line.map((x) => plain(x, text))) : [[plain(v, text)]]);
        else {
          const element = elementOf(v, row, column);
          if (element === undefined) return ErrorValueObject.create("#N/A" as ErrorType);
          args.push(plain(element, text));
        }
      }
      return this.call(at, args);
    };
    if (rows === 1 && columns === 1) return one(0, 0);
    return arrayOf(Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => first(one(r, c)))));
  }
}

const waits = (v: BaseValueObject): boolean =>
  v.isArray()
    ? (v as ArrayValueObject).getArrayValue().length === 1 &&
      (v as ArrayValueObject).getArrayValue()[0]?.length === 1 &&
      isWaiting((v as ArrayValueObject).get(0, 0))
    : isWaiting(v);
const isWaiting = (v: Nullable<BaseValueObject>): boolean => v?.isError() === true && (v as ErrorValueObject).getErrorType() === (GETTING_DATA as ErrorType);

/** The element of a value for this cell of the result; undefined beyond the array. A single row or column repeats. */
function elementOf(v: BaseValueObject, row: number, column: number): BaseValueObject | null | undefined {
  if (!v.isArray()) return v;
  const array = v as ArrayValueObject;
  const [r, c] = [array.getRowCount() === 1 ? 0 : row, array.getColumnCount() === 1 ? 0 : column];
  return r < array.getRowCount() && c < array.getColumnCount() ? (array.get(r, c) ?? null) : undefined;
}

const first = (v: BaseValueObject): BaseValueObject => (v.isArray() ? ((v as ArrayValueObject).get(0, 0) ?? NullValueObject.create()) : v);

/** Converts a value to a function argument as Excel does: blanks to null, errors to error objects, a number to text for a text parameter. */
function plain(v: Nullable<BaseValueObject>, text: boolean): unknown {
  if (!v || v.isNull()) return null;
  if (v.isError()) {
    const error = (v as ErrorValueObject).getErrorType() as string;
    return { type: "Error", basicType: "Error", basicValue: error === GETTING_DATA ? BUSY : error };
  }
  const value = v.getValue();
  return text && typeof value === "number" ? numberText(value) : value;
}
