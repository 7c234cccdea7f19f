import type { CellValue } from "../workbook/cell";
import { valueText } from "../workbook/value-text";
import { addressOf } from "../workbook/cell-address";
import { readBlock } from "../workbook/cell-reference";
import { isSame, lockedValues, type CellNow, type CellState } from "./cell-states";

/** A value in a sentence: a text in quotes. */
export const valueInWords = (value: CellValue): string => (value === null ? "nothing" : typeof value === "string" ? `"${value}"` : valueText(value));

/** A block of values in a sentence. */
export function blockInWords(shows: readonly (readonly CellValue[])[]): string {
  const [first] = shows;
  const columns = first?.length ?? 0;
  const one = valueInWords(first?.[0] ?? null);
  return shows.length === 1 && columns === 1 ? one : `${shows.length} × ${columns} values that begin with ${one}`;
}

/**
 * That a cell shows one block of values and not another, in a sentence. Of blocks of the same size it names the first value that differs, and its place.
 *
 * @param otherwise such as "the lock has"
 */
export function differenceInWords(where: string, is: CellNow["shows"], other: CellNow["shows"], otherwise: string): string {
  const at = readBlock(where);
  const isBlock = is.length * (is[0]?.length ?? 0) > 1 && is.length === other.length && is[0]?.length === other[0]?.length;
  const wrong = isBlock ? is.flatMap((row, r) => row.flatMap((value, c) => (isSame(value, other[r]?.[c] ?? null) ? [] : [[r, c] as const]))) : [];
  const [first] = wrong;
  if (!first || at?.sheet === undefined) return `${where} shows ${blockInWords(is)}; ${otherwise} ${blockInWords(other)}.`;
  const [r, c] = first;
  const place = addressOf({ sheet: at.sheet, row: at.row + r, column: at.column + c });
  const more = wrong.length === 1 ? "" : ` ${wrong.length - 1} more of its values ${wrong.length === 2 ? "differs" : "differ"}.`;
  return `${place}, one of the ${is.length} × ${is[0]!.length} values of ${where}, shows ${valueInWords(is[r]![c]!)}; ${otherwise} ${valueInWords(other[r]![c]!)}.${more}`;
}

/** How a cell differs from the lock, in a sentence. */
export function stateInWords(state: CellState): string {
  const { where } = state;
  switch (state.kind) {
    case "typed over":
      return `${where} holds ${blockInWords(state.now.shows)}, typed over ${state.locked.formula}, which showed ${blockInWords(lockedValues(state.locked))}.`;
    case "formula changed":
      return `${where} has the formula ${state.now.formula ?? ""}; the lock has ${state.locked.formula}.`;
    case "value changed":
      return differenceInWords(where, state.now.shows, lockedValues(state.locked), "the lock has");
    case "removed":
      return `${where} is empty; the lock has ${state.locked.formula}, which showed ${blockInWords(lockedValues(state.locked))}.`;
    case "not in the lock":
      return `${where} is not in the lock: ${state.now.formula ?? ""}`;
  }
}
