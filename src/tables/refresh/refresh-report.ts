import { counted } from "../../contract/counted";
import type { CellValue } from "../../workbook/cell";
import type { PlainContent } from "../../workbook/edits/sheet-edits";

/** A cell of a row, by the row's key and the column's heading, as a person reads them. */
interface CellOfRow {
  readonly row: string;
  readonly column: string;
}

/** A reference of a formula to rows of a table. */
export interface RangeOfRows {
  /** The formula's cell, or what else has the reference. */
  readonly cell: string;
  readonly has: string;
  /** The reference that follows the rows. */
  readonly all: string;
}

const LISTED = 5;

/** What to do about ranges that could not be extended. */
export function partialNotes(ranges: readonly RangeOfRows[]): string[] {
  if (ranges.length === 0) return [];
  const named = ranges.slice(0, LISTED).map(({ cell, has, all }) => `${cell} has ${has} instead of ${all}`);
  const more = ranges.length > LISTED ? `; and ${ranges.length - LISTED} more` : "";
  return [
    `${counted(ranges.length, "range of a formula covers", "ranges of formulas cover")} only a part of the table: ${named.join("; ")}${more}. Change ${ranges.length === 1 ? "it" : "them"} by hand.`,
  ];
}

/** What a refresh of a table changed, and what it left. */
export interface RefreshReport {
  /** Rows that the publisher added, with their values. */
  readonly added: readonly string[];
  /** Rows that the publisher removed. */
  readonly removed: readonly string[];
  readonly revised: readonly (CellOfRow & { readonly from: PlainContent; readonly to: PlainContent })[];
  /** Cells that the user typed over; they stay. */
  readonly kept: readonly (CellOfRow & { readonly shown: CellValue; readonly published: PlainContent })[];
  /** Rows that are not in the answer any more, and stay below the table without their values because the user uses them. */
  readonly struck: readonly { readonly row: string; readonly why: string }[];
  /** References of formulas that follow their rows, or have all rows again. */
  readonly extended: readonly RangeOfRows[];
  /** Rows and cells that were deleted from the sheet and are back. */
  readonly restored: number;
  /** What else to know, in sentences. */
  readonly notes: readonly string[];
}
