import type { Lock } from "./lock";

/** Cells that a lock needs to be judged: in a smaller one each difference is worth a line. */
const CELLS = 5;
/** The share of its formulas that a book keeps although somebody worked on it. */
const SHARE = 0.1;

/**
 * Why a lock is hardly one of this book, in a sentence; undefined if it may be. Formulas are compared wherever they are in the book.
 *
 * @param formulas those of the book, as displayed
 */
export function otherBookWords({ cells }: Pick<Lock, "cells">, formulas: ReadonlySet<string>): string | undefined {
  const locked = Object.values(cells);
  const known = locked.filter(({ formula }) => formulas.has(formula)).length;
  if (locked.length < CELLS || known >= SHARE * locked.length) return undefined;
  return `The lock is of another book: ${known === 0 ? "none" : `only ${known}`} of its ${locked.length} formulas ${known > 1 ? "are" : "is"} in this one. Name this book's lock with --lock, or refresh the book with --lock again.`;
}
