import { type ICellData, ICommandService, type Injector, IUndoRedoService, Tools } from "@univerjs/core";
import { SetRangeValuesMutation } from "@univerjs/sheets";
import { SheetsFilterService } from "@univerjs/sheets-filter";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { blockOfRange } from "../../../engine/book/ranges";
import { sortedNotes } from "../../../engine/edits/sheet-notes";
import type { EngineFunctions } from "../../../engine/univer";
import { type Block, cellsIn } from "../../../workbook/block";
import { blockText, columnName, refOf } from "../../../workbook/cell-address";
import { overlap } from "../../../workbook/cell-reference";
import { hasHeading, sortedFormula, sortedOrder, titlesAbove } from "../../../workbook/edits/sort-rows";
import { CANCEL, type Desk, type DeskQuestion } from "../page/desk";
import type { Grid } from "../page-grid";
import { createGridSheets, gridFormulaAt, type GridSheets } from "../workbook/grid-sheets";

const isEmpty = (sheets: GridSheets, sheet: FWorksheet, row: number, column: number): boolean =>
  sheets.shown(sheet, row, column).value === null && gridFormulaAt(sheet, row, column) === "";

/** The block of filled cells around a cell, up to empty rows and columns. */
function regionAround(sheets: GridSheets, sheet: FWorksheet, row: number, column: number): Block {
  const [lastRow, lastColumn] = [sheet.getLastRow(), sheet.getLastColumn()];
  let [top, bottom, left, right] = [row, row, column, column];
  const hasCell = (fromRow: number, toRow: number, fromColumn: number, toColumn: number): boolean => {
    for (let r = Math.max(0, fromRow); r <= Math.min(toRow, lastRow); r++)
      for (let c = Math.max(0, fromColumn); c <= Math.min(toColumn, lastColumn); c++) if (!isEmpty(sheets, sheet, r, c)) return true;
    return false;
  };
  for (let grows = true; grows;) {
    grows = false;
    while (top > 0 && hasCell(top - 1, top - 1, left - 1, right + 1)) [top, grows] = [top - 1, true];
    while (bottom < lastRow && hasCell(bottom + 1, bottom + 1, left - 1, right + 1)) [bottom, grows] = [bottom + 1, true];
    while (left > 0 && hasCell(top, bottom, left - 1, left - 1)) [left, grows] = [left - 1, true];
    while (right < lastColumn && hasCell(top, bottom, right + 1, right + 1)) [right, grows] = [right + 1, true];
  }
  return { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
}

/** A copy of a cell with its style. */
function cellData(sheet: FWorksheet, row: number, column: number): ICellData {
  const style = sheet.getSheet().getCellStyle(row, column);
  return Tools.deepClone({ ...sheet.getSheet().getCellRaw(row, column), s: style ?? null });
}

/** The part of a block up to the last row and column that are in use. */
export const inUse = (sheet: FWorksheet, block: Block): Block => ({
  ...block,
  rows: Math.min(block.rows, sheet.getLastRow() + 1 - block.row),
  columns: Math.min(block.columns, sheet.getLastColumn() + 1 - block.column),
});

/** Why these cells cannot be sorted; undefined if they can. */
function obstacle(sheets: GridSheets, functions: EngineFunctions, sheet: FWorksheet, block: Block): string | undefined {
  const merged = sheet.getSheet().getMergeData().map(blockOfRange);
  if (merged.some((one) => overlap(one, block))) return "some of the cells are merged. Unmerge them";
  for (const at of cellsIn(block)) {
    const spill = functions.spillOf(sheets.engineCell(sheet, at));
    if ((spill && (spill.endRow > at.row || spill.endColumn > at.column)) || functions.spilled(sheets.engineCell(sheet, at)))
      return `the formula of ${refOf(at)} fills several cells. Sort its source, or use SORT in the formula`;
  }
  return undefined;
}

/** The block of filled cells around the first filled cell of a column's cells. */
function regionBeside(sheets: GridSheets, sheet: FWorksheet, { row, column, rows }: Block): Block | undefined {
  for (let r = row; r < row + rows; r++) if (!isEmpty(sheets, sheet, r, column)) return regionAround(sheets, sheet, r, column);
  return undefined;
}

const refuse = (desk: Desk, why: string): boolean => {
  desk.say(`The cells were not sorted: ${why}, then sort again.`, "problem");
  return false;
};

/**
 * Sorts the rows of the selected cells, or of the block around the active one, by the active cell's column, as Excel does: formats move with their cells, relative references
 * with their formulas. Hidden rows stay. One step to undo. If only one column of a list is selected, it asks whether its rows stay together.
 */
export function sortSelection(grid: Grid, desk: Desk, descending: boolean): boolean {
  const sheets = createGridSheets(grid.api, grid.functions);
  const sheet = sheets.book().getActiveSheet();
  const active = sheets.book().getActiveCell();
  const selected = sheets.book().getActiveRange();
  if (!active || !selected) return false;
  const key = active.getColumn();
  const sort = (list: List): boolean => sortList(grid, desk, sheets, sheet, list, key, descending);
  const chosenCells = blockOfRange(selected.getRange());
  if (chosenCells.rows === 1 && chosenCells.columns === 1) {
    const list = filteredList(grid.injector, sheet, active.getRow(), key) ?? listAround(sheets, sheet, active.getRow(), key);
    return sort(list);
  }
  const block = inUse(sheet, chosenCells);
  const chosen = { ...block, heading: hasHeading(valuesOf(sheets, sheet, block)) };
  const beside = block.columns === 1 && block.rows > 1 ? regionBeside(sheets, sheet, block) : undefined;
  if (!beside || beside.columns === 1) return sort(chosen);
  const all = listIn(sheets, sheet, beside);
  const question: DeskQuestion = {
    title: "Sort the cells beside, too?",
    text: `You selected one column of ${blockText(all)}. If it is sorted alone, its values leave their rows.`,
    answers: [{ label: "Sort whole rows", main: true, run: () => sort(all) }, { label: "Sort this column only", run: () => sort(chosen) }, CANCEL],
  };
  desk.set({ question });
  return true;
}

const valuesOf = (sheets: GridSheets, sheet: FWorksheet, { row, column, rows, columns }: Block) =>
  Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => sheets.shown(sheet, row + r, column + c).value));

/** Cells to sort; the first row stays if it is a heading. */
interface List extends Block {
  readonly heading: boolean;
}

/** The list in a block of filled cells, without the titles above its heading, such as those of a table. */
function listIn(sheets: GridSheets, sheet: FWorksheet, block: Block): List {
  const values = valuesOf(sheets, sheet, block);
  const titles = titlesAbove(values);
  return { ...block, row: block.row + titles, rows: block.rows - titles, heading: titles > 0 || hasHeading(values) };
}

/** The list of the sheet's filter, if a cell is in it: its headings stay, whatever they are. */
function filteredList(injector: Injector, sheet: FWorksheet, row: number, column: number): List | undefined {
  const range = injector.get(SheetsFilterService).getFilterModel(sheet.getWorkbook().getUnitId(), sheet.getSheetId())?.getRange();
  const block = range && blockOfRange(range);
  return block && overlap(block, { row, column, rows: 1, columns: 1 }) ? { ...block, heading: true } : undefined;
}

/** The list around a cell. */
export const listAround = (sheets: GridSheets, sheet: FWorksheet, row: number, column: number): List =>
  listIn(sheets, sheet, regionAround(sheets, sheet, row, column));

function sortList({ injector, functions }: Grid, desk: Desk, sheets: GridSheets, sheet: FWorksheet, list: List, key: number, descending: boolean): boolean {
  const { heading, ...chosen } = list;
  if (chosen.rows < 2) return refuse(desk, "there is only one row. Select a cell of a list, or several rows");
  const why = obstacle(sheets, functions, sheet, chosen);
  if (why) return refuse(desk, why);

  const columns = Array.from({ length: chosen.columns }, (_, c) => chosen.column + c);
  const lines = Array.from({ length: chosen.rows }, (_, r) => chosen.row + r);
  const rows = lines.filter((row, i) => (i > 0 || !heading) && sheet.getSheet().getRowVisible(row));
  const order = sortedOrder(
    rows.map((row) => sheets.shown(sheet, row, key).value),
    descending,
  );
  for (const [to, from] of order.entries())
    for (const column of columns) {
      const formula = gridFormulaAt(sheet, rows[from]!, column);
      if (!formula.includes("#REF!") && sortedFormula(formula, rows[to]! - rows[from]!).includes("#REF!"))
        return refuse(desk, `the formula of ${columnName(column)}${rows[from]! + 1} would refer to cells above the sheet. Write its references with $`);
    }
  const cleared: Record<number, Record<number, ICellData>> = {};
  const sorted: Record<number, Record<number, ICellData>> = {};
  const original: Record<number, Record<number, ICellData>> = {};
  order.forEach((from, to) => {
    const [source, target] = [rows[from]!, rows[to]!];
    if (source === target) return;
    cleared[target] = {};
    sorted[target] = {};
    original[target] = {};
    for (const column of columns) {
      const formula = gridFormulaAt(sheet, source, column);
      cleared[target][column] = { v: null, t: null, f: null, si: null, p: null, s: null };
      original[target][column] = cellData(sheet, target, column);
      sorted[target][column] = {
        ...cellData(sheet, source, column),
        ...(formula ? { f: sortedFormula(formula, target - source), si: null, v: null } : {}),
      };
    }
  });
  const unitId = sheets.book().getId();
  const subUnitId = sheet.getSheetId();
  const set = (value: typeof sorted) => ({ id: SetRangeValuesMutation.id, params: { unitId, subUnitId, cellValue: value } });
  // Cleared first, because a style is merged into the one that the cell has.
  const notes = sortedNotes(
    sheet.getSheet(),
    rows,
    order.map((from) => rows[from]!),
    (column) => columns.includes(column),
  );
  const [redoMutations, undoMutations] = [
    [set(cleared), set(sorted), ...notes.redos],
    [set(cleared), set(original), ...notes.undos],
  ];
  for (const { id, params } of redoMutations) injector.get(ICommandService).syncExecuteCommand(id, Tools.deepClone(params));
  injector.get(IUndoRedoService).pushUndoRedo({ unitID: unitId, undoMutations, redoMutations });
  const block = blockText(heading ? { ...chosen, row: chosen.row + 1, rows: chosen.rows - 1 } : chosen);
  desk.say(
    `${block} sorted by column ${columnName(key)}, ${descending ? "largest or Z first" : "smallest or A first"}.${heading ? ` Row ${chosen.row + 1} stays as the heading.` : ""}`,
  );
  return true;
}
