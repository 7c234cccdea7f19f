import type { CellValue } from "../../src/workbook/cell";

/** What the engine made of one formula, beside what the file stores. */
export interface FormulaResult {
  readonly address: string;
  readonly formula: string;
  /** Of the first cell that differs, if the formula fills several. */
  readonly stored: CellValue;
  readonly got: CellValue;
  readonly agrees: boolean;
}

export interface BookQuestion {
  readonly file: string;
}

/** A child's answer for a book. */
export type BookAnswer = { readonly application: string; readonly formulas: readonly FormulaResult[] } | { readonly refused: string };

export type BookResult =
  | { readonly file: string; readonly application: string; readonly formulas: readonly FormulaResult[] }
  /** The book was not read, the process ended, or the time was over. */
  | { readonly file: string; readonly failed: string };
