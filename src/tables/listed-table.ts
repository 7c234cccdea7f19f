import { kindOf } from "./kinds";
import type { TableColumn, TableMemory } from "./memory";
import type { Remembered } from "./table-settings";

/** A table of the workbook as lists show it, without its rows. */
export interface ListedTable {
  readonly id: string;
  readonly title: string;
  /** Missing if what the workbook remembers of it cannot be read. */
  readonly known?: Pick<TableMemory, "kind" | "at" | "sample" | "asOf"> & { readonly rows: number; readonly columns: readonly TableColumn[] };
}

/** What a table is called: the first line above it. */
export const titleOfTable = ({ id, memory }: Remembered): string => memory?.notes[0] ?? kindOf(memory?.kind ?? "")?.title ?? `Table ${id}`;

export function listed(table: Remembered): ListedTable {
  const { id, memory } = table;
  const title = titleOfTable(table);
  if (!memory) return { id, title };
  const { kind, at, sample, asOf, rows, columns } = memory;
  return { id, title, known: { kind, at, sample, rows: rows.length, columns, ...(asOf === undefined ? {} : { asOf }) } };
}
