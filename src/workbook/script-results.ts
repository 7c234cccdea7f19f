import type { CellPlace, CellValue } from "./cell";

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

/** The value of an expression; unknown if only the sheet can calculate it. */
export type ArgumentValue = { readonly known: true; readonly value: CellValue } | { readonly known: false };

/** The calls of the formula that fills the selected cell. */
export interface CallsOfCell<Call> {
  /** The cell of the formula. */
  readonly place: CellPlace;
  /** Empty if no SERVICE formula fills the selected cell. */
  readonly formula: string;
  /** The address of that formula, if it is in another cell and spills into the selected one. */
  readonly filledFrom?: string;
  /** Each distinct question once; for a formula over a range only that of the selected cell, if known. */
  readonly calls: readonly Call[];
  /** Number of calls that are not listed. */
  readonly more: number;
}
