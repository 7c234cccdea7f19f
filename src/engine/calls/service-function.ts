import type { IUniverInstanceService, Workbook } from "@univerjs/core";
import { type ArrayValueObject, BaseFunction, type BaseValueObject, NullValueObject, NumberValueObject } from "@univerjs/engine-formula";
import { DAYS_1904, isoOfSerial, isYear } from "../../contract/dates";
import { functionSpec, isFunctionName } from "../../contract/functions";
import { largest } from "../../contract/lists";
import { BUSY, type CellValue } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { numberText } from "../../workbook/value-text";
import { showsDay } from "../../workbook/xlsx/number-formats";
import { modesOf } from "../book/book-modes";
import { GETTING_DATA } from "../engine-errors";
import { unwrapped } from "../functions/arguments";
import { arrayOf, elementAt, FormulaError, isFormulaError, objectOf, type One, oneOf, valuesIn } from "../functions/elementwise";
import { type Calls, type EngineCell, nameOf } from "./calls";
import { cellOf, type CellOf } from "./cell-of";
import type { CustomFunction } from "./custom-functions";
import type { FunctionMetadata, FunctionsMetadata } from "./function-help";
import type { Recalculation } from "./recalculation";

/** An argument of a call in a workbook that counts days from 1904: the serial number of a day as ISO text, which means the same everywhere. */
function argumentFrom1904(id: string, place: number, value: unknown): unknown {
  const name = id.toUpperCase().replace(/^SERVICE\./, "");
  const parameter = isFunctionName(name) ? functionSpec(name).parameters[place] : undefined;
  if (typeof value !== "number" || (parameter?.kind !== "date" && parameter?.kind !== "period")) return value;
  const takesYears = parameter.kind === "period" || parameter.bareYear;
  return takesYears && isYear(value) ? value : (isoOfSerial(value + DAYS_1904) ?? value);
}

const isoText = (serial: number): string => isoOfSerial(serial) ?? String(serial);

/** What a call shows in such a workbook: a day before 1904 has no number there, and is ISO text. */
function resultIn1904(cell: CellOf): CellOf {
  if (!("value" in cell) || typeof cell.value !== "number" || cell.numberFormat === undefined || !showsDay(cell.numberFormat)) return cell;
  return cell.value < DAYS_1904 ? { value: isoText(cell.value) } : { ...cell, value: cell.value - DAYS_1904 };
}

/** What a call in a formula gave. */
export interface CallResult {
  /** Such as `SERVICE.FRED`. */
  readonly id: string;
  /** By rows. */
  readonly values: readonly (readonly CellValue[])[];
}

/** The SERVICE functions of one engine, connected with the calls of cells, with what these gave. */
export function serviceFunctions(
  instances: IUniverInstanceService,
  { functions, metadata }: { readonly functions: ReadonlyMap<string, CustomFunction>; readonly metadata: FunctionsMetadata },
  calls: Calls,
  recalculation: Recalculation,
) {
  const messages = new Map<string, string>();
  const answers = new Map<string, { pass: number; readonly given: { readonly id: string; readonly value: BaseValueObject }[] }>();

  /** Makes one call with plain values, for one cell of the result. */
  function call(at: EngineCell, id: string, fn: CustomFunction, args: readonly unknown[]): BaseValueObject {
    recalculation.called(at);
    const { unit, sheet, row, column } = at;
    const from1904 = modesOf(instances, unit).from1904 === true;
    const given = from1904 ? args.map((value, i) => argumentFrom1904(id, i, value)) : args;
    const address = addressOf({ sheet: instances.getUnit<Workbook>(unit)?.getSheetBySheetId(sheet)?.getName() ?? "", row, column });
    const result = calls.result(at, id, given, address, (invocation) => fn(...given, invocation));
    if (!result) return objectOf(PENDING);
    const cell = cellOf(result);
    const object = (one: CellOf): BaseValueObject => valueObjectOf(from1904 ? resultIn1904(one) : one);
    if (Array.isArray(cell)) return arrayOf(cell.map((line) => line.map(object)));
    if ("message" in cell && cell.message) messages.set(nameOf(at), cell.message);
    return object(cell);
  }
  function ended(at: EngineCell, id: string, value: BaseValueObject): void {
    const known = answers.get(nameOf(at));
    const pass = recalculation.pass();
    if (known?.pass === pass) known.given.push({ id, value });
    else answers.set(nameOf(at), { pass, given: [{ id, value }] });
  }
  return {
    executors: metadata.functions.flatMap((spec): BaseFunction[] => {
      const fn = functions.get(spec.id.toUpperCase());
      if (!fn) return [];
      const of: CellCalls = {
        begin: (at) => void messages.delete(nameOf(at)),
        call: (at, args) => call(at, spec.id, fn, args),
        ended: (at, value) => ended(at, spec.id.toUpperCase(), value),
      };
      return [new ServiceFunction(spec, of)];
    }),
    /** The results of the calls of a cell's last calculation, in the order in which they ended. */
    answersIn: (at: EngineCell): readonly CallResult[] =>
      (answers.get(nameOf(at))?.given ?? []).map(({ id, value }) => ({ id, values: valuesIn(value).map((line) => line.map(cellValue)) })),
    /** The message of the last error that a cell's function threw. */
    messageOf: (at: EngineCell): string | undefined => messages.get(nameOf(at)),
    forgetAll: (): void => {
      messages.clear();
      answers.clear();
    },
  };
}

const cellValue = (value: One): CellValue => (isFormulaError(value) ? { error: value.code === GETTING_DATA ? BUSY : value.code } : value);

function valueObjectOf(cell: CellOf): BaseValueObject {
  if ("error" in cell) return objectOf(new FormulaError(cell.error));
  const { value, numberFormat } = cell;
  return typeof value === "number" ? NumberValueObject.create(value, numberFormat ?? "") : objectOf(value ?? "");
}

/** What a function does for a cell that is calculated. */
interface CellCalls {
  readonly begin: (at: EngineCell) => void;
  readonly call: (at: EngineCell, args: readonly unknown[]) => BaseValueObject;
  readonly ended: (at: EngineCell, value: BaseValueObject) => void;
}

/** A SERVICE function in the engine. A range for a single-value parameter gives one result per cell, as dynamic arrays in Excel do. */
class ServiceFunction extends BaseFunction {
  constructor(
    private readonly spec: FunctionMetadata,
    private readonly calls: CellCalls,
  ) {
    super(spec.name.toUpperCase());
  }

  override calculate(...variants: BaseValueObject[]): BaseValueObject {
    const at: EngineCell = { unit: this.unitId ?? "", sheet: this.subUnitId ?? "", row: this.row, column: this.column };
    this.calls.begin(at);
    const value = this.valueFor(at, variants);
    this.calls.ended(at, value);
    return value;
  }

  private valueFor(at: EngineCell, variants: readonly BaseValueObject[]): BaseValueObject {
    const { parameters } = this.spec;
    if (variants.length > parameters.length && !parameters.at(-1)?.repeating) return objectOf(new FormulaError("#VALUE!"));
    if (variants.some(waits)) return objectOf(PENDING);
    const given = [...variants, ...Array.from({ length: Math.max(0, parameters.length - variants.length) }, () => NullValueObject.create())].map(valuesIn);
    const isBlock = (i: number): boolean => (parameters[i] ?? parameters.at(-1))?.dimensionality === "matrix";
    const singles = given.filter((_, i) => !isBlock(i));
    const rows = largest([1, ...singles.map((block) => block.length)]);
    const columns = largest([1, ...singles.map((block) => block[0]?.length ?? 0)]);
    const one = (row: number, column: number): BaseValueObject => {
      const args: unknown[] = [];
      for (const [i, block] of given.entries()) {
        const text = (parameters[i] ?? parameters.at(-1))?.type === "string";
        const element = elementAt(block, row, column);
        if (isBlock(i)) args.push(block.map((line) => line.map((x) => plain(x, text))));
        else if (element === undefined) return objectOf(new FormulaError("#N/A"));
        else args.push(plain(element, text));
      }
      return this.calls.call(at, args);
    };
    if (rows === 1 && columns === 1) return one(0, 0);
    return arrayOf(Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => first(one(r, c)))));
  }
}

const PENDING = new FormulaError(GETTING_DATA);
const waits = (v: BaseValueObject): boolean => {
  const one = unwrapped(v);
  return one.isError() && (oneOf(one) as FormulaError).code === GETTING_DATA;
};

const first = (v: BaseValueObject): BaseValueObject => (v.isArray() ? ((v as ArrayValueObject).get(0, 0) ?? NullValueObject.create()) : v);

/** Converts a value to a function argument as Excel does: blanks to null, errors to error objects, a number to text for a text parameter. */
function plain(value: One, text: boolean): unknown {
  if (isFormulaError(value)) return { type: "Error", basicType: "Error", basicValue: value.code === GETTING_DATA ? BUSY : value.code };
  return text && typeof value === "number" ? numberText(value) : value;
}
