import {
  BooleanNumber,
  ICommandService,
  type Injector,
  type ICellData,
  type ICommandInfo,
  type IRange,
  type IUnitRange,
  IUniverInstanceService,
  type Nullable,
  UniverInstanceType,
  type Workbook,
} from "@univerjs/core";
import {
  type BaseFunction,
  type BaseValueObject,
  BooleanValueObject,
  type ErrorType,
  ErrorValueObject,
  FormulaDataModel,
  FunctionType,
  IActiveDirtyManagerService,
  IFunctionService,
  NumberValueObject,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
  SetTriggerFormulaCalculationStartMutation,
  StringValueObject,
} from "@univerjs/engine-formula";
import { IDescriptionService } from "@univerjs/sheets-formula";
import { BUSY, type CellValue } from "../workbook/cell";
import { addressOf } from "../workbook/cell-address";
import { arrayOf, valuesIn, isFormulaError, type One } from "./functions/elementwise";
import { modesOf } from "./book/book-modes";
import { followCells } from "./formulas/calculated-cells";
import { createCalls, nameOf, type EngineCell, type Settled } from "./calls/calls";
import { argumentFrom1904, resultIn1904, ServiceFunction } from "./calls/service-function";
import { cellOf, type CellOf } from "./calls/cell-of";
import type { CustomFunction } from "./calls/custom-functions";
import { keepNamesCurrent } from "./formulas/defined-names";
import { keepExactCaches } from "./formulas/exact-caches";
import { keepFastRanges, keepFastSums } from "./formulas/fast-ranges";
import { type FunctionMetadata, type FunctionsMetadata, helpOf } from "./calls/function-help";
import { readFormulasAsExcel } from "./formulas/excel-formulas";
import { guardFormulas } from "./formulas/formula-guard";
import { clockFunctions } from "./functions/dates";
import { excelFunctions } from "./functions/excel-functions";
import { countFrom1904 } from "./functions/dates-of-1904";
import { doubtPoints, formatAsBook } from "./functions/formatted-texts";
import { takeNumbersAsTexts } from "./functions/texts";
import { GETTING_DATA } from "./engine-errors";
import { keepCellTypes, keepTextLiterals } from "./formulas/literals";
import { readTextsAsBook } from "./formulas/number-words";
import { writeResultsToFormulas } from "./edits/formula-cells";
import { runsOfCells } from "./calls/runs-of-cells";

/*
 * This file, from-stored.ts, and the folders formulas/, edits/ and formats/ contain everything that depends on the internals of Univer's engine, for exactly
 * 0.25.1.
 *
 * Univer's asynchronous functions are not used, because they run one cell at a time and an edit in between leaves wrong values. Instead, each SERVICE function
 * is synchronous: it shows a pending value, and its cell is recalculated once the answer arrives.
 */

/** Formulas per step of a calculation. With the engine's default of 500, a pause after each step would send half-empty requests. */
export const INTERVAL_COUNT = 100_000;

/** How long answers are collected before their cells are recalculated. Univer delays every calculation by 100 ms after the last change. */
const GATHER_MS = 20;
const GATHER_LONG_MS = 250;

/** The SERVICE functions inside one engine. */
export interface EngineFunctions {
  /** Forgets the results of these cells' calls, and recalculates the cells and their dependents. */
  recalculate(cells: readonly EngineCell[]): void;
  /** Forgets the results of these cells' calls. Does not recalculate. */
  forget(cells: readonly EngineCell[]): void;
  /** Recalculates the cells with a call whose result matches. */
  recalculateWhere(test: (settled: Settled) => boolean): void;
  /** Calculates every formula; calls with known results are not repeated. */
  calculateAll(): void;
  /** Forgets all cells, for another workbook. */
  forgetAll(): void;
  /** What another cell's formula spilled into this cell, if anything. */
  spilled(cell: EngineCell): ICellData | undefined;
  /** The block that this cell's formula fills; undefined for a single cell. */
  spillOf(cell: EngineCell): IRange | undefined;
  /** The results of the SERVICE calls of this cell's last calculation, in the order in which they ended. */
  answersIn(cell: EngineCell): readonly CallResult[];
  /** Why the last value of this cell may not be Excel's, in a sentence; undefined if there is no doubt. */
  doubtIn(cell: EngineCell): string | undefined;
  /** The message of the last error that this cell's function threw. */
  messageOf(cell: EngineCell): string | undefined;
  /** Number of pending calls. */
  pending(): number;
  /** True if every call is answered and every calculation done. */
  idle(): boolean;
  onIdle(listener: () => void): () => void;
  /** Resolves once no calculation runs; calls may be pending. */
  calculated(): Promise<void>;
  /** Calls `listener` with what ended a calculation before all formulas had values. */
  onFailed(listener: (thrown: unknown) => void): () => void;
}

/** What a call in a formula gave. */
export interface CallResult {
  /** Such as `SERVICE.FRED`. */
  readonly id: string;
  /** By rows. */
  readonly values: readonly (readonly CellValue[])[];
}

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

/** True if this Univer has function help; on Node it has none. */
const hasHelp = (injector: Injector): boolean => injector.has(IDescriptionService);

/**
 * Registers the functions in a Univer instance. Call it once per instance, after the first workbook was created, which starts the plugins.
 */
export function putFunctions(injector: Injector, { functions, metadata, untilAnswered = false, moment }: EngineParts): EngineFunctions {
  const commands = injector.get(ICommandService);
  const instances = injector.get(IUniverInstanceService);
  const activeDirty = injector.get(IActiveDirtyManagerService);

  const is1904 = (unit: Nullable<string>): boolean => modesOf(instances, unit).from1904 === true;

  const messages = new Map<string, string>();
  const answers = new Map<string, { pass: number; readonly given: { readonly id: string; readonly value: BaseValueObject }[] }>();
  let pass = 0;
  const idleListeners = new Set<() => void>();
  const calculationListeners = new Set<() => void>();
  const failedListeners = new Set<(thrown: unknown) => void>();
  const dirty = new Map<string, EngineCell>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let lastFlush = 0;
  let triggered = false;
  let computing = false;

  const calls = createCalls((at) => {
    dirty.set(nameOf(at), at);
    gather();
  });
  function gather(): void {
    if (untilAnswered && calls.pending() > 0) return;
    gathering ??= setTimeout(flush, calls.pending() === 0 || Date.now() - lastFlush > GATHER_LONG_MS ? GATHER_MS : GATHER_LONG_MS);
  }

  const trigger = (dirtyRanges: readonly IUnitRange[], forceCalculation = false): void => {
    const nothing = { dirtyNameMap: {}, dirtyDefinedNameMap: {}, dirtySuperTableMap: {}, dirtyUnitFeatureMap: {}, dirtyUnitOtherFormulaMap: {} };
    commands.syncExecuteCommand(
      SetTriggerFormulaCalculationStartMutation.id,
      { commands: [], forceCalculation, dirtyRanges, ...nothing, clearDependencyTreeCache: {} },
      { onlyLocal: true },
    );
  };

  function calculate(cells: Iterable<EngineCell>): void {
    const ranges = runsOfCells(cells).map(({ unit, sheet, column, from, to }) => ({
      unitId: unit,
      sheetId: sheet,
      range: { startRow: from, endRow: to, startColumn: column, endColumn: column },
    }));
    if (ranges.length > 0) trigger(ranges);
  }

  function flush(): void {
    gathering = undefined;
    lastFlush = Date.now();
    const cells = [...dirty.values()];
    dirty.clear();
    calculate(cells);
  }

  const isIdle = (): boolean => calls.pending() === 0 && dirty.size === 0 && !triggered && !computing;

  /** Cells that were recalculated because they still showed a pending value without a pending call, after a row was inserted above them. */
  const swept = new Set<string>();
  function sweep(): boolean {
    const left: EngineCell[] = [];
    for (const book of instances.getAllUnitsForType<Workbook>(UniverInstanceType.UNIVER_SHEET))
      for (const sheet of book.getSheets())
        sheet.getCellMatrix().forValue((row, column, cell) => {
          if (cell?.v !== GETTING_DATA || (cell.f == null && cell.si == null)) return;
          const at = { unit: book.getUnitId(), sheet: sheet.getSheetId(), row, column };
          if (!swept.has(nameOf(at))) left.push(at);
        });
    for (const at of left) swept.add(nameOf(at));
    calculate(left);
    return left.length > 0;
  }

  commands.beforeCommandExecuted(({ id }: Readonly<ICommandInfo>) => {
    if (id !== SetFormulaCalculationStartMutation.id) return;
    calls.nextPass();
    pass++;
    triggered = false;
    computing = true;
  });
  commands.onCommandExecuted(({ id, params }: Readonly<ICommandInfo>, options) => {
    if (id === SetFormulaCalculationNotificationMutation.id) {
      if ((params as { functionsExecutedState?: unknown }).functionsExecutedState === undefined) return;
      computing = false;
      // A calculation cancels the calls that it does not repeat; those may have been the last pending ones.
      if (dirty.size > 0) gather();
      // The results are in the sheet after this command's listeners have run.
      setTimeout(() => {
        if (!triggered && !computing) {
          for (const listener of calculationListeners) listener();
          calculationListeners.clear();
        }
        if (!isIdle() || sweep()) return;
        for (const listener of [...idleListeners]) listener();
      }, 0);
    } else if (id !== SetFormulaCalculationStartMutation.id && activeDirty.get(id) && !(options?.onlyLocal && id === "sheet.mutation.set-range-values"))
      triggered = true;
  });

  const addressIn = ({ unit, sheet, row, column }: EngineCell): string =>
    addressOf({ sheet: instances.getUnit<Workbook>(unit)?.getSheetBySheetId(sheet)?.getName() ?? "", row, column });

  /** Makes one call with plain values, for one cell of the result. */
  function call(at: EngineCell, spec: FunctionMetadata, fn: CustomFunction, args: readonly unknown[]): BaseValueObject {
    swept.delete(nameOf(at));
    const from1904 = is1904(at.unit);
    const given = from1904 ? args.map((value, i) => argumentFrom1904(spec.id, i, value)) : args;
    const result = calls.result(at, spec.id, given, addressIn(at), (invocation) => fn(...given, invocation));
    if (!result) return ErrorValueObject.create(GETTING_DATA as ErrorType);
    const cell = cellOf(result);
    const object = (one: CellOf): BaseValueObject => valueObjectOf(from1904 ? resultIn1904(one) : one);
    if (Array.isArray(cell)) return arrayOf(cell.map((row) => row.map(object)));
    if ("message" in cell && cell.message) messages.set(nameOf(at), cell.message);
    return object(cell);
  }

  const executors = metadata.functions.flatMap((spec) => {
    const fn = functions.get(spec.id.toUpperCase());
    return fn
      ? [
          new ServiceFunction(
            spec,
            (at, args) => call(at, spec, fn, args),
            (at) => void messages.delete(nameOf(at)),
            (at, value) => {
              const known = answers.get(nameOf(at));
              const answer = { id: spec.id.toUpperCase(), value };
              if (known?.pass === pass) known.given.push(answer);
              else answers.set(nameOf(at), { pass, given: [answer] });
            },
          ),
        ]
      : [];
  });
  const known = injector.get(IFunctionService);
  known.registerExecutors(...executors, ...excelFunctions(), ...(moment === undefined ? [] : clockFunctions(moment)));
  const functionNamed = (name: string): BaseFunction | undefined => known.getExecutor(name) ?? undefined;
  takeNumbersAsTexts(functionNamed);
  formatAsBook(functionNamed);
  doubtPoints([...known.getExecutors().values()]);
  countFrom1904(functionNamed, is1904);
  keepTextLiterals(injector);
  keepNamesCurrent(injector);
  readFormulasAsExcel(injector);
  const cells = followCells(injector);
  writeResultsToFormulas(injector);
  guardFormulas(injector, (thrown) => failedListeners.forEach((listener) => listener(thrown)));
  if (hasHelp(injector))
    injector.get(IDescriptionService).registerDescriptions(
      metadata.functions.map((spec) => {
        const { parameters, ...help } = helpOf(spec, metadata.enums ?? []);
        const functionParameter = parameters.map(({ optional, repeating, ...p }) => ({ ...p, require: flag(!optional), repeat: flag(repeating) }));
        return { ...help, functionType: FunctionType.User, functionParameter };
      }),
    );

  const recalculate = (cells: readonly EngineCell[]): void => {
    for (const at of cells) calls.forget(at);
    calculate(cells);
  };
  const data = injector.get(FormulaDataModel);
  return {
    recalculate,
    spilled: ({ unit, sheet, row, column }) => data.getArrayFormulaCellData()[unit]?.[sheet]?.[row]?.[column] ?? undefined,
    spillOf: ({ unit, sheet, row, column }) => data.getArrayFormulaRange()[unit]?.[sheet]?.[row]?.[column] ?? undefined,
    forget: (cells) => cells.forEach(calls.forget),
    recalculateWhere: (test) => recalculate(calls.cellsWith(test)),
    calculateAll: () => trigger([], true),
    forgetAll: () => {
      calls.forgetAll();
      messages.clear();
      answers.clear();
      cells.forgetAll();
      dirty.clear();
      swept.clear();
    },
    answersIn: (at) => (answers.get(nameOf(at))?.given ?? []).map(({ id, value }) => ({ id, values: valuesIn(value).map((line) => line.map(cellValue)) })),
    doubtIn: cells.doubtIn,
    messageOf: (at) => messages.get(nameOf(at)),
    pending: calls.pending,
    idle: isIdle,
    onIdle: (listener) => {
      idleListeners.add(listener);
      return () => idleListeners.delete(listener);
    },
    calculated: () => (triggered || computing ? new Promise((resolve) => void calculationListeners.add(resolve)) : Promise.resolve()),
    onFailed: (listener) => {
      failedListeners.add(listener);
      return () => failedListeners.delete(listener);
    },
  };
}

const cellValue = (value: One): CellValue => (isFormulaError(value) ? { error: value.code === GETTING_DATA ? BUSY : value.code } : value);

function valueObjectOf(cell: CellOf): BaseValueObject {
  if ("error" in cell) return ErrorValueObject.create(cell.error as ErrorType);
  const { value, numberFormat } = cell;
  if (typeof value === "number") return NumberValueObject.create(value, numberFormat ?? "");
  if (typeof value === "boolean") return BooleanValueObject.create(value);
  return StringValueObject.create(value ?? "");
}
