import type { CellPlace } from "../../workbook/cell";

/** A cell, and a sentence on why it keeps its value. */
export interface CellReason {
  readonly place: CellPlace;
  readonly why: string;
}

/** Groups equal reasons, the most frequent first. */
export function groupReasons<T extends CellReason>(items: readonly T[]): readonly { readonly why: string; readonly items: readonly T[] }[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.why);
    if (group) group.push(item);
    else groups.set(item.why, [item]);
  }
  return [...groups].map(([why, of]) => ({ why, items: of })).sort((a, b) => b.items.length - a.items.length);
}
