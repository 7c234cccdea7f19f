import { ICommandService, type Injector, type IRange } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { DeleteRangeMoveUpConfirmCommand, InsertRangeMoveDownConfirmCommand } from "@univerjs/preset-sheets-core";
import { DeleteRangeMoveLeftCommand, DeleteRangeMoveUpCommand, InsertRangeMoveDownCommand, InsertRangeMoveRightCommand } from "@univerjs/sheets";
import type { FWorksheet } from "@univerjs/sheets/facade";
import type { Block } from "../../../workbook/book";
import { replaceCommand } from "../controls/mend-grid-commands";

/** Commands that move cells, also those of hidden rows, which stay where they are; true for those that move all cells below. */
const SHIFTS = [
  // Univer's refusal of these two has no words.
  [InsertRangeMoveDownConfirmCommand, true],
  [DeleteRangeMoveUpConfirmCommand, true],
  [InsertRangeMoveDownCommand, true],
  [DeleteRangeMoveUpCommand, true],
  [InsertRangeMoveRightCommand, false],
  [DeleteRangeMoveLeftCommand, false],
] as const;

/** True if a filter hides a row of these cells, or with `below` a row under their first. */
export function hasFilteredRows(sheet: FWorksheet, { row, rows }: Pick<Block, "row" | "rows">, below: boolean): boolean {
  const end = below ? sheet.getLastRow() : row + rows - 1;
  for (let at = row; at <= end; at++) if (sheet.getSheet().getRowFiltered(at)) return true;
  return false;
}

/** Refuses to shift cells over rows that a filter hides, as Excel does: other rows would be hidden, or hidden cells deleted. */
export function guardFilteredRows(injector: Injector, api: FUniver, say: (text: string) => void): void {
  for (const [command, below] of SHIFTS)
    replaceCommand(injector.get(ICommandService), command, (params, original) => {
      const { range, unitId, subUnitId } = (params ?? {}) as { readonly range?: IRange; readonly unitId?: string; readonly subUnitId?: string };
      const book = api.getActiveWorkbook();
      const sheet = subUnitId !== undefined && unitId === book?.getId() ? book?.getSheetBySheetId(subUnitId) : book?.getActiveSheet();
      const chosen = range ?? book?.getActiveRange()?.getRange();
      const isCut = sheet && chosen && hasFilteredRows(sheet, { row: chosen.startRow, rows: chosen.endRow - chosen.startRow + 1 }, below);
      if (!isCut) return original();
      say("The cells were not moved, because a filter hides rows among them. Clear the filter, then try again; or insert and delete whole rows.");
      return false;
    });
}
