import { append } from "../../contract/lists";
import { type Area, referencesOf, sheetOf } from "../areas";
import { around } from "../block";
import { isCallable } from "./broken-names";
import type { CellPlace } from "../cell";
import { areaOf, type KnownParts, PLACES, type Reach, withKnownReferences } from "./known-references";
import { mayCallName, REFERENCE_CALL, withNamesInPlace } from "./names-in-place";
import { withoutSheetRanges } from "./sheet-ranges";
import { markParameters, withoutMarks } from "./stored-formula";
import { withoutUnions } from "./unions";
import { closingOf, textOf, type Token, tokensOf } from "./formula-tokens";

/** A formula as every engine reads it. */
interface PlainFormula {
  /** With its equals sign. */
  readonly formula: string;
  /** Why its references are not all known, in a sentence; undefined if they are. */
  readonly unknown?: string;
  /** Cells that it may read besides those of its references. */
  readonly reach: Reach;
}

/** A name, a call that makes references or gives a place, a reference over several sheets, brackets of no function, or a range between calculated ends. */
const MAY_DIFFER = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_.$\\])(?!(?:TRUE|FALSE)(?![\p{L}\p{N}_.]))(?!\$?[A-Z]{1,3}\$?\d+(?![\p{L}\p{N}_.]))[\p{L}_\\][\p{L}\p{N}_.\\?]*(?![\p{L}\p{N}_.\\?]|\s*\(|!)`,
    REFERENCE_CALL,
    String.raw`(?:ROWS?|COLUMNS?)\s*\(`,
    ":[^:]*!|'[^']*:",
    String.raw`(?:^|[^\p{L}\p{N}_.\s])\s*\(`,
    String.raw`:\s*[\p{L}_][\p{L}\p{N}_.]*\s*\(|\)\s*:`,
  ].join("|"),
  "iu",
);

const NONE: readonly never[] = [];

/** The operand that ends before, or starts at, a token: a reference, a name or a call. */
function operand(tokens: readonly Token[], colon: number, step: 1 | -1): readonly Token[] {
  if (step > 0) {
    let end = colon + 1;
    if (tokens[end]?.kind === "sheet") end++;
    if (tokens[end]?.kind === "function") end++;
    return tokens.slice(colon + 1, (tokens[end]?.kind === "open" ? closingOf(tokens, end) : end) + 1);
  }
  let start = colon - 1;
  for (let depth = 0; start >= 0; start--) {
    if (tokens[start]!.kind === "close") depth++;
    else if (tokens[start]!.kind === "open") depth--;
    if (depth <= 0) break;
  }
  while (/^(?:function|sheet)$/.test(tokens[start - 1]?.kind ?? "")) start--;
  return tokens.slice(Math.max(0, start), colon);
}

/** The cells between the ends of ranges such as `A1:INDEX(B:B,3)`: what lies between all that the ends refer to. */
function between(all: readonly Token[], { sheet }: CellPlace, { names }: KnownParts): readonly Area[] {
  const tokens = all.filter(({ kind }) => kind !== "blank");
  return tokens.flatMap((token, i): readonly Area[] => {
    // The second colon of `A1:A3:B1`, as a name for A1:A3 makes it.
    const isSecond = tokens[i - 1]?.kind === "cell" && tokens[i - 2]?.text === ":";
    const isPlain = tokens[i - 1]?.kind === "cell" && /^(?:cell|sheet)$/.test(tokens[i + 1]?.kind ?? "");
    if (token.text !== ":" || (isPlain && !isSecond)) return [];
    const areas = [isSecond ? tokens.slice(Math.max(0, i - 4), i) : operand(tokens, i, -1), operand(tokens, i, 1)].flatMap(
      (own) => referencesOf(textOf(own), sheet, names).areas,
    );
    const [first] = areas;
    if (!first) return [];
    return [{ sheet: first.sheet, ...around(areas) }];
  });
}

/** `S!A1:S!B2` as `S!A1:B2`. */
const withoutRepeatedSheets = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter((token, i) => {
    const first = tokens[i - 3];
    const isSecond = token.kind === "sheet" && tokens[i - 1]?.text === ":" && tokens[i - 2]?.kind === "cell";
    return !(isSecond && first?.kind === "sheet" && sheetOf(first).toLowerCase() === sheetOf(token).toLowerCase());
  });

/** Numbers in place of calls such as `ROWS(B$1:B1)`, which do not read the cells of their reference: not even their own. */
function withPlaces(tokens: readonly Token[], { sheet }: CellPlace, { sheets }: KnownParts): readonly Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const place = token.kind === "function" && tokens[i + 1]?.kind === "open" ? PLACES[token.text.toUpperCase()] : undefined;
    const close = place ? closingOf(tokens, i + 1) : i;
    const inner = tokens.slice(i + 2, close);
    const area = place && areaOf(inner, sheet);
    const isInBook = area !== undefined && sheets.some((name) => name.toLowerCase() === area.sheet.toLowerCase());
    const number = isInBook ? place?.(area) : undefined;
    out.push(number === undefined ? token : { kind: "number", text: String(number) });
    if (number !== undefined) i = close;
  }
  return out;
}

/**
 * A cell's formula with plain references alone: what names mean in this cell, the cells of each sheet for a reference over several sheets, the references that
 * INDIRECT and OFFSET give, the numbers that ROWS and its kin give, and no unions. A formula with none of these stays as it is.
 *
 * @param formula in displayed form
 */
export function plainFormula(formula: string, at: CellPlace, parts: KnownParts): PlainFormula {
  if (!MAY_DIFFER.test(formula) && !mayCallName(parts.names) && !(parts.lostNames ?? NONE).some(isCallable)) return { formula, reach: NONE };
  let why: string | undefined;
  const unknown = (sentence: string): void => void (why ??= sentence);
  const areas: Area[] = [];
  let isEverything = false;
  const tokens = tokensOf(formula.replace(/^=/, ""));
  markParameters(tokens);
  const noted = (sentence: string): void => {
    isEverything = true;
    unknown(sentence);
  };
  const known = withKnownReferences(withNamesInPlace(tokens, at, parts, noted), at, parts, (name, reach) => {
    unknown(`It uses ${name}, and only Excel knows which cells it reads. Open the book in Excel to update it.`);
    if (reach === "everything") isEverything = true;
    else append(areas, reach);
  });
  const plain = withoutSheetRanges(withoutRepeatedSheets(known), parts.sheets, (sentence, mayReadAny) => (mayReadAny ? noted : unknown)(sentence));
  append(areas, between(plain, at, parts));
  const text = withoutUnions(`=${textOf(withoutMarks(withPlaces(plain, at, parts)))}`);
  return { formula: text, ...(why === undefined ? {} : { unknown: why }), reach: isEverything ? "everything" : areas };
}
