import { sheetOf } from "./areas";
import { isLambda } from "./formulas/broken-names";
import { textOf, tokensOf } from "./formulas/formula-tokens";

/** A defined name that gets another one. */
interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly formula: string;
}

/**
 * A formula with a defined name under its new name; the same text if it does not use it.
 *
 * @param means true if the name, written in a formula of this sheet or after it as `Sheet1!Rate`, is the one that is renamed
 */
export function renamedName(formula: string, { from, to, formula: meaning }: Renamed, sheet: string, means: (sheet: string) => boolean): string {
  if (!formula.toLowerCase().includes(from.toLowerCase())) return formula;
  const tokens = tokensOf(formula);
  const isUse = (i: number): boolean => {
    const [before, token] = [tokens[i - 1], tokens[i]!];
    if ((token.kind !== "name" && !(token.kind === "function" && isLambda(meaning))) || token.text.toLowerCase() !== from.toLowerCase()) return false;
    // The name of another workbook.
    if (before?.kind === "sheet" && (tokens[i - 2]?.kind === "bracket" || before.text.includes("["))) return false;
    return means(before?.kind === "sheet" ? sheetOf(before) : sheet);
  };
  return textOf(tokens.map((token, i) => (isUse(i) ? { ...token, text: to } : token)));
}
