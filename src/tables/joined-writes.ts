import type { Content } from "../workbook/sheet-edits";
import type { LineEdit } from "./table-sheet";

interface CellWrite {
  readonly line: number;
  readonly field: number;
  readonly content: Content;
}

/** Writes of single cells, joined down each field. */
export function joinedWrites(cells: readonly CellWrite[]): LineEdit[] {
  const sorted = [...cells].sort((a, b) => a.field - b.field || a.line - b.line);
  const edits: { kind: "write"; at: { line: number; field: number; lines: number; fields: number }; rows: Content[][] }[] = [];
  for (const { line, field, content } of sorted) {
    const last = edits[edits.length - 1];
    if (last && last.at.field === field && last.at.line + last.at.lines === line) {
      last.at.lines++;
      last.rows.push([content]);
    } else edits.push({ kind: "write", at: { line, field, lines: 1, fields: 1 }, rows: [[content]] });
  }
  return edits;
}

/** Consecutive lines as one block. */
export function strips(lines: Iterable<number>): { line: number; lines: number }[] {
  const found: { line: number; lines: number }[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = found[found.length - 1];
    if (last && last.line + last.lines === line) last.lines++;
    else found.push({ line, lines: 1 });
  }
  return found;
}
