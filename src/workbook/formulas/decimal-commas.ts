import { visibleText } from "./service-calls";

/** Numbers with a decimal point, and commas. A dot in a name has no digit on both sides, or letters around the digits. */
const SEPARATORS = /(?<![\p{L}\d_.])(\d+)\.(\d+)|,/gu;

/**
 * A formula as it is typed where the comma is the decimal point: `=SERVICE.X("a";1,5)`. Quoted parts stay. Undefined for one with an array constant, because
 * languages separate its columns differently.
 */
export function withDecimalCommas(formula: string): string | undefined {
  const visible = visibleText(formula);
  if (visible.includes("{")) return undefined;
  const typed = visible.replace(SEPARATORS, (_, whole?: string, digits?: string) => (whole === undefined ? ";" : `${whole},${digits}`));
  // Quoted parts are blanks in the visible text.
  return formula
    .split("")
    .map((character, i) => (visible[i] === " " ? character : typed[i]))
    .join("");
}
