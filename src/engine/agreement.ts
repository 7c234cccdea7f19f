import { isError, type CellValue } from "../workbook/cell";
import { operationsOf } from "./operations";

const RELATIVE = 1e-9;
/** Smaller differences are rounding residues: COS of a right angle, the net present value at the internal rate of return. */
const RESIDUE = 1e-12;
/** Excel's help: results of these are iterated until they change by less than 0.00001 percent. */
const ITERATED: ReadonlySet<string> = new Set(["IRR", "ODDFYIELD", "ODDLYIELD", "RATE", "XIRR", "YIELD"]);
const ITERATED_PRECISION = 1e-7;

/** The largest difference between two correct results of a formula: relative to them, and absolute. */
export interface Precision {
  readonly relative: number;
  readonly absolute: number;
}

export const precisionOf = (formula: string): Precision =>
  operationsOf(formula).some((name) => ITERATED.has(name))
    ? { relative: ITERATED_PRECISION, absolute: ITERATED_PRECISION }
    : { relative: RELATIVE, absolute: RESIDUE };

/** True if two results of a formula are the same value of the same type. An empty text is as good as an empty cell. */
export function sameResult(a: CellValue, b: CellValue, { relative, absolute }: Precision): boolean {
  if (a === null || a === "") return b === null || b === "";
  if (isError(a)) return b !== null && isError(b) && a.error === b.error;
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= Math.max(absolute, relative * Math.max(Math.abs(a), Math.abs(b)));
  return a === b;
}
