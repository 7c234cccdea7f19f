import { cellKey } from "../../core/cell-key";
import { cellStates, lockedValues, type CellNow } from "../../proof/cell-states";
import type { Lock } from "../../proof/lock";
import { blockInWords, stateInWords } from "../../proof/state-words";
import { readBrokenNames } from "../../workbook/formulas/broken-names";
import { isError, type CellPlace, type CellValue } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { hasServiceCall } from "../../workbook/formulas/service-calls";
import { readBlock } from "../../workbook/cell-reference";
import type { Watch, Workbook } from "../workbook";

/** How a cell stands to a lock, differences first. */
export const LOCK_STATES = ["typed over", "formula changed", "value changed", "removed", "not in the lock", "as locked"] as const;
export type LockState = (typeof LOCK_STATES)[number];

/** A cell compared with a lock. */
export interface ComparedCell {
  readonly where: string;
  readonly place: CellPlace;
  readonly state: LockState;
  /** What it shows and what the lock has, in a sentence. */
  readonly words: string;
}

/** The cells of the lock, with the places that each fills. */
function placesOf({ cells }: Lock) {
  return Object.entries(cells).flatMap(([where, cell]) => {
    const at = readBlock(where);
    if (!at) return [];
    const place: CellPlace = { sheet: at.sheet ?? "", row: at.row, column: at.column };
    const places = lockedValues(cell).map((row, r) => row.map((_, c) => ({ ...place, row: at.row + r, column: at.column + c })));
    return [{ where, place, places }];
  });
}

/** A cell of a deleted sheet reads as `#REF!`. */
const isGone = (values: CellNow["shows"]): boolean => values.every((row) => row.every((value) => value !== null && isError(value) && value.error === "#REF!"));

/** A formula as a refresh writes it into a lock: with the names of this add-in. */
const namesOf = (formula: string): string => readBrokenNames(formula).healed;

/**
 * Compares the open workbook with a lock: the cells of the lock in its order, then SERVICE cells that it does not have. Of a formula without a SERVICE call
 * only the value is compared, because a workbook's host lists formulas with calls only. May reject with a `WorkbookRefusal`.
 */
export async function compareWithLock(lock: Lock, workbook: Workbook, watch: Watch): Promise<readonly ComparedCell[]> {
  const calls = await workbook.serviceCells("workbook", watch);
  const formulas = new Map(calls.map((cell) => [cellKey(addressOf(cell)), cell.formula]));
  const locked = placesOf(lock);
  const all = locked.flatMap(({ places }) => places.flat());
  const values = (await workbook.shown(all, watch)).map(({ value }) => value);
  let next = 0;
  const now = new Map<string, CellNow>();
  for (const { where, places } of locked) {
    const shows = places.map((row) => row.map((): CellValue => values[next++] ?? null));
    const { formula: was } = lock.cells[where]!;
    const found = formulas.get(cellKey(where));
    const formula = found === undefined ? (hasServiceCall(was) ? undefined : was) : namesOf(found) === namesOf(was) ? was : found;
    if (formula === undefined && isGone(shows)) continue;
    now.set(where, { where, shows, ...(formula === undefined ? {} : { formula }) });
  }
  // The lock may write a sheet's name in another case.
  const known = new Set(locked.map(({ where }) => cellKey(where)));
  const others = calls.filter((cell) => !known.has(cellKey(addressOf(cell))));
  const states = cellStates(
    lock,
    (where) => now.get(where),
    others.map((cell): CellNow => ({ where: addressOf(cell), formula: cell.formula, shows: [[cell.value]] })),
  );
  const byCell = new Map(states.map((state) => [state.where, state]));
  return [
    ...locked.map(({ where, place }): ComparedCell => {
      const state = byCell.get(where);
      if (state) return { where, place, state: state.kind, words: stateInWords(state) };
      return { where, place, state: "as locked", words: `${where} shows ${blockInWords(lockedValues(lock.cells[where]!))}, as in the lock.` };
    }),
    ...others.map(({ sheet, row, column }): ComparedCell => {
      const place = { sheet, row, column };
      const where = addressOf(place);
      return { where, place, state: "not in the lock", words: stateInWords(byCell.get(where)!) };
    }),
  ];
}
