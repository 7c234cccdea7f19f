import type { Question } from "../../core/question";
import type { CellCause } from "../../proof/answer-changes";
import { type CellPlace, sameValue, type ShownCell } from "../../workbook/cell";
import type { RefreshedTable } from "../../tables/table-work";
import type { SpreadsheetRefresh } from "../../workbook/script-results";
import type { Refused } from "../workbook";

/**
 * What to refresh. `problems`: cells that show an error or a reason; `stale`: cells with expired answers, or with an old value although a newer one was answered, and tables
 * that were not refreshed for an hour; both in the whole workbook.
 */
export type RefreshWhat = "selection" | "sheet" | "workbook" | "problems" | "stale";

/** The units of a cell's old and new number. */
export interface FigureUnits {
  readonly before?: string;
  readonly after?: string;
}

export interface Change {
  readonly place: CellPlace;
  readonly formula: string;
  readonly before: ShownCell;
  readonly after: ShownCell;
  /** `after` minus `before`, if both are numbers of the same unit. */
  readonly difference?: number;
  /** What its formula asks now, as far as it is known. */
  readonly questions: readonly Question[];
  /** What it asked before, if a cell that it reads changed and it asks something else now. */
  readonly formerQuestions?: readonly Question[];
  /** Empty if the cell is more than one call. */
  readonly units: FigureUnits;
  /** How its questions and answers differ from those before, most severe first; empty if they are not known. */
  readonly causes: readonly CellCause[];
}

export interface NotAnswered {
  readonly place: CellPlace;
  readonly formula: string;
  /** Why, and what to do, in a sentence. */
  readonly why: string;
}

/** The result of a refresh for the SERVICE cells. */
export interface CellsResult {
  readonly what: RefreshWhat;
  /** Start, in wall milliseconds. */
  readonly at: number;
  /** Number of SERVICE cells to refresh. */
  readonly cells: number;
  /** Number of cells that the workbook was asked to recalculate. */
  readonly answered: number;
  /** In the order of the workbook. */
  readonly changes: readonly Change[];
  readonly notAnswered: readonly NotAnswered[];
  /** Cells that the workbook could not calculate. */
  readonly refused: readonly Refused[];
  readonly stopped: boolean;
  /** Why the refresh failed as a whole, in a sentence. */
  readonly failure?: string;
  /** What a spreadsheet's script did, in a sentence. Scripts report neither changes nor cells. */
  readonly script?: SpreadsheetRefresh;
}

export interface RefreshResult extends CellsResult {
  /** The tables of the scope, oldest first. A table that was refused keeps its old rows. */
  readonly tables: readonly RefreshedTable[];
}

/** True if a cell changed, or a row of a table. */
export const hasNewData = ({ changes, tables }: RefreshResult): boolean =>
  changes.length > 0 ||
  tables.some(({ result: { report } }) => report !== undefined && report.added.length + report.removed.length + report.revised.length > 0);

/** True if a cell shows something else than before. Numbers are compared exactly. */
export const showsOther = (before: ShownCell, after: ShownCell): boolean => !sameValue(before.value, after.value) || before.text !== after.text;

/** `waiting`: a cell is being edited. `script`: a spreadsheet's script is running and reports no progress. */
export type RefreshPhase = "waiting" | "reading" | "asking" | "calculating" | "tables" | "script";

export type RefreshState =
  | { readonly phase: "idle"; readonly last?: RefreshResult }
  /** `of` is 0 until the amount is known. `last` is the previous refresh. */
  | { readonly phase: RefreshPhase; readonly what: RefreshWhat; readonly done: number; readonly of: number; readonly last?: RefreshResult };

/** Refreshes by hand. Runs independently of the shown tab. */
export interface RefreshByHand {
  state(): RefreshState;
  /** Starts a refresh. While one runs, returns that one, whatever its scope. Never rejects. */
  start(what: RefreshWhat): Promise<RefreshResult>;
  /** Stops the running refresh: no further requests and recalculations. Missing if it cannot be stopped. */
  stop?(): void;
  onChange(listener: () => void): () => void;
}
