import { Direction, type ICommandInfo, type IRange, ICommandService, type Injector, IUniverInstanceService, RANGE_TYPE, Rectangle } from "@univerjs/core";
import { MoveSelectionCommand, MoveSelectionEnterAndTabCommand } from "@univerjs/preset-sheets-core";
import {
  getPrimaryForRange,
  getSheetCommandTarget,
  type ISetSelectionsOperationParams,
  SetRangeValuesCommand,
  SetSelectionsOperation,
  SheetsSelectionsService,
} from "@univerjs/sheets";
import { LexerTreeBuilder } from "@univerjs/engine-formula";
import { QuickSumCommand } from "@univerjs/sheets-formula";
import { blockOfRange } from "../../../engine/book/ranges";
import { autoSums } from "../../../workbook/auto-sum";
import { tokensOf } from "../../../workbook/formulas/formula-tokens";
import { inUse } from "../data-toolbar/sort-selection";
import type { Grid } from "../page-grid";
import { createGridSheets, gridFormulaAt } from "../workbook/grid-sheets";
import { contentData } from "../workbook/grid-writing";

/**
 * Repairs commands of Univer 0.25.1 that do nothing, or not what Excel does.
 *
 * @param say tells the user why nothing happened
 */
export function mendGridCommands(grid: Grid, say: (text: string) => void): void {
  const commands = grid.injector.get(ICommandService);
  commands.beforeCommandExecuted(nameKindOfSelection);
  replaceCommand(commands, MoveSelectionEnterAndTabCommand, (params, original) => stepBack(grid.injector, params as Step | undefined) ?? original());
  replaceCommand(commands, QuickSumCommand, () => sumSelection(grid, say));
  grid.injector.get(LexerTreeBuilder).checkIfAddBracket = openBrackets;
}

/** How many brackets a typed formula lacks at its end, which the grid adds. Univer adds one for each `@` and each minus before a value too. */
function openBrackets(formula: string): number {
  const kinds = tokensOf(formula.replace(/^=/, "")).map(({ kind }) => kind);
  return Math.max(0, kinds.filter((kind) => kind === "open").length - kinds.filter((kind) => kind === "close").length);
}

/** Registers another handler under a command's id, so that its keys and menus run it. */
export function replaceCommand(
  commands: ICommandService,
  command: { readonly id: string; readonly type: number; readonly handler: (...given: never[]) => unknown },
  run: (params: object | undefined, original: () => boolean | Promise<boolean>) => boolean | Promise<boolean>,
): void {
  commands.unregisterCommand(command.id);
  commands.registerCommand({
    ...command,
    handler: (accessor, params) => run(params, () => command.handler(accessor as never, params as never) as boolean | Promise<boolean>),
  });
}

/** Menu entries such as _Freeze to active cell_ do nothing for a selection without a kind, which a call with a row and a column leaves. */
function nameKindOfSelection({ id, params }: Readonly<ICommandInfo>): void {
  if (id !== SetSelectionsOperation.id) return;
  for (const { range } of (params as ISetSelectionsOperationParams).selections) range.rangeType ??= RANGE_TYPE.NORMAL;
}

interface Step {
  readonly direction: Direction;
  readonly extra?: string;
}

/** Goes back from the first selected cell with Shift+Enter or Shift+Tab, where Univer loses the selection. Undefined if that is not the case. */
function stepBack(injector: Injector, step: Step | undefined): Promise<boolean> | undefined {
  if (step?.direction !== Direction.UP && step?.direction !== Direction.LEFT) return undefined;
  const target = getSheetCommandTarget(injector.get(IUniverInstanceService));
  const selections = injector.get(SheetsSelectionsService).getCurrentSelections();
  const [first] = selections;
  const last = selections.at(-1);
  if (!target || !last || !first?.primary || first.primary.startRow !== first.range.startRow || first.primary.startColumn !== first.range.startColumn)
    return undefined;
  const commands = injector.get(ICommandService);
  if (selections.length === 1 && Rectangle.equals(first.range, first.primary))
    return commands.executeCommand(MoveSelectionCommand.id, { direction: step.direction, extra: step.extra });
  const { endRow, endColumn } = last.range;
  const end: IRange = { startRow: endRow, endRow, startColumn: endColumn, endColumn };
  const all = selections.map((one) => ({ ...one, primary: one === last ? getPrimaryForRange(end, target.worksheet) : null }));
  return commands.executeCommand(SetSelectionsOperation.id, { unitId: target.unitId, subUnitId: target.subUnitId, selections: all });
}

/** Alt+= as in Excel: Univer writes no sum into an empty cell below numbers. */
function sumSelection({ api, injector, functions }: Grid, say: (text: string) => void): boolean {
  const sheets = createGridSheets(api, functions);
  const sheet = sheets.book().getActiveSheet();
  const selected = sheets.book().getActiveRange();
  if (!selected) return false;
  const kindOf = (row: number, column: number) => {
    if (row >= sheet.getMaxRows() || column >= sheet.getMaxColumns()) return "other";
    const { value } = sheets.shown(sheet, row, column);
    return typeof value === "number" ? "number" : value === null && gridFormulaAt(sheet, row, column) === "" ? "empty" : "other";
  };
  const block = blockOfRange(selected.getRange());
  // Of whole rows and columns, only what is in use.
  const isWhole = block.rows === sheet.getMaxRows() || block.columns === sheet.getMaxColumns();
  const used = isWhole ? inUse(sheet, block) : block;
  const sums = autoSums({ ...used, rows: Math.max(1, used.rows), columns: Math.max(1, used.columns) }, kindOf);
  if (sums.length === 0) {
    say(`There are no numbers above ${selected.getA1Notation()} or to its left, so no sum was written. Select the numbers, then press Alt+= again.`);
    return false;
  }
  const rows: Record<number, Record<number, object>> = {};
  for (const { row, column, formula } of sums) (rows[row] ??= {})[column] = contentData({ formula });
  return injector
    .get(ICommandService)
    .syncExecuteCommand(SetRangeValuesCommand.id, { unitId: sheets.book().getId(), subUnitId: sheet.getSheetId(), value: rows });
}
