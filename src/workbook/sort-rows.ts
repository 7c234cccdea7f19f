import { isError, type CellValue } from "./cell";
import { tokensOf } from "./formula-tokens";
import { shiftFormula } from "./shift-formula";

const TEXTS = new Intl.Collator("en", { sensitivity: "accent" });

/** Excel's order of kinds: numbers, texts, FALSE and TRUE, errors. */
function kindOf(value: CellValue): number {
  if (typeof value === "number") return 0;
  if (typeof value === "string") return 1;
  return isError(value) ? 3 : 2;
}

/** Compares two values in Excel's ascending order. Errors are equal. */
function compare(a: CellValue, b: CellValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return TEXTS.compare(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  return kindOf(a) - kindOf(b);
}

const isBlank = (value: CellValue): boolean => value === null || value === "";

/** The order in which Excel puts rows with these values: old indices by their new places. Equal values keep their order; empty cells come last both ways. */
export function sortedOrder(values: readonly CellValue[], descending: boolean): readonly number[] {
  const all = values.map((_, i) => i);
  const filled = all.filter((i) => !isBlank(values[i] ?? null));
  filled.sort((i, j) => (descending ? -1 : 1) * compare(values[i] ?? null, values[j] ?? null) || i - j);
  return [...filled, ...all.filter((i) => isBlank(values[i] ?? null))];
}

/**
 * A formula whose row a sort moves by these rows: relative references move with it, as when it is copied. References with a sheet's name stay, also those to the
 * own sheet, and so do names.
 */
export function sortedFormula(formula: string, rows: number): string {
  const tokens = tokensOf(formula);
  let result = "";
  let own = "";
  for (let i = 0; i < tokens.length; i++) {
    const { kind, text } = tokens[i]!;
    if (kind !== "sheet") {
      own += text;
      continue;
    }
    // `Sheet1!A1:B2` is a sheet, a cell, a colon and a cell.
    const end = tokens[i + 2]?.text === ":" && tokens[i + 3]?.kind === "cell" ? i + 4 : i + 2;
    const kept = tokens.slice(i, end).map((token) => token.text);
    result += shiftFormula(own, rows, 0) + kept.join("");
    own = "";
    i = end - 1;
  }
  return result + shiftFormula(own, rows, 0);
}

/** True if the first of these rows is a heading: it has only texts, and a row below has another kind of value in one of its columns. */
export function hasHeading(rows: readonly (readonly CellValue[])[]): boolean {
  const [first = [], ...below] = rows;
  const isText = (value: CellValue): boolean => typeof value === "string" && value !== "";
  return below.length > 0 && first.every(isText) && first.some((_, c) => below.some((row) => !isBlank(row[c] ?? null) && !isText(row[c] ?? null)));
}
