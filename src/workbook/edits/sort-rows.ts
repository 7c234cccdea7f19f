import { type CellValue, isError } from "../cell";
import { tokensOf } from "../formulas/formula-tokens";
import { shiftedText } from "../formulas/shift-formula";

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
  if (rows === 0) return formula;
  const tokens = tokensOf(formula);
  let end = 0;
  return tokens
    .map((token, i) => {
      // `Sheet1!A1:B2` is a sheet, a cell, a colon and a cell.
      if (token.kind === "sheet") end = i + (tokens[i + 2]?.text === ":" && tokens[i + 3]?.kind === "cell" ? 4 : 2);
      return i < end ? token.text : shiftedText(token, rows, 0);
    })
    .join("");
}

/** A reason in place of a value is no heading. */
const isText = (value: CellValue | undefined): boolean => typeof value === "string" && value !== "" && !value.startsWith("n/a: ");

/** True if a row of texts is above other kinds of values in one of its columns. */
const isAbove = (first: readonly CellValue[], below: readonly (readonly CellValue[])[]): boolean =>
  first.some((text, c) => isText(text) && below.some((row) => !isBlank(row[c] ?? null) && !isText(row[c])));

/** True if the first of these rows is a heading: it has only texts, and a row below has another kind of value in one of its columns. */
export const hasHeading = ([first = [], ...below]: readonly (readonly CellValue[])[]): boolean => first.every(isText) && isAbove(first, below);

/** The number of rows above the heading of a list that have one text each, as the title and the sources of a table do; 0 if no heading follows them. */
export function titlesAbove(rows: readonly (readonly CellValue[])[]): number {
  const filledIn = (row: readonly CellValue[]): readonly CellValue[] => row.filter((value) => !isBlank(value));
  const titles = rows.findIndex((row) => filledIn(row).length !== 1 || !isText(filledIn(row)[0]));
  const [first = [], ...below] = rows.slice(titles);
  // A column of the user's own may have no heading.
  return titles > 0 && filledIn(first).every(isText) && isAbove(first, below) ? titles : 0;
}
