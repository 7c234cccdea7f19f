import type { CellValue } from "../../src/workbook/cell";
import type { NamedBlocks, Scope, Workbook } from "../../src/pane/workbook";
import type { LocalService } from "../browser/local-service";

/** What a test writes into a cell as a user would: text that begins with = is a formula. */
export type Put = string | number | boolean | { readonly broken: string } | { readonly text: string };

/** Result of long work that the test observed and may have stopped. */
export interface Watched<T> {
  readonly progress: readonly (readonly [number, number])[];
  readonly value?: T;
  /** The refusal's message. */
  readonly refusal?: string;
}

/** What not every host supports. */
export type Ability =
  | "protection"
  | "throttling"
  | "cell editing"
  | "several areas"
  | "manual calculation"
  | "broken names"
  | "very hidden sheets"
  | "writing filtered rows"
  | "other windows";

/** A workbook in a page, driven from the test. A refusal arrives as a value. */
export interface RemoteWorkbook extends Omit<Workbook, "settings" | "onSelection" | "held" | "file" | "serviceCells" | "blocks" | "charts"> {
  readonly blocks: NamedBlocks;
  serviceCells(scope: Scope): Promise<Awaited<ReturnType<Workbook["serviceCells"]>>>;
  file(): Promise<Uint8Array>;
  /** `stopAt`: stops after this many progress reports; 0 stops before it begins. */
  watchedServiceCells(scope: Scope, stopAt?: number): Promise<Watched<number>>;
  watchedFile(stopAt?: number): Promise<Watched<number>>;
  readSetting(name: string): Promise<string | undefined>;
  writeSetting(name: string, text: string | undefined): Promise<void>;
  /** Starts counting changes of the selection. */
  listen(): Promise<void>;
  heardChanges(): Promise<number>;
  stopListening(): Promise<void>;
}

export interface WorkbookUnderTest {
  readonly workbook: RemoteWorkbook;
  readonly service: LocalService;
  /** Writes contents to cells by address; adds a missing sheet. Does not wait for functions. */
  put(sheet: string, cells: Readonly<Record<string, Put>>): Promise<void>;
  clear(sheet: string, ...addresses: readonly string[]): Promise<void>;
  /** Takes back the last `put`, `clear` or `resize`; in the workbench, the last cell of it. */
  undo(): Promise<void>;
  /** Waits until every function has answered. */
  settled(): Promise<void>;
  hide(sheet: string, how?: "hidden" | "very hidden"): Promise<void>;
  /** Hides whole rows or columns of a sheet, counted from zero. */
  hideLines(sheet: string, along: "rows" | "columns", at: number, count: number): Promise<void>;
  protect(sheet: string): Promise<void>;
  merge(sheet: string, address: string): Promise<void>;
  /** Makes these cells a table of the host's own. */
  formatAsTable(sheet: string, address: string): Promise<void>;
  /** Sets a filter of these cells, with headings in their first row, that hides the rows whose first cell holds this text. */
  filterOut(sheet: string, address: string, text: string): Promise<void>;
  /** The host refuses these of the coming requests, counted from 0, because of too many. */
  limit(requests: readonly number[]): Promise<void>;
  /** Selects areas. The first area's top left cell is active. */
  select(sheet: string, ...areas: readonly string[]): Promise<void>;
  /** A cell's content, as the host itself reports it. */
  holds(sheet: string, address: string): Promise<{ readonly formula: string; readonly value: CellValue }>;
  /** How a sheet looks: the width of column A in pixels, whether a cell is bold and wraps, and the number of rows that stay in view. */
  look(sheet: string, cell: string): Promise<{ readonly width: number; readonly bold: boolean; readonly wrapped: boolean; readonly frozen: number }>;
  sheets(): Promise<readonly string[]>;
  /** The active sheet and cell. */
  front(): Promise<{ readonly sheet: string; readonly cell: string }>;
  names(): Promise<Readonly<Record<string, string>>>;
  /** Opened workbooks. */
  opened(): Promise<readonly Uint8Array[]>;
  setEditing(editing: boolean): Promise<void>;
  setAutomatic(automatic: boolean): Promise<void>;
  /** Inserts or deletes whole rows or columns of a sheet, counted from zero. */
  resize(sheet: string, kind: "insert" | "delete", along: "rows" | "columns", at: number, count: number): Promise<void>;
  rename(sheet: string, to: string): Promise<void>;
  /** The number format of a cell, if it has one. */
  format(sheet: string, address: string): Promise<string | undefined>;
  /** Called at the end of a passed test. */
  passed(): void;
}

/** The message of the refusal. */
export const refusal = (what: Promise<unknown>): Promise<string> =>
  what.then(
    () => "not refused",
    (e: Error) => {
      if (e.name !== "WorkbookRefusal") throw e;
      return e.message;
    },
  );
