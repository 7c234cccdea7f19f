import { withSeparators } from "../../../contract/counted";
import { addressOf, blockText, columnName } from "../../../workbook/cell-address";
import type { CellPlace, CellValue } from "../../../workbook/cell";
import type { Content } from "../../workbook";
import { labelOf } from "../argument-field";
import { BLANK, callText, type Input } from "../call-text";
import type { FormSpec } from "../form-spec";

/** Most formulas of a block; hosts accept no larger block at once. */
const MOST_FORMULAS = 10_000;

/** Names in a column and choices in a row, with a formula for each pair. */
export interface BlockRequest {
  readonly spec: FormSpec;
  /** Values of the first argument, one for each row. */
  readonly names: readonly string[];
  /** The argument whose choices are the columns. */
  readonly across: number;
  readonly choices: readonly string[];
  /** The other arguments. */
  readonly inputs: readonly Input[];
  /** The block's top left cell, which is above the names and left of the headings. */
  readonly corner: CellPlace;
  /** True if the names are in the sheet already, below the corner: they are not written. */
  readonly inPlace: boolean;
  /** One formula that spills, instead of one for each cell. */
  readonly spilled: boolean;
}

type BlockPlan =
  | {
      readonly ok: true;
      /** Where the rows go, and the rows. */
      readonly at: CellPlace;
      readonly rows: readonly (readonly Content[])[];
      readonly formulas: number;
      /** The formula at the top left. */
      readonly first: string;
      /** The address of all written cells. */
      readonly written: string;
      /** The cells with values, without their sheet. */
      readonly values: string;
    }
  | { readonly ok: false; readonly message: string };

/** A vendor's notation with blanks: `AAPL US Equity`. */
const WITH_BLANKS = /^\S+ [A-Z]{2}(?: Equity)?$/i;

/** Names in a typed or pasted text: one a line, or between commas, semicolons, tabs or blanks. Each once. */
export function namesIn(text: string): readonly string[] {
  const parts = text.split(/[\n\r\t,;]+/).flatMap((part) => (WITH_BLANKS.test(part.trim()) ? [part.trim()] : part.trim().split(/\s+/)));
  const seen = new Set<string>();
  return parts.filter((name) => name !== "" && !seen.has(name.toUpperCase()) && seen.add(name.toUpperCase()));
}

/** Names in cells, in reading order, each once; errors and empty cells are left out. */
export const namesOf = (values: readonly CellValue[]): readonly string[] =>
  namesIn(values.flatMap((value) => (typeof value === "string" || typeof value === "number" ? [String(value)] : [])).join("\n"));

/** The argument whose choices can be the columns; -1 if the function has none. */
export const acrossOf = (spec: FormSpec): number => spec.parameters.findIndex((p, i) => i > 0 && p.choices !== undefined);

/** Functions with names and choices. */
export const isBlockFunction = (spec: FormSpec): boolean => acrossOf(spec) > 0 && spec.parameters[0]?.required === true;

/** The formulas of a block, each of which refers to its name and its heading; or what is missing. */
export function planBlock({ spec, names, across, choices, inputs, corner, inPlace, spilled }: BlockRequest): BlockPlan {
  const wanting = names.length === 0 ? "names in the rows" : choices.length === 0 ? "at least one column" : undefined;
  if (wanting !== undefined) return { ok: false, message: `Choose ${wanting} first.` };
  const formulas = names.length * choices.length;
  if (formulas > MOST_FORMULAS)
    return {
      ok: false,
      message: `These are ${withSeparators(formulas)} formulas, and at most ${withSeparators(MOST_FORMULAS)} are inserted at once. Use fewer names or columns.`,
    };
  const { row, column } = corner;
  const formula = (name: string, heading: string): Content => {
    const own = spec.parameters.map((_, i): Input =>
      i === 0 ? { mode: "cell", text: name } : i === across ? { mode: "cell", text: heading } : (inputs[i] ?? BLANK),
    );
    return { formula: `=${callText(spec, own, corner.sheet)}` };
  };
  const nameBlock = { row: row + 1, column, rows: names.length, columns: 1 };
  const headingBlock = { row, column: column + 1, rows: 1, columns: choices.length };
  const values = names.map((_, r) =>
    choices.map((__, c) =>
      !spilled
        ? formula(`$${columnName(column)}${row + 2 + r}`, `${columnName(column + 1 + c)}$${row + 1}`)
        : r === 0 && c === 0
          ? formula(blockText(nameBlock), blockText(headingBlock))
          : null,
    ),
  );
  const whole: (readonly Content[])[] = [[labelOf(spec.parameters[0]?.name ?? ""), ...choices], ...values.map((cells, r) => [names[r] ?? null, ...cells])];
  const rows = inPlace ? whole.map((cells) => cells.slice(1)) : whole;
  const first = values[0]?.[0];
  const at = inPlace ? { ...corner, column: column + 1 } : corner;
  const end = `${columnName(column + choices.length)}${row + 1 + names.length}`;
  return {
    ok: true,
    at,
    rows,
    written: `${addressOf(at)}:${end}`,
    formulas: spilled ? 1 : formulas,
    first: typeof first === "object" && first !== null ? first.formula : "",
    values: blockText({ row: row + 1, column: column + 1, rows: names.length, columns: choices.length }),
  };
}
