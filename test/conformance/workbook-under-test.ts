import type { CellValue } from "../../src/workbook/cell";
import type { Scope, Workbook } from "../../src/pane/workbook";
import type { LocalService } from "../browser/local-service";

/** What a test puts into a cell as a person would: a text that begins with = is a formula. */
export type Put = string | number | boolean | { readonly broken: string } | { readonly text: string };

/** What became of long work that was watched, and maybe stopped. */
export interface Watched<T> {
  readonly progress: readonly (readonly [number, number])[];
  readonly value?: T;
  /** The refusal's words. */
  readonly refusal?: string;
}

/** What not every host has. */
export type Ability = "protection" | "cell editing" | "several areas" | "manual calculation" | "broken names" | "very hidden sheets" | "other windows";

/** What a test needs of its page. */
export interface Needs {
  /** A page in which no cell has been evaluated yet. */
  readonly unasked?: boolean;
}

/** A workbook in its own page, driven from the test: its calls go there and back, and a refusal arrives as one. */
export interface RemoteWorkbook extends Omit<Workbook, "settings" | "onSelection" | "file" | "serviceCells"> {
  serviceCells(scope: Scope): Promise<Awaited<ReturnType<Workbook["serviceCells"]>>>;
  file(): Promise<Uint8Array>;
  /** `stopAt`: stops after this many progress reports; 0 before it begins. */
  watchedServiceCells(scope: Scope, stopAt?: number): Promise<Watched<number>>;
  watchedFile(stopAt?: number): Promise<Watched<number>>;
  readSetting(name: string): Promise<string | undefined>;
  writeSetting(name: string, text: string | undefined): Promise<void>;
  /** Begins to count changes of the selection. */
  listen(): Promise<void>;
  heardChanges(): Promise<number>;
  stopListening(): Promise<void>;
}

export interface WorkbookUnderTest {
  readonly workbook: RemoteWorkbook;
  readonly service: LocalService;
  /** Writes contents to cells by address; adds a missing sheet. Does not wait for functions. */
  put(sheet: string, cells: Readonly<Record<string, Put>>): Promise<void>;
  /** Waits until every function has answered. */
  settled(): Promise<void>;
  hide(sheet: string, how?: "hidden" | "very hidden"): Promise<void>;
  protect(sheet: string): Promise<void>;
  /** Selects areas; the first one's top left cell is active. */
  select(sheet: string, ...areas: readonly string[]): Promise<void>;
  /** What the host itself says that a cell holds. */
  holds(sheet: string, address: string): Promise<{ readonly formula: string; readonly value: CellValue }>;
  sheets(): Promise<readonly string[]>;
  /** The sheet in front and its active cell. */
  front(): Promise<{ readonly sheet: string; readonly cell: string }>;
  names(): Promise<Readonly<Record<string, string>>>;
  /** Workbooks that were opened. */
  opened(): Promise<readonly Uint8Array[]>;
  setEditing(editing: boolean): Promise<void>;
  setAutomatic(automatic: boolean): Promise<void>;
  /** Says at the end of a test that it has passed. */
  passed(): void;
}
