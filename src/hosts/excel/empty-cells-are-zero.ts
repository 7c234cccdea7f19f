import { isHostKnown, isSetSupported } from "./office";

let known: boolean | undefined;

/**
 * True if this Excel may pass an empty cell to a function as 0. Desktop versions did until 2024, and no requirement set says so; every Excel with
 * CustomFunctionsRuntime 1.5 passes null. Determined once, because a recalculation calls thousands of functions.
 */
export function emptyCellsAreZero(): boolean {
  // Not stored before the host reports what it supports.
  if (!isHostKnown()) return false;
  known ??= !isSetSupported("CustomFunctionsRuntime", "1.5");
  return known;
}
