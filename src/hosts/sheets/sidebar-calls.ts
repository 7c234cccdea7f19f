import type { Checked } from "../../core/check-reply";
import type { Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { Asked } from "../../tables/kind";
import type { ListedTable } from "../../tables/listed-table";
import type { Fetched } from "../../tables/read-table";
import type { TableResult } from "../../tables/table-work";
import type { CellPlace, Refused, Selection, ShownCell } from "../../workbook/cell";
import type { Content } from "../../workbook/edits/sheet-edits";
import type { ArgumentValue, CallsOfCell, CopiedSheet, SpreadsheetAsOf, SpreadsheetRefresh, SpreadsheetScope } from "../../workbook/script-results";
import type { UnattendedPlan, UnattendedState } from "../../workbook/unattended";

/** One call behind the selected cell's value. */
export interface KnownCall {
  /** Such as `SERVICE.FRED`. */
  readonly id: string;
  /** The question in full, else the call as written. */
  readonly text: string;
  /** The formula is only this call. */
  readonly alone: boolean;
  readonly asks:
    | { readonly kind: "question"; readonly question: Pick<Question, "key" | "name"> }
    /** `blank` if the referenced cells are empty, which is no error. */
    | { readonly kind: "wrong"; readonly message: string; readonly blank?: true }
    | { readonly kind: "error_in"; readonly error: string }
    | { readonly kind: "unknown"; readonly why: string };
  /** Of a question. */
  readonly outcome?: Outcome;
}

export type CallsReply = CallsOfCell<KnownCall>;

export interface ScriptRefresh extends SpreadsheetRefresh {
  /** Number of formulas that were recalculated with newer answers. */
  readonly cells: number;
  /** Number of distinct questions answered with a value or a reason. */
  readonly answered: number;
  readonly requests: number;
  /** The tables after it; missing if none belongs to the scope. */
  readonly tables?: TableState;
  /** True if something was to be refreshed, and nothing could be. */
  readonly hasFailed: boolean;
}

/** The effect of another day or moment on the cells. */
export interface AsOfChange extends SpreadsheetAsOf {
  /** The day or moment in force; undefined for now. */
  readonly asOf: string | undefined;
  /** Number of recalculated formulas. */
  readonly cells: number;
  /** The tables after it; missing if there are none. */
  readonly tables?: TableState;
  /** What was done, with the first of the troubles. */
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
  /** Tests a key with the service. Nothing is saved. */
  testKey(key: string): Checked;
  /** Tests the saved key. */
  testSavedKey(): Checked;
  /** Tests the key, and saves it in the user's properties if the service accepts it. */
  saveKey(key: string): Checked;
  removeKey(): null;
  /** Sends a GET to the service, such as `/v1/companies?q=apple`. */
  fetch(path: string): Fetched;
  selected(): Selection;
  shown(places: readonly CellPlace[]): ShownCell[];
  /** The value of an expression of a formula on this sheet, for a range that of its first filled cell. */
  argument(text: string, sheet: string): ArgumentValue;
  /** The calls behind the selected cell's value, with their answers. */
  calls(): CallsReply;
  /** Answers of questions, in their order; new ones with `renew`, which are cached for the cells. */
  answers(cells: readonly Question["cell"][], renew: boolean): Outcome[];
  /** Recalculates the formulas of these cells. */
  recalculate(places: readonly CellPlace[]): Refused[];
  goTo(place: CellPlace): null;
  refresh(scope: SpreadsheetScope): ScriptRefresh;
  /** Returns nothing: every reply contains the day or moment of all cells. */
  asOf(): null;
  /** Sets the day or moment of all cells, for every user of the spreadsheet. Blank for now. */
  setAsOf(typed: string): AsOfChange;
  schedule(): UnattendedState;
  setSchedule(schedule: UnattendedPlan): UnattendedState;
  stopSchedule(): UnattendedState;
  /** Copies the active tab with values instead of SERVICE formulas; the tab itself does not change. */
  copyAsValues(): CopiedSheet;
  /**
   * Writes a block; returns its address. Rejects, and writes nothing, if a cell is not empty, unless `over`. `formats` has a number format, or null, for each
   * cell by row and column.
   */
  write(at: CellPlace, rows: readonly (readonly Content[])[], over: boolean, formats: readonly (readonly (string | null)[])[]): string;
  tables(): TableState;
  /** Inserts a table with its top left corner at this cell. */
  insertTable(kind: string, asked: Asked, at: CellPlace): TableState;
  refreshTables(ids: readonly string[], mayMove: boolean): TableState;
  /** Takes back the last change of a table. */
  undoTable(id: string): TableState;
  /** Removes a table from the list; its cells stay. */
  removeTable(id: string): TableState;
  showTable(id: string): TableState;
  /** Draws a chart beside a table, or removes it. */
  chartTable(id: string, drawn: boolean): TableState;
}

export type SidebarCall = keyof SidebarCalls;
/** A reply of the script. Refusals are returned, because Google replaces the text of thrown errors. */
export type SidebarReply = ({ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string; readonly isTaken?: true }) & {
  /** The stored day or moment of all cells; empty for now, missing if Google did not return it. In every reply, because other users can set it. */
  readonly asOf?: string;
  /** Why no cell can be answered as of it: it is no day or moment. */
  readonly asOfProblem?: string;
};
