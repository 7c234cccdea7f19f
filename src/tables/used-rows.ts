import { groupedBy } from "../contract/lists";
import { referencesOf } from "../workbook/areas";
import { blockText } from "../workbook/cell-address";
import type { Reference } from "../workbook/count-references";
import type { Orientation } from "./memory";
import type { Span } from "./own-fields";
import { linesOf, type TableSheet } from "./table-sheet";

/** The references to cells of one line alone: without the line, their formulas would show #REF!. */
interface LineReferences {
  of(line: number): readonly Reference[];
  /** True if a formula refers to this cell. */
  has(line: number, field: number): boolean;
}

export function lineReferences(references: readonly Reference[], orientation: Orientation, span: Span): LineReferences {
  const at = (area: Reference) => linesOf(area, orientation);
  const single = references.filter((area) => {
    const { lines, field, fields } = at(area);
    return lines === 1 && field < span.field + span.fields && span.field < field + fields;
  });
  const byLine = groupedBy(single, (area) => at(area).line);
  return {
    of: (line) => byLine.get(line) ?? [],
    has: (line, field) =>
      (byLine.get(line) ?? []).some((area) => {
        const { field: first, fields } = at(area);
        return first <= field && field < first + fields;
      }),
  };
}

/**
 * The lines among these that stay: the user has something in them, or a formula refers to them. The formulas that all rows have go with their rows, so those
 * of rows that go do not count.
 */
export function usedLines(
  lines: readonly number[],
  isOwn: (line: number) => boolean,
  { sheet, filled, references }: { readonly sheet: TableSheet; readonly filled: ReadonlySet<number>; readonly references: LineReferences },
): ReadonlySet<number> {
  const ownOf = new Map(
    lines.map((line) => [line, [...filled].flatMap((field) => referencesOf(sheet.at(line, field).formula, "", []).areas.filter((area) => area.sheet === ""))]),
  );
  /** References from the formulas of rows that go, by address. */
  const going = new Map<string, number>();
  const count = (line: number, by: number): void => {
    for (const area of ownOf.get(line) ?? []) going.set(blockText(area), (going.get(blockText(area)) ?? 0) + by);
  };
  for (const line of lines) count(line, 1);
  const isReferred = (line: number): boolean => references.of(line).some((area) => area.times > (going.get(blockText(area)) ?? 0));
  const used = new Set<number>();
  const stay = (staying: readonly number[]): void => {
    for (const line of staying) {
      used.add(line);
      count(line, -1);
    }
  };
  stay(lines.filter(isOwn));
  // The formulas of a row that stays may refer to others.
  for (;;) {
    const more = lines.filter((line) => !used.has(line) && isReferred(line));
    if (more.length === 0) return used;
    stay(more);
  }
}
