import { smallest } from "../../contract/lists";
import type { TableLayout } from "../memory";
import { isBlankIn, isEmptyCell, type FieldSpan } from "./own-fields";
import type { LineEdit, Lines, TableSheet } from "../table-sheet";

interface LayoutInput {
  readonly sheet: TableSheet;
  readonly span: FieldSpan;
  /** The line after the last row, before and after. */
  readonly end: number;
  readonly newEnd: number;
  readonly known: TableLayout | undefined;
  /** True if rows are away, so that what moves now moves back with them. */
  readonly isAway: boolean;
}

interface Layout extends Pick<TableLayout, "room" | "pushed"> {
  /** At most one step: rows are written over, so that only the cells below the table move. */
  readonly edits: readonly LineEdit[];
  /** Lines by which cells below the table move down; up if negative. */
  readonly moved: number;
}

/** The lines whose cells below the table cannot move with it, because a block there reaches beside it. */
export interface Torn {
  readonly torn: Lines;
  /** Lines that are missing. */
  readonly missing: number;
}

export const isTorn = (layout: Layout | Torn): layout is Torn => "torn" in layout;

/** The first cells below `from` that reach from the span's fields to the fields beside it, or another table that does. */
function tornBelow(sheet: TableSheet, { field, fields }: FieldSpan, from: number): Lines | undefined {
  const [left, right] = [field, field + fields - 1];
  for (const other of sheet.others) {
    if (other.line + other.lines <= from) continue;
    const inside = other.field >= left && other.field + other.fields - 1 <= right;
    const apart = other.field > right || other.field + other.fields - 1 < left;
    if (!apart && (!inside || other.line < from)) return other;
  }
  for (let line = from; line < sheet.endLine; line++)
    for (const [edge, beside] of [
      [left, left - 1],
      [right, right + 1],
    ] as const)
      if (beside >= 0 && !isEmptyCell(sheet.at(line, edge)) && !isEmptyCell(sheet.at(line, beside)))
        return { line, field: Math.min(edge, beside), lines: 1, fields: 2 };
  return undefined;
}

/**
 * Makes room below a table that grows, in the span's fields only. Empty lines there are used first, so that cells below move only if there are too few. One
 * empty line stays above such cells if possible, unless the table had it before. Cells that moved while rows were away move back with them.
 */
export function planLayout({ sheet, span, end, newEnd, known: { room = 0, pushed = 0 } = {}, isAway }: LayoutInput): Layout | Torn {
  const need = newEnd - end;
  let below = end;
  while (below < sheet.endLine && isBlankIn(sheet, { ...span, line: below, lines: 1 })) below++;
  const nearest = sheet.others.filter((o) => o.line >= end && o.field < span.field + span.fields && span.field < o.field + o.fields).map((o) => o.line);
  below = smallest(nearest, below);
  const isOpen = below >= sheet.endLine && nearest.length === 0;
  const gap = isOpen ? sheet.maxLines - end : below - end;
  const torn = isOpen ? undefined : tornBelow(sheet, span, below);
  const at = (line: number, lines: number): Lines => ({ line, lines, field: span.field, fields: span.fields });
  if (need <= 0) {
    const pulled = isOpen || torn !== undefined ? 0 : Math.min(pushed, -need);
    if (pulled === 0) return { edits: [], room: isOpen ? 0 : room - need, pushed, moved: 0 };
    return { edits: [{ kind: "delete", at: at(below - pulled, pulled) }], room: room - need - pulled, pushed: pushed - pulled, moved: -pulled };
  }
  const spare = !isOpen && gap > 0 && torn === undefined ? 1 : 0;
  const missing = need <= Math.min(room, gap) ? 0 : Math.max(0, need - Math.max(0, gap - spare));
  if (missing > 0 && torn) return { torn, missing };
  if (missing > 0 && (isOpen || sheet.endLine + missing > sheet.maxLines))
    return { torn: { line: sheet.maxLines - 1, field: span.field, lines: 1, fields: span.fields }, missing };
  const left = room - need + missing;
  return {
    edits: missing > 0 ? [{ kind: "insert", at: at(end, missing) }] : [],
    room: isOpen ? 0 : isAway ? left : Math.max(0, left),
    pushed: isAway ? pushed + missing : pushed,
    moved: missing,
  };
}
