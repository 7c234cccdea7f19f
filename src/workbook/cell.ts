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

/** A cell's value; null for an empty cell. Dates are serial numbers. */
export type CellValue = number | string | boolean | null | CellError;

/** A cell's value and displayed text. */
export interface ShownCell {
  readonly value: CellValue;
  /** As displayed: formatted, with the date as a date. */
  readonly text: string;
}

/** A cell with a formula in displayed form: `=SERVICE.FRED("DGS10")`. */
export interface FormulaCell extends CellPlace, ShownCell {
  readonly formula: string;
}

export const isError = (value: CellValue): value is CellError => typeof value === "object" && value !== null;
/** True if two cells show the same value. Numbers are compared exactly. */
export const sameValue = (a: CellValue, b: CellValue): boolean => (isError(a) && isError(b) ? a.error === b.error : Object.is(a, b));
export const BUSY = "#BUSY!";
