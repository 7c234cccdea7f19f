import { CommandType, ICommandService, IUndoRedoService } from "@univerjs/core";
import {
  ClearSheetsFilterCriteriaCommand,
  ReCalcSheetsFilterCommand,
  RemoveSheetFilterCommand,
  SetSheetFilterRangeCommand,
  SetSheetsFilterCriteriaCommand,
  SheetsFilterService,
} from "@univerjs/sheets-filter";
import { CloseFilterPanelOperation, OpenFilterPanelOperation } from "@univerjs/sheets-filter-ui";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { type GridColumn, gridColumn, type GridFilter } from "../../../engine/book/filter-feature";
import { blockOfRange, rangeOfBlock } from "../../../engine/book/ranges";
import type { SheetFilter } from "../../../workbook/book";
import { blockText } from "../../../workbook/cell-address";
import type { AppliedFilter } from "../../../workbook/sheet-filter";
import { createGridSheets, type GridSheets } from "../workbook/grid-sheets";
import { applyFilter, criterionOf, extended, filterCells } from "./filter-cells";
import { applied, calendarOf, filterOf, type FilterParts, SET, type SheetPlace, toGrid } from "./filter-store";
import { listAround } from "./sort-selection";

/** The commands of menus, keys and panel, under Univer's ids. */
export function addFilterCommands({ api, injector, functions, today, say }: FilterParts, service: SheetsFilterService): void {
  const commands = injector.get(ICommandService);
  const add = (id: string, run: (sheets: GridSheets, sheet: FWorksheet, was: AppliedFilter | undefined, params: object | undefined) => boolean): void => {
    commands.registerCommand({
      id,
      type: CommandType.COMMAND,
      handler: (_, params: object | undefined) => {
        const sheets = createGridSheets(api, functions);
        const sheet = sheets.book().getActiveSheet();
        const was = filterOf(service, { unitId: sheets.book().getId(), subUnitId: sheet.getSheetId() });
        return run(sheets, sheet, was ? applied(was) : undefined, params);
      },
    });
  };
  const set = (sheet: FWorksheet, was: AppliedFilter | undefined, now: AppliedFilter | undefined): boolean => {
    const place = { unitId: sheet.getWorkbook().getUnitId(), subUnitId: sheet.getSheetId() };
    const [filter, before] = [toGrid(now), toGrid(was)];
    const redo = { id: SET, params: { ...place, filter, was: before } };
    if (!commands.syncExecuteCommand(SET, redo.params)) return false;
    const undo = { id: SET, params: { ...place, filter: before, was: filter } };
    injector.get(IUndoRedoService).pushUndoRedo({ unitID: place.unitId, undoMutations: [undo], redoMutations: [redo] });
    return true;
  };
  const apply = (sheets: GridSheets, sheet: FWorksheet, was: AppliedFilter, columns: SheetFilter["columns"]): boolean => {
    const block = extended(sheets, sheet, was.block);
    const result = applyFilter(sheets, sheet, { block, columns }, calendarOf(injector, sheets.book().getId(), today));
    if ("hidden" in result) return set(sheet, was, result);
    say(
      `No row was shown or hidden, because column ${result.cannot} is filtered by a colour or an icon, which only Excel can apply. Clear that column's filter first.`,
    );
    return false;
  };
  add(SetSheetFilterRangeCommand.id, (sheets, sheet, was) => {
    const selected = sheets.book().getActiveRange();
    const active = sheets.book().getActiveCell();
    if (was || !selected || !active) return false;
    const whole = blockOfRange(selected.getRange());
    const isOne = whole.rows === 1;
    const list = isOne && whole.columns === 1 ? listAround(sheets, sheet, active.getRow(), active.getColumn()) : undefined;
    const chosen = list ?? { ...whole, rows: Math.min(whole.rows, Math.max(sheet.getLastRow() + 1 - whole.row, 1)) };
    const { row, column, rows, columns } = isOne && !list ? extended(sheets, sheet, chosen) : chosen;
    if (rows < 2) {
      say(`${blockText({ row, column, rows, columns })} has no rows to filter. Select a cell of a list with headings.`);
      return false;
    }
    return set(sheet, undefined, { block: { row, column, rows, columns: Math.min(columns, sheet.getLastColumn() + 1 - column) }, columns: [], hidden: [] });
  });
  add(RemoveSheetFilterCommand.id, (_, sheet, was) => was !== undefined && set(sheet, was, undefined));
  add(ClearSheetsFilterCriteriaCommand.id, (_, sheet, was) => was !== undefined && set(sheet, was, { block: was.block, columns: [], hidden: [] }));
  add(ReCalcSheetsFilterCommand.id, (sheets, sheet, was) => was !== undefined && apply(sheets, sheet, was, was.columns));
  add(SetSheetsFilterCriteriaCommand.id, (sheets, sheet, was, params) => {
    if (!was) return false;
    const { col, criteria } = params as { readonly col: number; readonly criteria: GridColumn | null };
    const column = col - was.block.column;
    const { from1904 } = calendarOf(injector, sheets.book().getId(), today);
    const criterion = criteria && criterionOf(criteria, filterCells(sheets, sheet, extended(sheets, sheet, was.block), col), from1904);
    const others = was.columns.filter((one) => one.column !== column);
    const columns = criterion ? [...others, { column, criterion }].sort((a, b) => a.column - b.column) : others;
    return columns.length === 0 ? set(sheet, was, { block: was.block, columns, hidden: [] }) : apply(sheets, sheet, was, columns);
  });
}

/** Gives the panel what it shows, when it opens: the texts of the rows that a criterion shows, of those that the other columns show. */
export function preparePanel({ api, injector, functions, today }: FilterParts, service: SheetsFilterService): void {
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }) => {
    if (id !== OpenFilterPanelOperation.id) return;
    const { unitId, subUnitId, col } = params as SheetPlace & { readonly col: number };
    const model = service.getFilterModel(unitId, subUnitId);
    const sheets = createGridSheets(api, functions);
    const sheet = sheets.book().getSheetBySheetId(subUnitId);
    if (!model || !sheet) return;
    const { hidden, ...filter } = applied(model.serialize() as GridFilter);
    // The rows that were filled below since can be chosen, too.
    const block = extended(sheets, sheet, filter.block);
    model.getRange = () => rangeOfBlock(block);
    const isOther = (one: SheetFilter["columns"][number]): boolean => one.column !== col - filter.block.column;
    const byOthers = applyFilter(sheets, sheet, { block, columns: filter.columns.filter(isOther) }, calendarOf(injector, sheets.book().getId(), today));
    model.getFilteredOutRowsExceptCol = () => new Set("hidden" in byOthers ? byOthers.hidden : []);
    const own = filter.columns.find((one) => !isOther(one));
    if (!own || own.criterion.kind === "tests") return;
    const result = applyFilter(sheets, sheet, { block, columns: [own] }, calendarOf(injector, sheets.book().getId(), today));
    const out = new Set("hidden" in result ? result.hidden : hidden);
    const shown = filterCells(sheets, sheet, block, col).filter(({ row }) => !out.has(row));
    const blank = shown.some(({ listed }) => listed === "") ? { blank: true as const } : {};
    const listed = [...new Set(shown.flatMap((cell) => (cell.listed === "" ? [] : [cell.listed])))];
    model.getFilterColumn(col)?.setCriteria({ ...gridColumn(col, own.criterion), filters: { filters: listed, ...blank } } as never);
  });
}

/** Gives the focus to the panel, which takes it itself only with a list of values. */
function focusPanel(page: Document): void {
  const panel = page.querySelector("[data-u-comp='sheets-filter-panel']");
  if (panel && !panel.contains(page.activeElement)) panel.querySelector<HTMLElement>("[data-u-comp='segmented'] button:last-of-type")?.focus();
}

/** Opens the panel of the active cell, if it is a heading of the sheet's filter; false otherwise. */
export function openPanel({ api, injector }: FilterParts): boolean {
  const service = injector.get(SheetsFilterService);
  const book = api.getActiveWorkbook();
  const cell = book?.getActiveCell();
  if (!book || !cell) return false;
  const place = { unitId: book.getId(), subUnitId: book.getActiveSheet().getSheetId() };
  const ref = filterOf(service, place)?.ref;
  const [row, col] = [cell.getRow(), cell.getColumn()];
  if (!ref || row !== ref.startRow || col < ref.startColumn || col > ref.endColumn) return false;
  void injector
    .get(ICommandService)
    .executeCommand(OpenFilterPanelOperation.id, { ...place, col })
    .then(() => requestAnimationFrame(() => focusPanel(document)));
  return true;
}

/** Closes the panel, and gives the focus back to the cells. */
export function closePanel({ injector }: FilterParts): boolean {
  return injector.get(ICommandService).syncExecuteCommand(CloseFilterPanelOperation.id);
}
