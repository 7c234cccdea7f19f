import { argumentSpans } from "./argument-spans";
import { readLiteral, type Literal } from "./literal";
import { findServiceCalls, visibleText } from "./service-calls";

type LiteralCall = { readonly ok: true; readonly id: string; readonly args: readonly Literal[] } | { readonly ok: false; readonly message: string };

const refuse = (message: string): LiteralCall => ({ ok: false, message });

const CURLY = refuse('Expected straight quotes ("), got curly ones.');
const hasCurly = (text: string): boolean => /[\u201c\u201d\u201e]/.test(text);

const begin = (text: string): string => JSON.stringify(text.trim().slice(0, 30));

/** Why this argument, up to the end of the formula, cannot be evaluated. */
function notLiteral(text: string, rest: string): LiteralCall {
  if (hasCurly(text)) return CURLY;
  if (/^[^"{]*;|^\s*"(?:[^"]|"")*"\s*;/.test(text)) return refuse("Expected commas between arguments, got a semicolon.");
  return refuse(`Expected text in quotes, a number, TRUE or FALSE at ${begin(rest)}. Only literal arguments can be evaluated here.`);
}

/**
 * Parses a formula of one SERVICE call with literal arguments: text, numbers, TRUE and FALSE, errors, arrays, or blank.
 * `=SERVICE.FRED("DGS10")`, with or without the equals sign, in the typed or the stored form.
 */
export function parseLiteralCall(formula: string): LiteralCall {
  const text = formula
    .trim()
    .replace(/^=?\s*@?/, "")
    .trim();
  const call = findServiceCalls(text)[0];
  if (!call || call.start !== 0)
    return refuse(`Expected one SERVICE call, such as =SERVICE.FRED("DGS10"), got ${JSON.stringify(formula.trim().slice(0, 80))}.`);

  const inside = argumentSpans(visibleText(text)).get(call.open);
  if (!inside) return hasCurly(text) ? CURLY : refuse("Expected a closing parenthesis at the end.");
  const args: Literal[] = [];
  for (const { start, end } of inside.spans) {
    const value = readLiteral(text.slice(start, end));
    if (value === undefined) return notLiteral(text.slice(start, end), text.slice(start));
    args.push(value);
  }
  const rest = text.slice(inside.close + 1);
  if (rest.trim() !== "") return refuse(`Expected one SERVICE call and nothing after it, got ${begin(rest)}.`);
  return { ok: true, id: call.id, args: args.length === 1 && args[0] === null ? [] : args };
}
