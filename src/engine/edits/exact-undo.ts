import { type IColumnData, ICommandService, type Injector, type IRange, type IRowData, IUniverInstanceService, Tools, type Workbook } from "@univerjs/core";
import {
  type IInsertColMutationParams,
  type IInsertRowMutationParams,
  type IMoveRangeMutationParams,
  InsertColMutation,
  InsertRowMutation,
  MoveRangeMutation,
  RemoveColMutation,
  RemoveRowMutation,
} from "@univerjs/sheets";

type Lines = Record<number, IRowData | IColumnData>;

/** Of sparse lines, those from one to another, by their distance from the first. */
const linesFrom = (lines: Lines, first: number, last: number): Lines =>
  Object.fromEntries(
    Object.entries(lines).flatMap(([line, data]) => (Number(line) >= first && Number(line) <= last ? [[Number(line) - first, { ...data }]] : [])),
  );

/**
 * Makes undo and redo restore exactly what was there. On undo, Univer 0.25.1 gives the sizes of deleted rows and columns to the first of them. On redo, it writes what was
 * typed into moved cells later.
 */
export function makeUndoExact(injector: Injector): void {
  const commands = injector.get(ICommandService);
  /** A removal and the insertion that undoes it, or the reverse, have the same range object. */
  const removed = new WeakMap<IRange, Lines>();
  commands.beforeCommandExecuted(({ id, params }) => {
    if (id === RemoveRowMutation.id || id === RemoveColMutation.id) {
      const { unitId, subUnitId, range } = params as IInsertRowMutationParams;
      const sheet = injector.get(IUniverInstanceService).getUnit<Workbook>(unitId)?.getSheetBySheetId(subUnitId);
      if (!sheet) return;
      const { startRow, endRow, startColumn, endColumn } = range;
      const isRows = id === RemoveRowMutation.id;
      const lines = isRows ? sheet.getRowManager().getRowData() : sheet.getColumnManager().getColumnData();
      removed.set(range, isRows ? linesFrom(lines, startRow, endRow) : linesFrom(lines, startColumn, endColumn));
    } else if (id === InsertRowMutation.id || id === InsertColMutation.id) {
      const given = params as IInsertRowMutationParams & IInsertColMutationParams;
      const lines = removed.get(given.range);
      if (lines) given[id === InsertRowMutation.id ? "rowInfo" : "colInfo"] = lines;
      removed.delete(given.range);
    }
  });
  commands.onCommandExecuted(({ id, params }) => {
    if (id !== MoveRangeMutation.id) return;
    // The sheet has the very objects of the mutation, and typing changes them in place.
    const { from, to } = params as IMoveRangeMutationParams;
    from.value = Tools.deepClone(from.value);
    to.value = Tools.deepClone(to.value);
  });
}
