import { BLANK_CELL, BUSY, GONE_CELL, type CellPlace, type CellValue, type ShownCell } from "../../workbook/cell";
import { placeOf } from "../../workbook/cell-reference";
import type { Watch } from "../../pane/workbook";
import { bySheet } from "./enter-formulas";
import { blocksAround, readBlocks } from "./read-blocks";

const LOOKS_LIKE_ERROR = /^#[A-Z0-9_/]+[!?]?$/;
/** How Excel shows a function that has not answered yet, today and in older versions. */
const PENDING = new Set([BUSY, "#GETTING_DATA"]);

/**
 * Converts Excel's value and type to a cell value. Excel returns errors as text, which only the type tells from typed text. A stock or another entity has
 * the value #VALUE!, so its text is used, as for a function's argument.
 */
export function cellValue(value: unknown, type: string, text = ""): CellValue {
  if (typeof value === "string") {
    if (PENDING.has(value)) return { error: BUSY };
    // While the add-in loads, Excel may show #NAME? although the value is #CALC! (office-js issue 5865).
    if (value === "#CALC!" && text === "#NAME?") return { error: text };
    if (type === "RichValue" && text !== "" && !LOOKS_LIKE_ERROR.test(text)) return text;
    if (type === "Error" || (type !== "String" && LOOKS_LIKE_ERROR.test(value))) return { error: value };
    return value === "" && type === "Empty" ? null : value;
  }
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

export const SHOWN = "values,text,valueTypes";

/** What cell `r`, `c` of a range shows; the range must be loaded with `SHOWN`. */
export function shownAt(range: Excel.Range, r: number, c: number): ShownCell {
  const text = (range.text as string[][])[r]?.[c] ?? "";
  return { value: cellValue((range.values as unknown[][])[r]?.[c], (range.valueTypes as string[][])[r]?.[c] ?? "", text), text };
}

/** What these cells show now, in the given order. */
export async function readShown(context: Excel.RequestContext, places: readonly CellPlace[], watch?: Watch): Promise<ShownCell[]> {
  if (places.length === 0) return [];
  const { sheets } = await bySheet(context, places, (place) => place);
  const shown = new Map([...sheets.keys()].map((name) => [name.toLowerCase(), new Map<number, ShownCell>()]));
  const cellsOf = ({ sheet }: CellPlace): Map<number, ShownCell> | undefined => shown.get(sheet.toLowerCase());
  await readBlocks(
    context,
    [...sheets].flatMap(([sheet, cells]) => blocksAround(sheet, cells)),
    SHOWN,
    (at, range, r, c) => cellsOf(at)?.set(placeOf(at.row, at.column), shownAt(range, r, c)),
    watch,
  );
  return places.map((place) => {
    const cells = cellsOf(place);
    return cells ? (cells.get(placeOf(place.row, place.column)) ?? BLANK_CELL) : GONE_CELL;
  });
}
