import type { CellValue } from "./cell";

/** Colours are written `#RRGGBB`, in capitals. */
export type Color = string;

export interface Line {
  readonly style: "thin" | "medium" | "thick" | "dashed" | "dotted" | "double";
  readonly color?: Color;
}

/** How a cell looks beside its number format; what is left out is as the application has it. */
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

/** A cell that holds or shows something, by zero-based row and column. */
export interface BookCell {
  readonly row: number;
  readonly column: number;
  /** What the cell holds; for a formula what it last came to: null where it has not been calculated. Dates are serial numbers of the 1900 system. */
  readonly value: CellValue;
  /** As a person sees it, with its equals sign. */
  readonly formula?: string;
  /**
   * Of a formula that gives an array: what it last came to, by rows, its own cell first. The cells that it fills hold no value of their own here.
   * An array of one cell stands here only for a formula that takes ranges whole where it would otherwise take one cell of them, `{=SUM(A1:A3*B1:B3)}`.
   */
  readonly spill?: readonly (readonly CellValue[])[];
  /** Number format in the en-US form, such as `0.00%`; left out for General. */
  readonly format?: string;
  readonly style?: CellStyle;
}

/** Columns next to each other, by zero-based index, the last one included. */
export interface ColumnSize {
  readonly from: number;
  readonly to: number;
  /** In characters of the standard font, as Excel counts it. */
  readonly width?: number;
  readonly hidden?: true;
}

export interface RowSize {
  readonly row: number;
  /** Points. */
  readonly height?: number;
  readonly hidden?: true;
}

export interface Block {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface BookSheet {
  readonly name: string;
  /** `veryHidden` is not in Excel's list of sheets to show. */
  readonly visibility?: "hidden" | "veryHidden";
  /** Sparse, by rows and then by columns; no place twice. */
  readonly cells: readonly BookCell[];
  readonly columns?: readonly ColumnSize[];
  readonly rows?: readonly RowSize[];
  readonly merges?: readonly Block[];
  /** How many rows and columns stay where they are when the sheet scrolls. */
  readonly frozen?: { readonly rows: number; readonly columns: number };
}

export interface DefinedName {
  readonly name: string;
  /** As a person sees it, with its equals sign. */
  readonly formula: string;
  /** The sheet that alone knows the name; left out where the whole workbook does. */
  readonly sheet?: string;
  readonly hidden?: true;
}

/** A workbook as far as the workbench shows it. `readBook` and `writeBook` turn .xlsx files into it and back. */
export interface Book {
  readonly sheets: readonly BookSheet[];
  /** Index of the sheet in front. */
  readonly active: number;
  readonly names: readonly DefinedName[];
  /** Small texts of ours that travel with the file. Never a key. */
  readonly settings: Readonly<Record<string, string>>;
  /** What the file holds and this does not, in words, such as `3 charts`: it is lost when the book is written again. Left out where there is nothing. */
  readonly leftOut?: readonly string[];
}
