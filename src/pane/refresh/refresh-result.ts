import { isError, type CellPlace, type ShownCell } from "../../workbook/cell";
import type { Refused } from "../workbook";

/** `problems` are cells that show an error or a reason, `stale` those whose answers are due; both in the whole workbook. */
export type RefreshWhat = "selection" | "sheet" | "workbook" | "problems" | "stale";

export interface Change {
  readonly place: CellPlace;
  readonly formula: string;
  readonly before: ShownCell;
  readonly after: ShownCell;
  /** After less before, where both are numbers. */
  readonly difference?: number;
}

export interface NotAnswered {
  readonly place: CellPlace;
  readonly formula: string;
  /** A sentence: why, and what to do. */
  readonly why: string;
}

export interface RefreshResult {
  readonly what: RefreshWhat;
  /** Wall milliseconds at which it began. */
  readonly at: number;
  /** SERVICE cells that were meant. */
  readonly cells: number;
  /** Cells that were marked for recalculation because the service had answered. */
  readonly answered: number;
  /** In the order of the workbook. */
  readonly changes: readonly Change[];
  readonly notAnswered: readonly NotAnswered[];
  /** Cells that the workbook could not calculate. */
  readonly refused: readonly Refused[];
  readonly stopped: boolean;
  /** Why the whole could not be done, in a sentence. */
  readonly failure?: string;
}

const sameValue = (a: ShownCell["value"], b: ShownCell["value"]): boolean => (isError(a) && isError(b) ? a.error === b.error : Object.is(a, b));

/** What has changed of one cell; undefined where it shows just what it showed. Numbers are compared to the last bit. */
export function changeOf(place: CellPlace, formula: string, before: ShownCell, after: ShownCell): Change | undefined {
  if (sameValue(before.value, after.value) && before.text === after.text) return undefined;
  const both = typeof before.value === "number" && typeof after.value === "number" ? { difference: after.value - before.value } : {};
  return { place, formula, before, after, ...both };
}
