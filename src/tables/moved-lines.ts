import type { LineEdit, Lines } from "./table-sheet";

/** Where lines are after these edits, as formulas that refer to them follow; undefined if all of them were deleted. Lines that move only in part stay. */
export function movedLines(at: Lines, edits: readonly LineEdit[]): Lines | undefined {
  let [start, end] = [at.line, at.line + at.lines];
  for (const { kind, at: cells } of edits) {
    if ((kind !== "insert" && kind !== "delete") || at.field < cells.field || at.field + at.fields > cells.field + cells.fields) continue;
    const { line, lines } = cells;
    if (kind === "insert") {
      if (line < end) end += lines;
      if (line <= start) start += lines;
    } else {
      const cut = (n: number): number => (n <= line ? n : Math.max(line, n - lines));
      [start, end] = [cut(start), cut(end)];
      if (start === end) return undefined;
    }
  }
  return { ...at, line: start, lines: end - start };
}
