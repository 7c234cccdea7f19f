import type { Block } from "../../workbook/block";
import type { CellPlace, CellValue } from "../../workbook/cell";
import { blockText } from "../../workbook/cell-address";
import type { Content } from "../../workbook/edits/sheet-edits";
import { callText, type FieldInput } from "./call-text";
import { written } from "../pane-words";
import type { FormSpec } from "./form-spec";
import { withSeparators } from "../../contract/counted";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { shiftFormula } from "../../workbook/formulas/shift-formula";

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
 *
 * @throws WorkbookRefusal that says what is wrong with the list
 */
export function planFill({ spec, inputs, argument, list, target }: FillRequest, values: readonly CellValue[]) {
  const refused = refuseList(list);
  if (refused !== undefined) throw new WorkbookRefusal(refused);
  const places = listPlaces(list);
  const across = list.rows === 1 && list.columns > 1;
  const formulas = places.map((place, i): string | null => {
    if (isEmpty(values[i])) return null;
    const cell = blockText({ ...place, rows: 1, columns: 1 });
    const own = inputs.map((input, n): FieldInput => {
      if (n === argument) return { mode: "cell", text: cell, sheet: place.sheet };
      return input.mode === "cell" ? { ...input, text: shiftFormula(input.text, across ? 0 : i, across ? i : 0) } : input;
    });
    return `=${written(callText(spec, own, target.sheet))}`;
  });
  const given = formulas.filter((f) => f !== null).length;
  if (given === 0) throw new WorkbookRefusal("All cells of the list are empty. Choose the range with the names.");
  const contents = formulas.map((formula): Content => (formula === null ? null : { formula }));
  return { rows: across ? [contents] : contents.map((c) => [c]), formulas: given, empty: formulas.length - given };
}
