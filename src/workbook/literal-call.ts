import { findServiceCalls } from "./service-calls";

/** A value written out in a formula. Errors and arrays keep their own shape, so that functions see them as a host hands them over. */
export type Literal = string | number | boolean | null | { readonly type: "Error"; readonly basicValue: string } | readonly (readonly Literal[])[];

export type LiteralCall = { readonly ok: true; readonly id: string; readonly args: readonly Literal[] } | { readonly ok: false; readonly message: string };

const TOKEN =
  /\s*(?:("(?:[^"]|"")*")|([+-]?\s*(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?%?)|(TRUE|FALSE)\b|(#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A))|([{},;()]))\s*/iy;

const refuse = (message: string): LiteralCall => ({ ok: false, message });

/**
 * Reads a formula made of one SERVICE call whose arguments are written out: text, numbers, TRUE and FALSE, errors, arrays, or nothing.
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

  let at = call.open + 1;
  const next = (): RegExpExecArray | null => {
    TOKEN.lastIndex = at;
    const m = TOKEN.exec(text);
    if (m) at = TOKEN.lastIndex;
    return m;
  };
  const literal = (m: RegExpExecArray): Literal | undefined => {
    if (m[1] !== undefined) return m[1].slice(1, -1).replaceAll('""', '"');
    if (m[2] !== undefined) return Number(m[2].replace(/\s|%$/g, "")) / (m[2].endsWith("%") ? 100 : 1);
    if (m[3] !== undefined) return m[3].toUpperCase() === "TRUE";
    if (m[4] !== undefined) return { type: "Error", basicValue: m[4].toUpperCase() };
    return undefined;
  };
  const array = (): Literal[][] | undefined => {
    const rows: Literal[][] = [[]];
    for (;;) {
      const value = next();
      const item = value && literal(value);
      if (item === undefined || item === null) return undefined;
      rows.at(-1)!.push(item);
      const after = next()?.[5];
      if (after === "}") return rows;
      if (after === ";") rows.push([]);
      else if (after !== ",") return undefined;
    }
  };

  const args: Literal[] = [];
  let current: Literal | undefined;
  for (;;) {
    const before = at;
    const m = next();
    if (!m && text.slice(before).trim() === "") return refuse("Expected a closing parenthesis at the end.");
    if (!m && /[\u201c\u201d\u201e]/.test(text)) return refuse('Expected straight quotes ("), got curly ones.');
    if (!m)
      return refuse(
        `Expected text in quotes, a number, TRUE or FALSE at ${JSON.stringify(text.slice(before, before + 30))}: only arguments that are written out can be evaluated here.`,
      );
    const mark = m[5];
    if (mark === ";") return refuse("Expected commas between arguments, got a semicolon.");
    if (mark === ",") {
      args.push(current ?? null);
      current = undefined;
    } else if (mark === ")") {
      if (current !== undefined || args.length > 0) args.push(current ?? null);
      break;
    } else {
      const value = mark === "{" ? array() : literal(m);
      if (value === undefined || current !== undefined)
        return refuse(`Expected a comma or a closing parenthesis before ${JSON.stringify(text.slice(before, before + 30))}.`);
      current = value;
    }
  }
  const rest = text.slice(at).trim();
  if (rest) return refuse(`Expected one SERVICE call and nothing after it, got ${JSON.stringify(rest.slice(0, 30))}.`);
  return { ok: true, id: call.id, args };
}
