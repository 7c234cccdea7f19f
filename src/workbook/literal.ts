import { anyOf, CLASSIC_ERRORS } from "../contract/error-values";

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
