import { runsBy } from "../../contract/lists";
import { type ICommandInfo, ICommandService, type Injector, type IRange, type Workbook } from "@univerjs/core";
import {
  EffectRefRangId,
  RemoveColByRangeCommand,
  RemoveColCommand,
  RemoveRowByRangeCommand,
  RemoveRowCommand,
  RemoveSheetCommand,
  SetWorksheetNameCommand,
} from "@univerjs/sheets";
import type { Axis, BookEdit } from "../../workbook/edits/moved-areas";
import { blockOfRange } from "../book/ranges";

/* Which cells Univer's commands move. */

interface Given {
  readonly subUnitId?: string;
  readonly fromSubUnitId?: string;
  readonly toSubUnitId?: string;
  readonly range: IRange;
  readonly fromRange: IRange;
  readonly toRange: IRange;
  readonly name?: string;
}

const ALL = [0, Infinity] as const;

/** Commands that insert or delete lines: whole ones, or a part of each. */
const STRIPS: Readonly<Record<string, readonly [kind: "insert" | "delete", axis: Axis, isWhole: boolean]>> = {
  [EffectRefRangId.InsertRowCommandId]: ["insert", "rows", true],
  [EffectRefRangId.InsertColCommandId]: ["insert", "columns", true],
  [EffectRefRangId.InsertRangeMoveDownCommandId]: ["insert", "rows", false],
  [EffectRefRangId.InsertRangeMoveRightCommandId]: ["insert", "columns", false],
  [EffectRefRangId.RemoveRowCommandId]: ["delete", "rows", true],
  [EffectRefRangId.RemoveColCommandId]: ["delete", "columns", true],
  [EffectRefRangId.DeleteRangeMoveUpCommandId]: ["delete", "rows", false],
  [EffectRefRangId.DeleteRangeMoveLeftCommandId]: ["delete", "columns", false],
};

/** Commands that move whole lines to another place. */
const REORDERS: Readonly<Record<string, Axis>> = { [EffectRefRangId.MoveRowsCommandId]: "rows", [EffectRefRangId.MoveColsCommandId]: "columns" };

const linesOf = (range: IRange, axis: Axis): readonly [number, number] =>
  axis === "rows" ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];

/**
 * What a command changes in a workbook; nothing if it moves no cells and renames no sheet.
 *
 * @param sheetId the sheet of its cells, if the command does not say
 */
export function editsOf({ id, params }: ICommandInfo, workbook: Workbook, sheetId: string): BookEdit[] {
  const given = params as Given;
  const nameOf = (one: string | undefined): string => workbook.getSheetBySheetId(one ?? sheetId)?.getName() ?? "";
  const sheet = nameOf(given.subUnitId);
  const { range, toRange } = given;
  const strip = STRIPS[id];
  if (strip) {
    const [kind, axis, isWhole] = strip;
    const across = isWhole ? ALL : linesOf(range, axis === "rows" ? "columns" : "rows");
    // A deletion spares rows that a filter hides.
    const hidden = id === EffectRefRangId.RemoveRowCommandId ? (workbook.getSheetBySheetId(sheetId)?.getRangeFilterRows(range) ?? []) : [];
    return runsWithout(linesOf(range, axis), hidden).map((lines) => ({ kind, sheet, axis, lines, across }));
  }
  const axis = REORDERS[id];
  if (axis) return [{ kind: "reorder", sheet, axis, lines: linesOf(range ?? given.fromRange, axis), across: ALL, to: linesOf(toRange, axis)[0] }];
  if (id === EffectRefRangId.MoveRangeCommandId) {
    const to = { sheet: nameOf(given.toSubUnitId ?? given.fromSubUnitId), row: toRange.startRow, column: toRange.startColumn };
    return [{ kind: "move", sheet: nameOf(given.fromSubUnitId), block: blockOfRange(given.fromRange), to }];
  }
  if (id === SetWorksheetNameCommand.id) return given.name === undefined ? [] : [{ kind: "rename", sheet, name: given.name }];
  return id === RemoveSheetCommand.id ? [{ kind: "remove", sheet }] : [];
}

/** The commands that others follow, and the ones that delete. */
const DELETIONS: ReadonlySet<string> = new Set([RemoveRowCommand.id, RemoveColCommand.id]);
const BY_RANGE: ReadonlySet<string> = new Set([RemoveRowByRangeCommand.id, RemoveColByRangeCommand.id]);

/** Says on which sheet a command works. Call it once per grid. */
export function followCommandSheets(injector: Injector): (command: ICommandInfo, workbook: Workbook) => string {
  /** The sheet whose rows or columns were deleted last: Univer does not pass it on to what follows the deletion. */
  let deleting: string | undefined;
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }) => {
    if (BY_RANGE.has(id)) deleting = (params as { subUnitId?: string }).subUnitId;
  });
  return ({ id, params }, workbook) =>
    (params as { subUnitId?: string } | undefined)?.subUnitId ?? (DELETIONS.has(id) ? deleting : undefined) ?? workbook.getActiveSheet().getSheetId();
}

/** The runs of lines without these, from the last. */
function runsWithout([first, last]: readonly [number, number], without: readonly number[]): (readonly [number, number])[] {
  const isLeftOut = new Set(without);
  const lines = Array.from({ length: last - first + 1 }, (_, i) => last - i).filter((line) => !isLeftOut.has(line));
  return runsBy(lines, (before, line) => before - 1 === line).map((run) => [run.at(-1)!, run[0]]);
}
