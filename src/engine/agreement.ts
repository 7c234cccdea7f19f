import { isError, type CellValue } from "../workbook/cell";
import { operationsOf } from "./operations";

/** The largest difference between two correct results of a formula: relative to them, and absolute. */
interface Precision {
  readonly relative: number;
  readonly absolute: number;
}

/** Differences below 1e-12 are rounding residues: COS of a right angle is 6e-17. */
const EXACT: Precision = { relative: 1e-9, absolute: 1e-12 };
/** Excel's help: results of these are iterated until they change by less than 0.00001 percent. */
const ITERATED: Precision = { relative: 1e-7, absolute: 1e-7 };
/** An amount of money. At the internal rate of return it is a rounding residue of the amounts. */
const AMOUNT: Precision = { relative: 1e-9, absolute: 1e-9 };
const OF_FUNCTION = new Map<string, Precision>([
  ...["IRR", "ODDFYIELD", "ODDLYIELD", "RATE", "XIRR", "YIELD"].map((name) => [name, ITERATED] as const),
  ...["NPV", "XNPV"].map((name) => [name, AMOUNT] as const),
]);

/** The precision in which results of a formula are compared. */
export function precisionOf(formula: string): Precision {
  const known = operationsOf(formula).flatMap((name) => OF_FUNCTION.get(name) ?? []);
  return known.find((one) => one === ITERATED) ?? known[0] ?? EXACT;
}

/** True if two results of a formula are the same value of the same type. An empty text is as good as an empty cell. */
export function sameResult(a: CellValue, b: CellValue, { relative, absolute }: Precision): boolean {
  if (a === null || a === "") return b === null || b === "";
  if (isError(a)) return b !== null && isError(b) && a.error === b.error;
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= Math.max(absolute, relative * Math.max(Math.abs(a), Math.abs(b)));
  return a === b;
}
