import { columnName, runsOf, type CellAt } from "../../workbook/cell-address";
import { isSetSupported } from "./office";

/** Whether a cell is meant: its address with the sheet, its formula, and what it shows (only where values were asked for). */
export type Pick = (address: string, formula: string, value: unknown) => boolean;

/** Cells read in one round trip: Excel on the web refuses replies of more than 5 MB. */
const CELLS_PER_SYNC = 20_000;
const RANGES_PER_SYNC = 500;
/** Length of an address list that Excel takes safely. */
const ADDRESS_LIST = 2_000;

interface Block {
  readonly sheet: Excel.Worksheet;
  readonly range: Excel.Range;
}

const SHAPE = "rowIndex,columnIndex,rowCount,columnCount";
const COLLECTION_SHAPE = "items/rowIndex,items/columnIndex,items/rowCount,items/columnCount";

/** The used range of each sheet that has one, hidden sheets included. */
async function usedRanges(context: Excel.RequestContext): Promise<Block[]> {
  const sheets = context.workbook.worksheets;
  sheets.load("items/name");
  await context.sync();
  const used = sheets.items.map((sheet) => ({ sheet, range: sheet.getUsedRangeOrNullObject() }));
  for (const { range } of used) range.load(SHAPE);
  await context.sync();
  return used.filter(({ range }) => !range.isNullObject);
}

/** Narrowed to the areas that hold formulas where Excel can tell: a sheet may hold a million constants and ten formulas. */
async function formulaAreas(context: Excel.RequestContext, used: readonly Block[]): Promise<readonly Block[]> {
  if (!isSetSupported("ExcelApi", "1.9")) return used;
  try {
    const found = used.map(({ sheet, range }) => ({ sheet, special: range.getSpecialCellsOrNullObject(Excel.SpecialCellType.formulas) }));
    for (const { special } of found) special.load("areaCount");
    await context.sync();
    const there = found.filter(({ special }) => !special.isNullObject);
    for (const { special } of there) special.areas.load(COLLECTION_SHAPE);
    await context.sync();
    return there.flatMap(({ sheet, special }) => special.areas.items.map((range) => ({ sheet, range })));
  } catch {
    // Some protected sheets refuse the question as a whole.
    return used;
  }
}

/** The block in slices of whole rows that one round trip can carry. */
function slices({ sheet, range }: Block): (Block & { readonly row: number; readonly cells: number })[] {
  const { rowCount, columnCount } = range;
  const rows = Math.max(1, Math.floor(CELLS_PER_SYNC / columnCount));
  const parts = [];
  for (let row = 0; row < rowCount; row += rows) {
    const height = Math.min(rows, rowCount - row);
    const part = height === rowCount ? range : range.getCell(row, 0).getResizedRange(height - 1, columnCount - 1);
    parts.push({ sheet, range: part, row: range.rowIndex + row, cells: height * columnCount });
  }
  return parts;
}

async function findCells(context: Excel.RequestContext, pick: Pick, withValues: boolean): Promise<Map<Excel.Worksheet, CellAt[]>> {
  const found = new Map<Excel.Worksheet, CellAt[]>();
  const blocks = await formulaAreas(context, await usedRanges(context));
  let loaded: { readonly slice: ReturnType<typeof slices>[number]; readonly column: number }[] = [];
  let cells = 0;

  const read = async () => {
    await context.sync();
    for (const { slice, column } of loaded) {
      const values = withValues ? (slice.range.values as unknown[][]) : undefined;
      for (const [r, formulas] of (slice.range.formulas as unknown[][]).entries())
        for (const [c, formula] of formulas.entries()) {
          if (typeof formula !== "string" || !formula.startsWith("=")) continue;
          const at = { row: slice.row + r, column: column + c, formula };
          if (!pick(`${slice.sheet.name}!${columnName(at.column)}${at.row + 1}`, formula, values?.[r]?.[c])) continue;
          const there = found.get(slice.sheet);
          if (there) there.push(at);
          else found.set(slice.sheet, [at]);
        }
    }
    loaded = [];
    cells = 0;
  };

  for (const block of blocks)
    for (const slice of slices(block)) {
      if (loaded.length > 0 && (cells + slice.cells > CELLS_PER_SYNC || loaded.length >= RANGES_PER_SYNC)) await read();
      slice.range.load(withValues ? "formulas,values" : "formulas");
      loaded.push({ slice, column: block.range.columnIndex });
      cells += slice.cells;
    }
  if (loaded.length > 0) await read();
  return found;
}

/** Marks these cells so that the next calculation calls their functions; a plain recalculation leaves clean cells alone. */
function mark(sheet: Excel.Worksheet, cells: readonly CellAt[]): void {
  const runs = runsOf(cells);
  if (!isSetSupported("ExcelApi", "1.9")) {
    for (const { address, formulas } of runs) sheet.getRange(address).formulas = formulas.map((f) => [f]);
    return;
  }
  let list = "";
  const flush = () => {
    if (list) sheet.getRanges(list).setDirty();
    list = "";
  };
  for (const { address } of runs) {
    if (list.length + address.length > ADDRESS_LIST) flush();
    list = list ? `${list},${address}` : address;
  }
  flush();
}

/**
 * Has Excel evaluate every formula cell that is picked, on all sheets; gives their number. Rejects where Excel does not let the workbook be
 * read (a cell is being edited and stays so). A sheet that refuses costs only its own cells.
 */
export function evaluateCells(pick: Pick, { withValues = false } = {}): Promise<number> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const found = await findCells(context, pick, withValues);
    let count = 0;
    for (const [sheet, cells] of found) {
      try {
        mark(sheet, cells);
        await context.sync();
        count += cells.length;
      } catch {
        // A protected sheet in an Excel that can only re-enter formulas.
      }
    }
    if (count > 0) {
      context.application.calculate(Excel.CalculationType.recalculate);
      await context.sync();
    }
    return count;
  });
}
