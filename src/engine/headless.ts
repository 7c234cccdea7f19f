import { type Injector, type IWorkbookData, LocaleType, LogLevel, Univer, UniverInstanceType, type Workbook } from "@univerjs/core";
import { BaseFunction, IFormulaRuntimeService, IFunctionService, UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { UniverSheetsPlugin } from "@univerjs/sheets";
import { CalculationMode, TriggerCalculationController, UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import type { CellValue } from "../workbook/cell";
import type { EngineCell } from "./calls/calls";
import { gridValueOf } from "./book/cell-data";
import { orderInProportion } from "./formulas/dependency-order";
import { calculateFromStored, type FromStored } from "./from-stored";
import { type EngineParts, INTERVAL_COUNT, putFunctions } from "./univer";

/** IMAGE where there is no page: Univer's loads the picture with an element of the page. */
class NoImage extends BaseFunction {
  override calculate(): never {
    throw new Error("There is no page for a picture.");
  }
}

/** Nobody sees the progress of a calculation here. Univer reports it after a second, also when the engine has been disposed meanwhile, and then throws. */
function reportNoProgress(injector: Injector): void {
  (injector.get(TriggerCalculationController) as unknown as { _startProgress: () => void })._startProgress = () => undefined;
}

/** Calls `begins` with each formula before it is calculated. */
function followFormulas(injector: Injector, begins: (at: Omit<EngineCell, "unit">) => void): void {
  const runtime = injector.get(IFormulaRuntimeService);
  const setCurrent = runtime.setCurrent.bind(runtime);
  runtime.setCurrent = (row, column, rows, columns, sheet, unit) => {
    setCurrent(row, column, rows, columns, sheet, unit);
    begins({ sheet, row, column });
  };
}

/** The engine without a grid, for commands and tests. */
export type HeadlessEngine = ReturnType<typeof createHeadlessEngine>;

/**
 * Opens a workbook and calculates all its formulas, first from stored values if wanted. A function missing in the parts is `#NAME?`.
 *
 * @param begins called with each formula before it is calculated
 */
export function createHeadlessEngine(
  book: Partial<IWorkbookData>,
  parts: EngineParts,
  fromStored?: FromStored,
  begins?: (at: Omit<EngineCell, "unit">) => void,
) {
  // Without an empty locale the engine fails when a calculation takes a second and it reports progress.
  const univer = new Univer({ locale: LocaleType.EN_US, locales: { [LocaleType.EN_US]: {} }, logLevel: LogLevel.ERROR });
  univer.registerPlugin(UniverFormulaEnginePlugin, { intervalCount: INTERVAL_COUNT });
  univer.registerPlugin(UniverSheetsPlugin);
  univer.registerPlugin(UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.NO_CALCULATION });
  const unit = univer.createUnit<IWorkbookData, Workbook>(UniverInstanceType.UNIVER_SHEET, book);
  if (fromStored) {
    const end = (): void => {
      fromStored.end();
      // What their calls gave counts for that calculation only.
      functions.forgetAll();
    };
    calculateFromStored(univer.__getInjector(), { ...fromStored, end });
  }
  const functions = putFunctions(univer.__getInjector(), { ...parts, untilAnswered: true });
  univer.__getInjector().get(IFunctionService).registerExecutors(new NoImage("IMAGE"));
  orderInProportion(univer.__getInjector());
  reportNoProgress(univer.__getInjector());
  if (begins) followFormulas(univer.__getInjector(), begins);
  functions.calculateAll();
  return {
    functions,
    /** Of Univer, for its commands. */
    injector: univer.__getInjector(),
    /** Resolves when every call is answered and every dependent formula calculated. Rejects with what ended a calculation. */
    settled: (): Promise<void> =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => (): void => {
          listeners.forEach((remove) => remove());
          settle();
        };
        const done = end(resolve);
        const listeners = [functions.onIdle(done), functions.onFailed((thrown) => end(() => reject(thrown as Error))())];
        if (functions.idle()) done();
      }),
    /** A cell's value, also if another cell's formula spilled it, and its number format. */
    cell: (name: string, row: number, column: number): { readonly value: CellValue; readonly numberFormat: string | undefined } => {
      const sheet = unit.getSheetBySheetName(name);
      if (!sheet) throw new Error(`There is no sheet "${name}".`);
      const raw = sheet.getCellRaw(row, column);
      const own = gridValueOf(raw);
      const spilled = own === null ? functions.spilled({ unit: unit.getUnitId(), sheet: sheet.getSheetId(), row, column }) : undefined;
      // A formula that gives a blank cell shows 0.
      const blank = spilled?.v === "" ? "" : raw?.f != null || raw?.si != null || spilled ? 0 : null;
      return { value: own ?? gridValueOf(spilled) ?? blank, numberFormat: unit.getStyles().getStyleByCell(raw)?.n?.pattern };
    },
    dispose: (): void => univer.dispose(),
  };
}
