import { append } from "../../contract/lists";
import { runsOf, type CellAt } from "../../workbook/cell-address";
import type { Refused } from "../../pane/workbook";
import { excelRefusal } from "./excel-refusal";
import { isSetSupported } from "./office";

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

/** Enters formulas into cells of a sheet. A batch that fails is halved, so that only the cells that Excel rejects are returned. */
export async function enterFormulas(context: Excel.RequestContext, sheet: string, cells: readonly CellAt[]): Promise<Refused[]> {
  if (cells.length > FORMULAS) {
    const refused: Refused[] = [];
    for (let i = 0; i < cells.length; i += FORMULAS) append(refused, await enterFormulas(context, sheet, cells.slice(i, i + FORMULAS)));
    return refused;
  }
  try {
    const worksheet = context.workbook.worksheets.getItem(sheet);
    for (const { address, formulas } of runsOf(cells)) worksheet.getRange(address).formulas = formulas.map((formula) => [formula]);
    await context.sync();
    return [];
  } catch (e) {
    if (cells.length <= 1) return refuseAll(sheet, cells, excelRefusal(e).message);
    const half = Math.ceil(cells.length / 2);
    return [...(await enterFormulas(context, sheet, cells.slice(0, half))), ...(await enterFormulas(context, sheet, cells.slice(half)))];
  }
}
