import { isError, type CellValue } from "./cell";

/** Digits of a number that Excel shows. The rest is rounding: 340.32500000000005 is 340.325 there. Exponents of three digits take one of them. */
const DIGITS = 15;
const LARGEST_EXPONENT = 98;
/** The longest number without an exponent, `12345678901234600000`: its point and zeros count, its sign does not. */
const LONGEST = 20;
/** Excel takes smaller numbers for 0. */
const SMALLEST = 2.2250738585072014e-308;

/** A number in the shortest form of Excel's that has all its 15 digits: `0.3`, `4.25E+20`. That is how `&` and functions of text take it. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) < SMALLEST) return "0";
  const power = (text: string): number => Number(text.slice(text.indexOf("e") + 1));
  const rough = value.toExponential(DIGITS - 1);
  const exact = Math.abs(power(rough)) > LARGEST_EXPONENT ? value.toExponential(DIGITS - 2) : rough;
  const exponent = power(exact);
  const sign = value < 0 ? "-" : "";
  const digits = exact.slice(sign.length, exact.indexOf("e")).replace(".", "").replace(/0+$/, "");
  const length = exponent < 0 ? 1 - exponent + digits.length : exponent + 1;
  if (length > LONGEST)
    return `${sign}${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ""}E${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}${digits.length > exponent + 1 ? `.${digits.slice(exponent + 1)}` : ""}`;
}

/** A cell's value as Excel's formula bar shows it: numbers to 15 digits, without separators; an empty text for an empty cell. */
export function valueText(value: CellValue): string {
  if (value === null) return "";
  if (isError(value)) return value.error;
  if (typeof value === "boolean") return String(value).toUpperCase();
  return typeof value === "string" ? value : numberText(value);
}
