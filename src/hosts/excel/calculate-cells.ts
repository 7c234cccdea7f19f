import { append } from "../../contract/lists";
import { addressOf, type CellAt, runsOf } from "../../workbook/cell-address";
import type { CellPlace } from "../../workbook/cell";
import { placeOf } from "../../workbook/cell-reference";
import { CELL_CHANGED, type Refused, type Watch, type Workbook } from "../../pane/workbook";
import { blocksAround, FORMULA_PROPERTIES, formulaAt, readBlocks } from "./read-blocks";
import { bySheet, enterFormulas, type CheckedFormula, PROTECTED_SHEET, protectedSheets, refuseAll } from "./enter-formulas";
import { excelRefusal, isOfHost } from "./excel-refusal";
import { findFormulaCells } from "./formula-cells";
import { isSetSupported, readExcel, send, setNumberFormat } from "./office";
import { cellKey } from "../../core/cell-key";
import { NO_KEY_IN_CELL } from "../../pane/pane-words";
import { hasServiceCall } from "../../workbook/formulas/service-calls";

interface Formula {
  readonly place: CellPlace;
  readonly formula: string;
  readonly was?: string;
}

/** Gives cells of a sheet the format General. */
async function setGeneral(context: Excel.RequestContext, sheet: string, cells: readonly CellAt[]): Promise<void> {
  if (cells.length === 0) return;
  await send(context, () => {
    const worksheet = context.workbook.worksheets.getItem(sheet);
    for (const { address } of runsOf(cells)) setNumberFormat(worksheet.getRange(address), "General");
  });
}

/** Enters formulas of one sheet again; returns the cells that it skipped or that Excel refused. */
async function reenterOn(context: Excel.RequestContext, sheet: string, entries: readonly Formula[]): Promise<Refused[]> {
  const now = new Map<number, string>();
  const texts = new Set<number>();
  const places = entries.map(({ place }) => place);
  await readBlocks(context, blocksAround(sheet, places), `${FORMULA_PROPERTIES},numberFormat`, ({ row, column }, range, r, c) => {
    now.set(placeOf(row, column), formulaAt(range, r, c));
    if ((range.numberFormat as unknown[][])[r]?.[c] === "@") texts.add(placeOf(row, column));
  });
  const changed: CellPlace[] = [];
  const unchanged: CheckedFormula[] = [];
  for (const { place, formula, was } of entries) {
    const current = now.get(placeOf(place.row, place.column)) ?? "";
    if (hasServiceCall(current) && (was === undefined || current === was)) unchanged.push({ row: place.row, column: place.column, formula, was: current });
    else changed.push(place);
  }
  // A formula stays one if its cell is given the format Text, until it is entered again.
  await setGeneral(
    context,
    sheet,
    unchanged.filter(({ row, column }) => texts.has(placeOf(row, column))),
  );
  return [...refuseAll(sheet, changed, CELL_CHANGED), ...(await enterFormulas(context, sheet, unchanged))];
}

/**
 * Enters formulas again into cells that still call a SERVICE function. Returns the cells it skipped: those on protected sheets, and those that have
 * changed.
 */
export async function reenterCells(context: Excel.RequestContext, cells: readonly Formula[]): Promise<Refused[]> {
  if (cells.length === 0) return [];
  const { sheets, gone } = await bySheet(context, cells, ({ place }) => place);
  const refused = [...gone];
  const locked = await protectedSheets(context, [...sheets.keys()]);
  for (const [sheet, entries] of sheets) {
    const places = entries.map(({ place }) => place);
    if (locked.has(sheet)) {
      append(refused, refuseAll(sheet, places, PROTECTED_SHEET));
      continue;
    }
    // Cells of earlier sheets may be entered: a refusal of all would not say so.
    await reenterOn(context, sheet, entries).then(
      (some) => append(refused, some),
      (e: unknown) => append(refused, refuseAll(sheet, places, excelRefusal(e).message)),
    );
  }
  return refused;
}

/** Longest address list, in characters, that is safe in Excel. */
const ADDRESS_LIST = 2_000;

/** The addresses of these cells, joined into lists, each with its cells. */
function addressLists(cells: readonly CellPlace[]): { list: string; cells: CellPlace[] }[] {
  const runs = runsOf(cells.map((cell) => ({ ...cell, formula: "" })));
  const lists: { list: string; cells: CellPlace[] }[] = [];
  for (const { address, cells: own } of runs) {
    const last = lists[lists.length - 1];
    if (last && last.list.length + 1 + address.length <= ADDRESS_LIST) {
      last.list += `,${address}`;
      append(last.cells, own);
    } else lists.push({ list: address, cells: [...own] });
  }
  return lists;
}

/** Marks cells of a sheet dirty, because Excel recalculates only dirty cells. */
async function markCells(context: Excel.RequestContext, sheet: string, cells: readonly CellPlace[], watch?: Watch): Promise<Refused[]> {
  const lists = addressLists(cells);
  const worksheet = () => context.workbook.worksheets.getItem(sheet);
  try {
    await send(context, () => lists.forEach(({ list }) => worksheet().getRanges(list).setDirty()), watch);
    return [];
  } catch (e) {
    if (isOfHost(e)) throw e;
    const refused: Refused[] = [];
    for (const { list, cells: listed } of lists) {
      // Without lists: where the comma is the decimal point, some versions want other separators in them (office-js issues 1167, 1985).
      const markEach = () => list.split(",").forEach((address) => worksheet().getRange(address).setDirty());
      await send(context, markEach, watch).catch((why: unknown) => {
        append(refused, refuseAll(sheet, listed, excelRefusal(why).message));
      });
    }
    return refused;
  }
}

const CANNOT_MARK = "This version of Excel cannot recalculate cells on a protected sheet. Unprotect it (Review, Unprotect Sheet), then try again.";

/** Enters formulas again, for Excel before ExcelApi 1.9, which cannot mark cells dirty. */
async function enterAgain(context: Excel.RequestContext, sheet: string, cells: readonly CellPlace[], watch?: Watch): Promise<Refused[]> {
  if ((await protectedSheets(context, [sheet])).has(sheet)) return refuseAll(sheet, cells, CANNOT_MARK);
  const wanted = new Set(cells.map(({ row, column }) => placeOf(row, column)));
  const found: CheckedFormula[] = [];
  const take: Parameters<typeof readBlocks>[3] = ({ row, column }, range, r, c) => {
    const formula = formulaAt(range, r, c);
    if (formula !== "" && wanted.has(placeOf(row, column))) found.push({ row, column, formula, was: formula });
  };
  await readBlocks(context, blocksAround(sheet, cells), FORMULA_PROPERTIES, take, watch);
  return enterFormulas(context, sheet, found);
}

/**
 * Has Excel calculate these cells and their dependents, and returns those that could not be marked. With manual calculation, Excel also calculates every other
 * cell that waits, in all open workbooks: `Application.calculate` takes no cells.
 */
export async function calculateCells(context: Excel.RequestContext, places: readonly CellPlace[], watch?: Watch): Promise<Refused[]> {
  if (places.length === 0) return [];
  const { sheets, gone } = await bySheet(context, places, (place) => place);
  const refused = [...gone];
  const mark = isSetSupported("ExcelApi", "1.9") ? markCells : enterAgain;
  for (const [sheet, cells] of sheets)
    append(refused, await mark(context, sheet, [...new Map(cells.map((c) => [placeOf(c.row, c.column), c])).values()], watch));
  if (refused.length < places.length) await send(context, () => context.application.calculate(Excel.CalculationType.recalculate), watch);
  return refused;
}

/**
 * Recalculates the cells that wait for a key: those whose calls waited (`addresses`, also inside larger formulas), and those that show the message from an
 * earlier session.
 */
export async function calculateWaitingCells(addresses: readonly string[], recalculate: Workbook["recalculate"]): Promise<void> {
  const waiting = new Set(addresses.map(cellKey));
  const cells = await readExcel((context) =>
    findFormulaCells(
      context,
      "workbook",
      (place, formula, value) => waiting.has(cellKey(addressOf(place))) || (value === NO_KEY_IN_CELL && hasServiceCall(formula)),
    ),
  );
  await recalculate(cells);
}
