import type { Asked, TableKind } from "../../tables/kind";
import type { ListedTable } from "../../tables/listed-table";
import type { TableResult } from "../../tables/table-work";
import type { CellPlace } from "../../workbook/cell";

/** The tables of one workbook, as forms and lists show them. No call rejects. */
export interface Tables {
  /** What is being done; undefined if nothing. */
  busy(): string | undefined;
  list(): readonly ListedTable[];
  /** Reads the list again; returns why it could not be read. Missing if the list is always as the workbook is. */
  readonly load?: () => Promise<string | undefined>;
  resultOf(id: string): TableResult | undefined;
  insert(kind: TableKind, asked: Asked, at: CellPlace): Promise<TableResult>;
  /** @param mayMove whether the user agreed that rows with something of theirs move below the table */
  refresh(ids: readonly string[], mayMove?: boolean): Promise<readonly TableResult[]>;
  canUndo(id: string): boolean;
  undo(id: string): Promise<TableResult>;
  /** Forgets the table; its cells stay. */
  remove(id: string): Promise<TableResult>;
  goTo(id: string): Promise<TableResult>;
  /** Missing if the host draws no charts. */
  readonly charts?: {
    /** The ids of the tables with a chart. */
    drawn(): Promise<ReadonlySet<string>>;
    draw(id: string): Promise<TableResult>;
    remove(id: string): Promise<TableResult>;
  };
  onChange(listener: () => void): () => void;
}
