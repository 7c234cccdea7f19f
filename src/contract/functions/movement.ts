import { CALLS } from "./calls";
import { isFunctionName, type FunctionName } from ".";

/**
 * Why a value changes under one observation date although nothing was revised:
 * - `window`: it counts what happened in a window of time, or all cases up to now.
 * - `quote`: it is the newest of several in a day.
 * - `peers`: it compares a figure with those of others.
 */
export type Movement = "window" | "quote" | "peers";

const MOVEMENTS: Partial<Record<FunctionName, Movement>> = {
  SIGNAL: "window",
  WHALE: "window",
  OSINT: "window",
  SMARTMONEY: "window",
  CONFLUENCE: "window",
  ONCHAIN_RISK: "window",
  TRACKRECORD: "window",
  FUNDING: "quote",
  RV: "peers",
  ESI: "window",
  INSIDER: "window",
  CONGRESS: "window",
  ODDS: "quote",
};

/** How the value of a call moves; undefined if another value of the same observation date is a revision. */
export function movementOf(fn: string, args: readonly unknown[]): Movement | undefined {
  if (!isFunctionName(fn)) return undefined;
  const movement = MOVEMENTS[fn];
  // The first field of RV is the company's own figure.
  return movement === "peers" && [null, undefined, "", "value"].includes(args[CALLS[fn].parameters.length - 1] as string | null | undefined)
    ? undefined
    : movement;
}
