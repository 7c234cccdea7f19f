import type { Asked, TableKind } from "../../tables/kind";
import type { ListedTable } from "../../tables/listed-table";
import type { TableResult } from "../../tables/table-work";
import type { CellPlace } from "../../workbook/cell";

export interface TableWatch {
  /** After a stop, the rest of the tables has no result. */
  readonly signal?: AbortSignal;
  /** Called after each table. */
  readonly progress?: (done: number) => void;
  /** Resolves when the sheet may be changed. */
  readonly ready?: () => Promise<void>;
  /** True if the user agreed that rows with something of theirs move below the table. */
  readonly mayMove?: boolean;
}

/** The charts of tables. */
export interface TableCharts {
  /** The ids of the tables with a chart; none if the host cannot tell. */
  drawn(): Promise<ReadonlySet<string>>;
  draw(id: string): Promise<TableResult>;
  remove(id: string): Promise<TableResult>;
}

/** The tables of one workbook, as forms and lists show them. No call rejects. */
export interface Tables {
  /** What is being done; undefined if nothing. */
  busy(): string | undefined;
  list(): readonly ListedTable[];
  /** Reads the list again; returns why it could not be read. Missing if the list is always as the workbook is. */
  readonly load?: () => Promise<string | undefined>;
  resultOf(id: string): TableResult | undefined;
  insert(kind: TableKind, asked: Asked, at: CellPlace): Promise<TableResult>;
  /** Returns the results in order. */
  refresh(ids: readonly string[], watch?: TableWatch): Promise<readonly TableResult[]>;
  canUndo(id: string): boolean;
  undo(id: string): Promise<TableResult>;
  /** Forgets the table; its cells stay. */
  remove(id: string): Promise<TableResult>;
  goTo(id: string): Promise<TableResult>;
  /** Undefined if the host draws none. */
  readonly charts: TableCharts | undefined;
  onChange(listener: () => void): () => void;
}

/** A table's form to open, passed from another tab. */
export interface HandedTable {
  readonly kind: string;
  readonly asked: Asked;
}

const MARK = "table ";

export const handTable = (table: HandedTable): string => MARK + JSON.stringify(table);

/** Undefined for anything else that a tab may pass. */
export const readHandedTable = (handed: string): HandedTable | undefined =>
  handed.startsWith(MARK) ? (JSON.parse(handed.slice(MARK.length)) as HandedTable) : undefined;
