import type { AsOf } from "../contract/as-of";
import type { CellValue } from "../workbook/cell";
import type { UnattendedPlan, UnattendedState } from "../workbook/unattended";
import type { ResolvedCall } from "./questions/resolve-calls";
import type { Tables } from "./tables/tables";
import type { Cells } from "./workbook";

/** The calls of the formula that fills the selected cell. */
export interface CellCalls {
  /** The cell of the formula. */
  readonly place: { readonly sheet: string; readonly row: number; readonly column: number };
  /** Empty if no SERVICE formula fills the selected cell. */
  readonly formula: string;
  /** The address of that formula, if it is in another cell and spills into the selected one. */
  readonly filledFrom?: string;
  readonly calls: readonly ResolvedCall[];
  /** Number of calls that are not listed. */
  readonly more: number;
}

/** What a script may refresh: the whole spreadsheet, the active sheet, or the cells that show an error or a reason. */
export type SpreadsheetScope = "book" | "sheet" | "errors";

/** Formulas that keep their values, by reason. */
export interface Troubles {
  readonly troubles: readonly { readonly message: string; readonly cells: number }[];
}

/** What a refresh did, in words. */
export interface SpreadsheetRefresh extends Troubles {
  readonly summary: string;
}

/** What setting a day did, in words. */
export interface SpreadsheetAsOf extends Troubles {
  readonly done: string;
}

/** A copy of a sheet in the same spreadsheet. */
export interface CopiedSheet {
  /** The name of the new sheet. */
  readonly sheet: string;
  readonly cells: number;
  readonly summary: string;
}

/**
 * A spreadsheet that its host's script reads, refreshes and writes: each call is a run of the script, which takes a second or more and goes on if the pane is
 * closed. One formula can take ranges and fill many cells, and cells get new values only if they are refreshed.
 */
export interface Spreadsheet extends Cells {
  calls(): Promise<CellCalls>;
  /** The value of an expression of a formula on this sheet, for a range that of its first filled cell. */
  argument(text: string, sheet: string): Promise<{ readonly known: true; readonly value: CellValue } | { readonly known: false }>;
  refresh(scope: SpreadsheetScope): Promise<SpreadsheetRefresh>;
  /** Sets the day or moment of all cells, and recalculates them; undefined for now. */
  setAsOf(asOf: AsOf | undefined): Promise<SpreadsheetAsOf>;
  readonly schedule: {
    read(): Promise<UnattendedState>;
    set(plan: UnattendedPlan): Promise<UnattendedState>;
    stop(): Promise<UnattendedState>;
  };
  /** Copies the active sheet with values instead of SERVICE formulas; the sheet itself does not change. */
  copyAsValues(): Promise<CopiedSheet>;
  readonly tables: Tables;
}
