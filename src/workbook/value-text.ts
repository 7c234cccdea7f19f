import { isError, type CellValue } from "./cell";

/** Digits of a number that Excel shows. The rest is rounding: 340.32500000000005 is 340.325 there. */
const DIGITS = 15;

/** A cell's value as Excel's formula bar shows it: numbers to 15 digits, without separators; an empty text for an empty cell. */
export function valueText(value: CellValue): string {
  if (value === null) return "";
  if (isError(value)) return value.error;
  if (typeof value === "boolean") return String(value).toUpperCase();
  if (typeof value === "string") return value;
  return String(Number(value.toPrecision(DIGITS))).replace(/e([+-])(\d+)$/, (_, sign: string, power: string) => `E${sign}${power.padStart(2, "0")}`);
}
