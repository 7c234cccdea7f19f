import type { SheetValidation } from "./book";
import { BUSY, isError, type CellValue } from "./cell";
import { cellIn, hasCell } from "./cell-reference";
import { shiftFormula } from "./formulas/shift-formula";
import { BY_ORDER, firstCell } from "./conditional-format";

/** The rule of a cell. Of several, the first. */
export const ruleAt = (rules: readonly SheetValidation[], row: number, column: number): SheetValidation | undefined =>
  rules.find(({ areas }) => areas.some((area) => hasCell(area, row, column)));

/** The formulas of a rule as they are for one of its cells. */
export function formulasAt({ areas, formulas }: SheetValidation, at: { readonly row: number; readonly column: number }): readonly string[] {
  const first = firstCell(areas);
  return formulas.map((formula) => `=${shiftFormula(formula.slice(1), at.row - first.row, at.column - first.column)}`);
}

/** The entries of a list that is written in the rule itself, `="a,b"`; undefined for another formula. */
export function writtenList(formula: string): readonly string[] | undefined {
  const text = /^=\s*"((?:[^"]|"")*)"\s*$/.exec(formula)?.[1];
  return text
    ?.replaceAll('""', '"')
    .split(",")
    .map((one) => one.trim());
}

/** What a formula gives: values by rows. Undefined: unknown, or not a value yet. */
export type Operand = readonly (readonly CellValue[])[] | undefined;

const lower = (value: CellValue): CellValue => (typeof value === "string" ? value.toLowerCase() : value);
/** True if an entry of a written list is this number or truth value. */
const sameWritten = (entry: string, value: CellValue): boolean =>
  (typeof value === "number" && entry !== "" && Number(entry) === value) || (typeof value === "boolean" && entry.toUpperCase() === String(value).toUpperCase());
/** The name of a formula that is only a name; undefined for any other. */
const nameIn = (formula = ""): string | undefined => /^=([\p{L}_][\p{L}\d_.]*)$/u.exec(formula)?.[1];
const isPending = (value: CellValue): boolean => value !== null && isError(value) && value.error === BUSY;

/** Compares a number with the bounds of a rule; undefined if a bound is no number, such as a reason. */
function isWithin({ operator, allowsBlank }: SheetValidation, value: number, bounds: readonly Operand[]): boolean | undefined {
  const numbers: number[] = [];
  for (const bound of bounds) {
    const given = bound?.[0]?.[0];
    // An empty cell as a bound allows everything, unless blanks are refused.
    if (given === null && allowsBlank) return true;
    if (given === undefined || (given !== null && typeof given !== "number")) return undefined;
    numbers.push(given ?? 0);
  }
  const [a, b] = numbers;
  if (a === undefined) return undefined;
  if (operator !== "between" && operator !== "notBetween") return BY_ORDER[operator](value - a);
  return b === undefined ? undefined : (operator === "between") === (value >= a && value <= b);
}

/**
 * True if a rule allows a value that was typed; undefined if that cannot be known, as when the bound of a number is a reason or still calculated.
 *
 * @param operands what the formulas of the rule give for the cell, with the value in it
 */
export function isAllowed(rule: SheetValidation, value: CellValue, operands: readonly Operand[]): boolean | undefined {
  const { kind, allowsBlank, formulas } = rule;
  if (kind === "none") return true;
  if (value === null) return allowsBlank ?? false;
  if (isPending(value)) return undefined;
  const [first] = operands;
  if (kind === "list") {
    // Entries that are written in the rule have capitals and small letters.
    const written = writtenList(formulas[0] ?? "");
    if (written) return written.some((one) => one === value || sameWritten(one, value));
    const all = first?.flat();
    // As in Excel, everything is allowed if the range of a name has an empty cell.
    if (!all || (allowsBlank && all.includes(null) && nameIn(formulas[0]) !== undefined && !cellIn(nameIn(formulas[0])!))) return undefined;
    return all.some((one) => one !== null && !isError(one) && lower(one) === lower(value));
  }
  if (kind === "custom") {
    const given = first?.[0]?.[0];
    if (given === undefined || isPending(given)) return undefined;
    return given === true || (typeof given === "number" && given !== 0);
  }
  if (kind === "textLength")
    return isError(value) ? false : isWithin(rule, (typeof value === "boolean" ? String(value).toUpperCase() : String(value)).length, operands);
  if (typeof value !== "number" || (kind === "whole" && !Number.isInteger(value))) return false;
  return isWithin(rule, value, operands);
}
