import type { Status } from "../../contract/wire";
import type { Failure } from "../../core/failure";
import type { Answer, Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { Content } from "../../workbook/sheet-edits";
import type { Asked } from "../../tables/kind";
import type { ListedTable } from "../../tables/listed-table";
import type { FirstRows } from "../../tables/read-table";
import type { TableResult } from "../../tables/table-work";

/** The key state of the sidebar's user. The key itself is never returned. */
export interface Account {
  /** The service's address, set when the script is built; undefined if none was given. */
  readonly baseUrl: string | undefined;
  readonly hasKey: boolean;
  /** Which key is used where, in words. */
  readonly keyUse: string;
}

/** The result of a key test: the service's status, or a message that says what is wrong and what to do. */
export type KeyTest = { readonly ok: true; readonly status: Status } | { readonly ok: false; readonly message: string; readonly failure?: Failure };

/** One question of the selected cell, with its answer or a message. */
export interface Sourced {
  /** The call as typed: `SERVICE_FRED("DGS10")`. */
  readonly label: string;
  readonly answer?: Answer;
  /** Why there is no answer; with an answer, why it is out of date. */
  readonly message?: string;
}

/** The sources of the selected cell's value. */
export interface Sources {
  /** With its sheet, as Google writes it: `'My Sheet'!B2`. */
  readonly address: string;
  /** The formula that fills this cell; empty if no SERVICE formula does. */
  readonly formula: string;
  /** The address of that formula, if it is in another cell and spills into this one. */
  readonly filledFrom?: string;
  /** What the selected cell shows. */
  readonly shown: string;
  /** Each distinct question once; for a formula over a range only that of the selected cell, if known. */
  readonly questions: readonly Sourced[];
  /** Number of questions that are not listed. */
  readonly more: number;
}

export type RefreshScope = "sheet" | "book" | "errors";

export interface RefreshResult {
  /** Number of formulas that were recalculated with newer answers. */
  readonly cells: number;
  /** Number of distinct questions answered with a value or a reason. */
  readonly answered: number;
  readonly requests: number;
  /** What went wrong, with the number of cells. */
  readonly troubles: readonly { readonly message: string; readonly cells: number }[];
  /** All of it in one text. */
  readonly summary: string;
}

/** The effect of another day or moment on the cells. */
export interface AsOfChange {
  /** The day or moment in force; undefined for now. */
  readonly asOf: string | undefined;
  /** Number of recalculated formulas. */
  readonly cells: number;
  /** Why formulas were not recalculated, with their number. */
  readonly troubles: RefreshResult["troubles"];
  /** What cells show now, and the number of recalculated formulas. */
  readonly done: string;
  /** The same, with the first of the troubles. */
  readonly summary: string;
}

/** When the spreadsheet is refreshed automatically. */
export type Schedule = { readonly every: "hour" } | { readonly every: "day"; readonly hour: number };

export interface ScheduleState {
  /** Undefined if this user has set none. */
  readonly schedule: Schedule | undefined;
  /** The spreadsheet's time zone, such as `America/New_York`. */
  readonly timeZone: string;
  /** Time and result of the last run, in words; undefined before the first. */
  readonly lastRun?: string;
}

/** The selection in the sheet. */
export interface Selected {
  readonly address: string;
  /** The active cell alone, such as `B2`. */
  readonly cell: string;
  /** The selected block, such as `B2:B40`; equal to `cell` if one cell is selected. */
  readonly range: string;
  readonly formula: string;
}

export interface Copied {
  /** The name of the new tab. */
  readonly sheet: string;
  readonly cells: number;
  readonly summary: string;
}

/** The spreadsheet's tables after a call, and what came of it for each table that it changed. */
export interface TableState {
  readonly tables: readonly (ListedTable & { readonly canUndo: boolean; readonly hasChart: boolean })[];
  readonly results: readonly { readonly id: string; readonly result: TableResult }[];
}

/**
 * The sidebar's calls of the script, through `google.script.run.serviceSidebar(name, args)`. Everything is JSON; `undefined` members are dropped. A failed
 * call rejects with a message for the user.
 */
export interface SidebarCalls {
  account(): Account;
  /** Tests a key with the service. Nothing is saved. */
  testKey(key: string): KeyTest;
  /** Tests the saved key; returns plan and quota. */
  testSavedKey(): KeyTest;
  /** Tests the key, and saves it in the user's properties if the service accepts it. */
  saveKey(key: string): KeyTest;
  removeKey(): Account;
  /** The reply of `GET /v1/companies` to these words; null if the service does not answer. */
  companies(query: string): unknown;
  /** Previews a call. Arguments are as typed in the form: blank ones empty, cells and ranges as references on the active sheet. */
  preview(id: string, args: readonly PreviewArgument[]): Sourced;
  selected(): Selected;
  /** Inserts the formula into the active cell and returns its address. Rejects if the cell is not empty, unless `over`. */
  insert(formula: string, over: boolean): string;
  sources(): Sources;
  refresh(scope: RefreshScope): RefreshResult;
  /** Returns nothing: every reply contains the day or moment of all cells. */
  asOf(): null;
  /** Sets the day or moment of all cells, for every user of the spreadsheet. Blank for now. */
  setAsOf(typed: string): AsOfChange;
  schedule(): ScheduleState;
  setSchedule(schedule: Schedule): ScheduleState;
  stopSchedule(): ScheduleState;
  /** Copies the active tab with values instead of SERVICE formulas; the tab itself does not change. */
  copyAsValues(): Copied;
  /**
   * Writes a block; returns its address. Rejects, and writes nothing, if a cell is not empty, unless `over`. `formats` has a number format, or null, for each
   * cell by row and column.
   */
  insertBlock(at: string, rows: readonly (readonly Content[])[], over: boolean, formats: readonly (readonly (string | null)[])[]): string;
  /** What the cells of an address hold, row by row; null for empty ones and dates. */
  cellValues(address: string): (string | number | boolean | null)[][];
  /** Answers of questions, in their order. */
  answers(cells: readonly Question["cell"][]): Outcome[];
  tables(): TableState;
  tableRows(kind: string, asked: Asked): FirstRows;
  /** Inserts a table with its top left corner at this address. */
  insertTable(kind: string, asked: Asked, at: string): TableState;
  refreshTables(ids: readonly string[], mayMove: boolean): TableState;
  /** Takes back the last change of a table. */
  undoTable(id: string): TableState;
  /** Removes a table from the list; its cells stay. */
  removeTable(id: string): TableState;
  showTable(id: string): TableState;
  /** Draws a chart beside a table, or removes it. */
  chartTable(id: string, drawn: boolean): TableState;
}

/** One argument of the form. */
export interface PreviewArgument {
  readonly mode: "value" | "cell";
  readonly text: string;
}

export type SidebarCall = keyof SidebarCalls;
/** A reply of the script. Refusals are returned, because Google replaces the text of thrown errors. */
export type SidebarReply = ({ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }) & {
  /** The stored day or moment of all cells; empty for now, missing if Google did not return it. In every reply, because other users can set it. */
  readonly asOf?: string;
  /** Why no cell can be answered as of it: it is no day or moment. */
  readonly asOfProblem?: string;
};
