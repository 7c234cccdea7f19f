import type { CellValue } from "../workbook/cell";
import { valueText } from "../workbook/value-text";
import { lockedValues, type CellState } from "./cell-states";

/** A value in a sentence: a text in quotes. */
export const valueInWords = (value: CellValue): string => (value === null ? "nothing" : typeof value === "string" ? `"${value}"` : valueText(value));

/** A block of values in a sentence. */
export function blockInWords(shows: readonly (readonly CellValue[])[]): string {
  const [first] = shows;
  const columns = first?.length ?? 0;
  const one = valueInWords(first?.[0] ?? null);
  return shows.length === 1 && columns === 1 ? one : `${shows.length} × ${columns} values that begin with ${one}`;
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
      return `${where} shows ${blockInWords(state.now.shows)}; the lock has ${blockInWords(lockedValues(state.locked))}.`;
    case "removed":
      return `${where} is empty; the lock has ${state.locked.formula}, which showed ${blockInWords(lockedValues(state.locked))}.`;
    case "not in the lock":
      return `${where} is not in the lock: ${state.now.formula ?? ""}`;
  }
}
