import { tokensOf } from "../workbook/formula-tokens";
import { hasUnion, withoutUnions } from "../workbook/unions";

/** Operations other than calls, which an engine can get wrong like a function. */
const OPERATIONS: Readonly<Record<string, string>> = {
  "+": "arithmetic",
  "-": "arithmetic",
  "*": "arithmetic",
  "/": "arithmetic",
  "^": "arithmetic",
  "%": "arithmetic",
  "&": "joining with &",
  "=": "comparison",
  "<": "comparison",
  ">": "comparison",
  "#": "a spilled range such as A1#",
  "@": "the operator @",
  "{": "an array constant",
};

/** What a formula calculates with: functions by name in capitals, and operations in words. Each once. */
export function operationsOf(formula: string): string[] {
  const tokens = tokensOf(withoutUnions(formula.replace(/^=/, "")));
  const found = new Set<string>(hasUnion(tokens) ? ["a union of areas such as (A1,B1)"] : []);
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind === "function") found.add(text.toUpperCase());
    else if (kind === "bracket") found.add("a reference to a table or another workbook");
    else if (kind === "open" && tokens[i - 1]?.kind === "close") found.add("a call of a function value");
    else if (kind === "error") found.add("an error value");
    else if (kind === "string" && tokensOf(text.slice(1, -1))[0]?.kind === "error") found.add("a text that looks like an error value");
    else if (/^[-+]$/.test(text) && tokens[i + 1]?.kind === "number" && (i === 0 || /^(?:open|comma)$/.test(tokens[i - 1]!.kind))) continue;
    else if (kind === "mark" && Object.hasOwn(OPERATIONS, text)) found.add(OPERATIONS[text]!);
    else if (kind === "mark" && text === ":" && (tokens[i - 1]?.kind !== "cell" || tokens[i + 1]?.kind !== "cell"))
      found.add("a range between calculated ends");
    else if (kind === "blank" && /^(?:cell|close|lines)$/.test(tokens[i - 1]?.kind ?? "") && /^(?:cell|function|sheet|lines)$/.test(tokens[i + 1]?.kind ?? ""))
      found.add("the intersection of ranges");
  }
  return [...found];
}
