import type { CellPlace } from "../../workbook/cell";

/** A cell, and a sentence that says why it was left as it is. */
export interface Because {
  readonly place: CellPlace;
  readonly why: string;
}

/** Equal reasons together, the most frequent first. */
export function groupReasons<T extends Because>(items: readonly T[]): readonly { readonly why: string; readonly items: readonly T[] }[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const there = groups.get(item.why);
    if (there) there.push(item);
    else groups.set(item.why, [item]);
  }
  return [...groups].map(([why, of]) => ({ why, items: of })).sort((a, b) => b.items.length - a.items.length);
}
