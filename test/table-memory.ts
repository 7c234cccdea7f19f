import type { TableMemory } from "../src/tables/memory";

/** What is remembered of a table of history: that it was drawn down its sheet with these columns and rows. */
export const tableMemory = (columns: TableMemory["columns"], rows: TableMemory["rows"], more: Partial<TableMemory> = {}): TableMemory => ({
  ...{ id: "t1", kind: "history", asked: {}, orientation: "down", notes: ["A table", "A source."], gone: [], at: 0, sample: false },
  columns,
  rows,
  ...more,
});
