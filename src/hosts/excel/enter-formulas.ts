import { append } from "../../contract/lists";
import type { Refused } from "../../pane/workbook";
import type { CellPlace } from "../../workbook/cell";
import { type CellAt, runsOf } from "../../workbook/cell-address";
import { excelRefusal, isOfHost } from "./excel-refusal";
import { isSetSupported, send } from "./office";

/** Formulas per request; Excel on the web rejects requests of more than 5 MB. */
const FORMULAS = 2_000;

export const PROTECTED_SHEET = "The sheet is protected. Unprotect it (Review, Unprotect Sheet), then try again.";

export const refuseAll = (sheet: string, cells: readonly { readonly row: number; readonly column: number }[], why: string): Refused[] =>
  cells.map(({ row, column }) => ({ place: { sheet, row, column }, why }));

/** The protected ones of these sheets. */
export async function protectedSheets(context: Excel.RequestContext, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (!isSetSupported("ExcelApi", "1.2")) return new Set();
  const found = names.map((name) => ({ name, protection: context.workbook.worksheets.getItem(name).protection }));
  for (const { protection } of found) protection.load("protected");
  await context.sync();
  return new Set(found.filter(({ protection }) => protection.protected).map(({ name }) => name));
}

/**
 * Enters formulas into cells of a sheet. A batch that fails is halved, so that only the cells that Excel rejects are returned; not if Excel would refuse any
 * request, which refuses all cells that are left.
 */
export async function enterFormulas(context: Excel.RequestContext, sheet: string, cells: readonly CellAt[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  /** Batches to enter, the next one last. */
  const left: (readonly CellAt[])[] = [];
  for (let end = cells.length; end > 0; end -= FORMULAS) left.push(cells.slice(Math.max(0, end - FORMULAS), end));
  for (let batch = left.pop(); batch; batch = left.pop()) {
    const runs = runsOf(batch);
    try {
      await send(context, () => {
        const worksheet = context.workbook.worksheets.getItem(sheet);
        for (const { address, formulas } of runs) worksheet.getRange(address).formulas = formulas.map((formula) => [formula]);
      });
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
  }
  return refused;
}

const SHEET_GONE = "The sheet no longer exists. Rescan, or select another cell.";

interface BySheet<T> {
  readonly sheets: ReadonlyMap<string, readonly T[]>;
  /** Items whose sheet does not exist. */
  readonly gone: readonly Refused[];
}

/** Groups items by sheet, with the workbook's spelling of the name. */
export async function bySheet<T>(context: Excel.RequestContext, items: readonly T[], placeOf: (item: T) => CellPlace): Promise<BySheet<T>> {
  const { worksheets } = context.workbook;
  worksheets.load("items/name");
  await context.sync();
  const names = new Map(worksheets.items.map(({ name }) => [name.toLowerCase(), name]));
  const sheets = new Map<string, T[]>();
  const gone: Refused[] = [];
  for (const item of items) {
    const place = placeOf(item);
    const name = names.get(place.sheet.toLowerCase());
    if (name === undefined) gone.push({ place, why: SHEET_GONE });
    else {
      const onSheet = sheets.get(name);
      if (onSheet) onSheet.push(item);
      else sheets.set(name, [item]);
    }
  }
  return { sheets, gone };
}
