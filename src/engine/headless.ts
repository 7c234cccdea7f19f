import { type Injector, type IWorkbookData, LocaleType, LogLevel, Univer, UniverInstanceType, type Workbook } from "@univerjs/core";
import { BaseFunction, IFunctionService, UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { UniverSheetsPlugin } from "@univerjs/sheets";
import { CalculationMode, UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import type { CellValue } from "../workbook/cell";
import { valueOf } from "./cell-data";
import { orderInProportion } from "./dependency-order";
import { calculateFromStored, type FromStored } from "./from-stored";
import { type EngineFunctions, type EngineParts, INTERVAL_COUNT, putFunctions } from "./univer";

/** The engine without a grid, for commands and tests. */
export interface HeadlessEngine {
  readonly functions: EngineFunctions;
  /** Of Univer, for its commands. */
  readonly injector: Injector;
  /** Resolves when every call is answered and every dependent formula calculated. Rejects after `timeoutMs`, or with what ended a calculation. */
  settled(timeoutMs?: number): Promise<void>;
  /** A cell's value, also if another cell's formula spilled it, and its number format. */
  cell(sheet: string, row: number, column: number): { readonly value: CellValue; readonly numberFormat: string | undefined };
  dispose(): void;
}

const TIMEOUT_MS = 120_000;

/** IMAGE where there is no page: Univer's loads the picture with an element of the page. */
class NoImage extends BaseFunction {
  override calculate(): never {
    throw new Error("There is no page for a picture.");
  }
}

/** Opens a workbook and calculates all its formulas, first from stored values if wanted. A function missing in the parts is `#NAME?`. */
export function createHeadlessEngine(book: Partial<IWorkbookData>, parts: EngineParts, fromStored?: FromStored): HeadlessEngine {
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
  functions.calculateAll();
  return {
    functions,
    injector: univer.__getInjector(),
    settled: (timeoutMs = TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => (): void => {
          clearTimeout(timer);
          listeners.forEach((remove) => remove());
          settle();
        };
        const done = end(resolve);
        const listeners = [functions.onIdle(done), functions.onFailed((thrown) => end(() => reject(thrown as Error))())];
        const timer = setTimeout(
          end(() => reject(new Error(`The calculation did not finish within ${timeoutMs / 1000} s; ${functions.pending()} calls are unanswered.`))),
          timeoutMs,
        );
        if (functions.idle()) done();
      }),
    cell: (name, row, column) => {
      const sheet = unit.getSheetBySheetName(name);
      if (!sheet) throw new Error(`There is no sheet "${name}".`);
      const raw = sheet.getCellRaw(row, column);
      const own = valueOf(raw);
      const spilled = own === null ? functions.spilled({ unit: unit.getUnitId(), sheet: sheet.getSheetId(), row, column }) : undefined;
      // A formula that gives a blank cell shows 0.
      const blank = spilled?.v === "" ? "" : raw?.f != null || raw?.si != null || spilled ? 0 : null;
      return { value: own ?? valueOf(spilled) ?? blank, numberFormat: unit.getStyles().getStyleByCell(raw)?.n?.pattern };
    },
    dispose: () => univer.dispose(),
  };
}
