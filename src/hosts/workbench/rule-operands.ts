import { formulasAt, writtenList, type Operand } from "../../workbook/allowed-value";
import type { SheetValidation } from "../../workbook/book";
import type { CellValue } from "../../workbook/cell";
import { valueOf } from "../../engine/book/cell-data";
import type { EngineFunctions } from "../../engine/univer";
import type { Grid } from "./grid";

/** A cell of a sheet with this id of the engine. */
export interface RuledCell {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** How long a value waits for the calculation that its rule needs. After that it is kept. */
const PATIENCE_MS = 2_000;

const valueOfResult = (value: unknown): CellValue => {
  if (value === "") return value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "string" ? valueOf({ v: value }) : null;
};

const matrixOf = (value: unknown): readonly (readonly unknown[])[] => (Array.isArray(value) ? (value as unknown[][]) : [[value]]);

/** Waits until no calculation runs; false if that takes too long. The answers of services are not waited for. */
export const isCalculated = (functions: EngineFunctions): Promise<boolean> =>
  Promise.race([functions.calculated().then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))]);

/** The number of a formula that is only a number, as most bounds are; undefined for any other. */
function numberIn(formula: string): number | undefined {
  const text = /^=\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*$/.exec(formula)?.[1];
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** What the formulas of a rule give for a cell. */
export async function operandsOf({ api, functions }: Grid, rule: SheetValidation, at: RuledCell): Promise<Operand[]> {
  const formulas = formulasAt(rule, at);
  if (formulas.length === 0 || writtenList(formulas[0]!)) return [];
  const numbers = formulas.map(numberIn);
  if (!numbers.includes(undefined)) return numbers.map((number) => [[number!]]);
  const unknown = formulas.map(() => undefined);
  if (!(await isCalculated(functions))) return unknown;
  const unit = api.getActiveWorkbook()?.getId() ?? "";
  // The engine gives 0 for an empty cell.
  const asked = formulas.flatMap((formula) => [formula, `=ISBLANK(${formula.slice(1)})`]);
  try {
    const given = await api.getFormula().executeFormulas({ [unit]: { [at.sheet]: { [at.row]: { [at.column]: asked } } } }, PATIENCE_MS);
    const results = (given[unit]?.[at.sheet]?.[at.row]?.[at.column] ?? []).map(({ value }: { readonly value: unknown }) => matrixOf(value));
    return formulas.map((_, i) =>
      results[2 * i]?.map((row, r) => row.map((value, c) => (results[2 * i + 1]?.[r]?.[c] === true ? null : valueOfResult(value)))),
    );
  } catch {
    return unknown;
  }
}
