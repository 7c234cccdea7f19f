import type { Asked, TableKind } from "../../tables/kind";
import type { ListedTable } from "../../tables/listed-table";
import type { TableMemory } from "../../tables/memory";
import type { TableResult } from "../../tables/table-work";
import type { CellPlace } from "../../workbook/cell";

/** The tables of one workbook, as forms and lists show them. No call rejects. */
export interface Tables {
  /** What is being done; undefined if nothing. */
  busy(): string | undefined;
  list(): readonly ListedTable[];
  resultOf(id: string): TableResult | undefined;
  insert(kind: TableKind, asked: Asked, at: CellPlace): Promise<TableResult>;
  refresh(ids: readonly string[]): Promise<readonly TableResult[]>;
  canUndo(id: string): boolean;
  undo(id: string): Promise<TableResult>;
  /** Forgets the table; its cells stay. */
  remove(id: string): Promise<TableResult>;
  goTo(id: string): Promise<TableResult>;
  /** Draws a chart on the sheet; missing if the host has none. */
  readonly drawChart?: (id: string) => Promise<TableResult>;
  /** The rows for a chart beside the sheet; missing if there is none. */
  readonly memoryOf?: (id: string) => TableMemory | undefined;
  onChange(listener: () => void): () => void;
}
