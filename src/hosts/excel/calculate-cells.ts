import { append } from "../../contract/lists";
import type { CellAt } from "../../workbook/cell-address";
import { runsOf } from "../../workbook/cell-address";
import type { CellPlace } from "../../workbook/cell";
import type { Refused } from "../../pane/workbook";
import { blocksAround, cellNumber } from "./block";
import { bySheet } from "./by-sheet";
import { enterFormulas, protectedSheets, refuseAll } from "./enter-formulas";
import { codeOf, refusalOf } from "./excel-refusal";
import { isSetSupported } from "./office";
import { readBlocks } from "./read-blocks";

/** Length of an address list that Excel takes safely. */
const ADDRESS_LIST = 2_000;

/** Addresses of these cells, joined into lists that Excel takes, each with its cells. */
function addressLists(cells: readonly CellPlace[]): { list: string; cells: CellPlace[] }[] {
  const runs = runsOf(cells.map(({ row, column }) => ({ row, column, formula: "" })));
  const sorted = [...cells].sort((a, b) => a.column - b.column || a.row - b.row);
  const lists: { list: string; cells: CellPlace[] }[] = [];
  let at = 0;
  for (const { address, formulas } of runs) {
    const own = sorted.slice(at, (at += formulas.length));
    const last = lists[lists.length - 1];
    if (last && last.list.length + 1 + address.length <= ADDRESS_LIST) {
      last.list += `,${address}`;
      append(last.cells, own);
    } else lists.push({ list: address, cells: own });
  }
  return lists;
}

/** Marks cells of one sheet so that the next calculation calls their functions; a plain recalculation leaves clean cells alone. */
async function markCells(context: Excel.RequestContext, sheet: string, cells: readonly CellPlace[]): Promise<Refused[]> {
  const lists = addressLists(cells);
  const mark = async (some: typeof lists) => {
    for (const { list } of some) context.workbook.worksheets.getItem(sheet).getRanges(list).setDirty();
    await context.sync();
  };
  try {
    await mark(lists);
    return [];
  } catch (e) {
    if (codeOf(e) === "InvalidOperationInCellEditMode") throw e;
    const refused: Refused[] = [];
    for (const one of lists)
      await mark([one]).catch((why: unknown) => {
        append(refused, refuseAll(sheet, one.cells, refusalOf(why).message));
      });
    return refused;
  }
}

const CANNOT_MARK =
  "This Excel can only calculate a cell anew by entering its formula again, and the sheet is protected. Take the protection off (Review, Unprotect Sheet), then try again.";

/** For Excel before ExcelApi 1.9, which cannot mark cells: enters their formulas anew. */
async function enterAgain(context: Excel.RequestContext, sheet: string, cells: readonly CellPlace[]): Promise<Refused[]> {
  if ((await protectedSheets(context, [sheet])).has(sheet)) return refuseAll(sheet, cells, CANNOT_MARK);
  const wanted = new Set(cells.map(({ row, column }) => cellNumber(row, column)));
  const found: CellAt[] = [];
  await readBlocks(context, blocksAround(sheet, cells), "formulas", ({ block, range }) => {
    for (const [r, formulas] of (range.formulas as unknown[][]).entries())
      for (const [c, formula] of formulas.entries()) {
        const at = { row: block.row + r, column: block.column + c };
        if (typeof formula === "string" && formula.startsWith("=") && wanted.has(cellNumber(at.row, at.column))) found.push({ ...at, formula });
      }
  });
  return enterFormulas(context, sheet, found);
}

/** Has Excel calculate exactly these cells and what depends on them, also where calculation is manual; gives those that could not be marked. */
export async function calculateCells(context: Excel.RequestContext, places: readonly CellPlace[]): Promise<Refused[]> {
  if (places.length === 0) return [];
  const { sheets, gone } = await bySheet(context, places, (place) => place);
  const refused = [...gone];
  const mark = isSetSupported("ExcelApi", "1.9") ? markCells : enterAgain;
  for (const [sheet, cells] of sheets) append(refused, await mark(context, sheet, [...new Map(cells.map((c) => [cellNumber(c.row, c.column), c])).values()]));
  if (refused.length < places.length) {
    context.application.calculate(Excel.CalculationType.recalculate);
    await context.sync();
  }
  return refused;
}
