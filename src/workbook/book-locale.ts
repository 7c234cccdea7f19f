import type { BookCell, BookLocale, BookSheet, DefinedName } from "./book";
import { referencesOf } from "./areas";
import { tokensOf } from "./formulas/formula-tokens";
import { isServiceName } from "./formulas/service-calls";

/** Functions that make no text of their own but that of numbers. What others give may be a text from anywhere. */
const PLAIN = new Set(
  "ABS AVERAGE CONCAT CONCATENATE DOLLAR FIXED IF IFERROR INT MAX MEDIAN MIN N PRODUCT ROUND ROUNDDOWN ROUNDUP SIGN SQRT SUM TEXT TEXTJOIN TRIM".split(" "),
);
/** Functions that group thousands: their `1,234` has no decimals for certain. */
const GROUPING = /^(?:DOLLAR|FIXED|TEXT)$/i;
/** A text in which a number may have decimals. */
const SEPARATED = /\d[.,]\d/;
/** Formulas that are looked at, and cells that one of them reads. */
const MOST_FORMULAS = 1_000;
const MOST_CELLS = 100;

const COMMA = /^\d+,\d+$|^\d{1,3}(?:([.'\u00A0\u202F\u2019 ])\d{3})(?:\1\d{3})*,\d+$/;
const POINT = /^\d+\.\d+$|^\d{1,3}(?:([,'\u2019])\d{3})(?:\1\d{3})*\.\d+$/;
/** `1,234` or `1.234`: decimals, or thousands. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** The decimal sign of a number in a text, and the sign between its thousands if it has one. */
function signsOf(piece: string, groups: boolean): BookLocale | undefined {
  const number = piece.replace(/^[\s%€$£()+-]+|[\s%€$£()]+$/g, "");
  if (groups && AMBIGUOUS.test(number)) return undefined;
  const comma = COMMA.exec(number);
  const found = comma ?? POINT.exec(number);
  return found ? { decimal: comma ? "," : ".", ...(found[1] === undefined ? {} : { group: found[1] }) } : undefined;
}

/** What is left of a formula's text without the texts that it was given. Undefined if it may have texts from elsewhere. */
function madePieces(
  textAt: (sheet: string, row: number, column: number) => string | undefined,
  names: readonly DefinedName[],
  sheet: string,
  formula: string,
  text: string,
) {
  const tokens = tokensOf(formula);
  const functions = tokens.flatMap((token) => (token.kind === "function" ? [token.text.toUpperCase()] : []));
  const isPlain = functions.every((name) => PLAIN.has(name) || isServiceName(name));
  if (!isPlain || !(functions.length > 0 || tokens.some((token) => token.text === "&"))) return undefined;
  const given = tokens.flatMap((token) => (token.kind === "string" ? [token.text.slice(1, -1).replaceAll('""', '"')] : []));
  for (const area of referencesOf(formula, sheet, names).areas) {
    if (area.rows * area.columns > MOST_CELLS) return undefined;
    for (let row = area.row; row < area.row + area.rows; row++)
      for (let column = area.column; column < area.column + area.columns; column++) given.push(textAt(area.sheet, row, column) ?? "");
  }
  // A text of a date: `TEXT(A1,"TT.MM")`.
  if (functions.includes("TEXT") && !given.some((one) => /[0#]/.test(one))) return undefined;
  const known = given.filter((one) => one !== "").sort((a, b) => b.length - a.length);
  const pieces = known.reduce((parts, one) => parts.flatMap((part) => part.split(one)), [text]);
  return { pieces, groups: functions.some((name) => GROUPING.test(name)) };
}

/**
 * How Excel wrote the numbers in a book's texts, as the stored values of its formulas show: `A1&" %"` gave `4,25 %`. Undefined if nothing shows it. Without a
 * decimal sign if values contradict each other, or if only other traces of a language are there, which does not decide for the decimal sign.
 */
export function localeOf(sheets: readonly BookSheet[], names: readonly DefinedName[], language: string | undefined): BookLocale | undefined {
  const candidates: { readonly sheet: string; readonly cell: BookCell }[] = [];
  for (const { name, cells } of sheets)
    for (const cell of cells)
      if (candidates.length < MOST_FORMULAS && cell.formula !== undefined && typeof cell.value === "string" && SEPARATED.test(cell.value))
        candidates.push({ sheet: name, cell });
  const texts = new Map<string, string>();
  const key = (sheet: string, row: number, column: number): string => `${row},${column},${sheet.toLowerCase()}`;
  if (candidates.length > 0)
    for (const { name, cells } of sheets) for (const { row, column, value } of cells) if (typeof value === "string") texts.set(key(name, row, column), value);
  const found = candidates.flatMap(({ sheet, cell }) => {
    const made = madePieces((...at) => texts.get(key(...at)), names, sheet, cell.formula!, String(cell.value));
    return made?.pieces.flatMap((piece) => signsOf(piece, made.groups) ?? []) ?? [];
  });
  const decimals = new Set(found.map(({ decimal }) => decimal));
  const [decimal] = decimals;
  if (decimal === undefined) return language === undefined ? undefined : { language };
  const groups = new Set(found.flatMap(({ group }) => group ?? []));
  const [group] = groups;
  return {
    ...(decimals.size === 1 ? { decimal } : {}),
    ...(groups.size === 1 && group !== undefined ? { group } : {}),
    ...(language === undefined ? {} : { language }),
  };
}
