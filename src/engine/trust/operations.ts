import { closingOf, tokensOf, type Token } from "../../workbook/formulas/formula-tokens";
import { hasUnion, withoutUnions } from "../../workbook/formulas/unions";

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

const isSign = (token: Token | undefined): boolean => token?.kind === "mark" && /^[-+]$/.test(token.text);

/** True if no value stands before a token, so that a sign there is not a difference or a sum. Tokens without blanks. */
const startsValue = (tokens: readonly Token[], i: number): boolean => {
  const before = tokens[i - 1];
  return before === undefined || /^(?:open|comma)$/.test(before.kind) || (before.kind === "mark" && /[-+*/^&=<>{;@]/.test(before.text));
};

/** True if the value that starts at a token is raised to a power. Tokens without blanks. */
function isRaised(tokens: readonly Token[], start: number): boolean {
  let i = start;
  while (/^(?:sheet|bracket)$/.test(tokens[i]?.kind ?? "") || tokens[i]?.text === "@") i++;
  if (tokens[i]?.kind === "function") i++;
  if (tokens[i]?.kind === "open") i = closingOf(tokens, i);
  i++;
  while (/^[%#:]$/.test(tokens[i]?.text ?? "")) i += tokens[i]!.text === ":" ? 2 : 1;
  return tokens[i]?.text === "^";
}

/** Signs that the engine takes in another order than Excel, or not at all. */
function signsIn(all: readonly Token[]): readonly string[] {
  const tokens = all.filter(({ kind }) => kind !== "blank");
  const found: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.text === "%" && tokens[i - 1]?.text === "%") found.push("several percent signs in a row");
    // `--A1^2` is (--A1)^2 in Excel.
    if (isSign(token) && isSign(tokens[i - 1]) && startsValue(tokens, i - 1) && !isSign(tokens[i + 1]) && isRaised(tokens, i + 1))
      found.push("several signs before a power such as --A1^2");
  }
  return found;
}

/** What a formula calculates with: functions by name in capitals, and operations in words. Each once. */
export function operationsOf(formula: string): string[] {
  const tokens = tokensOf(withoutUnions(formula.replace(/^=/, "")));
  const found = new Set<string>(hasUnion(tokens) ? ["a union of areas such as (A1,B1)"] : []);
  for (const sign of signsIn(tokens)) found.add(sign);
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
