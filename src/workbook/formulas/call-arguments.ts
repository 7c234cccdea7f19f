import { type CallOf, callTexts } from "./call-texts";
import { columnIndex, LAST_COLUMN, LAST_ROW } from "../cell-reference";
import { readLiteral } from "./literal";
import { findServiceCalls, visibleText } from "./service-calls";

/** One argument of a call, from the formula alone. */
export type ArgumentInFormula =
  /** A literal; null if blank. */
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** One cell, by zero-based row and column; without a sheet, on the formula's own. */
  | { readonly kind: "reference"; readonly sheet?: string; readonly row: number; readonly column: number }
  /** An expression, range, name, other function, array or error, which only the workbook can calculate. */
  | { readonly kind: "computed" };

/** A SERVICE call in a formula. */
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
 * Parses every closed SERVICE call of a formula, in order, including nested ones, with its arguments. Never throws.
 */
export function readCalls(formula: string): readonly CallInFormula[] {
  const calls = findServiceCalls(formula);
  if (calls.length === 0) return [];
  return callTexts(formula, calls, visibleText(formula)).map((call) => ({ ...call, args: call.args.map(readArgument) }));
}
