import { isError, sameValue } from "../../workbook/cell";
import { EMPTY_CELL, isSameReading, type PlainContent, type SheetReading } from "../../workbook/edits/sheet-edits";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { restoringElsewhere } from "./elsewhere";
import { type CellWrite, joinedWrites, cellAt, sheetEdit } from "../table-sheet";
import type { Orientation, TableMemory } from "../memory";
import type { ChangedFormula } from "./follow-formulas";
import { blocksOfBook, GONE } from "../place-table";
import type { RefreshPlan } from "./plan-refresh";
import { blockName } from "../table-settings";
import { type Steps, wait } from "../steps";
import type { Blocks, TableBook } from "../table-book";
import { keyedRows } from "../match-table";

/** The rows that a refresh replaced, as they were on the sheet: without what the user had deleted and the refresh brought back. */
export function rowsBefore(before: TableMemory, { returned }: Pick<RefreshPlan, "returned">): PlainContent[][] {
  const away = new Set([...returned.rows, ...before.gone]);
  const empty = new Map<string, Set<number>>();
  for (const [key, column] of returned.cells) empty.set(key, (empty.get(key) ?? new Set()).add(column));
  return [...keyedRows(before)].flatMap(([key, row]) => {
    if (away.has(key)) return [];
    const cleared = empty.get(key);
    // A row is found by its key, so a cleared key comes back.
    return [row.map((value, c) => (cleared?.has(c) && before.columns[c]?.key === undefined ? null : value))];
  });
}

/** What to remember after an undo: what was remembered before, and the rows that stay because the user uses them, as they are now. */
export function memoryBefore(before: TableMemory, undo: RefreshPlan): TableMemory {
  const known = keyedRows(before);
  const now = keyedRows({ columns: before.columns, rows: undo.rows });
  const gone = new Set(undo.gone);
  const rows = [...known].map(([key, row]) => (gone.has(key) ? (now.get(key) ?? row) : row));
  return { ...before, rows: [...rows, ...[...now].flatMap(([key, row]) => (known.has(key) ? [] : [row]))], gone: undo.gone, layout: undo.layout };
}

/** A refresh that was done: its plan, and the sheet before and after it, as an exact undo needs them. */
export interface DoneRefresh {
  readonly plan: RefreshPlan;
  /** Missing if it was too large to keep: an undo is then less exact. */
  readonly before?: SheetReading | undefined;
  readonly after?: SheetReading | undefined;
  /** Formulas of other sheets that it changed. */
  readonly elsewhere?: readonly ChangedFormula[];
}

/** Takes back a refresh exactly, if nothing on the sheet has changed since; false and unchanged otherwise. */
export function* undoRefresh(workbook: TableBook, { id, orientation }: TableMemory, { plan, before, after, elsewhere = [] }: DoneRefresh): Steps<boolean> {
  const blocks = blocksOfBook(workbook);
  if (!before || !after) return false;
  const name = blockName(id);
  const now = yield* wait(blocks.read(name));
  if (!now || !isSameReading(after, now)) return false;
  yield* restoringElsewhere(blocks, elsewhere, () => undoOnSheet(blocks, name, orientation, { plan, before, now }));
  return true;
}

/** Takes back a refresh on the table's own sheet. */
function* undoOnSheet(
  blocks: Blocks,
  name: string,
  orientation: Orientation,
  { plan, before, now }: { readonly plan: RefreshPlan; readonly before: SheetReading; readonly now: SheetReading },
): Steps<void> {
  if (plan.inverse.length > 0)
    yield* wait(
      blocks.edit(
        name,
        now,
        plan.inverse.map((edit) => sheetEdit(edit, orientation)),
        before.block,
      ),
    );
  const moved = yield* wait(blocks.read(name));
  if (!moved) throw new WorkbookRefusal(GONE);
  const cells: CellWrite[] = [];
  const rows = Math.max(before.area.row + before.area.rows, moved.area.row + moved.area.rows);
  const columns = Math.max(before.area.column + before.area.columns, moved.area.column + moved.area.columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [was, is] = [cellAt(before, { row, column }) ?? EMPTY_CELL, cellAt(moved, { row, column }) ?? EMPTY_CELL];
      const isSame = was.formula === is.formula && (was.formula !== "" || sameValue(was.value, is.value));
      // An error that somebody typed is no content of a refresh.
      if (isSame || (was.formula === "" && isError(was.value))) continue;
      const content = was.formula === "" ? (was.value as PlainContent) : { formula: was.formula };
      cells.push({ line: row, field: column, content });
    }
  const edits = joinedWrites(cells).map((edit) => sheetEdit(edit, "down"));
  if (edits.length > 0 || plan.inverse.length === 0) yield* wait(blocks.edit(name, moved, edits, before.block));
}
