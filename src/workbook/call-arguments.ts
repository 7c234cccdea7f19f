import { columnIndex, LAST_COLUMN, LAST_ROW } from "./cell-reference";
import { callTexts, type CallOf } from "./call-texts";
import { readLiteral } from "./literal";
import { findServiceCalls, visibleText } from "./service-calls";

/** One argument of a call, as far as the formula alone tells it. */
export type ArgumentInFormula =
  /** Written out; null for one that was left blank. */
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** One cell, by zero-based row and column; without a sheet it is on the formula's own. */
  | { readonly kind: "reference"; readonly sheet?: string; readonly row: number; readonly column: number }
  /** Expressions, ranges, names, other functions, arrays, errors: only the workbook knows what they come to. */
  | { readonly kind: "computed" };

/** A SERVICE call where it stands in a formula. */
export type CallInFormula = CallOf<ArgumentInFormula>;

const REFERENCE = /^@?(?:(?:'(?<quoted>(?:[^'[\]]|'')+)'|(?<plain>[\p{L}\d_.]+))!)?\$?(?<letters>[A-Z]{1,3})\$?(?<digits>[1-9]\d{0,6})$/iu;

const COMPUTED: ArgumentInFormula = { kind: "computed" };

function readReference(text: string): ArgumentInFormula {
  const { quoted, plain, letters = "", digits } = REFERENCE.exec(text)?.groups ?? {};
  if (digits === undefined) return COMPUTED;
  const column = columnIndex(letters);
  const row = Number(digits) - 1;
  const sheet = quoted?.replaceAll("''", "'") ?? plain;
  return row <= LAST_ROW && column <= LAST_COLUMN ? { kind: "reference", ...(sheet === undefined ? {} : { sheet }), row, column } : COMPUTED;
}

function readArgument(text: string): ArgumentInFormula {
  const literal = readLiteral(text);
  if (literal === undefined) return readReference(text.trim());
  return typeof literal === "object" && literal !== null ? COMPUTED : { kind: "literal", value: literal };
}

/**
 * Every SERVICE call of a formula in order, nested ones included, with what its arguments are. Calls that are not closed are left out. Throws nothing,
 * whatever the text.
 */
export function readCalls(formula: string): readonly CallInFormula[] {
  const calls = findServiceCalls(formula);
  if (calls.length === 0) return [];
  return callTexts(formula, calls, visibleText(formula)).map((call) => ({ ...call, args: call.args.map(readArgument) }));
}
