import type { BookCell, BookSheet } from "../../book";
import { placeOf } from "../../cell-reference";

/** A cell with what it shows. */
export interface PlacedCell {
  readonly cell: BookCell;
  /** The cell whose array fills it; it has no formula then. Missing for any other. */
  readonly filledBy?: BookCell;
}

/** All cells of a sheet by place, including those that arrays fill. */
export function placedCells({ cells }: Pick<BookSheet, "cells">): Map<number, PlacedCell> {
  const placed = new Map<number, PlacedCell>();
  for (const cell of cells) placed.set(placeOf(cell.row, cell.column), { cell });
  for (const first of cells) {
    const { row, column, spill } = first;
    spill?.forEach((values, r) =>
      values.forEach((value, c) => {
        if (r === 0 && c === 0) return;
        const at = placeOf(row + r, column + c);
        const there = placed.get(at)?.cell;
        // A cell in the way of an array is the user's.
        if (!there || (there.value === null && there.formula === undefined))
          placed.set(at, { cell: { ...there, row: row + r, column: column + c, value }, filledBy: first });
      }),
    );
  }
  return placed;
}
