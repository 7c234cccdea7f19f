import { type Injector, IUniverInstanceService, type Nullable, type Workbook } from "@univerjs/core";
import {
  type ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  IFormulaRuntimeService,
  Interpreter,
  NumberValueObject,
} from "@univerjs/engine-formula";
import { displayedNumber } from "../../workbook/plain-section";
import { modesOf, type BookModes } from "../book/book-modes";
import { nameOf, type EngineCell } from "../calls/calls";

/*
 * What is known of the cell that the engine calculates at the moment: Univer 0.25.1 gives functions and values no place for it.
 */

type Result = Parameters<IFormulaRuntimeService["setRuntimeData"]>[0];

export type Running = Pick<IFormulaRuntimeService, "currentUnitId" | "currentSubUnitId" | "currentRow" | "currentColumn">;
/** The cell that is being calculated. */
export const calculatedCell = ({ currentUnitId: unit, currentSubUnitId: sheet, currentRow: row, currentColumn: column }: Running): EngineCell => ({
  unit,
  sheet,
  row,
  column,
});

let current: { readonly doubts: Set<string>; readonly modes: BookModes } | undefined;

/** Notes why the value of the cell that is being calculated may not be Excel's, in a sentence. */
export const doubt = (why: string): void => void current?.doubts.add(why);

/** The modes of the workbook whose cell is being calculated. */
export const currentModes = (): BookModes => current?.modes ?? {};

const UNROUNDED =
  "Its book calculates with numbers as displayed, and this refresh cannot round to its number format. Choose a format with a fixed number of decimals, or open the book in Excel to update it.";

/** Rounds results as their cells display them, in workbooks that calculate so, and keeps the doubts in each cell's last value. */
export function followCells(injector: Injector): { doubtIn(cell: EngineCell): string | undefined; forgetAll(): void } {
  const instances = injector.get(IUniverInstanceService);
  const runtime = injector.get(IFormulaRuntimeService);
  const doubts = new Map<string, ReadonlySet<string>>();
  const here = (): EngineCell => calculatedCell(runtime);

  const inCell = <T>(calculate: () => T): T => {
    // A function calculates the formula of a LAMBDA within its own.
    if (current) return calculate();
    current = { doubts: new Set(), modes: modesOf(instances, runtime.currentUnitId) };
    try {
      return calculate();
    } finally {
      const name = nameOf(here());
      if (current.doubts.size > 0) doubts.set(name, current.doubts);
      else if (doubts.size > 0) doubts.delete(name);
      current = undefined;
    }
  };

  const interpreter = injector.get(Interpreter);
  const execute = interpreter.execute.bind(interpreter);
  interpreter.execute = (node) => inCell(() => execute(node));

  /** The number as the cell displays it, this many rows and columns away. */
  const displayed = (value: Nullable<BaseValueObject>, rows: number, columns: number): Nullable<BaseValueObject> => {
    if (!value?.isNumber()) return value;
    const { unit, sheet, row, column } = here();
    const book = instances.getUnit<Workbook>(unit);
    const style = book?.getSheetBySheetId(sheet)?.getCellStyle(row + rows, column + columns);
    const rounded = displayedNumber(value.getValue() as number, style?.n?.pattern);
    if (rounded === undefined) doubts.set(nameOf(here()), new Set([UNROUNDED]));
    return rounded === undefined ? value : NumberValueObject.create(rounded, (value as NumberValueObject).getPattern());
  };
  const store = runtime.setRuntimeData.bind(runtime);
  runtime.setRuntimeData = (result) => {
    if (!modesOf(instances, runtime.currentUnitId).asDisplayed) return store(result);
    const value = result.isReferenceObject() ? (result as BaseReferenceObject).toArrayValueObject() : (result as BaseValueObject);
    store((value.isArray() ? (value as ArrayValueObject).mapValue((one, r, c) => displayed(one, r, c)!) : displayed(value, 0, 0)) as Result);
  };

  return { doubtIn: (cell) => doubts.get(nameOf(cell))?.values().next().value, forgetAll: () => doubts.clear() };
}
