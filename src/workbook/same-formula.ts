import { sheetOf } from "./areas";
import { tokensOf } from "./formula-tokens";

const partsOf = (formula: string): string[] =>
  tokensOf(formula.replace(/^=/, "")).flatMap((token) => {
    if (token.kind === "blank") return [];
    return token.kind === "string" ? [token.text] : [token.kind === "sheet" ? `${sheetOf(token).toLowerCase()}!` : token.text.toUpperCase()];
  });

/** True if two formulas are the same but for blanks, letter case, and quotes around the names of sheets. */
export function sameFormula(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const [one, other] = [partsOf(a), partsOf(b)];
  return one.length === other.length && one.every((part, i) => part === other[i]);
}
