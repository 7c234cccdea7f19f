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

/** The selection. The active cell is the one that receives typed input. */
export interface Selection {
  /** As Excel writes it, with the sheet: `Sheet1!A1:B3`. */
  readonly address: string;
  readonly rows: number;
  readonly columns: number;
  readonly active: CellPlace;
  /** The active cell's formula, with its equals sign; empty if it has none. */
  readonly formula: string;
  readonly shown: ShownCell;
}

/** A cell that was left as it is. */
export interface Refused {
  readonly place: CellPlace;
  /** Why, and what to do, in a sentence. */
  readonly why: string;
}

/** A cell of a missing sheet: what a formula that refers to it would show. */
export const GONE_CELL: ShownCell = { value: { error: "#REF!" }, text: "#REF!" };
export const BLANK_CELL: ShownCell = { value: null, text: "" };

/** A cell with a formula in displayed form: `=SERVICE.FRED("DGS10")`. */
export interface FormulaCell extends CellPlace, ShownCell {
  readonly formula: string;
}

export const isError = (value: CellValue): value is CellError => typeof value === "object" && value !== null;
/** True if two cells show the same value. Numbers are compared exactly. */
export const sameValue = (a: CellValue, b: CellValue): boolean => (isError(a) && isError(b) ? a.error === b.error : Object.is(a, b));
export const BUSY = "#BUSY!";

/** Colours are written `#RRGGBB`, in capitals. */
export type Color = string;

export interface Line {
  readonly style: "thin" | "medium" | "thick" | "dashed" | "dotted" | "double";
  readonly color?: Color;
}

/** A cell's style without its number format. Missing members have the application's default. */
export interface CellStyle {
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  /** Points. */
  readonly size?: number;
  readonly color?: Color;
  readonly fill?: Color;
  readonly horizontal?: "left" | "center" | "right" | "justify";
  readonly vertical?: "top" | "center";
  readonly wrap?: true;
  readonly top?: Line;
  readonly right?: Line;
  readonly bottom?: Line;
  readonly left?: Line;
}
