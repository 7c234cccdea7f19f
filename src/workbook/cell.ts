/** One cell of one sheet, counted from zero. */
export interface CellPlace {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** An error value: `#N/A`, `#NAME?` and so on; `#BUSY!` while a function has not answered yet. */
export interface CellError {
  readonly error: string;
}

/** What a cell holds; null is an empty cell. Dates are their serial number. */
export type CellValue = number | string | boolean | null | CellError;

/** What a cell holds and how it shows it. */
export interface ShownCell {
  readonly value: CellValue;
  /** As displayed: formatted, with the date as a date. */
  readonly text: string;
}

/** A cell with a formula, in the form in which a person sees it: `=SERVICE.FRED("DGS10")`. */
export interface FormulaCell extends CellPlace, ShownCell {
  readonly formula: string;
}

export const isError = (value: CellValue): value is CellError => typeof value === "object" && value !== null;
export const BUSY = "#BUSY!";
