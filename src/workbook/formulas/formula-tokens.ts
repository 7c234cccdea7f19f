import { anyOf, CELL_ERRORS } from "../../contract/error-values";
import { cellIn } from "../cell-reference";

type TokenKind =
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

const STRING = /"(?:[^"]|"")*"/y;
// No workbook and sheet name is longer. Without a bound, a formula of quotation marks takes quadratic time.
const SHEET = /'(?:[^']|''){0,600}'!/y;
const ERROR = new RegExp(anyOf(CELL_ERRORS), "iy");
const BLANK = /\s+/y;
const LINES = /\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\p{L}\p{N}_.!(:])|\$?\d{1,7}:\$?\d{1,7}(?![\p{L}\p{N}_.!(:])/iuy;
/** Characters of the longest line before its colon. */
const LONGEST_LINE = 8;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?/iy;
const WORD = /[\p{L}_\\$][\p{L}\p{M}\p{N}_.\\?$]*/uy;
const OPENS = /\s{0,19}\(/y;
const OF_ONE: Readonly<Record<string, TokenKind>> = { "(": "open", ")": "close", ",": "comma" };

/** What this pattern matches at this place. */
function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

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
  let colon = -1;
  const mayBeLine = (): boolean => {
    if (colon < at) colon = formula.includes(":", at) ? formula.indexOf(":", at) : Infinity;
    return colon - at <= LONGEST_LINE;
  };
  // The first character decides which patterns can match.
  const next = (): Token => {
    const c = formula[at]!;
    const one = OF_ONE[c];
    if (one) return { kind: one, text: c };
    if (c === "[") return { kind: "bracket", text: formula.slice(at, bracketEnd(formula, at)) };
    const quoted = c === '"' ? matchAt(STRING, formula, at) : c === "'" ? matchAt(SHEET, formula, at) : undefined;
    if (quoted !== undefined) return { kind: c === '"' ? "string" : "sheet", text: quoted };
    const error = c === "#" ? matchAt(ERROR, formula, at) : undefined;
    if (error !== undefined) return { kind: "error", text: error };
    const blank = matchAt(BLANK, formula, at);
    if (blank !== undefined) return { kind: "blank", text: blank };
    const line = mayBeLine() ? matchAt(LINES, formula, at) : undefined;
    if (line !== undefined) return { kind: "lines", text: line };
    const number = (c >= "0" && c <= "9") || c === "." ? matchAt(NUMBER, formula, at) : undefined;
    if (number !== undefined) return { kind: "number", text: number };
    const word = matchAt(WORD, formula, at);
    if (word === undefined) return { kind: "mark", text: c };
    const after = at + word.length;
    if (formula[after] === "!") return { kind: "sheet", text: `${word}!` };
    if (matchAt(OPENS, formula, after) !== undefined) return { kind: "function", text: word };
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

export const inBrackets = (tokens: readonly Token[]): readonly Token[] => [{ kind: "open", text: "(" }, ...tokens, { kind: "close", text: ")" }];

/** Index of the parenthesis that closes the one at this index; the number of tokens if there is none. */
export function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]!.kind === "open") depth++;
    else if (tokens[i]!.kind === "close" && --depth === 0) return i;
  }
  return tokens.length;
}

/** The next token before or after this one that is no blank. */
export const besides = (tokens: readonly Token[], i: number, step: 1 | -1): Token | undefined =>
  tokens[i + step]?.kind === "blank" ? besides(tokens, i + step, step) : tokens[i + step];

/** True if the tokens from one to the other, both included, are a whole argument, or all that is in brackets. */
export const isWholeArgument = (tokens: readonly Token[], first: number, last: number): boolean =>
  /^(?:open|comma)$/.test(besides(tokens, first, -1)?.kind ?? "") && /^(?:close|comma)$/.test(besides(tokens, last, 1)?.kind ?? "");

/** The tokens from `from` up to `to`, split at the commas outside of brackets. */
export function partsBetween(tokens: readonly Token[], from: number, to: number): { readonly from: number; readonly to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let depth = 0;
  let start = from;
  for (let i = from; i < to; i++) {
    const { kind, text } = tokens[i]!;
    if (kind === "open" || text === "{") depth++;
    else if (kind === "close" || text === "}") depth--;
    else if (kind === "comma" && depth === 0) {
      parts.push({ from: start, to: i });
      start = i + 1;
    }
  }
  parts.push({ from: start, to });
  return parts;
}

/** The bracket around a token. */
interface Around {
  /** What the bracket is of: a function's name in capitals, `{` for an array constant, or nothing for an expression. */
  readonly of: string | undefined;
  /** Index of the opening bracket, and number of the argument, from 0. */
  readonly open: number;
  readonly argument: number;
}

/** The bracket around each token; undefined outside of all. */
export function bracketsAround(tokens: readonly Token[]): readonly (Around | undefined)[] {
  const open: Around[] = [];
  let before: string | undefined;
  return tokens.map(({ kind, text }, i) => {
    if (kind === "close" || text === "}") open.pop();
    const around = open[open.length - 1];
    if (kind === "comma" && around) open[open.length - 1] = { ...around, argument: around.argument + 1 };
    if (kind === "open") open.push({ of: before, open: i, argument: 0 });
    else if (text === "{") open.push({ of: text, open: i, argument: 0 });
    if (kind !== "blank") before = kind === "function" ? text.toUpperCase() : undefined;
    return around;
  });
}
