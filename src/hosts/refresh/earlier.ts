import { isSameBlock, lockedValues } from "../../proof/cell-states";
import type { Lock, LockCell } from "../../proof/lock";
import type { Book, BookCell } from "../../workbook/book";
import { callTexts } from "../../workbook/formulas/call-texts";
import { addressOf } from "../../workbook/cell-address";
import { findServiceCalls, visibleText } from "../../workbook/formulas/service-calls";

/** A lock that may say how the stored values of a book came about. */
export interface EarlierRefresh {
  readonly lock: Lock;
  /** True if that refresh wrote the file as it is now. */
  readonly wroteIt: boolean;
}

/** What earlier refreshes of a book say about its stored values. */
export type Earlier = ReturnType<typeof earlierOf>;

/** True if a formula is one call and nothing else. */
export const isOneCall = (formula: string): boolean => callTexts(formula, findServiceCalls(formula), visibleText(formula)).some(({ alone }) => alone);

const isAsLocked = ({ formula, lostFormula, spill, value }: BookCell, locked: LockCell): boolean =>
  (formula ?? lostFormula) === locked.formula && isSameBlock(spill ?? [[value]], lockedValues(locked));

/** True if each call of the lock still shows its answer; of formulas around calls only if there are no others. */
function agrees({ cells }: Lock, { sheets }: Book): boolean {
  const asking = Object.entries(cells).filter(([, { questions, kept }]) => questions !== undefined && kept === undefined);
  const calls = asking.filter(([, { formula }]) => isOneCall(formula));
  const compared = new Map(calls.length > 0 ? calls : asking);
  if (compared.size === 0) return false;
  for (const { name, cells: all } of sheets)
    for (const cell of all) {
      if (cell.formula === undefined) continue;
      const where = addressOf({ sheet: name, row: cell.row, column: cell.column });
      const locked = compared.get(where);
      if (!locked) continue;
      if (!isAsLocked(cell, locked)) return false;
      compared.delete(where);
    }
  return compared.size === 0;
}

/** Reads what the locks of earlier refreshes say about a book. */
export const earlierOf = (book: Book, refreshes: readonly EarlierRefresh[]) => ({
  /** The answers from which the stored values were calculated; undefined if no lock has them. */
  answers: refreshes.find(({ lock, wroteIt }) => wroteIt || agrees(lock, book))?.lock,
  /** What the lock says of a cell whose stored value an earlier refresh kept, and that is still the same; undefined for all others. */
  keptBefore: (where: string, cell: BookCell) => {
    for (const { lock, wroteIt } of refreshes) {
      const locked = Object.hasOwn(lock.cells, where) ? lock.cells[where] : undefined;
      if (locked?.kept !== undefined && isAsLocked(cell, locked)) return { locked, wroteIt };
    }
    return undefined;
  },
});
