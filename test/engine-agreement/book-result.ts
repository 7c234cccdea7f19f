import type { DefinedName } from "../../src/workbook/book";
import type { CellValue } from "../../src/workbook/cell";

/** What the engine made of one formula, beside what the file stores. */
export interface FormulaResult {
  readonly address: string;
  readonly formula: string;
  /** Of the first cell that differs, if the formula fills several. */
  readonly stored: CellValue;
  readonly got: CellValue;
  readonly agrees: boolean;
  /** The second engine's value of the same cell. */
  readonly second: CellValue;
  readonly secondAgrees: boolean;
  /** True if both engines give the same. */
  readonly enginesAgree: boolean;
}

export interface BookQuestion {
  readonly file: string;
}

/** A child's answer for a book. */
export type BookAnswer = BookFormulas | { readonly refused: string };

interface BookFormulas {
  readonly application: string;
  readonly names: readonly DefinedName[];
  /** What its formulas call and no engine has: its own names, and misspelt ones. In capitals. */
  readonly ownFunctions: readonly string[];
  readonly formulas: readonly FormulaResult[];
}

export type BookResult =
  | ({ readonly file: string } & BookFormulas)
  /** The book was not read, the process ended, or the time was over. */
  | { readonly file: string; readonly failed: string };
