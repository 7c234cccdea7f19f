/** What a range must be loaded with for `formulaAt`. */
export const FORMULA_PROPERTIES = "formulas,values";

/**
 * The formula of cell `r`, `c` of a range; empty if it has none. For text that begins with =, typed after an apostrophe or into a cell formatted as Text, Excel
 * returns the text as the formula too: writing it back would make it a formula.
 */
export function formulaAt(range: Excel.Range, r: number, c: number): string {
  const formula = (range.formulas as unknown[][])[r]?.[c];
  return typeof formula === "string" && formula.startsWith("=") && formula !== (range.values as unknown[][])[r]?.[c] ? formula : "";
}
