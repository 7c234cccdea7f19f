import type { PlainContent } from "../workbook/sheet-edits";
import { keyedRows } from "./match-table";
import type { TableMemory } from "./memory";
import type { RefreshPlan } from "./plan-refresh";

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
