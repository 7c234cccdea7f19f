import { BUSY, type CellPlace, type CellValue, type ShownCell } from "../../workbook/cell";
import { placeOf } from "../../workbook/cell-reference";
import type { Watch } from "../../pane/workbook";
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

/** A cell of a missing sheet: what a formula that refers to it would show. */
const GONE: ShownCell = { value: { error: "#REF!" }, text: "#REF!" };
const EMPTY: ShownCell = { value: null, text: "" };

/** What these cells show now, in the given order. */
export async function readShown(context: Excel.RequestContext, places: readonly CellPlace[], watch?: Watch): Promise<ShownCell[]> {
  if (places.length === 0) return [];
  const { worksheets } = context.workbook;
  worksheets.load("items/name");
  await context.sync();
  // Sheet names are compared without case, as in Excel.
  const names = new Map(worksheets.items.map(({ name }) => [name.toLowerCase(), name]));
  const wanted = new Map<string, CellPlace[]>();
  for (const place of places) {
    const name = names.get(place.sheet.toLowerCase());
    if (name === undefined) continue;
    const onSheet = wanted.get(name);
    if (onSheet) onSheet.push(place);
    else wanted.set(name, [place]);
  }
  const shown = new Map<string, Map<number, ShownCell>>();
  await readBlocks(
    context,
    [...wanted].flatMap(([sheet, cells]) => blocksAround(sheet, cells)),
    SHOWN,
    ({ block, range }) => {
      const cells = shown.get(block.sheet) ?? new Map<number, ShownCell>();
      shown.set(block.sheet, cells);
      for (let r = 0; r < block.rows; r++) for (let c = 0; c < block.columns; c++) cells.set(placeOf(block.row + r, block.column + c), shownAt(range, r, c));
    },
    watch,
  );
  return places.map(({ sheet, row, column }) => {
    const name = names.get(sheet.toLowerCase());
    return name === undefined ? GONE : (shown.get(name)?.get(placeOf(row, column)) ?? EMPTY);
  });
}
