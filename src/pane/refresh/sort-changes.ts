import { isError, type ShownCell } from "../../workbook/cell";
import type { Change } from "./refresher";

export type ChangeColumn = "cell" | "before" | "after" | "difference";
export interface Order {
  readonly by: ChangeColumn;
  readonly descending: boolean;
}

/** Orders numbers before text before errors before empty cells. */
function compareShown(a: ShownCell, b: ShownCell): number {
  const rank = ({ value }: ShownCell): number => (typeof value === "number" ? 0 : value === null ? 3 : isError(value) ? 2 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return typeof a.value === "number" && typeof b.value === "number" ? a.value - b.value : a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

/** Sorts the changes; by cell is the workbook's order, as given. Changes without a difference come last either way; equal ones keep their order. */
export function sortChanges(changes: readonly Change[], { by, descending }: Order): readonly Change[] {
  if (by === "cell") return descending ? [...changes].reverse() : changes;
  const way = descending ? -1 : 1;
  return [...changes].sort((a, b) => {
    if (by !== "difference") return way * compareShown(a[by], b[by]);
    if (a.difference === undefined || b.difference === undefined) return Number(a.difference === undefined) - Number(b.difference === undefined);
    return way * (a.difference - b.difference);
  });
}
