import { ICommandService, type Worksheet } from "@univerjs/core";
import { ChangeFilterByOperation, OpenFilterPanelOperation } from "@univerjs/sheets-filter-ui";
import { DAYS_1904 } from "../../contract/dates";
import { calendarOf, type FilterParts } from "./filter-store";

/** Commands in whose task Univer lists the values of a column. */
const LISTS: ReadonlySet<string> = new Set([OpenFilterPanelOperation.id, ChangeFilterByOperation.id]);

/** Removes the members that a sheet was given in place of those of its class. */
function restore(sheet: { getCell?: unknown; getCellRaw?: unknown } | undefined): void {
  delete sheet?.getCell;
  delete sheet?.getCellRaw;
}

/** Lists dates of a workbook that counts from 1904 under their years: Univer 0.25.1 takes the number of a cell for one that counts from 1900. */
export function listYearsOf1904({ api, injector, today }: FilterParts): void {
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
