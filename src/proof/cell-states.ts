import { isError, type CellValue } from "../workbook/cell";
import type { Lock, LockCell } from "./lock";

/** A cell of a book as it is now. */
export interface CellNow {
  /** `Sheet1!B2` */
  readonly where: string;
  /** As displayed, with its equals sign; missing for a typed value. */
  readonly formula?: string;
  /** What it shows, by rows: one value, or its block if it is an array. */
  readonly shows: readonly (readonly CellValue[])[];
}

/** How a cell differs from the lock of its book. */
export type CellState =
  /** A value was typed over the formula. */
  | { readonly kind: "typed over"; readonly where: string; readonly locked: LockCell; readonly now: CellNow }
  | { readonly kind: "formula changed"; readonly where: string; readonly locked: LockCell; readonly now: CellNow }
  /** The same formula shows another value. */
  | { readonly kind: "value changed"; readonly where: string; readonly locked: LockCell; readonly now: CellNow }
  | { readonly kind: "removed"; readonly where: string; readonly locked: LockCell }
  /** It asks the service, or depends on a cell that does, and the lock does not have it. */
  | { readonly kind: "not in the lock"; readonly where: string; readonly now: CellNow };

/** Two programs may add the same numbers in another order, and 4.2 - 4.1 is 0.1 in one and 0.10000000000000053 in another. */
const TOLERANCE = 1e-9;
const isSameNumber = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));

/** True if two values are the same, numbers to nine digits. */
export function isSame(a: CellValue, b: CellValue): boolean {
  if (typeof a === "number" && typeof b === "number") return isSameNumber(a, b);
  if (a !== null && b !== null && isError(a) && isError(b)) return a.error === b.error;
  return a === b;
}

/** The values of a lock's cell, by rows. */
export const lockedValues = ({ shows }: LockCell): readonly (readonly CellValue[])[] => (Array.isArray(shows) ? shows : [[shows]]);

/** True if two blocks show the same values, numbers to nine digits. */
export const isSameBlock = (a: CellNow["shows"], b: CellNow["shows"]): boolean =>
  a.length === b.length && a.every((row, r) => row.length === b[r]?.length && row.every((value, c) => isSame(value, b[r]?.[c] ?? null)));

/**
 * How cells differ from a lock: those that the lock has in its order, then new calls. Empty if each has its formula and shows its value.
 *
 * @param at the cell at an address of the lock; undefined if it is empty
 * @param calls the cells that ask the service now, or depend on one that does
 */
export function cellStates({ cells }: Pick<Lock, "cells">, at: (where: string) => CellNow | undefined, calls: Iterable<CellNow>): readonly CellState[] {
  const states = Object.entries(cells).flatMap(([where, locked]): CellState[] => {
    const now = at(where);
    if (!now || (now.formula === undefined && now.shows.every((row) => row.every((value) => value === null)))) return [{ kind: "removed", where, locked }];
    if (now.formula === undefined) return [{ kind: "typed over", where, locked, now }];
    if (now.formula !== locked.formula) return [{ kind: "formula changed", where, locked, now }];
    return isSameBlock(now.shows, lockedValues(locked)) ? [] : [{ kind: "value changed", where, locked, now }];
  });
  for (const now of calls) if (!Object.hasOwn(cells, now.where)) states.push({ kind: "not in the lock", where: now.where, now });
  return states;
}
