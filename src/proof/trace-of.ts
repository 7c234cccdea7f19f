import { referencesOf, type Area } from "../workbook/areas";
import type { Book, BookCell } from "../workbook/book";
import type { CellPlace, CellValue } from "../workbook/cell";
import { addressOf } from "../workbook/cell-address";
import { createCellIndex } from "../workbook/cell-index";
import type { Lock, LockCell } from "./lock";

/** A cell on the way from a figure to its documents. */
export interface TracedCell {
  /** `Sheet1!B2` */
  readonly where: string;
  /** What it shows in the book now, its own cell only. */
  readonly value: CellValue;
  /** As displayed; missing for a typed value. */
  readonly formula?: string;
  /** What the lock says of it; missing for a formula that depends on no SERVICE call, and for a typed value. */
  readonly locked?: LockCell;
  /** The cells that its formula reads, those with a formula first. Empty if it was traced before in the same tree. */
  readonly reads: readonly TracedCell[];
  /** Number of further cells that it reads and that are not in `reads`. */
  readonly more: number;
  readonly isTracedBefore: boolean;
}

/** Typed cells that a trace names of one formula. */
const TYPED = 8;
/** Cells of one trace. A figure of thousands of cells is traced through the first ones. */
const CELLS = 500;

const keyOf = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}!${row},${column}`;
const formulaOf = (cell: BookCell | undefined): string | undefined => cell?.formula ?? cell?.lostFormula;

/** Traces a cell of a book through the cells that it depends on. Cells of formulas are followed as deep as they go, each once. */
export function traceOf({ sheets, names }: Book, { cells }: Pick<Lock, "cells">, from: CellPlace): TracedCell {
  const at = new Map(sheets.flatMap(({ name, cells: all }) => all.map((cell) => [keyOf({ ...cell, sheet: name }), cell])));
  /** The cells with content, by those that they fill. */
  const filled = createCellIndex(
    sheets.flatMap(({ name: sheet, cells: all }) =>
      all
        .filter((cell) => cell.value !== null || formulaOf(cell) !== undefined)
        .map(({ row, column, spill }) => {
          const place: CellPlace = { sheet, row, column };
          return [{ ...place, rows: Math.max(1, spill?.length ?? 1), columns: Math.max(1, spill?.[0]?.length ?? 1) }, place] as const;
        }),
    ),
  );
  /** The cells with content in an area, and the formulas whose arrays fill a part of it, each once, row by row. */
  const cellsIn = (area: Area): readonly CellPlace[] => {
    const found = new Set<CellPlace>();
    filled.within(area, (place) => void found.add(place));
    return [...found].sort((a, b) => a.row - b.row || a.column - b.column);
  };
  const cellAt = (place: CellPlace): BookCell | undefined => at.get(keyOf(place));
  const traced = new Set<string>();

  function trace(place: CellPlace): TracedCell {
    const cell = cellAt(place);
    const where = addressOf(place);
    const formula = formulaOf(cell);
    const locked = Object.hasOwn(cells, where) ? cells[where] : undefined;
    const own = { where, value: cell?.spill?.[0]?.[0] ?? cell?.value ?? null, ...(formula === undefined ? {} : { formula }), ...(locked ? { locked } : {}) };
    const isTracedBefore = traced.has(where);
    if (formula === undefined || isTracedBefore) return { ...own, reads: [], more: 0, isTracedBefore };
    traced.add(where);
    const found = new Map<string, CellPlace>();
    for (const area of referencesOf(formula, place.sheet, names).areas) for (const one of cellsIn(area)) found.set(addressOf(one), one);
    found.delete(where);
    const isFormula = (one: CellPlace): boolean => formulaOf(cellAt(one)) !== undefined;
    const all = [...found.values()];
    const followed = [...all.filter(isFormula), ...all.filter((one) => !isFormula(one)).slice(0, TYPED)];
    const reads: TracedCell[] = [];
    for (const one of followed) {
      if (traced.size >= CELLS) break;
      reads.push(trace(one));
    }
    return { ...own, reads, more: all.length - reads.length, isTracedBefore };
  }
  return trace(from);
}
