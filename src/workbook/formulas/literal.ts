import { anyOf, CLASSIC_ERRORS } from "../../contract/error-values";
import { findServiceCalls, visibleText } from "./service-calls";
import { argumentSpans } from "./call-texts";

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

/** A literal of a formula. Errors and arrays have the form in which a host passes them to functions. */
export type Literal = string | number | boolean | null | { readonly type: "Error"; readonly basicValue: string } | readonly (readonly Literal[])[];

const TEXT = /("(?:[^"]|"")*")/;
const NUMBER = /([+-]?\s*(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?%?)/;
const TRUTH = /(TRUE|FALSE)\b/;
const TOKEN = new RegExp(String.raw`\s*(?:${TEXT.source}|${NUMBER.source}|${TRUTH.source}|(${anyOf(CLASSIC_ERRORS)})|([{},;]))\s*`, "iy");

/**
 * Parses a single literal: quoted text, a number, TRUE or FALSE, an error, or an array in braces; null for a blank. Undefined for anything else.
 */
export function readLiteral(text: string): Literal | undefined {
  if (text.trim() === "") return null;
  let at = 0;
  const next = (): RegExpExecArray | undefined => {
    TOKEN.lastIndex = at;
    const m = TOKEN.exec(text) ?? undefined;
    if (m) at = TOKEN.lastIndex;
    return m;
  };
  const single = (m: RegExpExecArray | undefined): Literal | undefined => {
    if (m?.[1] !== undefined) return m[1].slice(1, -1).replaceAll('""', '"');
    if (m?.[2] !== undefined) return Number(m[2].replace(/\s|%$/g, "")) / (m[2].endsWith("%") ? 100 : 1);
    if (m?.[3] !== undefined) return m[3].toUpperCase() === "TRUE";
    if (m?.[4] !== undefined) return { type: "Error", basicValue: m[4].toUpperCase() };
    return undefined;
  };
  const array = (): Literal[][] | undefined => {
    const rows: Literal[][] = [];
    for (let row: Literal[] = []; ;) {
      const item = single(next());
      if (item === undefined) return undefined;
      row.push(item);
      const after = next()?.[5];
      if (after === ",") continue;
      rows.push(row);
      if (after === "}") return rows;
      if (after !== ";") return undefined;
      row = [];
    }
  };
  const first = next();
  const value = first?.[5] === "{" ? array() : single(first);
  return at === text.length ? value : undefined;
}
