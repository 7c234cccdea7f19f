import type { Block } from "../../workbook/block";
import type { CellPlace, CellValue } from "../../workbook/cell";
import { blockText, columnName } from "../../workbook/cell-address";
import type { Content } from "../../workbook/edits/sheet-edits";
import { callText, type FieldInput } from "./call-text";
import { written } from "../pane-words";
import type { FormSpec } from "./form-spec";
import { withSeparators } from "../../contract/counted";
import { columnIndex, LAST_COLUMN, LAST_ROW } from "../../workbook/cell-reference";

const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^[\]]*\]/g;
const REFERENCE = /(?<![\p{L}\d_.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\p{L}\d_.(!])/giu;

/**
 * Shifts a formula as filling down does: references without `$` move, others stay. A reference that leaves the sheet becomes `#REF!`, as in Excel. Strings
 * and sheet names do not change.
 */
export function shiftReferences(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  const visible = formula.replace(QUOTED, (quoted) => " ".repeat(quoted.length));
  let shifted = "";
  let from = 0;
  for (const m of visible.matchAll(REFERENCE)) {
    const [found, fixedColumn = "", letters = "", fixedRow = "", digits = ""] = m;
    const column = columnIndex(letters) + (fixedColumn ? 0 : columns);
    const row = Number(digits) - 1 + (fixedRow ? 0 : rows);
    const isReference = columnIndex(letters) <= LAST_COLUMN;
    const inside = column >= 0 && column <= LAST_COLUMN && row >= 0 && row <= LAST_ROW;
    shifted += formula.slice(from, m.index);
    shifted += !isReference ? found : inside ? `${fixedColumn}${columnName(column)}${fixedRow}${row + 1}` : "#REF!";
    from = m.index + found.length;
  }
  return shifted + formula.slice(from);
}

/** Most formulas of one fill; hosts accept no larger block at once. */
const MOST_FORMULAS = 10_000;

/** One column or one row of values, and where the formulas go. */
export interface FillRequest {
  readonly spec: FormSpec;
  readonly inputs: readonly FieldInput[];
  /** The argument that changes from cell to cell. */
  readonly argument: number;
  readonly list: Block & { readonly sheet: string };
  readonly target: CellPlace;
}

type Fill =
  | {
      readonly ok: true;
      readonly rows: readonly (readonly Content[])[];
      readonly formulas: number;
      readonly first: string;
      readonly last: string;
      readonly empty: number;
    }
  | { readonly ok: false; readonly message: string };

/** The cells of a list, in order. */
export const listPlaces = ({ sheet, row, column, rows, columns }: FillRequest["list"]): CellPlace[] =>
  Array.from({ length: rows * columns }, (_, i) => ({ sheet, row: row + Math.floor(i / columns), column: column + (i % columns) }));

/** Default place of a list's formulas: the column to its right, or the row below a horizontal list. */
export const besideList = ({ sheet, row, column, rows, columns }: FillRequest["list"]): CellPlace =>
  rows === 1 && columns > 1 ? { sheet, row: row + 1, column } : { sheet, row, column: column + columns };

/** What is wrong with this list; undefined if it can be filled. */
export function refuseList({ rows, columns }: Pick<Block, "rows" | "columns">): string | undefined {
  if (rows > 1 && columns > 1) return "The list must be one column or one row. Use a range such as A2:A50.";
  if (rows * columns > MOST_FORMULAS) return `At most ${withSeparators(MOST_FORMULAS)} formulas are filled at once. Use a shorter range.`;
  return undefined;
}

const isEmpty = (value: CellValue | undefined): boolean => value === null || value === undefined || (typeof value === "string" && value.trim() === "");

/**
 * One formula for each non-empty cell of the list. The argument refers to its cell with a relative reference; other references shift as in filling down, so
 * `$` fixes one. Empty cells get no formula.
 */
export function planFill({ spec, inputs, argument, list, target }: FillRequest, values: readonly CellValue[]): Fill {
  const refused = refuseList(list);
  if (refused !== undefined) return { ok: false, message: refused };
  const places = listPlaces(list);
  const across = list.rows === 1 && list.columns > 1;
  const formulas = places.map((place, i): string | null => {
    if (isEmpty(values[i])) return null;
    const cell = blockText({ ...place, rows: 1, columns: 1 });
    const own = inputs.map((input, n): FieldInput => {
      if (n === argument) return { mode: "cell", text: cell, sheet: place.sheet };
      return input.mode === "cell" ? { ...input, text: shiftReferences(input.text, across ? 0 : i, across ? i : 0) } : input;
    });
    return `=${written(callText(spec, own, target.sheet))}`;
  });
  const given = formulas.filter((f) => f !== null);
  const [first, last] = [given[0], given[given.length - 1]];
  if (first === undefined || last === undefined) return { ok: false, message: "All cells of the list are empty. Choose the range with the names." };
  const contents = formulas.map((formula): Content => (formula === null ? null : { formula }));
  return { ok: true, rows: across ? [contents] : contents.map((c) => [c]), formulas: given.length, first, last, empty: formulas.length - given.length };
}
