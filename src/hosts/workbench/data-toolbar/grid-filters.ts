import {
  CommandType,
  type IAccessor,
  ICommandService,
  type Injector,
  IUniverInstanceService,
  UniverInstanceType,
  type Workbook,
  type Worksheet,
} from "@univerjs/core";
import { IActiveDirtyManagerService } from "@univerjs/engine-formula";
import { CopySheetCommand, INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { SheetsFilterService, SheetsFilterSyncController } from "@univerjs/sheets-filter";
import { sameJson } from "../../../contract/json";
import type { GridFilter } from "../../../engine/book/filter-feature";
import { editsOf, followCommandSheets } from "../../../engine/edits/structural-commands";
import { type AppliedFilter, filterAfterEdit } from "../../../workbook/sheet-filter";
import { addFilterCommands, closePanel, openPanel, preparePanel } from "./filter-commands";
import { applyFilter } from "./filter-cells";
import { applied, calendarOf, filterOf, type FilterParts, guardFilteredRows, SET, type SetFilter, type SheetPlace, toGrid } from "./filter-store";
import { createGridSheets } from "../workbook/grid-sheets";
import { followFilterKeys } from "../keys/sheet-keys";
import { ChangeFilterByOperation, OpenFilterPanelOperation } from "@univerjs/sheets-filter-ui";
import { DAYS_1904 } from "../../../contract/dates";

/*
 * Filters as in Excel, with the buttons and the panel of Univer's packages. Univer 0.25.1 calculates which rows a filter hides whenever it likes: with texts only, without
 * dates, largest numbers and averages, and again on every undo. Here a filter has its rows: they are those of the file, and change only when the user applies it. Each change
 * sets the whole filter, so that an undo gives it back as it was.
 */

/** Members of Univer's classes that are not public. */
interface Internals {
  readonly model: { _dump(filter: GridFilter): void; getRange?: unknown; getFilteredOutRowsExceptCol?: unknown };
  readonly sync: { readonly _sheetsFilterController: { dispose(): void; readonly _disposableCollection: { dispose(): void } } };
}

function setFilter(accessor: IAccessor, { unitId, subUnitId, filter }: SetFilter): boolean {
  const service = accessor.get(SheetsFilterService);
  if (!filter) return service.removeFilterModel(unitId, subUnitId);
  const model = service.ensureFilterModel(unitId, subUnitId);
  // Removes the overrides that the panel set for the previous filter.
  const own = model as unknown as Internals["model"];
  delete own.getRange;
  delete own.getFilteredOutRowsExceptCol;
  for (const [column] of model.getAllFilterColumns()) model.setCriteria(column, null);
  own._dump(filter);
  return true;
}

/** Replaces Univer's way of filtering. Call it once per page, after the first workbook was created. */
export function followFilters(parts: FilterParts): void {
  const { injector } = parts;
  const service = injector.get(SheetsFilterService);
  const { _sheetsFilterController: univers } = injector.get(SheetsFilterSyncController) as unknown as Internals["sync"];
  univers.dispose();
  univers._disposableCollection.dispose();
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.ROW_FILTERED, {
    handler: (filtered, { unitId, subUnitId, row }) => filtered === true || (service.getFilterModel(unitId, subUnitId)?.isRowFiltered(row) ?? false),
  });
  injector.get(ICommandService).registerCommand({ id: SET, type: CommandType.MUTATION, handler: (accessor, params: SetFilter) => setFilter(accessor, params) });
  calculateWithFilters(injector);
  followStructure(parts, service);
  addFilterCommands(parts, service);
  preparePanel(parts, service);
  listYearsOf1904(parts);
  guardFilteredRows(injector, parts.api, parts.say);
  followFilterKeys(
    parts.api,
    () => openPanel(parts),
    () => closePanel(parts),
  );
}

/** Recalculates what depends on cells of a filter that changed: subtotals leave out what it hides. */
function calculateWithFilters(injector: Injector): void {
  injector.get(IActiveDirtyManagerService).register(SET, {
    commandId: SET,
    getDirtyData: ({ params }) => {
      const { unitId, subUnitId, filter, was } = params as SetFilter;
      const end = (injector.get(IUniverInstanceService).getUnit<Workbook>(unitId)?.getSheetBySheetId(subUnitId)?.getColumnCount() ?? 1) - 1;
      const ranges = [filter, was].flatMap((one) => (one ? [{ ...one.ref, startColumn: 0, endColumn: end }] : []));
      return { dirtyRanges: ranges.map((range) => ({ unitId, sheetId: subUnitId, range })), clearDependencyTreeCache: { [unitId]: { [subUnitId]: "1" } } };
    },
  });
}

/** Lets filters follow edits of lines, cells that are cut, and copies of their sheets. */
function followStructure(parts: FilterParts, service: SheetsFilterService): void {
  const { injector } = parts;
  const sheetOf = followCommandSheets(injector);
  injector.get(SheetInterceptorService).interceptCommand({
    getMutations: (command) => {
      const none = { redos: [], undos: [] };
      const workbook = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
      if (!workbook || !command.params) return none;
      const unitId = workbook.getUnitId();
      if (command.id === CopySheetCommand.id) {
        const { subUnitId, targetSubUnitId } = command.params as SheetPlace & { readonly targetSubUnitId: string };
        const filter = filterOf(service, { unitId, subUnitId });
        return filter ? { ...none, redos: [{ id: SET, params: { unitId, subUnitId: targetSubUnitId, filter, was: null } }] } : none;
      }
      const edits = editsOf(command, workbook, sheetOf(command, workbook));
      const [edit] = edits;
      const sheet = edit && workbook.getSheetBySheetName(edit.sheet);
      const found = sheet ? filterOf(service, { unitId, subUnitId: sheet.getSheetId() }) : null;
      if (!sheet || !found) return none;
      const before = applied(found);
      const was = toGrid(before);
      const moved = edits.reduce<AppliedFilter | undefined>((one, next) => one && filterAfterEdit(one, sheet.getName(), next), before);
      const filter = toGrid(moved && moved.columns.length < before.columns.length ? withoutGone(parts, sheet.getSheetId(), before, moved) : moved);
      if (sameJson(filter, was)) return none;
      const place = { unitId, subUnitId: sheet.getSheetId() };
      return { redos: [{ id: SET, params: { ...place, filter, was } }], undos: [{ id: SET, params: { ...place, filter: was, was: filter } }] };
    },
  });
}

/** A filter whose columns with criteria were deleted shows the rows that only those have hidden. */
function withoutGone({ api, functions, injector, today }: FilterParts, sheetId: string, before: AppliedFilter, moved: AppliedFilter): AppliedFilter {
  if (moved.columns.length === 0) return { ...moved, hidden: [] };
  const sheets = createGridSheets(api, functions);
  const sheet = sheets.book().getSheetBySheetId(sheetId);
  const kept = before.columns.filter(({ criterion }) => moved.columns.some((one) => one.criterion === criterion));
  const result = sheet && applyFilter(sheets, sheet, { ...before, columns: kept }, calendarOf(injector, sheets.book().getId(), today));
  return result && "hidden" in result ? { ...moved, hidden: result.hidden } : moved;
}

/** Commands in whose task Univer lists the values of a column. */
const LISTS: ReadonlySet<string> = new Set([OpenFilterPanelOperation.id, ChangeFilterByOperation.id]);

/** Removes the members that a sheet was given in place of those of its class. */
function restore(sheet: { getCell?: unknown; getCellRaw?: unknown } | undefined): void {
  delete sheet?.getCell;
  delete sheet?.getCellRaw;
}

/** Lists dates of a workbook that counts from 1904 under their years: Univer 0.25.1 takes the number of a cell for one that counts from 1900. */
function listYearsOf1904({ api, injector, today }: FilterParts): void {
  const commands = injector.get(ICommandService);
  const sheetNow = (): Worksheet | undefined => api.getActiveWorkbook()?.getActiveSheet().getSheet();
  commands.beforeCommandExecuted(({ id }) => {
    const sheet = LISTS.has(id) ? sheetNow() : undefined;
    if (!sheet || !calendarOf(injector, sheet.getUnitId(), today).from1904) return;
    const { getCell, getCellRaw } = Object.getPrototypeOf(sheet) as Worksheet;
    // Whatever becomes of the command.
    setTimeout(() => restore(sheet), 0);
    // The text of a cell is made from its own number.
    let isShown = false;
    sheet.getCell = (row, column) => {
      isShown = true;
      const cell = getCell.call(sheet, row, column);
      isShown = false;
      return cell;
    };
    sheet.getCellRaw = (row, column) => {
      const cell = getCellRaw.call(sheet, row, column);
      return !isShown && typeof cell?.v === "number" ? { ...cell, v: cell.v + DAYS_1904 } : cell;
    };
  });
  commands.onCommandExecuted(({ id }) => void (LISTS.has(id) && restore(sheetNow())));
}
