import type { CellValue } from "../workbook/cell";
import type { PlainContent } from "../workbook/sheet-edits";

/** A cell of a row, by the row's key and the column's heading, as a person reads them. */
interface CellOfRow {
  readonly row: string;
  readonly column: string;
}

/** What a refresh of a table changed, and what it left. */
export interface RefreshReport {
  /** Rows that the publisher added. */
  readonly added: readonly string[];
  /** Rows that the publisher removed. */
  readonly removed: readonly string[];
  readonly revised: readonly (CellOfRow & { readonly from: PlainContent; readonly to: PlainContent })[];
  /** Cells that the user typed over; they stay. */
  readonly kept: readonly (CellOfRow & { readonly shown: CellValue; readonly published: PlainContent })[];
  /** Rows that are not in the answer any more, and stay without their values because the user uses them. */
  readonly struck: readonly string[];
  /** Rows and cells that were deleted from the sheet and are back. */
  readonly restored: number;
  /** What else to know, in sentences. */
  readonly notes: readonly string[];
}
