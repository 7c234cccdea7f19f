import { append, groupedBy } from "../../contract/lists";
import { CELL_CHANGED, type Refused, SHEET_GONE } from "../../pane/workbook";
import { around, type Block } from "../../workbook/block";
import type { CellPlace } from "../../workbook/cell";
import { blockText, type CellAt, refOf, runsOf } from "../../workbook/cell-address";
import { excelRefusal, isOfHost } from "./excel-refusal";
import { filterHides } from "./filtered-rows";
import { isSetSupported, send, sheetNames } from "./office";
import { CONTENT_PROPERTIES, contentAt } from "./read-blocks";

/** Formulas per request; Excel on the web rejects requests of more than 5 MB. */
const FORMULAS = 2_000;

export const PROTECTED_SHEET = "The sheet is protected. Unprotect it (Review, Unprotect Sheet), then try again.";

export const refuseAll = (sheet: string, cells: readonly { readonly row: number; readonly column: number }[], why: string): Refused[] =>
  cells.map(({ row, column }) => ({ place: { sheet, row, column }, why }));

/** The protected ones of these sheets. */
export async function protectedSheets(context: Excel.RequestContext, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (!isSetSupported("ExcelApi", "1.2")) return new Set();
  const protectionOf = (name: string) => context.workbook.worksheets.getItem(name).protection.load("protected");
  const found = await send(context, () => names.map((name) => ({ name, protection: protectionOf(name) })));
  return new Set(found.filter(({ protection }) => protection.protected).map(({ name }) => name));
}

/** A cell that someone else changed between a check and a write, with what it held, as Excel's input. */
export interface Overwritten {
  readonly row: number;
  readonly column: number;
  readonly content: ReturnType<typeof contentAt>;
}

/** Gives cells back what they held; `cleared` is emptied before. */
export const giveBack = (context: Excel.RequestContext, sheet: string, cells: readonly Overwritten[], cleared?: Block): Promise<void> =>
  send(context, () => {
    const worksheet = context.workbook.worksheets.getItem(sheet);
    if (cleared) worksheet.getRange(blockText(cleared)).clear(Excel.ClearApplyTo.contents);
    for (const { row, column, content } of cells) worksheet.getRange(refOf({ row, column })).formulas = [[content]];
  });

/** A formula to enter, or nothing to empty the cell, and the formula that the cell had when it was checked. */
export interface CheckedFormula extends CellAt {
  readonly was: string;
}

/** Enters formulas in one request, in blocks or one by one; returns the cells whose formula is another one by then, with what they held. */
async function enterBatch(context: Excel.RequestContext, sheet: string, batch: readonly CheckedFormula[], oneByOne: boolean): Promise<Overwritten[]> {
  const runs = oneByOne ? batch.flatMap((cell) => runsOf([cell])) : runsOf(batch);
  const held = await send(context, () => {
    const worksheet = context.workbook.worksheets.getItem(sheet);
    return runs.map(({ address, formulas }) => {
      const before = worksheet.getRange(address).load(CONTENT_PROPERTIES);
      worksheet.getRange(address).formulas = formulas.map((formula) => [formula]);
      return before;
    });
  });
  return runs.flatMap(({ cells }, i) =>
    cells.flatMap(({ row, column, was, formula }, r) => {
      const content = contentAt(held[i]!, r, 0);
      // A request that failed may have entered some of its formulas.
      return content === was || content === formula ? [] : [{ row, column, content }];
    }),
  );
}

/**
 * Enters formulas into cells of a sheet. A cell that someone else changed since it was checked gets its content back, and is returned. A batch that fails is
 * halved, so that only the cells that Excel rejects are returned; not if Excel would refuse any request, which refuses all cells that are left.
 */
export async function enterFormulas(context: Excel.RequestContext, sheet: string, cells: readonly CheckedFormula[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  if (cells.length === 0) return refused;
  const isFiltered = await filterHides(context, sheet, around(cells));
  /** Batches to enter, the next one last. */
  const left: (readonly CheckedFormula[])[] = [];
  for (let end = cells.length; end > 0; end -= FORMULAS) left.push(cells.slice(Math.max(0, end - FORMULAS), end));
  for (let batch = left.pop(); batch; batch = left.pop()) {
    let overwritten: readonly Overwritten[] = [];
    try {
      overwritten = await enterBatch(context, sheet, batch, isFiltered);
    } catch (e) {
      const why = excelRefusal(e).message;
      if (isOfHost(e)) {
        append(refused, refuseAll(sheet, [batch, ...left.reverse()].flat(), why));
        break;
      }
      const half = Math.ceil(batch.length / 2);
      if (batch.length === 1) append(refused, refuseAll(sheet, batch, why));
      else left.push(batch.slice(half), batch.slice(0, half));
    }
    if (overwritten.length === 0) continue;
    append(refused, refuseAll(sheet, overwritten, CELL_CHANGED));
    await giveBack(context, sheet, overwritten);
  }
  return refused;
}

/** Groups items by sheet, with the workbook's spelling of the name; `gone` are those of no sheet. Names are compared without case, as in Excel. */
export async function bySheet<T>(context: Excel.RequestContext, items: readonly T[], placeOf: (item: T) => CellPlace) {
  const names = new Map((await sheetNames(context)).map((name) => [name.toLowerCase(), name]));
  const sheets = groupedBy(items, (item) => names.get(placeOf(item).sheet.toLowerCase()));
  const gone = (sheets.get(undefined) ?? []).map((item): Refused => ({ place: placeOf(item), why: SHEET_GONE }));
  sheets.delete(undefined);
  return { sheets: sheets as ReadonlyMap<string, readonly T[]>, gone };
}
