import { addressOf } from "../../workbook/cell-address";
import type { AuditedCell, AuditState } from "./audit-of";

interface Filter {
  readonly state?: AuditState | undefined;
  readonly sheet?: string | undefined;
  /** Words that must all occur: in the address, the formula, what the cell shows, or its explanation. */
  readonly text: string;
}

/** Cells that match a filter, in their order. */
export function matchingCells(cells: readonly AuditedCell[], { state, sheet, text }: Filter): readonly AuditedCell[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (state === undefined && sheet === undefined && words.length === 0) return cells;
  return cells.filter((c) => {
    if (state !== undefined && c.state !== state) return false;
    if (sheet !== undefined && c.cell.sheet !== sheet) return false;
    if (words.length === 0) return true;
    const searchable = `${addressOf(c.cell)} ${c.cell.formula} ${c.cell.text} ${c.words}`.toLowerCase();
    return words.every((word) => searchable.includes(word));
  });
}
