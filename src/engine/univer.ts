import { BooleanNumber, type ICellData, type Injector, type IRange, IUniverInstanceService } from "@univerjs/core";
import { type BaseFunction, FormulaDataModel, FunctionType, IFunctionService } from "@univerjs/engine-formula";
import { IDescriptionService } from "@univerjs/sheets-formula";
import { modesOf } from "./book/book-modes";
import { type Calls, createCalls, type EngineCell, type Settled } from "./calls/calls";
import type { CustomFunction } from "./calls/custom-functions";
import { type FunctionsMetadata, helpOf } from "./calls/function-help";
import { createRecalculation } from "./calls/recalculation";
import { serviceFunctions } from "./calls/service-function";
import { followCells } from "./formulas/calculated-cells";
import { keepNamesCurrent } from "./formulas/defined-names";
import { writeResultsToFormulas } from "./edits/formula-cells";
import { keepExactCaches } from "./formulas/exact-caches";
import { readFormulasAsExcel } from "./formulas/excel-formulas";
import { keepFastRanges, keepFastSums } from "./formulas/fast-ranges";
import { guardFormulas } from "./formulas/formula-guard";
import { keepCellTypes, keepTextLiterals } from "./formulas/literals";
import { readTextsAsBook } from "./formulas/number-words";
import { clockFunctions, countFrom1904 } from "./functions/dates";
import { excelFunctions } from "./functions/excel-functions";
import { doubtPoints, formatAsBook } from "./functions/formatted-texts";
import { takeNumbersAsTexts } from "./functions/texts";

/*
 * This file, from-stored.ts, and the folders formulas/, edits/ and formats/ contain everything that depends on the internals of Univer's engine, for exactly
 * 0.25.1.
 *
 * Univer's asynchronous functions are not used, because they run one cell at a time and an edit in between leaves wrong values. Instead, each SERVICE function
 * is synchronous: it shows a pending value, and its cell is recalculated once the answer arrives.
 */

/** Formulas per step of a calculation. With the engine's default of 500, a pause after each step would send half-empty requests. */
export const INTERVAL_COUNT = 100_000;

export interface EngineParts {
  readonly functions: ReadonlyMap<string, CustomFunction>;
  readonly metadata: FunctionsMetadata;
  /** True: cells are recalculated when all calls are answered. False: while answers arrive, for somebody who watches. */
  readonly untilAnswered?: boolean;
  /** Local date and time of TODAY and NOW, as a serial number of the 1900 system. Missing: when they are calculated. */
  readonly moment?: () => number;
}

keepCellTypes();
readTextsAsBook();
keepExactCaches();
keepFastSums();
keepFastRanges();

const flag = (is: boolean): BooleanNumber => (is ? BooleanNumber.TRUE : BooleanNumber.FALSE);

/** Registers the help of the functions, if this Univer has any; on Node it has none. */
function registerHelp(injector: Injector, { functions, enums = [] }: FunctionsMetadata): void {
  if (!injector.has(IDescriptionService)) return;
  injector.get(IDescriptionService).registerDescriptions(
    functions.map((spec) => {
      const { parameters, ...help } = helpOf(spec, enums);
      const functionParameter = parameters.map(({ optional, repeating, ...p }) => ({ ...p, require: flag(!optional), repeat: flag(repeating) }));
      return { ...help, functionType: FunctionType.User, functionParameter };
    }),
  );
}

/** The SERVICE functions inside one engine. */
export type EngineFunctions = ReturnType<typeof putFunctions>;

/**
 * Registers the functions in a Univer instance. Call it once per instance, after the first workbook was created, which starts the plugins.
 */
export function putFunctions(injector: Injector, parts: EngineParts) {
  const { metadata, untilAnswered = false, moment } = parts;
  const instances = injector.get(IUniverInstanceService);
  const failedListeners = new Set<(thrown: unknown) => void>();
  const calls: Calls = createCalls((at) => recalculation.answered(at));
  const recalculation = createRecalculation(injector, calls, untilAnswered);
  const own = serviceFunctions(instances, parts, calls, recalculation);

  const known = injector.get(IFunctionService);
  known.registerExecutors(...own.executors, ...excelFunctions(), ...(moment === undefined ? [] : clockFunctions(moment)));
  const functionNamed = (name: string): BaseFunction | undefined => known.getExecutor(name) ?? undefined;
  takeNumbersAsTexts(functionNamed);
  formatAsBook(functionNamed);
  doubtPoints([...known.getExecutors().values()]);
  countFrom1904(functionNamed, (unit) => modesOf(instances, unit).from1904 === true);
  keepTextLiterals(injector);
  keepNamesCurrent(injector);
  readFormulasAsExcel(injector);
  const cells = followCells(injector);
  writeResultsToFormulas(injector);
  guardFormulas(injector, (thrown) => failedListeners.forEach((listener) => listener(thrown)));
  registerHelp(injector, metadata);

  const { calculate, calculateAll, idle, onIdle, calculated } = recalculation;
  const recalculate = (places: readonly EngineCell[]): void => {
    places.forEach(calls.forget);
    calculate(places);
  };
  const data = injector.get(FormulaDataModel);
  return {
    /** Calculates every formula; calls with known results are not repeated. */
    calculateAll,
    /** True if every call is answered and every calculation done. */
    idle,
    onIdle,
    /** Resolves once no calculation runs; calls may be pending. */
    calculated,
    /** Forgets the results of these cells' calls, and recalculates the cells and their dependents. */
    recalculate,
    /** The results of the SERVICE calls of this cell's last calculation, in the order in which they ended. */
    answersIn: own.answersIn,
    /** The message of the last error that this cell's function threw. */
    messageOf: own.messageOf,
    /** Why the last value of this cell may not be Excel's, in a sentence; undefined if there is no doubt. */
    doubtIn: cells.doubtIn,
    /** Number of pending calls. */
    pending: calls.pending,
    /** What another cell's formula spilled into this cell, if anything. */
    spilled: ({ unit, sheet, row, column }: EngineCell): ICellData | undefined => data.getArrayFormulaCellData()[unit]?.[sheet]?.[row]?.[column] ?? undefined,
    /** The block that this cell's formula fills; undefined for a single cell. */
    spillOf: ({ unit, sheet, row, column }: EngineCell): IRange | undefined => data.getArrayFormulaRange()[unit]?.[sheet]?.[row]?.[column] ?? undefined,
    /** Forgets the results of these cells' calls. Does not recalculate. */
    forget: (places: readonly EngineCell[]): void => places.forEach(calls.forget),
    /** Recalculates the cells with a call whose result matches. */
    recalculateWhere: (test: (settled: Settled) => boolean): void => recalculate(calls.cellsWith(test)),
    /** Forgets all cells, for another workbook. */
    forgetAll: (): void => [calls, own, cells, recalculation].forEach((one) => one.forgetAll()),
    /** Calls `listener` with what ended a calculation before all formulas had values. */
    onFailed: (listener: (thrown: unknown) => void) => {
      failedListeners.add(listener);
      return (): void => void failedListeners.delete(listener);
    },
  };
}
