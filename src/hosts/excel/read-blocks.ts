import type { Block } from "../../workbook/block";
import { blockText } from "../../workbook/cell-address";
import { append } from "../../contract/lists";
import type { CellPlace } from "../../workbook/cell";
import type { Watch } from "../../pane/workbook";
import type { Area } from "../../workbook/areas";
import { isTooMuch } from "./excel-refusal";
import { send, throwIfStopped } from "./office";

/** Properties that say where a range is, and where the ranges of a collection are. */
export const RANGE_SHAPE = "rowIndex,columnIndex,rowCount,columnCount";
export const RANGE_SHAPES = "items/rowIndex,items/columnIndex,items/rowCount,items/columnCount";

export function shapeOfRange({ rowIndex, columnIndex, rowCount, columnCount }: Excel.Range): Block {
  return { row: rowIndex, column: columnIndex, rows: rowCount, columns: columnCount };
}

/** What a range must be loaded with for `formulaAt`. */
export const FORMULA_PROPERTIES = "formulas,values";

/**
 * The formula of cell `r`, `c` of a range; empty if it has none. For text that begins with =, typed after an apostrophe or into a cell formatted as Text, Excel
 * returns the text as the formula too: writing it back would make it a formula.
 */
export function formulaAt(range: Excel.Range, r: number, c: number): string {
  const formula = (range.formulas as unknown[][])[r]?.[c];
  return typeof formula === "string" && formula.startsWith("=") && formula !== (range.values as unknown[][])[r]?.[c] ? formula : "";
}

/** What a range must be loaded with for `contentAt`. */
export const CONTENT_PROPERTIES = `${FORMULA_PROPERTIES},valueTypes`;

/** What cell `r`, `c` of a range holds, as Excel's input; empty for a spilled cell too. Text gets an apostrophe. */
export function contentAt(range: Excel.Range, r: number, c: number): string | number | boolean {
  const formula = formulaAt(range, r, c);
  const value = (range.values as unknown[][])[r]?.[c] as string | number | boolean;
  if (formula !== "" || (range.formulas as unknown[][])[r]?.[c] === "") return formula;
  return (range.valueTypes as string[][])[r]?.[c] === "String" ? `'${String(value)}` : value;
}

/** Largest gap of unwanted cells that is read too, because a further range costs more. */
const GAP = 8;

/** Covers these cells with few rectangles and few other cells: runs down each column, with equal runs of adjacent columns joined. */
export function blocksAround(sheet: string, cells: readonly Pick<Block, "row" | "column">[]): Area[] {
  const sorted = [...cells].sort((a, b) => a.column - b.column || a.row - b.row);
  const runs: { row: number; column: number; rows: number; columns: number }[] = [];
  for (const { row, column } of sorted) {
    const last = runs[runs.length - 1];
    if (last && last.column === column && row <= last.row + last.rows + GAP) last.rows = Math.max(last.rows, row - last.row + 1);
    else runs.push({ row, column, rows: 1, columns: 1 });
  }
  const open = new Map<string, (typeof runs)[number]>();
  const joined: typeof runs = [];
  for (const run of runs) {
    const key = `${run.row}:${run.rows}`;
    const left = open.get(key);
    if (left && left.column + left.columns === run.column) left.columns++;
    else {
      open.set(key, run);
      joined.push(run);
    }
  }
  return joined.map((run) => ({ sheet, ...run }));
}

/** Cells and ranges per round trip; Excel on the web rejects replies of more than 5 MB. */
const CELLS = 20_000;
const RANGES = 500;

/** Splits a block into slices of at most `most` cells: whole rows, or parts of one row. */
function* slicesOf(block: Area, most: number): Generator<Area> {
  const columns = Math.min(block.columns, most);
  const rows = Math.max(1, Math.floor(most / columns));
  for (let row = 0; row < block.rows; row += rows)
    for (let column = 0; column < block.columns; column += columns)
      yield {
        sheet: block.sheet,
        row: block.row + row,
        column: block.column + column,
        rows: Math.min(rows, block.rows - row),
        columns: Math.min(columns, block.columns - column),
      };
}

/** Loads these properties of all blocks and passes each cell to `take`, with its place in a loaded range. If a reply is too large, reads smaller slices. */
export async function readBlocks(
  context: Excel.RequestContext,
  blocks: readonly Area[],
  properties: string,
  take: (at: CellPlace, range: Excel.Range, r: number, c: number) => void,
  watch?: Watch,
): Promise<void> {
  const total = blocks.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  let most = CELLS;
  let done = 0;
  /** Blocks still to read, the next one last. */
  const left = [...blocks].reverse();

  while (left.length > 0) {
    throwIfStopped(watch);
    const trip: Area[] = [];
    let cells = 0;
    while (left.length > 0 && trip.length < RANGES) {
      const next = left.pop() as Area;
      const size = next.rows * next.columns;
      if (size > most) {
        append(left, [...slicesOf(next, most)].reverse());
        continue;
      }
      if (cells + size > most) {
        left.push(next);
        break;
      }
      trip.push(next);
      cells += size;
    }
    let read: { readonly block: Area; readonly range: Excel.Range }[];
    try {
      const queue = () => trip.map((block) => ({ block, range: context.workbook.worksheets.getItem(block.sheet).getRange(blockText(block)).load(properties) }));
      read = await send(context, queue, watch);
    } catch (e) {
      if (!isTooMuch(e) || cells <= 1) throw e;
      most = Math.max(1, Math.floor(cells / 2));
      append(left, trip.reverse());
      continue;
    }
    for (const { block, range } of read)
      for (let r = 0; r < block.rows; r++)
        for (let c = 0; c < block.columns; c++) take({ sheet: block.sheet, row: block.row + r, column: block.column + c }, range, r, c);
    done += cells;
    watch?.progress?.(done, total);
  }
}
