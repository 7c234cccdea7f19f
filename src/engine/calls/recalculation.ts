import { groupedBy, runsBy } from "../../contract/lists";
import { ICommandService, type ICommandInfo, type Injector, type IUnitRange, IUniverInstanceService, UniverInstanceType, type Workbook } from "@univerjs/core";
import {
  IActiveDirtyManagerService,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
  SetTriggerFormulaCalculationStartMutation,
} from "@univerjs/engine-formula";
import { GETTING_DATA } from "../engine-errors";
import { type Calls, type EngineCell, nameOf } from "./calls";

/** How long answers are collected before their cells are recalculated. Univer delays every calculation by 100 ms after the last change. */
const GATHER_MS = 20;
const GATHER_LONG_MS = 250;

/** When cells are calculated again, and whether anything is left to calculate. */
export interface Recalculation {
  /** Number of the calculation that runs, or ran last. */
  pass(): number;
  /** Recalculates a cell whose pending call got its answer, with others that come at the same time. */
  answered(at: EngineCell): void;
  /** Records that a cell makes a call. */
  called(at: EngineCell): void;
  calculate(cells: Iterable<EngineCell>): void;
  calculateAll(): void;
  /** Forgets which cells are to be calculated. */
  forgetAll(): void;
  idle(): boolean;
  onIdle(listener: () => void): () => void;
  /** Resolves once no calculation runs; calls may be pending. */
  calculated(): Promise<void>;
}

/** Adjacent cells of one column. */
interface CellRun {
  readonly unit: string;
  readonly sheet: string;
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** Joins cells into column runs, because the engine's merging of dirty ranges takes quadratic time. */
export function runsOfCells(cells: Iterable<EngineCell>): CellRun[] {
  const columns = groupedBy(cells, ({ unit, sheet, column }) => `${unit}|${sheet}|${column}`);
  return [...columns.values()].flatMap((ofColumn) => {
    const runs = runsBy(
      ofColumn.sort((a, b) => a.row - b.row),
      (before, cell) => cell.row <= before.row + 1,
    );
    return runs.map((run) => {
      const { unit, sheet, column, row } = run[0];
      return { unit, sheet, column, from: row, to: run.at(-1)!.row };
    });
  });
}

/** Formula cells of all open workbooks that show a pending value. */
function pendingCells(instances: IUniverInstanceService): EngineCell[] {
  const found: EngineCell[] = [];
  for (const book of instances.getAllUnitsForType<Workbook>(UniverInstanceType.UNIVER_SHEET))
    for (const sheet of book.getSheets())
      sheet.getCellMatrix().forValue((row, column, cell) => {
        if (cell?.v === GETTING_DATA && (cell.f != null || cell.si != null)) found.push({ unit: book.getUnitId(), sheet: sheet.getSheetId(), row, column });
      });
  return found;
}

/** Starts a calculation of these ranges, or of every formula. */
function trigger(commands: ICommandService, dirtyRanges: readonly IUnitRange[], forceCalculation = false): void {
  const nothing = { dirtyNameMap: {}, dirtyDefinedNameMap: {}, dirtySuperTableMap: {}, dirtyUnitFeatureMap: {}, dirtyUnitOtherFormulaMap: {} };
  commands.syncExecuteCommand(
    SetTriggerFormulaCalculationStartMutation.id,
    { commands: [], forceCalculation, dirtyRanges, ...nothing, clearDependencyTreeCache: {} },
    { onlyLocal: true },
  );
}

function calculateCells(commands: ICommandService, cells: Iterable<EngineCell>): void {
  const ranges = runsOfCells(cells).map(({ unit, sheet, column, from, to }) => ({
    unitId: unit,
    sheetId: sheet,
    range: { startRow: from, endRow: to, startColumn: column, endColumn: column },
  }));
  if (ranges.length > 0) trigger(commands, ranges);
}

/**
 * Recalculates cells in one engine as their calls are answered.
 *
 * @param untilAnswered true: once all calls are answered; false: while answers arrive
 */
export function createRecalculation(injector: Injector, calls: Pick<Calls, "nextPass" | "pending">, untilAnswered: boolean): Recalculation {
  const commands = injector.get(ICommandService);
  const activeDirty = injector.get(IActiveDirtyManagerService);
  // Kept, because a timer may end after the engine is disposed.
  const instances = injector.get(IUniverInstanceService);
  const [idleListeners, calculationListeners] = [new Set<() => void>(), new Set<() => void>()];
  const dirty = new Map<string, EngineCell>();
  /** Cells that were recalculated because they still showed a pending value without a pending call, after a row was inserted above them. */
  const swept = new Set<string>();
  let pass = 0;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let lastFlush = 0;
  let triggered = false;
  let computing = false;

  function flush(): void {
    gathering = undefined;
    lastFlush = Date.now();
    const cells = [...dirty.values()];
    dirty.clear();
    calculateCells(commands, cells);
  }
  function gather(): void {
    if (untilAnswered && calls.pending() > 0) return;
    gathering ??= setTimeout(flush, calls.pending() === 0 || Date.now() - lastFlush > GATHER_LONG_MS ? GATHER_MS : GATHER_LONG_MS);
  }
  const idle = (): boolean => calls.pending() === 0 && dirty.size === 0 && !triggered && !computing;
  /** Recalculates cells that wait for nothing; false if there are none. */
  function sweep(): boolean {
    const left = pendingCells(instances).filter((at) => !swept.has(nameOf(at)));
    for (const at of left) swept.add(nameOf(at));
    calculateCells(commands, left);
    return left.length > 0;
  }
  function ended(): void {
    if (!triggered && !computing) {
      for (const listener of calculationListeners) listener();
      calculationListeners.clear();
    }
    if (!idle() || sweep()) return;
    for (const listener of [...idleListeners]) listener();
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
      setTimeout(ended, 0);
    } else if (id !== SetFormulaCalculationStartMutation.id && activeDirty.get(id) && !(options?.onlyLocal && id === "sheet.mutation.set-range-values"))
      triggered = true;
  });

  return {
    pass: () => pass,
    answered: (at) => {
      dirty.set(nameOf(at), at);
      gather();
    },
    called: (at) => void swept.delete(nameOf(at)),
    calculate: (cells) => calculateCells(commands, cells),
    calculateAll: () => trigger(commands, [], true),
    forgetAll: () => [dirty, swept].forEach((one) => one.clear()),
    idle,
    onIdle: (listener) => {
      idleListeners.add(listener);
      return () => idleListeners.delete(listener);
    },
    calculated: () => (triggered || computing ? new Promise((resolve) => void calculationListeners.add(resolve)) : Promise.resolve()),
  };
}
