import { anyOf, CELL_ERRORS } from "../contract/error-values";
import { cellIn } from "./cell-reference";

export type TokenKind =
  /** `"text"` */
  | "string"
  /** `Sheet1!` or `'My Sheet'!`, the mark included. */
  | "sheet"
  /** `[…]`: a column of a table, or another workbook. */
  | "bracket"
  /** `$A$1` */
  | "cell"
  /** `A:C` or `1:3` */
  | "lines"
  /** A function's name, without its parenthesis. */
  | "function"
  | "name"
  | "number"
  /** `#N/A` */
  | "error"
  | "blank"
  | "open"
  | "close"
  | "comma"
  /** Anything else, one character each. */
  | "mark";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const PLAIN: readonly (readonly [TokenKind, RegExp])[] = [
  ["string", /"(?:[^"]|"")*"/y],
  // No workbook and sheet name is longer. Without a bound, a formula of quotation marks takes quadratic time.
  ["sheet", /'(?:[^']|''){0,600}'!/y],
  ["error", new RegExp(anyOf(CELL_ERRORS), "iy")],
  ["blank", /\s+/y],
  ["lines", /\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\p{L}\p{N}_.!(:])|\$?\d{1,7}:\$?\d{1,7}(?![\p{L}\p{N}_.!(:])/iuy],
  ["number", /(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?/iy],
  ["open", /\(/y],
  ["close", /\)/y],
  ["comma", /,/y],
];
const WORD = /[\p{L}_\\$][\p{L}\p{N}_.\\?$]*/uy;

/** The end of the bracket that starts here, with nested and escaped brackets; the end of the text if it is not closed. */
function bracketEnd(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === "'") i++;
    else if (text[i] === "[") depth++;
    else if (text[i] === "]" && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Splits a formula, without its equals sign, into tokens that join to the same text. The formula may be invalid. */
export function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const next = (): Token => {
    for (const [kind, pattern] of PLAIN) {
      pattern.lastIndex = at;
      const found = pattern.exec(formula);
      if (found) return { kind, text: found[0] };
    }
    if (formula[at] === "[") return { kind: "bracket", text: formula.slice(at, bracketEnd(formula, at)) };
    WORD.lastIndex = at;
    const word = WORD.exec(formula)?.[0];
    if (word === undefined) return { kind: "mark", text: formula[at]! };
    const after = formula.slice(at + word.length, at + word.length + 1);
    if (after === "!") return { kind: "sheet", text: `${word}!` };
    if (/^\s*\(/.test(formula.slice(at + word.length, at + word.length + 20))) return { kind: "function", text: word };
    return { kind: cellIn(word) ? "cell" : "name", text: word };
  };
  while (at < formula.length) {
    const token = next();
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

export const textOf = (tokens: readonly Token[]): string => tokens.map((t) => t.text).join("");

/** Index of the parenthesis that closes the one at this index; the number of tokens if there is none. */
export function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]!.kind === "open") depth++;
    else if (tokens[i]!.kind === "close" && --depth === 0) return i;
  }
  return tokens.length;
}
